// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes the command lines of the drivers and the names of generators: each is parsed, or is an
// error of the kind that is documented.

#include "Bytes.hpp"
#include "base/ExitCode.hpp"
#include "options/Options.hpp"
#include "options/Source.hpp"
#include "options/SpMmOptions.hpp"
#include "options/SpMvOptions.hpp"
#include <Araios_Generators.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace perf = araios::perf;

/// The words of a command line, one in each line of the input.
std::vector<std::string> words_of(std::uint8_t const* data, std::size_t size) {
  std::vector<std::string> words{"driver", ""};
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == '\n' || data[i] == 0) {
      words.emplace_back();
    } else {
      words.back() += static_cast<char>(data[i]);
    }
  }
  return words;
}

void parse_source(std::string const& source) {
  perf::name_of_source(source);
  std::string const name = perf::untransposed(source);
  if (!araios::is_generator_name(name)) return;
  try {
    araios::parse_generator(name);
  } catch (std::invalid_argument const&) {
  } catch (std::overflow_error const&) {
  }
}

void parse(int driver, int argc, char const* const* argv) {
  switch (driver) {
    case 0:
      if (auto const options = perf::parse_options(argc, argv)) {
        for (std::string const& source : options->a_sources) parse_source(source);
        if (options->b_source) parse_source(*options->b_source);
      }
      return;
    case 1:
      perf::parse_spmv_options(argc, argv);
      return;
    default:
      perf::parse_spmm_options(argc, argv);
      return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // Help goes to stdout, what the fuzzer says to stderr.
  if (std::freopen("/dev/null", "w", stdout) == nullptr) std::abort();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  constexpr int num_drivers = 3;
  int const driver = araios_test::Bytes{data, size}.below(num_drivers);
  auto const words = words_of(size > 0 ? data + 1 : data, size > 0 ? size - 1 : 0);
  std::vector<char const*> argv;
  for (std::string const& word : words) argv.push_back(word.c_str());
  try {
    parse(driver, static_cast<int>(argv.size()), argv.data());
  } catch (perf::Failure const& failure) {
    if (std::string{failure.what()}.empty()) std::abort();
  }
  return 0;
}
