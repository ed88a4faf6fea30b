// SPDX-License-Identifier: BSD-3-Clause
// Records and their context as JSON.
#pragma once

#include "Options.hpp"
#include "Record.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace araios::perf {

/// What the library told of one product, beside its records.
struct ProductReport {
  std::string matrix;
  std::string operation;
  MethodReport method;
};

/// An object with "context" (date, machine, compiler, Kokkos, environment, options), "products"
/// (selections and counts) and "records" (the columns of the CSV file by name).
void write_json(std::ostream& out, Options const& options,
                std::vector<ProductReport> const& products, std::vector<Record> const& records);

}  // namespace araios::perf
