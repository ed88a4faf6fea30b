// SPDX-License-Identifier: BSD-3-Clause
// The lines of entries in written Matrix Market files; needs fast_matrix_market.
#pragma once

#include <matrix_market/Araios_FastMatrixMarket.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

/// The value, or NaN without a sign: products of zero and infinity have one on x86, and few readers
/// know -nan.
template <class Value>
Value without_sign_of_nan(Value const& value) {
  if constexpr (std::is_floating_point_v<Value>) {
    return std::isnan(value) ? std::numeric_limits<Value>::quiet_NaN() : value;
  } else {
    return value;
  }
}
template <class Real>
std::complex<Real> without_sign_of_nan(std::complex<Real> const& value) {
  return {without_sign_of_nan(value.real()), without_sign_of_nan(value.imag())};
}

/// Formats an entry as fast_matrix_market does, but NaN always as nan.
template <class Index, class Value>
class EntryFormatter : public fmm::line_formatter<Index, Value> {
 public:
  using fmm::line_formatter<Index, Value>::line_formatter;

  /// Called by fast_matrix_market.
  std::string coord_matrix(Index const& row, Index const& column, Value const& value) {
    return fmm::line_formatter<Index, Value>::coord_matrix(row, column, without_sign_of_nan(value));
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
