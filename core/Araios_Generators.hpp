// SPDX-License-Identifier: BSD-3-Clause
// Model matrices by name, such as gen:lap3d7:100, those of grids with their multigrid transfer;
// seeded, the same on every machine.
#pragma once

#include <Araios_HostCrsMatrix.hpp>
#include <gallery/Araios_Aggregation.hpp>
#include <gallery/Araios_Elasticity.hpp>
#include <gallery/Araios_RandomMatrices.hpp>
#include <gallery/Araios_StencilMatrices.hpp>
#include <matrix/Araios_HostTranspose.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

namespace araios::inline ARAIOS_ISA {

/// The kinds of model matrices, in the order of `generator_descriptions`.
enum class GeneratorKind {
  lap2d5,        ///< Laplacian of a square, 5-point stencil
  lap2d9,        ///< Laplacian of a square, 9-point stencil
  lap3d7,        ///< Laplacian of a cube, 7-point stencil
  lap3d27,       ///< Laplacian of a cube, 27-point stencil
  brick3d,       ///< three unknowns at each point of a cube, 27-point stencil
  elasticity3d,  ///< linear elasticity of a cube, trilinear hexahedra
  er,            ///< uniformly random, the same number of entries in each row
  rmat,          ///< R-MAT: rows of very different lengths
  band           ///< all entries near the diagonal
};

/// Which matrix of a grid problem: A itself, P from its aggregates to its points, or R = Pᵀ.
enum class MultigridRole {
  matrix,       ///< A
  prolongator,  ///< P
  restrictor    ///< R
};

/// One kind of model matrix: its name, and its parameters with their least values.
struct GeneratorDescription {
  /// A whole number that the name of a matrix gives.
  struct Parameter {
    std::string_view name;   ///< in help texts; empty: the kind has one parameter
    std::int64_t least = 0;  ///< smallest value that is taken
  };

  GeneratorKind kind;                   ///< what it describes
  std::string_view name;                ///< without gen:
  std::array<Parameter, 2> parameters;  ///< in the order of the name
  std::string_view meaning;             ///< for help texts
  bool has_grid = false;                ///< then it has P and R, too

  /// How the generator is called, such as gen:er:ROWS:DEGREE or gen:lap3d7:N[:P|:R].
  std::string spelling() const {
    std::string text{"gen:"};
    text += name;
    for (auto const& parameter : parameters) {
      if (!parameter.name.empty()) text.append(":").append(parameter.name);
    }
    if (has_grid) text += "[:P|:R]";
    return text;
  }
};

/// All generators, for help texts and messages.
inline constexpr std::array<GeneratorDescription, 9> generator_descriptions{{
    {GeneratorKind::lap2d5,
     "lap2d5",
     {{{"N", 1}, {}}},
     "Laplacian, N x N points, 5-point stencil",
     true},
    {GeneratorKind::lap2d9,
     "lap2d9",
     {{{"N", 1}, {}}},
     "Laplacian, N x N points, 9-point stencil",
     true},
    {GeneratorKind::lap3d7,
     "lap3d7",
     {{{"N", 1}, {}}},
     "Laplacian, N^3 points, 7-point stencil",
     true},
    {GeneratorKind::lap3d27,
     "lap3d27",
     {{{"N", 1}, {}}},
     "Laplacian, N^3 points, 27-point stencil",
     true},
    {GeneratorKind::brick3d,
     "brick3d",
     {{{"N", 1}, {}}},
     "elasticity-like, N^3 points of 3 unknowns, 27-point stencil",
     true},
    {GeneratorKind::elasticity3d,
     "elasticity3d",
     {{{"N", 1}, {}}},
     "linear elasticity, N^3 points of 3 unknowns, trilinear hexahedra",
     true},
    {GeneratorKind::er,
     "er",
     {{{"ROWS", 1}, {"DEGREE", 0}}},
     "uniformly random, DEGREE distinct columns in each row"},
    {GeneratorKind::rmat,
     "rmat",
     {{{"SCALE", 0}, {"EDGEFACTOR", 0}}},
     "R-MAT, 2^SCALE vertices, EDGEFACTOR * 2^SCALE edges drawn, repeated ones merged"},
    {GeneratorKind::band,
     "band",
     {{{"ROWS", 1}, {"HALFWIDTH", 0}}},
     "all entries at most HALFWIDTH off the diagonal"},
}};

/// A model matrix: its kind and the values of its parameters.
struct GeneratorSpec {
  GeneratorKind kind = GeneratorKind::lap2d5;  ///< which generator
  std::array<std::int64_t, 2> parameters{};    ///< as GeneratorDescription lists them
  std::string name;                            ///< as it was spelled
  MultigridRole role = MultigridRole::matrix;  ///< which matrix of a grid problem
};

namespace impl::generators {

/// The parts of a name between colons.
inline std::vector<std::string_view> split_name(std::string_view name) {
  std::vector<std::string_view> parts;
  while (true) {
    auto const colon = name.find(':');
    parts.push_back(name.substr(0, colon));
    if (colon == std::string_view::npos) return parts;
    name.remove_prefix(colon + 1);
  }
}

inline GeneratorDescription const& find_generator(std::string const& name, std::string_view kind) {
  std::string known;
  for (auto const& description : generator_descriptions) {
    if (description.name == kind) return description;
    known += (known.empty() ? "" : ", ") + description.spelling();
  }
  throw std::invalid_argument{"unknown generator '" + name + "', expected one of " + known};
}

inline std::int64_t parse_parameter(std::string const& name, std::string_view text,
                                    GeneratorDescription::Parameter const& parameter) {
  std::int64_t value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range && !text.starts_with('-')) {
    throw std::overflow_error{name + ": " + std::string{parameter.name} + " is " +
                              std::string{text} + ", more than the largest 64-bit index"};
  }
  ARAIOS_EXPECTS(
      error == std::errc{} && end == text.data() + text.size() && value >= parameter.least,
      name + ": " + std::string{parameter.name} + " is '" + std::string{text} +
          "', expected a whole number from " + std::to_string(parameter.least));
  return value;
}

/// Reads the part of a name that follows the parameters; nothing when it is neither P nor R.
inline std::optional<MultigridRole> parse_role(std::string_view text) {
  if (text == "P") return MultigridRole::prolongator;
  if (text == "R") return MultigridRole::restrictor;
  return std::nullopt;
}

/// The matrix of a grid problem that `role` asks for, given A.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> in_role(HostCrsMatrix<Scalar, Offset, Ordinal> const& a,
                                               GeneratorSpec const& spec,
                                               impl::Stencil const& shape) {
  if (spec.role == MultigridRole::matrix) return a;
  impl::GridAggregates const aggregates{shape.dimensions, shape.unknowns, spec.parameters[0]};
  auto const prolongator = impl::make_prolongator(a, aggregates, spec.name);
  return spec.role == MultigridRole::prolongator ? prolongator : transpose(prolongator);
}

}  // namespace impl::generators

/// True for names that `generate` takes.
inline bool is_generator_name(std::string_view name) { return name.starts_with("gen:"); }

/// Reads the name of a model matrix.
///
/// Throws: std::invalid_argument with what was found and what was expected; std::overflow_error if
///         a number exceeds 64 bits.
inline GeneratorSpec parse_generator(std::string const& name) {
  auto const parts = impl::generators::split_name(name);
  ARAIOS_EXPECTS(is_generator_name(name), "found '" + name + "', expected a name with gen:");
  auto const& description = impl::generators::find_generator(name, parts[1]);
  auto const& parameters = description.parameters;
  std::size_t const count = parameters[1].name.empty() ? 1 : 2;
  auto const role = description.has_grid && parts.size() == 3 + count
                        ? impl::generators::parse_role(parts.back())
                        : std::nullopt;
  ARAIOS_EXPECTS(parts.size() == 2 + count || role,
                 "found '" + name + "', expected " + description.spelling());
  GeneratorSpec spec{description.kind, {}, name, role.value_or(MultigridRole::matrix)};
  for (std::size_t i = 0; i < count; ++i) {
    spec.parameters[i] = impl::generators::parse_parameter(name, parts[2 + i], parameters[i]);
  }
  ARAIOS_EXPECTS(spec.kind != GeneratorKind::er || spec.parameters[1] <= spec.parameters[0],
                 name + ": DEGREE is " + std::to_string(spec.parameters[1]) +
                     ", expected at most ROWS, " + std::to_string(spec.parameters[0]));
  return spec;
}

namespace impl::generators {

/// generate(), as far as memory suffices.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> make(GeneratorSpec const& spec, std::uint64_t seed) {
  auto const [first, second] = spec.parameters;
  auto const stencil = [&, size = first](impl::Stencil const& shape) {
    auto const a = impl::make_stencil_matrix<Scalar, Offset, Ordinal>(shape, size, spec.name);
    return impl::generators::in_role<Scalar, Offset, Ordinal>(a, spec, shape);
  };
  switch (spec.kind) {
    case GeneratorKind::lap2d5:
      return stencil({.dimensions = 2, .box = false});
    case GeneratorKind::lap2d9:
      return stencil({.dimensions = 2, .box = true});
    case GeneratorKind::lap3d7:
      return stencil({.dimensions = 3, .box = false});
    case GeneratorKind::lap3d27:
      return stencil({.dimensions = 3, .box = true});
    case GeneratorKind::brick3d:
      return stencil({.dimensions = 3, .box = true, .unknowns = 3});
    case GeneratorKind::elasticity3d:
      return impl::generators::in_role<Scalar, Offset, Ordinal>(
          impl::make_elasticity_matrix<Scalar, Offset, Ordinal>(first, spec.name), spec,
          impl::elasticity::HexahedraCoupling::grid);
    case GeneratorKind::er:
      return impl::make_uniform_matrix<Scalar, Offset, Ordinal>(first, second, seed, spec.name);
    case GeneratorKind::rmat:
      return impl::make_rmat_matrix<Scalar, Offset, Ordinal>(first, second, seed, spec.name);
    case GeneratorKind::band:
      return impl::make_band_matrix<Scalar, Offset, Ordinal>(first, second, seed, spec.name);
  }
  throw std::invalid_argument{"unknown kind of generator, expected one of GeneratorKind"};
}

}  // namespace impl::generators

/// Makes a model matrix on the host.
///
/// Matrices of grids have integer values; random values are nonzero multiples of 1/256 in [-1, 1],
/// for complex scalars in both parts. Products and their sums are therefore exact in double, except
/// those with P and R, whose values are rounded.
/// Pre:    Kokkos is initialized. Scalar is a real or a complex floating-point type.
/// Post:   rows are sorted, without repeated columns; equal arguments give equal matrices on every
///         machine.
/// Throws: std::overflow_error if the size exceeds Ordinal or Offset; it names the type.
/// OutOfMemory.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> generate(GeneratorSpec const& spec, std::uint64_t seed = 1) {
  static_assert(std::is_floating_point_v<impl::real_part_t<Scalar>>,
                "Scalar is a real or a complex floating-point type");
  return impl::or_out_of_memory("the generated matrix", 0, [&] {
    return impl::generators::make<Scalar, Offset, Ordinal>(spec, seed);
  });
}

/// Makes a model matrix by name, such as gen:lap3d7:100 or gen:lap3d7:100:P; see
/// `generator_descriptions`.
///
/// Throws: as parse_generator, and as above.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> generate(std::string const& name, std::uint64_t seed = 1) {
  return impl::or_out_of_memory("the generated matrix", 0, [&] {
    return generate<Scalar, Offset, Ordinal>(parse_generator(name), seed);
  });
}

}  // namespace araios::inline ARAIOS_ISA
