// SPDX-License-Identifier: BSD-3-Clause
// Records and their context as JSON.
#pragma once

#include "measure/Bounds.hpp"
#include "measure/Measure.hpp"
#include "options/Options.hpp"
#include "report/Fields.hpp"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

/// What the library reports of one product, in addition to its records.
struct ProductReport {
  std::string matrix;
  std::string operation;
  MethodReport method;
  MethodReport reuse;  ///< of the reused plan
  Samples samples;
  std::optional<Bounds> bounds;  ///< if they were requested
};

/// An object with "context" (date, machine and its rates if measured, compiler, Kokkos,
/// environment, options), "products" (selections, counts and bounds) and "records" (the columns of
/// the CSV file by name).
void write_json(std::ostream& out, Options const& options, std::optional<SpaceRates> const& rates,
                std::vector<ProductReport> const& products, std::vector<Fields> const& records);

}  // namespace araios::perf
