// SPDX-License-Identifier: BSD-3-Clause
// Widths of the sorting networks for rows: compile-time numbers of keys, and which one a row takes.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl::width_classes {

/// The widths of networks. A row is sorted with others of the same class: the least width that has
/// room for its keys.
inline constexpr std::array<int, 7> widths{8, 16, 32, 48, 64, 96, tuning::vector_row_max_products};
inline constexpr std::size_t count = widths.size();
/// All widths are multiples of it.
inline constexpr int step = widths.front();

namespace detail {

/// The class of rows of up to i · step keys, for each i.
inline constexpr auto class_of_steps = [] {
  std::array<std::uint8_t, widths.back() / step + 1> classes{};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    while (widths[classes[i]] < static_cast<int>(i) * step) ++classes[i];
  }
  return classes;
}();

}  // namespace detail

/// The class of a row of `size` keys. Pre: 0 <= size <= widths.back().
inline std::size_t class_of(int size) {
  return detail::class_of_steps[static_cast<std::size_t>((size + step - 1) / step)];
}

/// Calls f with the width of the class, a compile-time number, that rows of `longest` keys take.
///
/// Pre: longest <= widths.back().
template <std::size_t first = 0, class F>
[[gnu::always_inline]] inline void with_width_for(std::int64_t longest, F const& f) {
  if constexpr (first + 1 < count) {
    if (longest > widths[first]) return with_width_for<first + 1>(longest, f);
  }
  f(std::integral_constant<int, widths[first]>{});
}

}  // namespace araios::inline ARAIOS_ISA::impl::width_classes
