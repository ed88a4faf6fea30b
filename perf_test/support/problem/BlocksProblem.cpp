// SPDX-License-Identifier: BSD-3-Clause
// A matrix that is cut into blocks: the operands of its products on the host, and their checks.
#include "problem/BlocksProblem.hpp"

#include "base/ExitCode.hpp"
#include "options/Source.hpp"
#include "problem/Reference.hpp"
#include "problem/TripleReference.hpp"
#include "problem/WorkOfProduct.hpp"
#include <Araios_Generators.hpp>
#include <matrix/Araios_HostTranspose.hpp>

#include <fmt/format.h>

namespace araios::perf {
namespace {

/// Unknowns at each point of a generated system of equations; nothing for other sources.
std::optional<int> unknowns_of(std::string const& source) {
  if (!is_generator_name(source)) return std::nullopt;
  GeneratorKind const kind = parse_generator(untransposed(source)).kind;
  bool const is_system = kind == GeneratorKind::brick3d || kind == GeneratorKind::elasticity3d;
  return is_system ? std::optional{3} : std::nullopt;
}

int block_size_of(std::string const& source, BlocksOptions const& options) {
  auto const size = options.block_size ? options.block_size : unknowns_of(source);
  if (size) return *size;
  throw Failure{ExitCode::usage,
                "--block-size: found none, expected one: only gen:brick3d and gen:elasticity3d "
                "have blocks of their own"};
}

/// The P of all matrices, or that of a generated grid; nothing otherwise.
std::optional<std::string> source_of_p(std::string const& source, BlocksOptions const& options) {
  if (options.p_source) return options.p_source;
  if (!is_generator_name(source) || is_transposed(source)) return std::nullopt;
  GeneratorSpec const spec = parse_generator(source);
  for (GeneratorDescription const& description : generator_descriptions) {
    bool const has_p =
        description.kind == spec.kind && description.has_grid && spec.role == MultigridRole::matrix;
    if (has_p) return source + ":P";
  }
  return std::nullopt;
}

void expect_blocks(HostGraph const& graph, BlockShape shape, std::string const& name) {
  if (graph.num_rows % shape.rows == 0 && graph.num_cols % shape.cols == 0) return;
  throw Failure{ExitCode::bad_input,
                fmt::format("{} is {} x {}, expected multiples of the {} rows and {} columns of a "
                            "block",
                            name, graph.num_rows, graph.num_cols, shape.rows, shape.cols)};
}

HostMatrix load_square(std::string const& source, std::vector<std::string>& remarks) {
  auto a = load_source<double>(source, remarks);
  if (a.graph.num_rows == a.graph.num_cols) return a;
  throw Failure{ExitCode::bad_input, fmt::format("A is {} x {}, expected a square matrix",
                                                 a.graph.num_rows, a.graph.num_cols)};
}

}  // namespace

BlocksProblem::BlocksProblem(std::string const& source, BlocksOptions const& options)
    : matrix_{name_of_source(source)},
      block_size_{block_size_of(source, options)},
      coarse_block_size_{options.coarse_block_size.value_or(block_size_)},
      vectors_{matrix_, load_square(source, remarks_)},
      dense_{matrix_, vectors_.a(), options.columns} {
  expect_blocks(a().graph, shape_of_a(), "A");
  filled_a_ = filled_blocks(a(), shape_of_a());
  auto const from = source_of_p(source, options);
  if (!from) return;
  p_ = load_source<double>(*from, remarks_);
  if (p_->graph.num_rows != a().graph.num_cols) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("P is {} x {}, expected {} rows, as A has columns",
                              p_->graph.num_rows, p_->graph.num_cols, a().graph.num_cols)};
  }
  expect_blocks(p_->graph, shape_of_p(), "P");
}

std::int64_t BlocksProblem::num_blocks() const {
  return num_entries(filled_a_) / (std::int64_t{block_size_} * block_size_);
}

std::int64_t BlocksProblem::work_of_square() const { return work_of_product(a().graph, a().graph); }

std::int64_t BlocksProblem::work_of_triple() const {
  HostMatrix const ap = reference_product(a(), *p_);
  return work_of_product(a().graph, p_->graph) +
         work_of_product(impl::transpose(*p_).graph, ap.graph);
}

std::string BlocksProblem::difference_from_square(HostResult const& c, bool filled,
                                                  bool sorted) const {
  HostMatrix const& factor = filled ? filled_a_ : a();
  return difference_from_reference(factor, factor, c, {true, sorted});
}

std::string BlocksProblem::difference_from_triple(HostResult const& c, bool filled) const {
  HostMatrix const p = filled ? filled_blocks(*p_, shape_of_p()) : *p_;
  return perf::difference_from_triple(impl::transpose(p), filled ? filled_a_ : a(), p, c);
}

}  // namespace araios::perf
