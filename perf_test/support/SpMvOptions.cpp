// SPDX-License-Identifier: BSD-3-Clause
// Options of the matrix-vector driver, read from its command line.
#include "SpMvOptions.hpp"

#include "BackEndFlags.hpp"
#include "CommandLine.hpp"
#include "CommandLineValues.hpp"
#include "ExitCode.hpp"

#include <fmt/format.h>

namespace araios::perf {
namespace {

constexpr char const* description =
    "Times and checks y = A*x, where A is a sparse m x n matrix, x has n elements and y has m.\n"
    "Values are double, row and column numbers are int. Flags may be written in any case.\n";

constexpr char const* report_help =
    "\nFor each library: PASS or FAIL against a serial reference, milliseconds of set-up and of a\n"
    "call on average, GFLOPS (2*entries/time), effective GB/s (x counted for each entry) and its\n"
    "share of the bandwidth that a triad reaches here, and the same with x counted once\n"
    "(compulsory).\n\n";

void add_matrices(CLI::App& app, SpMvOptions& options) {
  app.option_defaults()->group("Matrices");
  app.add_option("--mtx", options.sources,
                 "A: a Matrix Market file (.mtx, .mtx.gz, .mtx.xz) or a generator such as\n"
                 "gen:lap3d7:100; may be given several times")
      ->type_name("SOURCE")
      ->allow_extra_args(false);
  app.add_option("--directory", options.directory,
                 "all Matrix Market files of a folder, but trivial matrices")
      ->type_name("DIR");
}

void add_measurement(CLI::App& app, SpMvOptions& options) {
  app.option_defaults()->group("Measurement");
  add_integer(app, "--repeat", {1, largest_int},
              "measured repetitions, in which libraries take turns",
              [&options](long long n) { options.repeat = static_cast<int>(n); })
      ->default_str(fmt::format("{}", options.repeat));
  add_integer(app, "--calls", {1, largest_int},
              "calls in each repetition (default: as many as fill a few milliseconds)",
              [&options](long long n) { options.calls = static_cast<int>(n); });
  add_choice<bool>(app, "--peers", {{"kk", true}, {"none", false}},
                   "time Kokkos Kernels beside this library, both of its methods, or nothing",
                   [&options](bool with_peer) { options.with_peer = with_peer; })
      ->default_str("kk");
  add_choice<bool>(app, "--check", {{"values", true}, {"off", false}},
                   "compare each result with a serial reference, untimed",
                   [&options](bool check) { options.check = check; })
      ->default_str("values");
  add_offset_type(app, options.offset);
  app.add_option("--csv", options.csv_path, "write one record per matrix and method as CSV")
      ->type_name("FILE");
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
  return options;
}

}  // namespace araios::perf
