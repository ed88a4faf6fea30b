// SPDX-License-Identifier: BSD-3-Clause
// From names of back ends and offset types to the compiled contests.
#include "Contest.hpp"

#include "PeerOffsets.hpp"
#include "VisitTypes.hpp"

namespace araios::perf {

std::unique_ptr<Contest> make_contest(Problem const& problem, Options const& options) {
  return visit_space(options.space.back_end, [&]<class Space>(Space*) {
    return visit_offset(options.offset, [&]<class Offset>(Offset) {
      return make_contest_on<Space, Offset>(problem, options);
    });
  });
}

bool is_built_in(Peer, OffsetType offset) {
  return visit_offset(offset, []<class Offset>(Offset) { return has_peers_v<Offset>; });
}

std::string name_of(Peer) { return "kk"; }

}  // namespace araios::perf
