// SPDX-License-Identifier: BSD-3-Clause
// Products of blocks, summed onto a row of C by a thread of a host.
#pragma once

#include <blocks/Araios_BlockShapes.hpp>
#include <blocks/Araios_BlocksTuning.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_ShortVector.hpp>
#include <host_simd/Araios_StreamingCopy.hpp>
#include <matrix/Araios_UnionOfRows.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// A block of A on a host, as it multiplies blocks of B. One of a fixed shape is copied, so that
/// compilers know that sums do not change it.
template <class Shape, class Scalar>
class LeftBlock {
 public:
  LeftBlock(Shape const&, Scalar const* a) { std::copy_n(a, Shape::size_of_a, a_); }

  /// c += a·b.
  void multiply(Scalar const* b, Scalar* c) const {
    multiply_rows(b, c, std::make_integer_sequence<int, Shape::inner>{});
  }

 private:
  using Row = ShortVector<Scalar, Shape::cols>;

  template <int... inner>
  void multiply_rows(Scalar const* b, Scalar* c, std::integer_sequence<int, inner...>) const {
    Row const rows_of_b[] = {Row{b + inner * Shape::cols}...};
    for (int row = 0; row < Shape::rows; ++row) {
      Row sums{c + row * Shape::cols};
      (sums.add_product(a_[row * Shape::inner + inner], rows_of_b[inner]), ...);
      sums.store(c + row * Shape::cols);
    }
  }

  Scalar a_[Shape::size_of_a];
};

/// The same for any shape.
template <class Scalar>
class LeftBlock<AnyBlocks, Scalar> {
 public:
  LeftBlock(AnyBlocks const& shape, Scalar const* a) : shape_{shape}, a_{a} {}

  void multiply(Scalar const* b, Scalar* c) const {
    for (int row = 0; row < shape_.rows; ++row) {
      for (int inner = 0; inner < shape_.inner; ++inner) {
        Scalar const factor = a_[row * shape_.inner + inner];
        for (int col = 0; col < shape_.cols; ++col) {
          c[row * shape_.cols + col] += factor * b[inner * shape_.cols + col];
        }
      }
    }
  }

 private:
  AnyBlocks const& shape_;
  Scalar const* a_;
};

/// Sums a row of C on a host, where `Lookup` marks its columns in memory of the owner.
template <class Shape, class Arrays, class Lookup>
struct BlockRowOfHost {
  using Ordinal = typename Arrays::ordinal_type;
  using Scalar = typename Arrays::scalar_type;

  Shape shape;
  Arrays arrays;
  std::byte* memory;  ///< zero
  std::size_t bytes_of_owner;

  void operator()(std::int64_t owner, std::int64_t row) const {
    auto const columns = columns_of_row(arrays.pattern, row);
    if (columns.size == 0) return;
    std::int64_t const size = columns.size * shape.size_of_c;
    Scalar* const row_of_c =
        arrays.values_of_c +
        static_cast<std::int64_t>(arrays.pattern.row_offsets(row)) * shape.size_of_c;
    alignas(tuning::host_cache_line) std::byte stage[tuning::staged_row_bytes];
    bool const is_staged =
        arrays.streams && static_cast<std::size_t>(size) * sizeof(Scalar) <= sizeof(stage);
    Scalar* const sums = is_staged ? reinterpret_cast<Scalar*>(stage) : row_of_c;
    std::fill_n(sums, size, Scalar{});
    add_products(owner, row, columns, sums);
    if (!is_staged) return;
    streaming_copy(sums, size, row_of_c);
    fence_streaming_copies();
  }

 private:
  template <class Columns>
  void add_products(std::int64_t owner, std::int64_t row, Columns const& columns,
                    Scalar* sums) const {
    Lookup lookup{memory + bytes_of_owner * static_cast<std::size_t>(owner)};
    lookup.mark(columns);
    auto const& a = arrays.products.a;
    auto const end = a.row_offsets(row + 1);
    for (auto entry = a.row_offsets(row); entry < end; ++entry) {
      add_row_of_b(lookup, arrays.values_of_a + static_cast<std::int64_t>(entry) * shape.size_of_a,
                   a.columns(entry), sums);
    }
    lookup.clear(columns);
  }

  void add_row_of_b(Lookup const& lookup, Scalar const* block_of_a, std::int64_t row_of_b,
                    Scalar* sums) const {
    LeftBlock<Shape, Scalar> const left{shape, block_of_a};
    auto const of_b = columns_of_row(arrays.products.b, row_of_b);
    Scalar const* const right =
        arrays.values_of_b +
        static_cast<std::int64_t>(arrays.products.b.row_offsets(row_of_b)) * shape.size_of_b;
    for (std::int64_t block = 0; block < of_b.size; ++block) {
      // The place plus one; 0 where the pattern is not the planned one.
      Ordinal const place = lookup.find(of_b(block));
      if (place == 0) continue;
      left.multiply(right + block * shape.size_of_b,
                    sums + (std::int64_t{place} - 1) * shape.size_of_c);
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
