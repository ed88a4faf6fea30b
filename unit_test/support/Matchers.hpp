// SPDX-License-Identifier: BSD-3-Clause
// Comparison with the oracle, and checks that read the messages of exceptions.
#pragma once

#include "ReferenceProduct.hpp"

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

namespace araios_test {

/// What the columns within a row of a product must look like.
enum class RowOrder { ascending, any };

namespace detail {

/// "2 + 3i", or the real part alone.
std::string to_text(WideValue const& value, bool is_complex);

/// Whether a part of a value is the expected one, infinite or not a number where that is.
bool within(long double found, long double expected, double tolerance);

/// The beginning of what is said of a row.
testing::AssertionResult failure(std::string const& label, std::int64_t row);

/// A structure that every product must have whatever its values: sizes, offsets, distinct columns.
testing::AssertionResult is_well_formed(HostPattern const& c, RowOrder order,
                                        std::string const& label);

/// Whether a row holds the expected columns.
testing::AssertionResult has_same_columns(HostPattern const& found, HostPattern const& expected,
                                          std::int64_t row);

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

// Compiled once for the scalars that most tests use.
extern template testing::AssertionResult same_matrix(HostMatrix<double> const&,
                                                     ReferenceProduct const&, RowOrder);
extern template testing::AssertionResult same_matrix(HostMatrix<float> const&,
                                                     ReferenceProduct const&, RowOrder);
extern template testing::AssertionResult same_matrix(HostMatrix<Kokkos::complex<double>> const&,
                                                     ReferenceProduct const&, RowOrder);

/// Whether a message holds every one of the given parts.
testing::AssertionResult holds_all(std::string const& message,
                                   std::vector<std::string> const& parts);

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

extern template testing::AssertionResult throws<std::invalid_argument>(
    std::function<void()> const&, std::vector<std::string> const&);

}  // namespace araios_test
