// SPDX-License-Identifier: BSD-3-Clause
// Options of the triangles driver, and its command line.
#include "options/TrianglesOptions.hpp"

#include "options/BackEndFlags.hpp"
#include "options/CommandLine.hpp"
#include "options/PeerFlags.hpp"
#include "options/RepeatedFlags.hpp"

namespace araios::perf {
namespace {

constexpr char const* description =
    "Counts the triangles of a graph as the sum of C = L*L by the semiring plus-pair, with L as\n"
    "mask. L has the edges of A and A^T without loops, each from the vertex of smaller degree.\n"
    "Values of A are not looked at. Flags may be written in any case.\n";

constexpr char const* report_help =
    "\nFor each method: milliseconds of set-up (the plan, if it is kept; the import into another\n"
    "library) and of a count, the noise of its median in percent, million edges each second, the\n"
    "median over that of the first method, and PASS or FAIL against a serial count by other "
    "means.\n"
    "Reading, symmetrizing and ordering the graph are not timed.\n\n";

}  // namespace

std::optional<TrianglesOptions> parse_triangles_options(int argc, char const* const* argv) {
  TrianglesOptions options;
  CLI::App app{description, "triangles"};
  begin_command_line(app, report_help);
  app.option_defaults()->group("Graphs");
  add_sources(app, options, "gen:rmat:16:16");
  add_execution_space(app, options.space);
  app.option_defaults()->group("Measurement");
  add_repetitions(app, options);
  add_peer_list(app, options.peers, {Peer::graphblas},
                ";\ngraphblas is SuiteSparse:GraphBLAS (hosts)");
  add_check(app, options);
  add_record_files(app, options);
  if (!parse_command_line(app, argc, argv)) return std::nullopt;
  expect_sources_and_peers(options);
  return options;
}

}  // namespace araios::perf
