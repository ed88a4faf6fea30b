// SPDX-License-Identifier: BSD-3-Clause
// Exponents of real numbers as Fortran writes them: with a D, or of three digits without a letter.
#pragma once

#include <matrix_market/Araios_MatrixMarketText.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

/// Fortran's edit descriptors E, D and G drop the letter where the exponent takes three digits.
inline constexpr std::size_t bare_exponent_digits = 3;

/// Whether the text is digits with a decimal point, perhaps after a minus, as Fortran writes every
/// mantissa.
inline bool is_fortran_mantissa(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  auto const point = text.find('.');
  if (point == std::string_view::npos) return false;
  std::string_view const whole = text.substr(0, point);
  std::string_view const fraction = text.substr(point + 1);
  return (whole.empty() || is_digits(whole)) && (fraction.empty() || is_digits(fraction)) &&
         whole.size() + fraction.size() > 0;
}

/// Whether the number ends in a sign and three digits behind a mantissa, such as 0.5771964-104. No
/// other form counts: 1-2 and 1.5-2 come from no Fortran program, and may be typing errors.
inline bool has_bare_exponent(std::string_view number) {
  if (number.size() <= bare_exponent_digits + 1) return false;
  auto const sign = number.size() - bare_exponent_digits - 1;
  return (number[sign] == '-' || number[sign] == '+') && is_digits(number.substr(sign + 1)) &&
         is_fortran_mantissa(number.substr(0, sign));
}

/// The number with an e before its exponent, or none if its exponent is not one of Fortran. The
/// rest of the number may be wrong.
inline std::optional<std::string> with_fortran_exponent(std::string_view number) {
  std::string with_e{number};
  if (auto const letter = number.find_first_of("dD"); letter != std::string_view::npos) {
    with_e[letter] = 'e';
    return with_e;
  }
  if (!has_bare_exponent(number)) return std::nullopt;
  with_e.insert(number.size() - bare_exponent_digits - 1, 1, 'e');
  return with_e;
}

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
