// SPDX-License-Identifier: BSD-3-Clause
// What JSON files of all drivers say of a run, and their records.
#include "report/JsonContext.hpp"

#include "BuildInfo.hpp"

#include <Kokkos_Core.hpp>
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
#include <KokkosKernels_config.h>
#endif

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <ostream>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>

// The environment of the process, as POSIX declares it.
extern char** environ;

namespace araios::perf {
namespace {

/// The processor's name, if the operating system provides it.
std::string processor_name() {
  std::ifstream cpuinfo{"/proc/cpuinfo"};
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("model name")) continue;
    auto const colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

Json environment_of_threads() {
  Json variables = Json::object();
  for (char** variable = environ; *variable != nullptr; ++variable) {
    std::string_view const text{*variable};
    if (!text.starts_with("OMP_") && !text.starts_with("KOKKOS_") && !text.starts_with("GOMP_") &&
        !text.starts_with("GLIBC_TUNABLES")) {
      continue;
    }
    auto const equals = text.find('=');
    variables[std::string{text.substr(0, equals)}] = std::string{text.substr(equals + 1)};
  }
  return variables;
}

/// Kokkos and Kokkos Kernels encode their versions as 10000·major + 100·minor + patch.
std::string version_text(int number) {
  return fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100);
}

std::string kokkos_configuration() {
  std::ostringstream text;
  Kokkos::print_configuration(text, true);
  return text.str();
}

}  // namespace

Json context_of_run(PeerVersions const& peer_versions) {
  Json context;
  context["date"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  context["machine"] = {{"processor", processor_name()},
                        {"hardware_threads", std::thread::hardware_concurrency()}};
  context["araios"] = {{"version", build_info::version}, {"commit", build_info::commit}};
  context["compiler"] = {{"name", build_info::compiler},
                         {"flags", build_info::compiler_flags},
                         {"build_type", build_info::build_type}};
  context["kokkos"] = {{"version", version_text(KOKKOS_VERSION)},
                       {"configuration", kokkos_configuration()}};
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
  context["kokkoskernels"] = {{"version", version_text(KOKKOSKERNELS_VERSION)}};
#endif
  for (auto const& [name, version] : peer_versions) context[name] = {{"version", version}};
  context["environment"] = environment_of_threads();
  return context;
}

Json array_of(std::vector<Fields> const& records) {
  Json array = Json::array();
  for (Fields const& record : records) {
    Json object = Json::object();
    for (Field const& field : record) {
      std::visit([&](auto const& value) { object[field.name] = value; }, field.value);
    }
    array.push_back(std::move(object));
  }
  return array;
}

void write_document(std::ostream& out, Json const& document) {
  // File names need not be valid UTF-8, but JSON must be.
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace araios::perf
