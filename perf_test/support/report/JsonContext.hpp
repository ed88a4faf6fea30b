// SPDX-License-Identifier: BSD-3-Clause
// What JSON files of all drivers say of a run, and their records.
#pragma once

#include "base/PeerFacts.hpp"
#include "report/Fields.hpp"

#include <nlohmann/json.hpp>

#include <iosfwd>
#include <vector>

namespace araios::perf {

using Json = nlohmann::ordered_json;

/// Date, machine, compiler, versions of Araios, Kokkos, Kokkos Kernels and of the peers that are
/// given, and the environment of the threads.
Json context_of_run(PeerVersions const& peer_versions);

/// The records, each an object with its fields by name.
Json array_of(std::vector<Fields> const& records);

/// Writes a whole document.
void write_document(std::ostream& out, Json const& document);

}  // namespace araios::perf
