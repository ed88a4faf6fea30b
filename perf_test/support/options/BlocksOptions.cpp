// SPDX-License-Identifier: BSD-3-Clause
// Options of the blocks driver, and its command line.
#include "options/BlocksOptions.hpp"

#include "options/BackEndFlags.hpp"
#include "options/CommandLine.hpp"
#include "options/CommandLineValues.hpp"
#include "options/PeerFlags.hpp"
#include "options/RepeatedFlags.hpp"

#include <fmt/format.h>

namespace araios::perf {
namespace {

constexpr long long largest_block = 1024;

constexpr char const* description =
    "Times and checks products of a square matrix A that is cut into dense blocks: A*A and\n"
    "P^T*A*P in a first call and by a kept plan, A*x, and A*B with a dense B. Values are double,\n"
    "row and column numbers are int. Flags may be written in any case.\n";

constexpr char const* report_help =
    "\nFor each product and method: milliseconds of set-up (the plan, if it is kept), the median "
    "of\n"
    "a call in milliseconds and its noise in percent, GFLOP/s (2*multiply-adds/time, those of A "
    "as\n"
    "it is read), the median over that of blocks, and PASS or FAIL against a serial reference by\n"
    "elements. The method scalar multiplies A as it is read, without the zeros that fill blocks.\n"
    "Cutting into blocks is not timed.\n\n";

void add_matrices(CLI::App& app, BlocksOptions& options) {
  app.option_defaults()->group("Matrices");
  add_sources(app, options, "gen:elasticity3d:20");
  auto const add_size = [&](char const* flag, std::optional<int>& size, char const* help) {
    add_integer(app, flag, {1, largest_block}, help,
                [&size](long long n) { size = static_cast<int>(n); });
  };
  add_size("--block-size", options.block_size,
           "rows and columns of a block (default: 3 for gen:brick3d and\ngen:elasticity3d)");
  app.add_option("--pmtx", options.p_source,
                 "P, for all A (default: that of a generated grid; without a P, there is\n"
                 "no triple product)")
      ->type_name("SOURCE");
  add_size("--coarse-block-size", options.coarse_block_size,
           "columns of a block of P (default: as many as of A)");
  add_integer(app, "--columns", {1, largest_int}, "columns of the dense B",
              [&options](long long n) { options.columns = static_cast<int>(n); })
      ->default_str(fmt::format("{}", options.columns));
}

}  // namespace

std::optional<BlocksOptions> parse_blocks_options(int argc, char const* const* argv) {
  BlocksOptions options;
  CLI::App app{description, "blocks"};
  begin_command_line(app, report_help);
  add_matrices(app, options);
  add_execution_space(app, options.space);
  app.option_defaults()->group("Measurement");
  add_repetitions(app, options);
  add_peer_list(app, options.peers, {Peer::kokkos_kernels}, "; kk is Kokkos Kernels");
  add_check(app, options);
  add_record_files(app, options);
  if (!parse_command_line(app, argc, argv)) return std::nullopt;
  expect_sources_and_peers(options);
  if (options.p_source) options.further_sources = {*options.p_source};
  return options;
}

}  // namespace araios::perf
