// SPDX-License-Identifier: BSD-3-Clause
// Records of the triangles driver and their context as JSON.
#include "report/TrianglesJson.hpp"

#include "PeersOfBuild.hpp"
#include "methods/PeerGraphBlas.hpp"
#include "report/JsonContext.hpp"

#include <ostream>
#include <string>
#include <utility>

namespace araios::perf {
namespace {

Json context_of(TrianglesOptions const& options) {
  std::vector<std::pair<std::string, std::string>> versions;
  if constexpr (peers_of_build::graphblas) versions.emplace_back("graphblas", graphblas_version());
  Json context = context_of_run(versions);
  auto const& stop = options.stop;
  context["options"] = {{"space", name_of(options.space.back_end)},
                        {"repeat", stop.repeat},
                        {"calls", options.calls ? Json(*options.calls) : Json()},
                        {"min_time_s", stop.min_time_s},
                        {"max_noise", stop.max_noise ? Json(*stop.max_noise) : Json()}};
  return context;
}

Json json_of(TrianglesRecord const& r, TrianglesOptions const& options, int threads) {
  MethodTimes const& t = r.times;
  return {{"graph", r.graph},
          {"library", t.library},
          {"algorithm", t.algorithm},
          {"space", name_of(options.space.back_end)},
          {"threads", threads},
          {"vertices", r.num_vertices},
          {"edges", r.num_edges},
          {"triangles", r.num_triangles},
          {"setup_ms", t.setup_ms},
          {"average_ms", t.average_ms},
          {"ms_median", t.ms.median},
          {"ms_min", t.ms.min},
          {"ms_max", t.ms.max},
          {"ms_q1", t.ms.q1},
          {"ms_q3", t.ms.q3},
          {"repeats", t.ms.repeats},
          {"stopped", name_of(t.stop)},
          {"million_edges_per_s", r.edge_rate()},
          {"checked", pass_or_fail(t.checked)}};
}

}  // namespace

void write_triangles_json(std::ostream& out, TrianglesOptions const& options, int threads,
                          std::vector<TrianglesRecord> const& records) {
  Json array = Json::array();
  for (TrianglesRecord const& record : records) {
    array.push_back(json_of(record, options, threads));
  }
  Json document;
  document["context"] = context_of(options);
  document["records"] = std::move(array);
  write_document(out, document);
}

}  // namespace araios::perf
