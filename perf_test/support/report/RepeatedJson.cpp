// SPDX-License-Identifier: BSD-3-Clause
// Records of drivers that repeat methods in turn, and their context, as JSON.
#include "report/RepeatedJson.hpp"

#include "report/JsonContext.hpp"

#include <ostream>
#include <utility>

namespace araios::perf {

void write_repeated_json(std::ostream& out, RepeatedOptions const& options,
                         PeerVersions const& peer_versions, std::vector<Fields> const& records) {
  Json context = context_of_run(peer_versions);
  auto const& stop = options.stop;
  context["options"] = {{"space", name_of(options.space.back_end)},
                        {"repeat", stop.repeat},
                        {"calls", options.calls ? Json(*options.calls) : Json()},
                        {"min_time_s", stop.min_time_s},
                        {"max_noise", stop.max_noise ? Json(*stop.max_noise) : Json()}};
  Json document;
  document["context"] = std::move(context);
  document["records"] = array_of(records);
  write_document(out, document);
}

}  // namespace araios::perf
