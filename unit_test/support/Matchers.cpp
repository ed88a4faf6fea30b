// SPDX-License-Identifier: BSD-3-Clause
#include "Matchers.hpp"

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace detail {

std::string to_text(WideValue const& value, bool is_complex) {
  std::ostringstream text;
  text.precision(20);
  text << value.real;
  if (is_complex) text << " + " << value.imaginary << "i";
  return text.str();
}

bool within(long double found, long double expected, double tolerance) {
  if (std::isnan(expected)) return std::isnan(found);
  if (std::isinf(expected) || tolerance == 0) return found == expected;
  return std::abs(found - expected) <= tolerance;
}

testing::AssertionResult failure(std::string const& label, std::int64_t row) {
  return testing::AssertionFailure() << label << ", row " << row << ": ";
}

testing::AssertionResult is_well_formed(HostPattern const& c, RowOrder order,
                                        std::string const& label) {
  auto const entries = static_cast<std::int64_t>(c.columns.size());
  if (static_cast<std::int64_t>(c.row_offsets.size()) != c.num_rows + 1) {
    return testing::AssertionFailure() << label << ": found " << c.row_offsets.size()
                                       << " row offsets for " << c.num_rows << " rows";
  }
  if (c.row_offsets.front() != 0 || c.row_offsets.back() != entries) {
    return testing::AssertionFailure()
           << label << ": row offsets run from " << c.row_offsets.front() << " to "
           << c.row_offsets.back() << ", expected 0 to " << entries;
  }
  for (std::int64_t row = 0; row < c.num_rows; ++row) {
    if (c.row_end(row) < c.row_begin(row)) return failure(label, row) << "row offsets decrease";
    for (auto entry = c.row_begin(row); entry < c.row_end(row); ++entry) {
      auto const column = c.column(entry);
      if (column < 0 || column >= c.num_cols) {
        return failure(label, row) << "column " << column << " is out of [0, " << c.num_cols << ")";
      }
      if (order == RowOrder::ascending && entry > c.row_begin(row) &&
          c.column(entry - 1) >= column) {
        return failure(label, row) << "column " << column << " follows " << c.column(entry - 1);
      }
    }
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult has_same_columns(HostPattern const& found, HostPattern const& expected,
                                          std::int64_t row) {
  auto f = found.row_begin(row);
  auto e = expected.row_begin(row);
  for (; f < found.row_end(row) && e < expected.row_end(row); ++f, ++e) {
    if (found.column(f) < expected.column(e)) break;
    if (found.column(f) > expected.column(e)) break;
  }
  bool const found_ends = f == found.row_end(row);
  bool const expected_ends = e == expected.row_end(row);
  if (found_ends && expected_ends) return testing::AssertionSuccess();
  auto const sizes = " (found " + std::to_string(found.row_end(row) - found.row_begin(row)) +
                     " entries, expected " +
                     std::to_string(expected.row_end(row) - expected.row_begin(row)) + ")";
  if (expected_ends || (!found_ends && found.column(f) < expected.column(e))) {
    bool const twice = f > found.row_begin(row) && found.column(f - 1) == found.column(f);
    return failure(expected.label, row) << "column " << found.column(f) << " found "
                                        << (twice ? "twice" : "where none is expected") << sizes;
  }
  return failure(expected.label, row)
         << "column " << expected.column(e) << " expected but not found" << sizes;
}

}  // namespace detail

testing::AssertionResult holds_all(std::string const& message,
                                   std::vector<std::string> const& parts) {
  for (auto const& part : parts) {
    if (message.find(part) == std::string::npos) {
      return testing::AssertionFailure() << "'" << part << "' is not in: " << message;
    }
  }
  return testing::AssertionSuccess() << "all parts are in: " << message;
}

template testing::AssertionResult same_matrix(HostMatrix<double> const&, ReferenceProduct const&,
                                              RowOrder);
template testing::AssertionResult same_matrix(HostMatrix<float> const&, ReferenceProduct const&,
                                              RowOrder);
template testing::AssertionResult same_matrix(HostMatrix<Kokkos::complex<double>> const&,
                                              ReferenceProduct const&, RowOrder);
template testing::AssertionResult throws<std::invalid_argument>(std::function<void()> const&,
                                                                std::vector<std::string> const&);

}  // namespace araios_test
