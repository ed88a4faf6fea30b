// SPDX-License-Identifier: BSD-3-Clause
// Records and their context as JSON.
#include "report/Json.hpp"

#include "base/Spread.hpp"
#include "methods/Peers.hpp"
#include "report/JsonContext.hpp"
#include "report/Record.hpp"

#include <optional>
#include <ostream>

namespace araios::perf {
namespace {

Json json_of(std::optional<double> const& number) { return number ? Json(*number) : Json(); }

Json context_of(Options const& options, std::optional<SpaceRates> const& rates) {
  Json context = context_of_run(peer_versions());
  if (rates) {
    context["rates"] = {{"triad_gbs", rates->triad_gbs},
                        {"multiply_adds_per_ns", rates->multiply_adds_per_ns}};
    if (rates->empty_call_us) context["rates"]["empty_call_us"] = *rates->empty_call_us;
  }
  context["options"] = {{"space", name_of(options.space.back_end)},
                        {"warmup", options.warmup},
                        {"repeat", options.stop.repeat},
                        {"min_time_s", options.stop.min_time_s},
                        {"max_noise", json_of(options.stop.max_noise)},
                        {"fresh_memory", options.fresh_memory},
                        {"result_sorted", options.product.result_sorted},
                        {"scalar", name_of(options.scalar)},
                        {"offset_bytes", options.offset == OffsetType::int32 ? 4 : 8}};
  return context;
}

/// The median over a bound; null if nothing was measured.
Json json_of_times(std::vector<double> const& samples_ms, double bound_ms) {
  return samples_ms.empty() ? Json() : Json(times_of(spread_of(samples_ms).median, bound_ms));
}

Json json_of(Bounds const& bounds, Samples const& samples) {
  return {{"compulsory_bytes", bounds.compulsory_bytes},
          {"traffic_ms", bounds.traffic_ms},
          {"work_ms", bounds.work_ms},
          {"noreuse_over_traffic", json_of_times(samples.noreuse_ms, bounds.traffic_ms)},
          {"noreuse_over_work", json_of_times(samples.noreuse_ms, bounds.work_ms)},
          {"reuse_over_traffic", json_of_times(samples.reuse_ms, bounds.traffic_ms)},
          {"reuse_over_work", json_of_times(samples.reuse_ms, bounds.work_ms)}};
}

Json json_of(ProductReport const& product) {
  Json json{{"matrix", product.matrix},
            {"operation", product.operation},
            {"algorithm", product.method.algorithm},
            {"ran", product.method.ran},
            {"symbolic_selection", product.method.symbolic_selection},
            {"numeric_selection", product.method.numeric_selection},
            {"workspace_bytes", product.method.workspace_bytes},
            {"reuse_selection", product.reuse.numeric_selection},
            {"reuse_plan_bytes", product.reuse.plan_bytes}};
  if (product.method.stats) {
    ProductCounts const counts = counts_of(*product.method.stats);
    json.update({{"f_m", counts.f_m},
                 {"maxrf", counts.maxrf},
                 {"nnz_c", counts.nnz_c},
                 {"maxrs", counts.maxrs},
                 {"CF", json_of(counts.cf)},
                 {"CMRF", json_of(counts.cmrf)}});
  }
  if (product.bounds) json["bounds"] = json_of(*product.bounds, product.samples);
  return json;
}

Json array_of(std::vector<ProductReport> const& products) {
  Json array = Json::array();
  for (ProductReport const& product : products) array.push_back(json_of(product));
  return array;
}

}  // namespace

void write_json(std::ostream& out, Options const& options, std::optional<SpaceRates> const& rates,
                std::vector<ProductReport> const& products, std::vector<Fields> const& records) {
  Json document;
  document["context"] = context_of(options, rates);
  document["products"] = array_of(products);
  document["records"] = array_of(records);
  write_document(out, document);
}

}  // namespace araios::perf
