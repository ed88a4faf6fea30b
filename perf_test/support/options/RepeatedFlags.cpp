// SPDX-License-Identifier: BSD-3-Clause
// The flags of drivers that repeat methods in turn.
#include "options/RepeatedFlags.hpp"

#include "base/ExitCode.hpp"
#include "options/CommandLineValues.hpp"
#include "options/PeerFlags.hpp"
#include "options/StopFlags.hpp"

namespace araios::perf {

void add_sources(CLI::App& app, RepeatedOptions& options, std::string const& example) {
  app.add_option("--mtx", options.sources,
                 "A: a Matrix Market file (.mtx, .mtx.gz, .mtx.xz) or a generator, such\nas " +
                     example + "; may be given several times")
      ->type_name("SOURCE")
      ->allow_extra_args(false);
}

void add_repetitions(CLI::App& app, RepeatedOptions& options) {
  add_stop_rule(app, options.stop);
  add_integer(app, "--calls", {1, largest_int},
              "calls in each repetition (default: as many as fill a few milliseconds)",
              [&options](long long n) { options.calls = static_cast<int>(n); });
}

void add_peers_flag(CLI::App& app, RepeatedOptions& options, std::string const& remark) {
  add_peer_list(app, options.peers, {Peer::kokkos_kernels, Peer::mkl, Peer::cusparse},
                "; kk is Kokkos Kernels,\nmkl oneMKL (hosts), cusparse cuSPARSE (CUDA)" + remark);
}

void add_check(CLI::App& app, RepeatedOptions& options) {
  add_choice<bool>(app, "--check", {{"values", true}, {"off", false}},
                   "compare each result with a serial reference, untimed",
                   [&options](bool check) { options.check = check; })
      ->default_str("values");
}

void add_record_files(CLI::App& app, RepeatedOptions& options) {
  app.add_option("--csv", options.csv_path, "write one record per matrix and method as CSV")
      ->type_name("FILE");
  app.add_option("--json", options.json_path, "write the records and their context as JSON")
      ->type_name("FILE");
}

void expect_sources_and_peers(RepeatedOptions const& options) {
  if (options.sources.empty()) {
    throw Failure{ExitCode::usage, "--mtx: found none, expected a matrix (see --help)"};
  }
  expect_built_in(options.peers);
}

}  // namespace araios::perf
