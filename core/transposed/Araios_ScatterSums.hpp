// SPDX-License-Identifier: BSD-3-Clause
// Products by a transpose on hosts: each part of the rows is scattered to sums of its own, which
// are then added up in the order of the parts.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <transposed/Araios_ScatterParts.hpp>
#include <transposed/Araios_TransposedTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Where the entries of a column are added up: the elements of neighbouring columns of x lie next
/// to each other.
template <class Scalar>
struct SumsOfColumns {
  Scalar* data;
  std::int64_t first_column;
  std::int64_t stride;

  Scalar* of(std::int64_t column) const { return data + (column - first_column) * stride; }
};

/// Adds all entries of some groups to the sums of their columns, in the order of the rows.
template <int most_width, class Operands>
struct ScatterGroups {
  using scalar_type = typename Operands::scalar_type;
  static constexpr int rows = decltype(Operands::a)::rows_per_group;

  Operands operands;

  void scatter(std::int64_t begin, std::int64_t end, SumsOfColumns<scalar_type> const& sums) const {
    if (operands.width() == most_width) {
      scatter_by(begin, end, sums, [] { return std::int64_t{most_width}; });
    } else {
      scatter_by(begin, end, sums, [this] { return operands.width(); });
    }
  }

 private:
  template <class Width>
  void scatter_by(std::int64_t begin, std::int64_t end, SumsOfColumns<scalar_type> const& sums,
                  Width const& width) const {
    // A local copy: the compiler need not assume that sums change it.
    Operands const local = operands;
    scalar_type factors[rows][most_width] = {};
    for (std::int64_t group = begin; group < end; ++group) {
      int const num_rows = local.a.num_rows_of(group);
      for (int row = 0; row < num_rows; ++row) {
        for (std::int64_t i = 0; i < width(); ++i) {
          factors[row][i] = local.alpha * local.x(group * rows + row, i);
        }
      }
      std::int64_t const entries_end = local.a.end(group);
      for (std::int64_t entry = local.a.begin(group); entry < entries_end; ++entry) {
        scalar_type const value = local.value(entry);
        scalar_type const* const factor = factors[local.a.row_in_group(entry)];
        scalar_type* const sum = sums.of(local.a.columns(entry));
        for (std::int64_t i = 0; i < width(); ++i) sum[i] += value * factor[i];
      }
    }
  }
};

/// Scatters a part to its sums, which it clears before.
template <int most_width, class Operands, class Parts>
struct ScatterPartToSums {
  using scalar_type = typename Operands::scalar_type;

  ScatterGroups<most_width, Operands> groups;
  Parts parts;
  scalar_type* sums;

  void operator()(std::int64_t index) const {
    ScatterPart const part = parts(index);
    std::int64_t const width = groups.operands.width();
    scalar_type* const own = sums + part.first_sum * width;
    std::fill_n(own, part.num_sums() * width, scalar_type{});
    groups.scatter(part.begin, part.end, {own, part.first_column, width});
  }
};

/// Writes some neighbouring rows of y from the sums of all parts.
template <class Operands, class Parts>
struct AddSumsOfParts {
  using scalar_type = typename Operands::scalar_type;
  static constexpr int num_elements = tuning::transposed_host_elements_of_chunk;

  Operands operands;
  Parts parts;
  std::int64_t num_parts;
  scalar_type const* sums;

  std::int64_t rows_per_chunk() const { return num_elements / operands.width(); }
  std::int64_t num_chunks() const {
    return (operands.y.num_rows + rows_per_chunk() - 1) / rows_per_chunk();
  }

  void operator()(std::int64_t chunk) const {
    std::int64_t const width = operands.width();
    std::int64_t const begin = chunk * rows_per_chunk();
    std::int64_t const end = std::min(begin + rows_per_chunk(), operands.y.num_rows);
    scalar_type totals[num_elements] = {};
    for (std::int64_t index = 0; index < num_parts; ++index) {
      ScatterPart const& part = parts(index);
      std::int64_t const first = std::max(begin, part.first_column);
      std::int64_t const count = (std::min(end, part.end_column) - first) * width;
      if (count <= 0) continue;
      scalar_type const* const own = sums + (part.first_sum + first - part.first_column) * width;
      scalar_type* const total = totals + (first - begin) * width;
      for (std::int64_t i = 0; i < count; ++i) total[i] += own[i];
    }
    for (std::int64_t row = begin; row < end; ++row) {
      for (std::int64_t i = 0; i < width; ++i) {
        operands.store(row, i, totals[(row - begin) * width + i]);
      }
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
