// SPDX-License-Identifier: BSD-3-Clause
// The memory that a recorded pattern of C takes: pure functions.
#pragma once

#include <Araios_Selection.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <pattern/Araios_PatternTuning.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The expected number of elements for columns of C and places, before any are known. Short rows
/// may keep the columns of all products, and also have places.
///
/// Units: elements of an Ordinal, here and in all functions of this file but the last.
template <class Ordinal>
std::int64_t expected_elements(ProblemStats const& stats) {
  std::int64_t const columns =
      std::min(stats.work, stats.compressed_work * tuning::columns_per_block);
  bool const has_short_rows = stats.work <= stats.m * tuning::vector_row_max_products;
  return has_short_rows ? columns + elements_of_places<Ordinal>(stats.work) : columns / 2;
}

/// The piece of elements that a thread reserves at once to record its rows.
inline std::int64_t recording_piece(DeviceTraits const& device, ProblemStats const& stats) {
  std::int64_t const pieces = device.concurrency * tuning::recording_pieces_per_thread;
  return std::clamp<std::int64_t>(stats.work / pieces, 1, tuning::recording_max_piece_columns);
}

/// Bounds the elements that recording needs: columns, and places of short rows. A thread abandons
/// the rest of a piece if the bound of its next row does not fit. So a piece is at least half full,
/// or belongs to a single row.
template <class Ordinal>
std::int64_t recorded_elements_bound(DeviceTraits const& device, ProblemStats const& stats) {
  std::int64_t const places = std::min(stats.work, stats.m * tuning::vector_row_max_products);
  std::int64_t const of_places = std::min(places, elements_of_places<Ordinal>(places) + stats.m);
  return 2 * (stats.work + of_places) + device.concurrency * recording_piece(device, stats);
}

/// The number of elements to reserve if `needed` are expected. The surplus covers abandoned rests
/// of pieces, which differ from run to run.
template <class Ordinal>
std::int64_t elements_to_reserve(DeviceTraits const& device, ProblemStats const& stats,
                                 std::int64_t needed) {
  std::int64_t const ample = needed + needed / tuning::recording_spare_share +
                             2 * device.concurrency * recording_piece(device, stats);
  return std::min(ample, recorded_elements_bound<Ordinal>(device, stats));
}

/// Bounds the memory of a recorded pattern.
///
/// Units: bytes.
template <class Ordinal>
std::size_t recorded_bytes_bound(DeviceTraits const& device, ProblemStats const& stats) {
  auto const elements = static_cast<std::size_t>(recorded_elements_bound<Ordinal>(device, stats));
  return elements * sizeof(Ordinal) +
         static_cast<std::size_t>(stats.m) * sizeof(RecordedRow<Ordinal>);
}

}  // namespace araios::inline ARAIOS_ISA::impl
