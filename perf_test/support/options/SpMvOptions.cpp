// SPDX-License-Identifier: BSD-3-Clause
// Options of the spmv driver, and its command line.
#include "options/SpMvOptions.hpp"

#include "base/ExitCode.hpp"
#include "options/BackEndFlags.hpp"
#include "options/CommandLine.hpp"
#include "options/PeerFlags.hpp"
#include "options/RepeatedFlags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

namespace araios::perf {
namespace {

constexpr char const* description =
    "Times and checks y = A*x, where A is a sparse m x n matrix, x has n elements and y has m.\n"
    "Values are double, row and column numbers are int. Flags may be written in any case.\n";

constexpr char const* report_help =
    "\nFor each method of each library: milliseconds of set-up, the median of a call in\n"
    "milliseconds and its noise in percent, GFLOP/s (2*entries/time), effective GB/s (x counted\n"
    "for each entry), compulsory GB/s (x counted once) and their share of the measured triad\n"
    "bandwidth, the median over that of the first method, and PASS or FAIL against a serial\n"
    "reference.\n\n";

void add_matrices(CLI::App& app, SpMvOptions& options) {
  app.option_defaults()->group("Matrices");
  add_sources(app, options, "gen:lap3d7:100");
  app.add_option("--directory", options.directory,
                 "all Matrix Market files of a folder, except trivial matrices")
      ->type_name("DIR");
}

bool is_matrix_file(std::string const& name) {
  return name.ends_with(".mtx") || name.ends_with(".mtx.gz") || name.ends_with(".mtx.xz");
}

/// The Matrix Market files of a folder, by name.
std::vector<std::string> matrices_of(std::string const& directory) {
  std::vector<std::string> found;
  std::error_code failed;
  for (auto const& entry : std::filesystem::directory_iterator(directory, failed)) {
    std::string const name = entry.path().string();
    if (is_matrix_file(name)) found.push_back(name);
  }
  if (failed) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("--directory: cannot read '{}': {}", directory, failed.message())};
  }
  if (found.empty()) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("--directory: found no matrix in '{}', expected files that end in "
                              ".mtx, .mtx.gz or .mtx.xz",
                              directory)};
  }
  std::sort(found.begin(), found.end());
  return found;
}

void add_measurement(CLI::App& app, SpMvOptions& options) {
  app.option_defaults()->group("Measurement");
  add_repetitions(app, options);
  add_peers_flag(app, options);
  add_check(app, options);
  add_offset_type(app, options.offset, "index type of row offsets");
  add_record_files(app, options);
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
  if (options.directory) {
    auto& found = options.sources_of_directory = matrices_of(*options.directory);
    options.sources.insert(options.sources.end(), found.begin(), found.end());
  }
  return options;
}

}  // namespace araios::perf
