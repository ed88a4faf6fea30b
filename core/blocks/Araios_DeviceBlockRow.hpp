// SPDX-License-Identifier: BSD-3-Clause
// Products of blocks, summed onto a row of C by the lanes of a thread of a device.
#pragma once

#include <blocks/Araios_BlocksTuning.hpp>
#include <matrix/Araios_UnionOfRows.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_ThreadForEach.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// A block of A on a device, as it multiplies columns of blocks of B. A small one of a fixed shape
/// is held in registers.
template <class Shape, class Scalar>
class LeftBlockOfDevice {
 public:
  KOKKOS_FUNCTION LeftBlockOfDevice(Shape const&, Scalar const* a) {
    for (int i = 0; i < Shape::size_of_a; ++i) a_[i] = a[i];
  }
  KOKKOS_FUNCTION Scalar operator()(int i) const { return a_[i]; }

 private:
  Scalar a_[Shape::size_of_a];
};

/// The same in memory.
template <class Shape, class Scalar>
requires(!Shape::is_fixed ||
         Shape::size_of_a * sizeof(Scalar) >
             tuning::register_block_bytes) class LeftBlockOfDevice<Shape, Scalar> {
 public:
  KOKKOS_FUNCTION LeftBlockOfDevice(Shape const&, Scalar const* a) : a_{a} {}
  KOKKOS_FUNCTION Scalar operator()(int i) const { return a_[i]; }

 private:
  Scalar const* a_;
};

/// Sums a row of C on a device, by the vector lanes of a thread: each has columns of its own.
template <class Shape, class Arrays>
class BlockRowOfDevice {
 public:
  using Ordinal = typename Arrays::ordinal_type;
  using Scalar = typename Arrays::scalar_type;

  /// Units: longest_row: blocks of C.
  BlockRowOfDevice(Shape const& shape, Arrays const& arrays, std::int64_t num_rows,
                   std::int64_t longest_row)
      : shape_{shape}, arrays_{arrays}, num_rows_{num_rows} {
    auto const bytes = static_cast<std::size_t>(longest_row) *
                       static_cast<std::size_t>(shape.size_of_c) * sizeof(Scalar);
    sums_in_scratch_ = bytes <= tuning::scratch_row_bytes;
    scratch_bytes_ = bytes_of_places + (sums_in_scratch_ ? bytes : 0);
  }

  /// Of a thread.
  std::size_t scratch_bytes() const { return scratch_bytes_with_slack(scratch_bytes_); }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const row = thread_index(member);
    if (row >= num_rows_) return;
    ThreadLanes<Member> const lanes{member};
    std::byte* const scratch = lanes.scratch(scratch_bytes_);
    auto const columns = columns_of_row(arrays_.pattern, row);
    std::int64_t const size = columns.size * shape_.size_of_c;
    Scalar* const row_of_c =
        arrays_.values_of_c +
        static_cast<std::int64_t>(arrays_.pattern.row_offsets(row)) * shape_.size_of_c;
    Scalar* const sums =
        sums_in_scratch_ ? reinterpret_cast<Scalar*>(scratch + bytes_of_places) : row_of_c;
    lanes.for_each(size, [&](std::int64_t i) { sums[i] = Scalar{}; });
    auto const end = arrays_.products.a.row_offsets(row + 1);
    for (auto entry = arrays_.products.a.row_offsets(row); entry < end; ++entry) {
      add_row_of_b(lanes, static_cast<std::int64_t>(entry), columns,
                   {reinterpret_cast<Ordinal*>(scratch), sums});
    }
    if (sums_in_scratch_) {
      lanes.for_each(size, [&](std::int64_t i) { row_of_c[i] = sums[i]; });
    }
  }

 private:
  using Left = LeftBlockOfDevice<Shape, Scalar>;

  /// Blocks of a row of B whose columns are searched before their products are added.
  static constexpr int blocks_together = 32;
  static constexpr std::size_t bytes_of_places =
      aligned_scratch_bytes(blocks_together * sizeof(Ordinal));

  struct RowInMemory {
    Ordinal* places;  ///< in the row of C, of blocks_together columns; below 0 where there is none
    Scalar* sums;
  };

  template <class Lanes, class Columns>
  KOKKOS_FUNCTION void add_row_of_b(Lanes const& lanes, std::int64_t a_entry,
                                    Columns const& columns, RowInMemory const& memory) const {
    auto const row_of_b = arrays_.products.a.columns(a_entry);
    Columns const of_b = columns_of_row(arrays_.products.b, std::int64_t{row_of_b});
    Left const left{shape_, arrays_.values_of_a + a_entry * shape_.size_of_a};
    Scalar const* const right =
        arrays_.values_of_b +
        static_cast<std::int64_t>(arrays_.products.b.row_offsets(row_of_b)) * shape_.size_of_b;
    // A column may repeat where rows do not ascend: its blocks are added one after the other.
    int const together = arrays_.b_ascends ? blocks_together : 1;
    int const cols = shape_.cols;
    for (std::int64_t begin = 0; begin < of_b.size; begin += together) {
      std::int64_t const rest = of_b.size - begin;
      int const count = rest < together ? static_cast<int>(rest) : together;
      lanes.for_each(count, [&](int i) {
        auto const found = columns.find(of_b(begin + i));
        memory.places[i] = found.is_present ? static_cast<Ordinal>(found.before) : Ordinal{-1};
      });
      Scalar const* const blocks = right + begin * shape_.size_of_b;
      lanes.for_each(count * cols, [&](int i) {
        int const block = i / cols;
        Ordinal const place = memory.places[block];
        if (place < 0) return;
        int const col = i % cols;
        add_column(left, blocks + block * shape_.size_of_b + col,
                   memory.sums + std::int64_t{place} * shape_.size_of_c + col);
      });
    }
  }

  /// Adds a·b to a column of a block of C.
  KOKKOS_FUNCTION void add_column(Left const& a, Scalar const* b, Scalar* c) const {
    if constexpr (Shape::is_fixed) {
      Scalar sums[Shape::rows];
      for (int row = 0; row < Shape::rows; ++row) sums[row] = c[row * Shape::cols];
      for (int inner = 0; inner < Shape::inner; ++inner) {
        Scalar const factor = b[inner * Shape::cols];
        for (int row = 0; row < Shape::rows; ++row) {
          sums[row] += a(row * Shape::inner + inner) * factor;
        }
      }
      for (int row = 0; row < Shape::rows; ++row) c[row * Shape::cols] = sums[row];
    } else {
      for (int row = 0; row < shape_.rows; ++row) {
        Scalar sum = c[row * shape_.cols];
        for (int inner = 0; inner < shape_.inner; ++inner) {
          sum += a(row * shape_.inner + inner) * b[inner * shape_.cols];
        }
        c[row * shape_.cols] = sum;
      }
    }
  }

  Shape shape_;
  Arrays arrays_;
  std::int64_t num_rows_;
  bool sums_in_scratch_;
  std::size_t scratch_bytes_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
