// SPDX-License-Identifier: BSD-3-Clause
// Options of the spgemm driver, and its command line.
#include "options/Options.hpp"

#include "base/ExitCode.hpp"
#include "options/BackEndFlags.hpp"
#include "options/CommandLine.hpp"
#include "options/CommandLineValues.hpp"
#include "options/MatrixPath.hpp"
#include "options/PeerFlags.hpp"
#include "options/StopFlags.hpp"
#include <Araios_SpGemmOptions.hpp>
#include <Araios_StrategyTables.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <limits>
#include <string_view>
#include <utility>

namespace araios::perf {
namespace {

constexpr long long largest_bytes = std::numeric_limits<long long>::max();

constexpr char const* description =
    "Times and checks the sparse product C = A*B, where A is m x k, B is k x n and C is m x n.\n"
    "Values are double or complex, row and column numbers are int. Flags may be written in any "
    "case.\n";

constexpr char const* phases_help =
    "\nPhases, each the median over --repeat of wall-clock milliseconds between two fences:\n"
    "  noreuse   the whole call, which allocates C; temporary memory comes from a workspace that\n"
    "            lives between calls (but see --fresh-memory)\n"
    "  symbolic, numeric   both phases; ours are timed in a separate call, whose C is checked "
    "too\n"
    "  reuse     the numeric phase again, with new values in A, into the same C\n"
    "GFLOPS are 2*f_m/time, f_m being the number of multiply-adds.\n\n";

void add_matrices(CLI::App& app, Options& options) {
  app.option_defaults()->group("Matrices");
  app.add_option("--amtx", options.a_sources,
                 "A: a Matrix Market file (.mtx, .mtx.gz, .mtx.xz) or a generator such as\n"
                 "gen:lap3d7:100; ^T after either transposes it; may be given several times")
      ->type_name("SOURCE")
      ->allow_extra_args(false);
  app.add_option("--bmtx", options.b_source,
                 "B; without it the product is A*A if A is square, else A*A^T")
      ->type_name("SOURCE");
  app.add_option("--rmtx", options.r_source,
                 "R: the product is R*(A*B), where B is a prolongator P; A*B is computed\n"
                 "beforehand, untimed, and checked like C")
      ->type_name("SOURCE");
  app.add_option("--cmtx", options.c_path,
                 "write C as a Matrix Market file (.mtx, .mtx.gz, .mtx.xz)")
      ->type_name("FILE");
}

void add_measurement(CLI::App& app, Options& options) {
  app.option_defaults()->group("Measurement");
  add_stop_rule(app, options.stop);
  add_integer(app, "--warmup", {0, largest_int}, "unmeasured repetitions first",
              [&options](long long n) { options.warmup = static_cast<int>(n); })
      ->default_str("1");
  app.add_flag("--reuse", options.reuse_only, "measure the reuse phase alone (default: all four)");
  app.add_flag("--fresh-memory", options.fresh_memory,
               "allocate and free all temporary memory in every timed call");
  add_peer_list(app, options.peers,
                {Peer::kokkos_kernels, Peer::mkl, Peer::graphblas, Peer::eigen, Peer::cusparse});
  auto* const check =
      add_choice<CheckLevel>(app, "--check",
                             {{"off", CheckLevel::off},
                              {"structure", CheckLevel::structure},
                              {"values", CheckLevel::values}},
                             "compare each result with a serial reference, untimed",
                             [&options](CheckLevel level) { options.check = level; });
  check->default_str("values");
  app.add_flag_callback(
         "--checkoutput", [&options] { options.check = CheckLevel::values; },
         "the same as --check values")
      ->excludes(check);
}

void add_output(CLI::App& app, Options& options) {
  app.option_defaults()->group("Output");
  app.add_option("--csv", options.csv_path, "write one record per phase as CSV")->type_name("FILE");
  app.add_option("--json", options.json_path, "write the records and their context as JSON")
      ->type_name("FILE");
  app.add_flag("--flop,--CRWC", options.statistics,
               "print f_m, maxrf, nnz(C), maxrs, and CF and CMRF of the compression");
  app.add_flag("--estimate", options.estimate,
               "print upper bounds of nnz(C) and memory before a product runs");
  app.add_flag("--bounds", options.bounds,
               "print times relative to the compulsory memory traffic and to the multiply-adds,\n"
               "at measured rates of this machine, and the time of a call on an empty matrix");
  app.add_flag("--verbose", options.verbose, "print every repetition, selections and memory");
  app.add_flag_callback(
         "--strategies",
         [] {
           throw CLI::CallForVersion{strategy_tables(), 0};
         },
         "print by which rules a strategy is chosen, and exit")
      ->trigger_on_parse();
}

constexpr std::array<std::pair<std::string_view, MethodKind>, 9> algorithms{{
    {"DEFAULT", MethodKind::kkspgemm},
    {"KKDEFAULT", MethodKind::kkspgemm},
    {"KKSPGEMM", MethodKind::kkspgemm},
    {"KKSPGEMM-2018", MethodKind::kkspgemm_2018},
    {"KKMEM", MethodKind::kkmem},
    {"KKDENSE", MethodKind::kkdense},
    {"KKLP", MethodKind::kklp},
    {"RBSPARSE", MethodKind::rbsparse},
    {"BHSPARSE", MethodKind::bhsparse},
}};
constexpr std::array<std::string_view, 1> unavailable_algorithms{"KKDEBUG"};

void read_algorithm(std::string const& found, SpGemmOptions& product) {
  std::vector<std::string_view> available;
  for (auto const& [name, method] : algorithms) {
    available.push_back(name);
    if (lowered(name) != lowered(found)) continue;
    product.method = method;
    return;
  }
  std::string const names = fmt::format("{}", fmt::join(available, ", "));
  for (std::string_view const name : unavailable_algorithms) {
    if (lowered(name) != lowered(found)) continue;
    throw Failure{ExitCode::unsupported,
                  fmt::format("--algorithm: {} is not available in this version, available: {}",
                              name, names)};
  }
  throw bad_value("--algorithm", found, "one of " + names);
}

void add_types(CLI::App& app, Options& options) {
  app.option_defaults()->group("Types");
  add_choice<ScalarType>(
      app, "--scalar", {{"double", ScalarType::double_type}, {"complex", ScalarType::complex_type}},
      "type of values; complex, which is two doubles, only on Kokkos' default\n"
      "space with offsets of int32, and without other libraries",
      [&options](ScalarType scalar) { options.scalar = scalar; })
      ->default_str(std::string{name_of(options.scalar)});
  add_offset_type(app, options.offset,
                  "index type of row offsets; size_t only on Kokkos' default space");
}

/// The options of each method in a list of names; all but the algorithm come from `product`.
std::vector<SpGemmOptions> read_algorithms(std::string_view names, SpGemmOptions const& product) {
  std::vector<SpGemmOptions> methods;
  for (std::string const& name : split(names, ',')) {
    read_algorithm(name, methods.emplace_back(product));
  }
  return methods;
}

void add_method(CLI::App& app, SpGemmOptions& product, std::string& algorithm_names) {
  app.option_defaults()->group("Method");
  app.add_option("--algorithm", algorithm_names,
                 "methods, separated by commas, each measured as a separate entry;\n"
                 "KKMEM: linked-list hash maps; KKLP: linear probing; KKDENSE: dense\n"
                 "accumulators; DEFAULT = KKDEFAULT = KKSPGEMM: the heuristic's choice\n"
                 "of these; KKSPGEMM-2018: the same with the paper's thresholds;\n"
                 "RBSPARSE: hash tables sized by groups of rows; BHSPARSE: heaps,\n"
                 "expand-sort-compress and merging, by the upper bound of a row")
      ->type_name("LIST")
      ->default_str(algorithm_names);
  auto* const compress = app.add_flag_callback(
      "--compress", [&product] { product.compress = true; },
      "always compress B in the symbolic phase");
  app.add_flag_callback(
         "--no-compress", [&product] { product.compress = false; },
         "never compress B (default: if it pays)")
      ->excludes(compress);
  auto* const record = app.add_flag_callback(
      "--record", [&product] { product.record_pattern = true; },
      "record the pattern of C in the symbolic phase (hosts; default of\n"
      "KKSPGEMM: if it is expected to pay)");
  app.add_flag_callback(
         "--no-record", [&product] { product.record_pattern = false; },
         "recompute the columns of C in the numeric phase")
      ->excludes(record);
  auto* const replay = app.add_flag_callback(
      "--replay", [&product] { product.replay = true; },
      "plans store the position of each product in C, in the whole call\n"
      "too (default: for reuse only)");
  app.add_flag_callback(
         "--no-replay", [&product] { product.replay = false; },
         "no plan stores them, not even for reuse")
      ->excludes(replay);
  app.add_flag("--compression2step")->description("count the compressed rows first (always done)");
  add_real(app, "--CCO", {0.0, 1.0}, "compress B if at most this share of the work remains",
           [&product](double share) { product.compression_cutoff = share; })
      ->default_str(fmt::format("{}", product.compression_cutoff));
  auto* const dynamic = app.add_flag_callback(
      "--dynamic", [&product] { product.schedule = ScheduleKind::dynamic_chunks; },
      "dynamic schedule of rows (default: for many multiply-adds)");
  app.add_flag_callback(
         "--static", [&product] { product.schedule = ScheduleKind::static_chunks; },
         "static schedule of rows (default: for few multiply-adds)")
      ->excludes(dynamic);
  auto* const sorted = app.add_flag_callback(
      "--sorted", [&product] { product.result_sorted = true; }, "sort rows of C (default)");
  app.add_flag_callback(
         "--unsorted", [&product] { product.result_sorted = false; },
         "leave rows of C unsorted; Kokkos Kernels sorts them anyway")
      ->excludes(sorted);
}

void add_tuning(CLI::App& app, SpGemmOptions& product) {
  app.option_defaults()->group("Tuning (default: chosen by the heuristic)");
  add_integer(app, "--hashscale", {1, 1024}, "KKMEM: hash buckets per entry of capacity",
              [&product](long long n) { product.hash_scale = static_cast<int>(n); })
      ->default_str(fmt::format("{}", product.hash_scale));
  add_integer(app, "--DENSEACCMAX", {0, std::numeric_limits<long long>::max()},
              "columns of B from which KKSPGEMM uses hash maps, not dense accumulators",
              [&product](long long n) { product.dense_max_keys = n; })
      ->default_str(fmt::format("{}", product.dense_max_keys));
  add_real(app, "--FLHCO", {impl::tuning::least_max_occupancy, 1.0},
           "KKLP: largest occupancy of the first-level hash map",
           [&product](double share) { product.max_occupancy = share; })
      ->default_str(fmt::format("{}", product.max_occupancy));
  auto const add_size = [&](std::string const& flag, std::optional<int>& target,
                            std::string const& help) {
    add_integer(app, flag, {1, largest_int}, help,
                [&target](long long n) { target = static_cast<int>(n); });
  };
  add_size("--chunksize", product.rows_per_team, "rows per team");
  add_size("--teamsize", product.team_size, "threads per team");
  add_size("--vectorsize", product.vector_length, "lanes per thread");
  add_integer(app, "--shmem", {0, largest_bytes},
              "bytes of shared memory for one first-level accumulator",
              [&product](long long n) { product.scratch_bytes = static_cast<std::size_t>(n); })
      ->type_name("BYTES");
  add_integer(
      app, "--memory-cap", {0, largest_bytes},
      "maximum bytes of temporary memory (default: no limit)",
      [&product](long long n) { product.max_workspace_bytes = static_cast<std::size_t>(n); })
      ->type_name("BYTES");
}

void add_flags_without_meaning(CLI::App& app) {
  for (char const* const flag : {"--CIF", "--COF"}) {
    add_unavailable(app, flag, true,
                    "colouring files belong to coloured methods, which no algorithm here uses");
  }
  for (char const* const flag : {"--mklsort", "--mklkeepout"}) {
    add_unavailable(app, flag, true,
                    "a flag of oneMKL; --peers mkl measures it with sorted and with unsorted rows");
  }
}

void expect_products(Options const& options) {
  if (options.a_sources.empty()) {
    throw Failure{ExitCode::usage, "--amtx: found none, expected a matrix (see --help)"};
  }
  if (options.c_path && options.a_sources.size() > 1) {
    throw Failure{ExitCode::usage, fmt::format("--cmtx: found {} products, expected one --amtx",
                                               options.a_sources.size())};
  }
  if (options.c_path) expect_matrix_ending("--cmtx", *options.c_path);
  if (options.r_source && !options.b_source) {
    throw Failure{ExitCode::usage, "--rmtx: found no --bmtx, expected both, for R*(A*B)"};
  }
}

}  // namespace

std::optional<Options> parse_options(int argc, char const* const* argv) {
  Options options;
  CLI::App app{description, "spgemm"};
  begin_command_line(app, phases_help);
  add_matrices(app, options);
  add_execution_space(app, options.space);
  add_measurement(app, options);
  add_output(app, options);
  add_types(app, options);
  std::string algorithm_names = "DEFAULT";
  add_method(app, options.product, algorithm_names);
  add_tuning(app, options.product);
  add_flags_without_meaning(app);
  // Called after all other flags are parsed, since they apply to every method.
  app.callback([&] { options.methods = read_algorithms(algorithm_names, options.product); });
  if (!parse_command_line(app, argc, argv)) return std::nullopt;
  expect_products(options);
  expect_built_in(options.peers);
  return options;
}

}  // namespace araios::perf
