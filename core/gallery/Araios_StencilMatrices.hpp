// SPDX-License-Identifier: BSD-3-Clause
// Matrices of finite-difference and finite-element stencils on regular grids.
#pragma once

#include <Araios_HostCrsMatrix.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// The neighbours that a grid point is coupled to, and its number of unknowns.
struct Stencil {
  int dimensions;  ///< 2 or 3
  bool box;        ///< all points of the surrounding square or cube, not only those on the axes
  int unknowns = 1;
};

namespace stencil_matrices {

/// The step to a neighbour along x, y and z, each -1, 0 or 1.
struct Step {
  std::array<int, 3> by;

  bool is_zero() const { return by == std::array<int, 3>{}; }
};

/// The steps of a stencil in the order of the neighbours' numbers.
inline std::vector<Step> steps_of(Stencil const& stencil) {
  std::vector<Step> steps;
  int const deepest = stencil.dimensions == 3 ? 1 : 0;
  for (int z = -deepest; z <= deepest; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        if (stencil.box || x * x + y * y + z * z <= 1) steps.push_back({{x, y, z}});
      }
    }
  }
  return steps;
}

/// Multiplies two positive counts.
///
/// Throws: std::overflow_error naming `what`.
inline std::int64_t product(std::int64_t a, std::int64_t b, std::string const& what) {
  if (a > std::numeric_limits<std::int64_t>::max() / b) {
    throw std::overflow_error{what + ": its size exceeds 64 bits"};
  }
  return a * b;
}

inline std::int64_t power(std::int64_t base, int exponent, std::string const& what) {
  std::int64_t result = 1;
  for (int i = 0; i < exponent; ++i) result = product(result, base, what);
  return result;
}

/// Number of entries of the matrix on a grid of n points a side.
inline std::int64_t count_entries(Stencil const& stencil, std::int64_t n, std::string const& what) {
  int const d = stencil.dimensions;
  // Along one axis the n points have 3n - 2 neighbours, themselves included.
  std::int64_t const along_axis = product(n, 3, what) - 2;
  std::int64_t const pairs = stencil.box
                                 ? power(along_axis, d, what)
                                 : product(power(n, d - 1, what), d * (along_axis - n) + n, what);
  return product(pairs, stencil.unknowns * stencil.unknowns, what);
}

/// The value that couples unknown `a` of a point to unknown `b` of its neighbour.
///
/// One unknown: the negative Laplacian, -1 for each neighbour and their number on the diagonal.
/// Several: springs along the steps, -(2 + δ_ab + s_a·s_b) for a step s; the diagonal makes the sum
/// over all steps zero. Values are whole and never zero, so products are exact.
inline int spring(Stencil const& stencil, int num_steps, Step const& step, int a, int b) {
  if (stencil.unknowns == 1) return step.is_zero() ? num_steps - 1 : -1;
  int const equal = a == b ? 1 : 0;
  if (!step.is_zero()) {
    return -(2 + equal +
             step.by[static_cast<std::size_t>(a)] * step.by[static_cast<std::size_t>(b)]);
  }
  // Over a full box s_a² sums to two thirds of the steps, and s_a·s_b to zero.
  return (2 + equal) * (num_steps - 1) + equal * (num_steps * 2 / 3);
}

}  // namespace stencil_matrices

/// A matrix on a grid of n points a side. Points are numbered along x, y, z, and the unknowns of a
/// point are consecutive. Rows are sorted; points at the border have fewer entries.
///
/// `coupling(step, a, b)` is the value that couples unknown a of a point to unknown b of the
/// neighbour a step away.
///
/// Throws: std::overflow_error naming `what` if the size exceeds Ordinal or Offset.
template <class Scalar, class Offset, class Ordinal, class Coupling>
HostCrsMatrix<Scalar, Offset, Ordinal> make_grid_matrix(Stencil const& stencil, std::int64_t n,
                                                        Coupling const& coupling,
                                                        std::string const& what) {
  using namespace stencil_matrices;
  std::int64_t const num_points = power(n, stencil.dimensions, what);
  std::int64_t const num_rows = product(num_points, stencil.unknowns, what);
  std::int64_t const num_entries = count_entries(stencil, n, what);
  auto const arrays =
      make_host_arrays<Scalar, Offset, Ordinal>(num_rows, num_rows, num_entries, what);

  auto const steps = steps_of(stencil);
  std::int64_t const depth = stencil.dimensions == 3 ? n : 1;
  std::size_t row = 0;
  std::size_t entry = 0;
  auto const append_row = [&](std::array<std::int64_t, 3> const& point, int unknown) {
    for (Step const& step : steps) {
      std::int64_t const x = point[0] + step.by[0];
      std::int64_t const y = point[1] + step.by[1];
      std::int64_t const z = point[2] + step.by[2];
      if (x < 0 || x >= n || y < 0 || y >= n || z < 0 || z >= depth) continue;
      std::int64_t const first = ((z * n + y) * n + x) * stencil.unknowns;
      for (int b = 0; b < stencil.unknowns; ++b, ++entry) {
        arrays.columns(entry) = static_cast<Ordinal>(first + b);
        arrays.values(entry) = static_cast<real_part_t<Scalar>>(coupling(step, unknown, b));
      }
    }
    arrays.row_offsets(++row) = static_cast<Offset>(entry);
  };
  for (std::int64_t z = 0; z < depth; ++z) {
    for (std::int64_t y = 0; y < n; ++y) {
      for (std::int64_t x = 0; x < n; ++x) {
        for (int a = 0; a < stencil.unknowns; ++a) append_row({x, y, z}, a);
      }
    }
  }
  return arrays.matrix();
}

/// The matrix of a stencil with the values of `stencil_matrices::spring`.
///
/// Throws: std::overflow_error naming `what` if the size exceeds Ordinal or Offset.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> make_stencil_matrix(Stencil const& stencil, std::int64_t n,
                                                           std::string const& what) {
  auto const num_steps = static_cast<int>(stencil_matrices::steps_of(stencil).size());
  auto const coupling = [&](stencil_matrices::Step const& step, int a, int b) {
    return stencil_matrices::spring(stencil, num_steps, step, a, b);
  };
  return make_grid_matrix<Scalar, Offset, Ordinal>(stencil, n, coupling, what);
}

}  // namespace araios::inline ARAIOS_ISA::impl
