// SPDX-License-Identifier: BSD-3-Clause
// Sorts the rows of a chunk as it moves to C.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_RowChunks.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_IndexedKeys.hpp>
#include <sort/Araios_KeyVector.hpp>
#include <sort/Araios_SortRowsInLanes.hpp>
#include <sort/Araios_WidthClasses.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Moves a chunk to its place in C with sorted rows. Types without such code have exists == false.
///
/// A specialization replaces MoveChunk.
///
/// Pre: the columns of a row are distinct.
template <class Ordinal, class Scalar, class Offset>
struct SortChunk {
  static constexpr bool exists = false;
};

/// Sorts as many successive rows together as there are lanes, unless one of them is too long.
template <class Offset>
struct SortChunk<std::int32_t, double, Offset> {
  static constexpr bool exists = true;

  ChunksOfC<std::int32_t, double, Offset> c;

  void operator()(std::int64_t index) const {
    RowChunk const& chunk = c.chunks[index];
    RowsToSort rows{c.columns + chunk.place,
                    c.values + chunk.place,
                    c.columns_of_c + chunk.begin,
                    c.values_of_c + chunk.begin,
                    {}};
    std::int64_t end = 0;
    for (std::int64_t row = chunk.begin_row; row < chunk.end_row; row += key_lanes) {
      rows.begins[0] = end;
      std::int64_t longest = 0;
      for (int i = 0; i < key_lanes; ++i) {
        if (row + i < chunk.end_row) {
          Offset& row_end = c.row_ends[row + i];
          longest = std::max(longest, static_cast<std::int64_t>(row_end) - end);
          end = static_cast<std::int64_t>(row_end);
          row_end += static_cast<Offset>(chunk.begin);
        }
        rows.begins[i + 1] = end;
      }
      sort(rows, longest);
    }
  }

 private:
  static constexpr int max_size = tuning::vector_row_max_products;
  static_assert(tuning::one_phase_max_columns <
                    std::int64_t{1} << (32 - indexed_keys::bits_of_number(max_size)),
                "columns leave bits of 32 for the number of an entry, and one more");

  static void sort(RowsToSort const& rows, std::int64_t longest) {
    if (longest <= max_size) {
      width_classes::with_width_for(longest,
                                    [&](auto width) { SortRowsInLanes<width>::run(rows); });
    } else {
      for (int lane = 0; lane < key_lanes; ++lane) sort_one(rows, lane);
    }
  }

  /// Sorts a row by 64-bit keys: a column above the number of its entry. The keys lie where the
  /// values of C will be.
  static void sort_one(RowsToSort const& rows, int lane) {
    std::int64_t const begin = rows.begins[lane];
    std::int64_t const size = rows.begins[lane + 1] - begin;
    std::int32_t const* const columns = rows.columns + begin;
    double const* const values = rows.values + begin;
    double* const keys = rows.values_of_c + begin;
    constexpr int bits = 32;
    for (std::int64_t i = 0; i < size; ++i) {
      auto const column = static_cast<std::uint64_t>(columns[i]);
      keys[i] = std::bit_cast<double>(column << bits | static_cast<std::uint64_t>(i));
    }
    std::sort(keys, keys + size, [](double x, double y) {
      return std::bit_cast<std::uint64_t>(x) < std::bit_cast<std::uint64_t>(y);
    });
    for (std::int64_t i = 0; i < size; ++i) {
      auto const key = std::bit_cast<std::uint64_t>(keys[i]);
      rows.columns_of_c[begin + i] = static_cast<std::int32_t>(key >> bits);
      keys[i] = values[static_cast<std::uint32_t>(key)];
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
