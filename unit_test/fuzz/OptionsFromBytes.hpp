// SPDX-License-Identifier: BSD-3-Clause
// Options of products from the input of a fuzzer.
#pragma once

#include "Bytes.hpp"
#include <Araios_SpGemmOptions.hpp>

#include <array>
#include <cstddef>
#include <optional>

namespace araios_test {

/// Any of the elements, or unset for most inputs.
template <class T, std::size_t count>
std::optional<T> sometimes(Bytes& bytes, std::array<T, count> const& values) {
  if (!bytes.one_in(4)) return std::nullopt;
  return bytes.choice(values);
}

/// What shapes launches and memory. Some of it does not go together.
inline void take_shapes(Bytes& bytes, araios::SpGemmOptions& options) {
  using araios::AccumulatorKind;
  using araios::PartitioningKind;
  options.accumulator =
      sometimes(bytes, std::array{AccumulatorKind::linked_list, AccumulatorKind::linear_probing,
                                  AccumulatorKind::dense});
  options.partitioning = sometimes(
      bytes, std::array{PartitioningKind::thread_sequential, PartitioningKind::team_sequential,
                        PartitioningKind::thread_parallel, PartitioningKind::thread_flat_parallel});
  options.pool_mapping =
      sometimes(bytes, std::array{araios::PoolMapping::one2one, araios::PoolMapping::many2many});
  options.rows_per_team = sometimes(bytes, std::array{1, 7, 300});
  options.team_size = sometimes(bytes, std::array{1, 2});
  options.vector_length = sometimes(bytes, std::array{1, 2});
  options.scratch_bytes = sometimes(bytes, std::array<std::size_t, 3>{0, 256, 2000});
  options.num_chunks = sometimes(bytes, std::array{1, 2, 5});
  options.compress = sometimes(bytes, std::array{true, false});
  if (bytes.one_in(4)) options.hash_scale = 1 + bytes.below(5);
  if (bytes.one_in(4)) options.max_occupancy = (1 + bytes.below(100)) / 100.0;
  if (bytes.one_in(4)) options.dense_max_keys = bytes.below(200);
}

inline araios::SpGemmOptions options_from(Bytes& bytes) {
  using araios::MethodKind;
  araios::SpGemmOptions options;
  if (bytes.one_in(2)) {
    options.method = bytes.choice(std::array{
        MethodKind::kkspgemm, MethodKind::kkspgemm_2018, MethodKind::kkmem, MethodKind::kkdense,
        MethodKind::kklp, MethodKind::rbsparse, MethodKind::bhsparse});
  }
  if (bytes.one_in(3)) take_shapes(bytes, options);
  options.record_pattern = sometimes(bytes, std::array{true, false});
  options.replay = sometimes(bytes, std::array{true, false});
  options.schedule = sometimes(
      bytes, std::array{araios::ScheduleKind::static_chunks, araios::ScheduleKind::dynamic_chunks});
  options.result_sorted = !bytes.one_in(3);
  options.check_reuse = bytes.one_in(3);
  options.transpose_a = bytes.one_in(4);
  options.transpose_b = bytes.one_in(4);
  options.input_sorted = bytes.one_in(6);
  options.deterministic = bytes.one_in(5);
  return options;
}

}  // namespace araios_test
