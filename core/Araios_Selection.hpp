// SPDX-License-Identifier: BSD-3-Clause
// What was chosen for a product, and what it was chosen from: plain records.
#pragma once

#include <Araios_ReplayState.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Strategy.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_BinCounts.hpp>
#include <row_classes/Araios_GroupCounts.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace araios::inline ARAIOS_ISA {

/// Counts of one product C = A·B, m×k times k×n. Work is counted in products (flops = 2·work).
struct ProblemStats {
  std::int64_t m = 0;                        ///< rows of C
  std::int64_t k = 0;                        ///< columns of A, rows of B
  std::int64_t n = 0;                        ///< columns of C
  std::int64_t nnz_a = 0;                    ///< entries of A
  std::int64_t nnz_b = 0;                    ///< entries of B
  std::int64_t work = 0;                     ///< f_m
  std::int64_t max_row_work = 0;             ///< maxrf
  std::int64_t compressed_work = 0;          ///< f_m with B compressed; 0 when it was not counted
  std::int64_t max_row_compressed_work = 0;  ///< maxrf with B compressed
  std::int64_t nnz_c = 0;                    ///< 0 before the symbolic phase ends
  std::int64_t max_row_size = 0;             ///< maxrs; 0 before the symbolic phase ends
  bool columns_increase = false;             ///< every row of B is sorted and free of duplicates
  bool rows_are_short = false;               ///< ShortRowSorter holds the products of any row
  bool pattern_recorded = false;             ///< the symbolic phase has kept the columns of C
  std::int64_t repeated_rows = 0;            ///< rows of A with the columns of the row before, as
                                             ///< far as recording has met them
  std::int64_t shifted_rows = 0;             ///< rows of A that are, with their rows of B, the row
                                             ///< before shifted by one, as far as it has met them

  /// Compares all fields.
  bool operator==(ProblemStats const&) const = default;
};

/// Every choice made for one phase of a product: comparable and printable.
struct Selection {
  Strategy strategy = Strategy::rowwise;  ///< whose phase it is
  RowLoop loop = RowLoop::none;  ///< of a one-phase strategy, for which no other field counts
  /// What collects the products of a row.
  AccumulatorKind accumulator = AccumulatorKind::linked_list;
  /// Who owns a row, and how its products are spread over lanes.
  PartitioningKind partitioning = PartitioningKind::thread_sequential;
  PoolMapping pool_mapping = PoolMapping::one2one;       ///< which chunk an owner gets
  ScheduleKind schedule = ScheduleKind::dynamic_chunks;  ///< of the rows, on hosts
  bool compress = false;                                 ///< B is compressed
  bool records_pattern = false;  ///< columns of C are found first, values summed at them
  int team_size = 1;             ///< threads of a team
  int vector_length = 1;         ///< lanes of a thread
  int rows_per_team = 1;         ///< that a team takes
  bool rows_by_work = false;  ///< ranges of so many rows on average, where the pattern is recorded
  int num_chunks = 1;         ///< of the memory pool
  int hash_scale = 1;         ///< linked lists: hash begins per entry of capacity
  double max_occupancy = 1;   ///< linear probing: share of the slots used before the second level
  std::size_t scratch_bytes = 0;  ///< first level of one owner
  std::size_t chunk_bytes = 0;    ///< one chunk of the pool; 0 until its phase has run
  /// Rows by bins, each with a method of its own. Of the fields above, the partitioning is that of
  /// the longest rows; the others have no meaning.
  std::optional<impl::BinCounts> bins;
  /// Numeric phase: whether it replays the plan, and if not, why. If it does, other fields have no
  /// meaning, except the partitioning on devices, and schedule, rows and pool on hosts.
  ReplayState replay = ReplayState::not_asked;
  bool replays_wide = false;  ///< products take six bytes, not four; on hosts four, not two
  /// Rows by groups, likewise; team and pool are those of the rows that need most.
  std::optional<impl::GroupCounts> groups;

  /// Compares all fields.
  bool operator==(Selection const&) const = default;
};

/// Which of the two phases a selection is for.
enum class PhaseKind {
  symbolic,  ///< counts the rows of C
  numeric    ///< writes columns and values of C
};

namespace impl::selection_detail {

/// The method and its parameters, where nothing is replayed.
inline std::string method_text(Selection const& selection) {
  if (selection.bins) return to_string(*selection.bins);
  if (selection.groups) return to_string(*selection.groups);
  std::string text{name_of(selection.accumulator)};
  text += selection.scratch_bytes > 0 ? " two-level " : " one-level ";
  text += name_of(selection.partitioning);
  if (selection.compress) text += " compressed";
  if (selection.records_pattern) text += " recorded";
  text += " team=" + std::to_string(selection.team_size);
  text += "x" + std::to_string(selection.vector_length);
  text += " rows=" + std::to_string(selection.rows_per_team) + " ";
  text += name_of(selection.schedule);
  text += " pool=" + std::to_string(selection.num_chunks);
  if (selection.chunk_bytes > 0) text += "x" + std::to_string(selection.chunk_bytes) + "B";
  text += " ";
  text += name_of(selection.pool_mapping);
  if (selection.scratch_bytes > 0) {
    text += " scratch=" + std::to_string(selection.scratch_bytes) + "B";
  }
  return text;
}

}  // namespace impl::selection_detail

/// One line that names the method and its parameters, for tables and logs.
inline std::string to_string(Selection const& selection) {
  if (selection.loop != RowLoop::none) {
    return std::string{name_of(selection.strategy)} + " " + std::string{name_of(selection.loop)};
  }
  if (selection.replay == ReplayState::replays) {
    return selection.replays_wide ? "replay wide" : "replay";
  }
  std::string text = impl::selection_detail::method_text(selection);
  if (selection.replay == ReplayState::not_asked) return text;
  text += ", no replay: ";
  text += reason_of(selection.replay);
  return text;
}

}  // namespace araios::inline ARAIOS_ISA
