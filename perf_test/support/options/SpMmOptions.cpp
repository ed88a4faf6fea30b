// SPDX-License-Identifier: BSD-3-Clause
// Options of the spmm driver, and its command line.
#include "options/SpMmOptions.hpp"

#include "base/ExitCode.hpp"
#include "options/BackEndFlags.hpp"
#include "options/CommandLine.hpp"
#include "options/CommandLineValues.hpp"
#include "options/PeerFlags.hpp"
#include "options/RepeatedFlags.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace araios::perf {
namespace {

constexpr char const* description =
    "Times and checks C = A*B, where A is a sparse m x k matrix, B a dense k x n and C m x n.\n"
    "Row and column numbers are int. Flags may be written in any case.\n";

constexpr char const* report_help =
    "\nFor each method of each library: milliseconds of set-up (the conversion of A, if any), the\n"
    "median of a call in milliseconds and its noise in percent, GFLOP/s (2*entries*n/time), the\n"
    "median over that of the first method, and PASS or FAIL against a serial reference.\n\n";

void add_product(CLI::App& app, SpMmOptions& options) {
  app.option_defaults()->group("Product");
  add_sources(app, options, "gen:er:8192:164, 98 % of zeros");
  add_integer(app, "--columns", {1, largest_int}, "n, the columns of B and C",
              [&options](long long n) { options.columns = static_cast<int>(n); })
      ->default_str(fmt::format("{}", options.columns));
  add_choice<DenseLayout>(
      app, "--layout", {{"row", DenseLayout::row}, {"column", DenseLayout::column}},
      "storage order of B and C", [&options](DenseLayout layout) { options.layout = layout; })
      ->default_str("row");
  add_choice<ScalarType>(
      app, "--scalar", {{"float", ScalarType::float_type}, {"double", ScalarType::double_type}},
      "type of values", [&options](ScalarType scalar) { options.scalar = scalar; })
      ->default_str("double");
  add_choice<int>(app, "--rows-per-group", {{"4", 4}, {"8", 8}, {"16", 16}},
                  "rows of a group of the grouped coordinate format",
                  [&options](int rows) { options.rows_per_group = rows; })
      ->default_str(fmt::format("{}", options.rows_per_group));
  app.add_flag("--from-dense", options.from_dense,
               "build the groups from a dense A, which needs memory for m*k values");
}

/// Sizes that the product chooses by a rule unless they are given.
void add_shape(CLI::App& app, araios::SpMmOptions& product) {
  app.option_defaults()->group("Shape of the product (default: chosen by a rule)");
  auto const add_size = [&](char const* flag, std::optional<int>& target, char const* help) {
    add_integer(app, flag, {1, largest_int}, help,
                [&target](long long n) { target = static_cast<int>(n); });
  };
  add_size("--lanes", product.lanes,
           "devices: lanes of a team across the columns of B,\na power of two");
  add_size("--teamsize", product.team_size, "devices: threads per team, a multiple of the lanes");
  add_size("--columns-per-block", product.columns_per_block,
           "columns of B in a block, on hosts and for column-major B");
}

void expect_valid(araios::SpMmOptions const& product) {
  try {
    impl::check_options(product);
  } catch (std::invalid_argument const& error) {
    throw Failure{ExitCode::usage, error.what()};
  }
}

void add_measurement(CLI::App& app, SpMmOptions& options) {
  app.option_defaults()->group("Measurement");
  add_repetitions(app, options);
  add_peers_flag(app, options, " and adds a\ndense cuBLAS product");
  add_check(app, options);
  add_record_files(app, options);
}

}  // namespace

std::string_view name_of(DenseLayout layout) {
  return layout == DenseLayout::row ? "row" : "column";
}

std::optional<SpMmOptions> parse_spmm_options(int argc, char const* const* argv) {
  SpMmOptions options;
  CLI::App app{description, "spmm"};
  begin_command_line(app, report_help);
  add_product(app, options);
  add_shape(app, options.product);
  add_execution_space(app, options.space);
  add_measurement(app, options);
  if (!parse_command_line(app, argc, argv)) return std::nullopt;
  expect_sources_and_peers(options);
  expect_valid(options.product);
  return options;
}

}  // namespace araios::perf
