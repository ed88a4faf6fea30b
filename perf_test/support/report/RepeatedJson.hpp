// SPDX-License-Identifier: BSD-3-Clause
// Records of drivers that repeat methods in turn, and their context, as JSON.
#pragma once

#include "base/PeerFacts.hpp"
#include "options/RepeatedOptions.hpp"
#include "report/Fields.hpp"

#include <iosfwd>
#include <vector>

namespace araios::perf {

/// An object with "context" (that of spgemm, with the options of turns, and the versions of peers
/// that are given) and "records" (the columns of the CSV file by name).
void write_repeated_json(std::ostream& out, RepeatedOptions const& options,
                         PeerVersions const& peer_versions, std::vector<Fields> const& records);

}  // namespace araios::perf
