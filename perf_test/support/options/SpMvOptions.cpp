// SPDX-License-Identifier: BSD-3-Clause
// Options of the spmv driver, and its command line.
#include "options/SpMvOptions.hpp"

#include "base/ExitCode.hpp"
#include "options/BackEndFlags.hpp"
#include "options/CommandLine.hpp"
#include "options/PeerFlags.hpp"
#include "options/RepeatedFlags.hpp"

namespace araios::perf {
namespace {

constexpr char const* description =
    "Times and checks y = A*x, where A is a sparse m x n matrix, x has n elements and y has m.\n"
    "Values are double, row and column numbers are int. Flags may be written in any case.\n";

constexpr char const* report_help =
    "\nFor each library: PASS or FAIL against a serial reference, milliseconds of set-up and of a\n"
    "call on average, GFLOPS (2*entries/time), effective GB/s (x counted for each entry) and its\n"
    "share of the measured triad bandwidth, and the same with x counted once (compulsory).\n\n";

void add_matrices(CLI::App& app, SpMvOptions& options) {
  app.option_defaults()->group("Matrices");
  add_sources(app, options, "gen:lap3d7:100");
  app.add_option("--directory", options.directory,
                 "all Matrix Market files of a folder, except trivial matrices")
      ->type_name("DIR");
}

void add_measurement(CLI::App& app, SpMvOptions& options) {
  app.option_defaults()->group("Measurement");
  add_repetitions(app, options);
  add_peers_flag(app, options);
  add_check(app, options);
  add_offset_type(app, options.offset, "index type of row offsets");
  add_csv(app, options);
}

}  // namespace

std::optional<SpMvOptions> parse_spmv_options(int argc, char const* const* argv) {
  SpMvOptions options;
  CLI::App app{description, "spmv"};
  begin_command_line(app, report_help);
  add_matrices(app, options);
  add_execution_space(app, options.space);
  add_measurement(app, options);
  if (!parse_command_line(app, argc, argv)) return std::nullopt;
  if (options.sources.empty() && !options.directory) {
    throw Failure{
        ExitCode::usage,
        "--mtx: found none, expected a matrix, or a folder with --directory (see --help)"};
  }
  expect_built_in(options.peers);
  return options;
}

}  // namespace araios::perf
