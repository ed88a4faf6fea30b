// SPDX-License-Identifier: BSD-3-Clause
// Linear elasticity on a regular grid of trilinear hexahedra: the coupling of neighbouring points.
#pragma once

#include <gallery/Araios_StencilMatrices.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

namespace elasticity {

/// Both Lamé constants (Poisson's ratio 1/4). With 72, all entries of the stiffness matrix of a
/// unit cube are whole numbers.
inline constexpr int lame_constant = 72;

/// Bits 0, 1 and 2 of a corner's number are its coordinates x, y and z in the unit cube.
inline constexpr int num_corners = 8;

inline std::size_t bit(int corner, std::size_t axis) {
  return static_cast<std::size_t>(corner >> axis) & 1;
}

/// The gradient at `point` of the trilinear function that is one at `corner`, zero at the others.
inline std::array<double, 3> gradient(int corner, std::array<double, 3> const& point) {
  std::array<double, 3> result{1, 1, 1};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    bool const far = bit(corner, axis) == 1;
    for (std::size_t component = 0; component < 3; ++component) {
      double const shape = far ? point[axis] : 1 - point[axis];
      double const slope = far ? 1 : -1;
      result[component] *= component == axis ? slope : shape;
    }
  }
  return result;
}

/// A 3×3 block that couples the unknowns of two points.
using Block = std::array<std::array<int, 3>, 3>;

/// The stiffness between two corners: ∫ λ·∂_a N_i·∂_b N_j + μ·(∂_b N_i·∂_a N_j + δ_ab·∇N_i·∇N_j)
/// over the unit cube, by Gauss quadrature with two points along each axis, which is exact here.
inline Block element_stiffness(int i, int j) {
  std::array<std::array<double, 3>, 3> integral{};
  for (int gauss_point = 0; gauss_point < 8; ++gauss_point) {
    std::array<double, 3> point{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      point[axis] = (1 + (bit(gauss_point, axis) == 1 ? 1 : -1) / std::sqrt(3.0)) / 2;
    }
    auto const gi = gradient(i, point);
    auto const gj = gradient(j, point);
    double const dot = gi[0] * gj[0] + gi[1] * gj[1] + gi[2] * gj[2];
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        integral[a][b] += (gi[a] * gj[b] + gi[b] * gj[a] + (a == b ? dot : 0)) / 8;
      }
    }
  }
  Block stiffness{};
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      // The exact value is whole: rounding removes the quadrature's rounding errors.
      stiffness[a][b] = static_cast<int>(std::lround(lame_constant * integral[a][b]));
    }
  }
  return stiffness;
}

/// Couples the displacements of a point to those of a neighbour: the stiffness of all cubes that
/// contain both. Points outside the grid are fixed, so the matrix is positive definite.
class HexahedraCoupling {
 public:
  HexahedraCoupling() {
    for (stencil_matrices::Step const& step : stencil_matrices::steps_of(grid)) {
      for (int corner = 0; corner < num_corners; ++corner) add_cube(step, corner);
    }
  }

  int operator()(stencil_matrices::Step const& step, int a, int b) const {
    return blocks_[index_of(step)][static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
  }

  /// The neighbours that share a cube, and the unknowns of a point.
  static constexpr Stencil grid{.dimensions = 3, .box = true, .unknowns = 3};

 private:
  static std::size_t index_of(stencil_matrices::Step const& step) {
    int const index = (step.by[2] + 1) * 9 + (step.by[1] + 1) * 3 + step.by[0] + 1;
    return static_cast<std::size_t>(index);
  }

  /// Adds the cube that has the point at `corner`, if it contains the neighbour.
  void add_cube(stencil_matrices::Step const& step, int corner) {
    int other = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      int const position = static_cast<int>(bit(corner, axis)) + step.by[axis];
      if (position < 0 || position > 1) return;
      other |= position << axis;
    }
    Block const stiffness = element_stiffness(corner, other);
    Block& block = blocks_[index_of(step)];
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) block[a][b] += stiffness[a][b];
    }
  }

  std::array<Block, 27> blocks_{};
};

}  // namespace elasticity

/// Linear elasticity with 3 displacements at each of n³ points, 27 neighbours a point. Blocks are
/// full: their zeros are stored.
///
/// Throws: std::overflow_error naming `what` if the size exceeds Ordinal or Offset.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> make_elasticity_matrix(std::int64_t n,
                                                              std::string const& what) {
  using elasticity::HexahedraCoupling;
  return make_grid_matrix<Scalar, Offset, Ordinal>(HexahedraCoupling::grid, n, HexahedraCoupling{},
                                                   what);
}

}  // namespace araios::inline ARAIOS_ISA::impl
