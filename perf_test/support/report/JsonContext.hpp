// SPDX-License-Identifier: BSD-3-Clause
// What JSON files of all drivers say of a run.
#pragma once

#include <nlohmann/json.hpp>

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

using Json = nlohmann::ordered_json;

/// Date, machine, compiler, versions of Araios, Kokkos, Kokkos Kernels and of the peers that are
/// given, and the environment of the threads.
Json context_of_run(std::vector<std::pair<std::string, std::string>> const& peer_versions);

/// Writes a whole document.
void write_document(std::ostream& out, Json const& document);

}  // namespace araios::perf
