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
  kkspgemm,       ///< as measured on today's machines: on hosts it records the pattern of C where
                  ///< that pays, on devices rows go by bins where every field below is unset, rows
                  ///< of B ascend and memory is ample; else as the next
  kkspgemm_2018,  ///< chooses among the others by the paper's thresholds
  kkmem,          ///< linked lists, Thread-Sequential
  kkdense,        ///< dense accumulators, Thread-Sequential; on hosts
  kklp,      ///< linear probing, Thread-Flat-Parallel on devices and Thread-Sequential on hosts
  rbsparse,  ///< hash tables in scratch, of a size for each group of rows alike; rows that overflow
             ///< theirs follow with tables in global memory
  bhsparse   ///< rows by the upper bound of their size: by heap, by expand-sort-compress, by
             ///< merging; needs columns that ascend strictly in rows of A and B as given
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
  /// then sums in an array over all columns: always, never, or (unset) when kkspgemm expects it to
  /// pay, or replay asks for it. Takes the memory of C's columns, which is not known beforehand.
  std::optional<bool> record_pattern;

  /// The caller expects many numeric phases, so the plan remembers the columns of C and, on
  /// devices, the products of each of its entries, four or six bytes a product and up to four an
  /// entry; on hosts, which then record the pattern of C where nothing caps their memory, where
  /// each product goes, two bytes a product, or four, but once for rows that are alike, and sixteen
  /// a row (plan.replay_bytes()). Unset means no. The numeric phase then neither hashes nor sorts,
  /// and its sums repeat bitwise. C as the plan allocates it shares the columns of the plan, which
  /// are not to be written; a C with columns of its own gets a copy in each call. Of other patterns
  /// of the same size only the ends of rows are noticed, on hosts the products of a row: use
  /// check_reuse where such may come. Where the plan cannot replay, plan.numeric_selection().replay
  /// says why, and the numeric phase runs as without.
  std::optional<bool> replay;

  /// How rows are handed out on hosts. Unset: where all is left to kkspgemm and the product has few
  /// multiply-adds, in equal shares; on demand elsewhere.
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

  /// Sort the columns of each row of C in ascending order; otherwise they come in whichever order
  /// takes least time, the same one in each call where results repeat.
  bool result_sorted = true;
  /// Compare fingerprints of the patterns of A and B on every numeric call, one pass over each.
  bool check_reuse = false;
  /// Most bytes a call may hold, together with what its plan keeps of transposed operands; C and
  /// its row offsets do not count. A capped call does not record the pattern of C unless told
  /// to. Short of memory, it gives up in this order: dense accumulators for hash maps, sorting rows
  /// on their way into C, a compressed B, threads that work at once; then it throws OutOfMemory.
  /// See spgemm_estimate().
  std::size_t max_workspace_bytes = std::numeric_limits<std::size_t>::max();

  /// Multiply the transpose of A: C = op(A)·op(B). Values are not conjugated.
  bool transpose_a = false;
  /// Multiply by the transpose of B, likewise.
  bool transpose_b = false;
  /// The caller promises that columns ascend strictly in every row of A and B as they are given:
  /// where they do not, the symbolic phase throws std::invalid_argument instead of falling back to
  /// methods that take any order.
  bool input_sorted = false;
  /// C is bitwise the same for every run and, by kkspgemm on hosts without a cap, every number of
  /// threads: nothing is selected whose sums depend on the order in which threads run, the pattern
  /// of C is recorded on hosts, whose sums are rounded alike in every way, and rows are sorted.
  /// Memory: for that an array over the columns of B for each thread, unless all rows are short.
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
