// SPDX-License-Identifier: BSD-3-Clause
// What a caller may ask of a sparse matrix product; whatever is unset is chosen by the heuristic.
#pragma once

#include <Araios_AccumulatorKind.hpp>
#include <Araios_PartitioningKind.hpp>
#include <Araios_PoolMapping.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace araios::inline ARAIOS_ISA {

namespace impl::tuning {

/// Compresses B where compressed work keeps at most this share of the work.
/// Unit: ratio. Source: Deveci, Trott, Rajamanickam 2018, §3.2.
inline constexpr double compression_cutoff = 0.85;

}  // namespace impl::tuning

/// A rule that selects an accumulator and a partitioning.
enum class MethodKind {
  kkspgemm,       ///< hosts: a recorded pattern of C where it pays; devices: rows by bins, if every
                  ///< field below is unset, rows of B ascend and memory is ample; else as the next
  kkspgemm_2018,  ///< kkmem, kkdense or kklp, by the paper's thresholds
  kkmem,          ///< linked lists, Thread-Sequential
  kkdense,        ///< dense accumulators, Thread-Sequential; on hosts
  kklp,      ///< linear probing, Thread-Flat-Parallel on devices and Thread-Sequential on hosts
  rbsparse,  ///< hash tables in scratch, sized by group of rows; rows that overflow their tables
             ///< follow with tables in global memory
  bhsparse   ///< heap, expand-sort-compress or merging, by the upper bound of a row; needs columns
             ///< that ascend strictly in rows of A and B as given
};

/// Options of spgemm_symbolic, spgemm_numeric and spgemm. Plain data; unset fields are selected.
struct SpGemmOptions {
  /// Selects what the fields below leave open.
  MethodKind method = MethodKind::kkspgemm;
  /// What collects the products of a row; dense on hosts.
  std::optional<AccumulatorKind> accumulator;
  /// Who owns a row, and how its products are spread over lanes.
  std::optional<PartitioningKind> partitioning;
  /// Which chunk of the memory pool an owner gets.
  std::optional<PoolMapping> pool_mapping;

  /// Compress B in the symbolic phase: always, never, or (unset) when it pays.
  std::optional<bool> compress;
  /// Compression is kept when the compressed work is at most this share of the work.
  double compression_cutoff = impl::tuning::compression_cutoff;

  /// Hosts: find the columns of C in the symbolic phase and keep them for the numeric phase, which
  /// then sums in an array over all columns. Always, never, or (unset) if kkspgemm expects it to
  /// pay, or replay asks for it. Never if columns by far outnumber entries and products. Reserves
  /// memory for the columns of C by a bound, since their number is not known beforehand: often
  /// several times as much as they take.
  std::optional<bool> record_pattern;

  /// For many numeric phases: the plan keeps the columns of C, and where each product goes. The
  /// numeric phase then neither hashes nor sorts, and its sums repeat bitwise. Unset means no.
  ///
  /// Memory (plan.replay_bytes()): on devices four or six bytes a product, and up to four an entry
  /// of C; on hosts two or four bytes a product, once for rows that are alike, and sixteen a row.
  /// Hosts record the pattern of C for it, unless memory is capped. A C of plan.allocate shares
  /// the columns of the plan, read-only; one of plan.allocate_writable gets a copy in each call.
  /// Other patterns of the same size are detected by the ends of rows, on hosts by
  /// the products of a row: use check_reuse if they may occur. If the plan cannot replay,
  /// plan.numeric_selection().replay says why, and the numeric phase runs without.
  std::optional<bool> replay;

  /// How rows are handed out on hosts. Unset: in equal shares if every choice is left to kkspgemm
  /// and the product has few multiply-adds; otherwise on demand.
  std::optional<ScheduleKind> schedule;
  /// Shape of the launch: rows that a team takes.
  std::optional<int> rows_per_team;
  /// Shape of the launch: threads of a team.
  std::optional<int> team_size;
  /// Shape of the launch: lanes of a thread.
  std::optional<int> vector_length;
  /// Scratch for the first-level accumulator of one owner, in bytes. 0: a single level in the pool.
  std::optional<std::size_t> scratch_bytes;
  /// Chunks in the memory pool; fewer chunks than owners make owners wait.
  std::optional<int> num_chunks;
  /// On hosts, kkspgemm and kkspgemm-2018 select dense accumulators below this many keys: columns,
  /// or column sets of a compressed B.
  std::int64_t dense_max_keys = impl::tuning::dense_max_keys;
  /// Linked lists: hash begins per entry of capacity, rounded up to a power of two.
  int hash_scale = impl::tuning::hash_scale;
  /// Linear probing: share of the slots that may be in use before new keys go to the second level;
  /// at least 0.001, at most 1.
  double max_occupancy = impl::tuning::max_occupancy;

  /// Sort the columns of each row of C in ascending order. Otherwise they come in the order that
  /// takes least time; it is the same in each call if results repeat.
  bool result_sorted = true;
  /// Compare fingerprints of the patterns of A and B on every numeric call, one pass over each.
  bool check_reuse = false;
  /// Most bytes a call may hold, together with what its plan keeps of transposed operands; C and
  /// its row offsets do not count. A capped call does not record the pattern of C unless told to.
  /// When memory is short, the call gives up speed in this order: hash maps replace dense
  /// accumulators, rows are sorted after they are written, B is not compressed, fewer threads work
  /// at the same time. Then it throws OutOfMemory. See spgemm_estimate().
  std::size_t max_workspace_bytes = std::numeric_limits<std::size_t>::max();

  /// Multiply the transpose of A: C = op(A)·op(B). Values are not conjugated.
  bool transpose_a = false;
  /// Multiply by the transpose of B, likewise.
  bool transpose_b = false;
  /// Multiply the conjugate of A, or of its transpose. The numeric phase copies conjugated values
  /// once. Real values stay.
  bool conjugate_a = false;
  /// Multiply by the conjugate of B, likewise.
  bool conjugate_b = false;
  /// The caller promises that columns ascend strictly in every row of A and B as they are given. If
  /// they do not, the symbolic phase throws std::invalid_argument instead of falling back to
  /// methods that take any order.
  bool input_sorted = false;
  /// C is bitwise the same in every run and, by kkspgemm on hosts without a cap, for every number
  /// of threads. No variant is selected whose sums depend on the order in which threads run, and
  /// rows are sorted. Hosts record the pattern of C, whose sums are always rounded alike.
  /// Memory: each thread then needs an array over the columns of B, unless all rows are short.
  bool deterministic = false;

  /// Compares all fields.
  bool operator==(SpGemmOptions const&) const = default;
};

/// The name of the enumerator, with hyphens.
constexpr std::string_view name_of(MethodKind kind) {
  switch (kind) {
    case MethodKind::kkspgemm:
      return "kkspgemm";
    case MethodKind::kkspgemm_2018:
      return "kkspgemm-2018";
    case MethodKind::kkmem:
      return "kkmem";
    case MethodKind::kkdense:
      return "kkdense";
    case MethodKind::kklp:
      return "kklp";
    case MethodKind::rbsparse:
      return "rbsparse";
    case MethodKind::bhsparse:
      return "bhsparse";
  }
  return "unknown";
}
}  // namespace araios::inline ARAIOS_ISA
