// SPDX-License-Identifier: BSD-3-Clause
// Comparison with the oracle, and checks that read the messages of exceptions.
#pragma once

#include "ReferenceProduct.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <sstream>
#include <string>
#include <typeinfo>
#include <vector>

namespace araios_test {

/// What the columns within a row of a product must look like.
enum class RowOrder { ascending, any };

namespace detail {

inline std::string to_text(WideValue const& value, bool is_complex) {
  std::ostringstream text;
  text.precision(20);
  text << value.real;
  if (is_complex) text << " + " << value.imaginary << "i";
  return text.str();
}

inline bool within(long double found, long double expected, double tolerance) {
  if (std::isnan(expected)) return std::isnan(found);
  if (std::isinf(expected) || tolerance == 0) return found == expected;
  return std::abs(found - expected) <= tolerance;
}

inline testing::AssertionResult failure(std::string const& label, std::int64_t row) {
  return testing::AssertionFailure() << label << ", row " << row << ": ";
}

/// A structure that every product must have whatever its values: sizes, offsets, distinct columns.
inline testing::AssertionResult is_well_formed(HostPattern const& c, RowOrder order,
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

inline testing::AssertionResult has_same_columns(HostPattern const& found,
                                                 HostPattern const& expected, std::int64_t row) {
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

/// Whether `found` is the matrix that the oracle expects; the first difference otherwise.
template <class Scalar>
testing::AssertionResult same_matrix(HostMatrix<Scalar> const& found,
                                     ReferenceProduct const& expected,
                                     RowOrder order = RowOrder::ascending) {
  auto const& label = expected.pattern.label;
  if (found.pattern.num_rows != expected.pattern.num_rows ||
      found.pattern.num_cols != expected.pattern.num_cols) {
    return testing::AssertionFailure()
           << label << ": found " << found.pattern.num_rows << "×" << found.pattern.num_cols
           << ", expected " << expected.pattern.num_rows << "×" << expected.pattern.num_cols;
  }
  if (auto const result = detail::is_well_formed(found.pattern, order, label); !result) {
    return result;
  }
  if (found.values.size() != found.pattern.columns.size()) {
    return testing::AssertionFailure()
           << label << ": found " << found.values.size() << " values for "
           << found.pattern.columns.size() << " columns";
  }
  auto const sorted = order == RowOrder::ascending ? found : with_sorted_rows(found);
  for (std::int64_t row = 0; row < expected.pattern.num_rows; ++row) {
    auto const result = detail::has_same_columns(sorted.pattern, expected.pattern, row);
    if (!result) return result;
    for (auto entry = sorted.pattern.row_begin(row); entry < sorted.pattern.row_end(row); ++entry) {
      auto const i = static_cast<std::size_t>(entry);
      auto const value = widened(sorted.values[i]);
      auto const& wanted = expected.values[i];
      auto const tolerance = expected.tolerances[i];
      if (detail::within(value.real, wanted.real, tolerance) &&
          (!is_complex_v<Scalar> || detail::within(value.imaginary, wanted.imaginary, tolerance))) {
        continue;
      }
      return detail::failure(label, row)
             << "column " << sorted.pattern.column(entry) << ": found "
             << detail::to_text(value, is_complex_v<Scalar>) << ", expected "
             << detail::to_text(wanted, is_complex_v<Scalar>) << ", tolerance " << tolerance;
    }
  }
  return testing::AssertionSuccess();
}

/// Whether a message holds every one of the given parts.
inline testing::AssertionResult holds_all(std::string const& message,
                                          std::vector<std::string> const& parts) {
  for (auto const& part : parts) {
    if (message.find(part) == std::string::npos) {
      return testing::AssertionFailure() << "'" << part << "' is not in: " << message;
    }
  }
  return testing::AssertionSuccess() << "all parts are in: " << message;
}

/// Whether a call throws exactly `Error`, with a message that holds every one of the given parts.
///
///     EXPECT_TRUE(throws<std::invalid_argument>([&] { call(); }, {"row 3", "column 7"}));
template <class Error>
testing::AssertionResult throws(std::function<void()> const& call,
                                std::vector<std::string> const& parts) {
  try {
    call();
  } catch (std::exception const& error) {
    if (typeid(error) == typeid(Error)) return holds_all(error.what(), parts);
    return testing::AssertionFailure()
           << "thrown is a " << typeid(error).name() << ": " << error.what();
  }
  return testing::AssertionFailure() << "nothing was thrown";
}

}  // namespace araios_test
