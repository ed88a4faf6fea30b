// SPDX-License-Identifier: BSD-3-Clause
// Parses the values of Matrix Market entries, word by word; needs fast_matrix_market.
#pragma once

#include <Araios_HostCrsMatrix.hpp>
#include <matrix_market/Araios_FastMatrixMarket.hpp>
#include <matrix_market/Araios_FortranExponent.hpp>
#include <matrix_market/Araios_MatrixMarketText.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

/// Whether the magnitude of a nonzero decimal number is less than one.
inline bool is_below_one(std::string_view number) {
  auto const mark = number.find_first_of("eE");
  std::string_view const digits = number.substr(0, mark);
  std::int32_t exponent = 0;
  if (mark != std::string_view::npos) {
    std::string_view const text = without_plus(number.substr(mark + 1));
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (error != std::errc{}) return text.starts_with('-');
  }
  auto const point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
  auto const first = static_cast<std::int64_t>(digits.find_first_of("123456789"));
  return point - first + (first > point ? 1 : 0) + exponent <= 0;
}

/// The value of a number, or none if its text is not one. Underflow gives zero. `word` is the
/// number as the file has it.
///
/// Throws: fmm::invalid_mm if the number overflows Real.
template <class Real>
std::optional<Real> to_real(std::string_view number, std::string_view word) {
  Real value{};
  char const* const last = number.data() + number.size();
  auto const [end, error] = std::from_chars(number.data(), last, value);
  if (error == std::errc::invalid_argument || end != last) return std::nullopt;
  if (error != std::errc::result_out_of_range) return value;
  if (is_below_one(number)) return number.starts_with('-') ? -Real{} : Real{};
  throw fmm::invalid_mm("the number " + quoted(word) + " is out of range of a " +
                        std::to_string(8 * sizeof(Real)) + "-bit real number");
}

/// Parses a real number, also with an exponent as Fortran writes it.
template <class Real>
Real parse_real(std::string_view word) {
  std::string_view const number = without_plus(word);
  if (auto const value = to_real<Real>(number, word)) return *value;
  if (auto const with_e = with_fortran_exponent(number)) {
    if (auto const value = to_real<Real>(*with_e, word)) return *value;
  }
  throw fmm::invalid_mm(word.empty() ? "the line ends, expected a real number"
                                     : "found " + quoted(word) + ", expected a real number");
}

/// Parses a whole number, signed or not.
template <class Real>
Real parse_whole(std::string_view word, bool is_signed) {
  std::string_view digits = without_plus(word);
  if (is_signed && digits.starts_with('-')) digits.remove_prefix(1);
  if (is_digits(digits)) return parse_real<Real>(word);
  std::string const expected =
      std::string{"expected "} + (is_signed ? "an integer" : "an unsigned integer");
  throw fmm::invalid_mm(word.empty() ? "the line ends, " + expected
                                     : "found " + quoted(word) + ", " + expected);
}

template <class Scalar>
Scalar parse_complex(std::string_view& line) {
  // If Scalar is real, a file with complex values has been rejected before.
  if constexpr (is_complex_scalar_v<Scalar>) {
    using Real = typename Scalar::value_type;
    auto const real = parse_real<Real>(take_word(line));
    return Scalar{real, parse_real<Real>(take_word(line))};
  } else {
    throw fmm::complex_incompatible("complex values do not fit a real matrix");
  }
}

/// The value of an entry, from the words after its indices; 1 if the file stores a pattern. A
/// comment may follow.
///
/// Throws: fmm::invalid_mm if words are missing, surplus, or not numbers of the field.
template <class Scalar>
Scalar parse_values(std::string_view line, fmm::field_type field) {
  using Real = real_part_t<Scalar>;
  Scalar value{1};
  switch (field) {
    case fmm::pattern:
      break;
    case fmm::complex:
      value = parse_complex<Scalar>(line);
      break;
    case fmm::integer:
      value = parse_whole<Real>(take_word(line), true);
      break;
    case fmm::unsigned_integer:
      value = parse_whole<Real>(take_word(line), false);
      break;
    case fmm::real:
    case fmm::double_:
      value = parse_real<Real>(take_word(line));
      break;
  }
  if (is_end_of_line(line)) return value;
  throw fmm::invalid_mm("found " + quoted(take_word(line)) + ", expected the end of the line");
}

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
