// SPDX-License-Identifier: BSD-3-Clause
// The flags that select the execution space of every driver.
#include "options/BackEndFlags.hpp"

#include "options/CommandLineValues.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace araios::perf {
namespace {

// More than any host has. Beyond it thread creation would fail with a less clear message.
constexpr long long most_threads = 4096;

}  // namespace

void add_execution_space(CLI::App& app, BackEndChoice& space) {
  app.option_defaults()->group("Execution space (default: OpenMP, else Threads, else Serial)");
  auto const choose = [&space, chosen = std::make_shared<std::string>()](std::string const& flag,
                                                                         BackEnd back_end) {
    if (!chosen->empty()) {
      throw CLI::ValidationError{
          flag, fmt::format("found together with {}, expected one execution space", *chosen)};
    }
    *chosen = flag;
    space.back_end = back_end;
  };
  app.add_flag_callback(
      "--serial", [choose] { choose("--serial", BackEnd::serial); }, "one host thread");
  auto const add_sized = [&](std::string const& flag, BackEnd back_end,
                             std::pair<long long, long long> range, std::string const& help,
                             std::optional<int>& size) {
    add_integer(app, flag, range, help, [choose, flag, back_end, &size](long long n) {
      choose(flag, back_end);
      size = static_cast<int>(n);
    });
  };
  add_sized("--threads", BackEnd::threads, {1, most_threads}, "N host threads", space.num_threads);
  add_sized("--openmp", BackEnd::openmp, {1, most_threads}, "N host threads", space.num_threads);
  add_sized("--cuda", BackEnd::cuda, {0, largest_int}, "device N", space.device);
  add_sized("--hip", BackEnd::hip, {0, largest_int}, "device N", space.device);
  add_sized("--sycl", BackEnd::sycl, {0, largest_int}, "device N", space.device);
}

}  // namespace araios::perf
