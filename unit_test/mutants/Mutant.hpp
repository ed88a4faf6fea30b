// SPDX-License-Identifier: BSD-3-Clause
// The switch between the mutants that one build carries. Each source of that build includes it first.
#pragma once

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace araios_mutants {

inline constexpr std::size_t max_mutants = 4096;

/// Reads ARAIOS_MUTANT, the number of the mutant that is switched on; mutants count from 1. If
/// ARAIOS_MUTANTS_REACHED names a file, the process appends the numbers of all that it reached.
class Switch {
 public:
  Switch() {
    if (char const* const number = std::getenv("ARAIOS_MUTANT")) active_ = std::atoi(number);
    path_ = std::getenv("ARAIOS_MUTANTS_REACHED");
  }
  Switch(Switch const&) = delete;
  Switch& operator=(Switch const&) = delete;
  ~Switch() {
    if (path_ == nullptr) return;
    std::FILE* const file = std::fopen(path_, "a");
    if (file == nullptr) return;
    for (std::size_t number = 0; number < max_mutants; ++number) {
      if (is_reached_[number].load()) std::fprintf(file, "%zu\n", number);
    }
    std::fclose(file);
  }

  bool is_on(int number) {
    if (path_ != nullptr) {
      is_reached_[static_cast<std::size_t>(number)].store(true, std::memory_order_relaxed);
    }
    return number == active_;
  }

 private:
  int active_ = 0;
  char const* path_ = nullptr;
  std::array<std::atomic<bool>, max_mutants> is_reached_{};
};

inline Switch the_switch;

/// Whether a mutant is switched on; never in constant expressions.
[[gnu::always_inline]] constexpr bool is_on(int number) {
  return !std::is_constant_evaluated() && the_switch.is_on(number);
}

/// Operations of two operands. A mutant whose type would differ from the original's does not exist.
struct Plus {
  constexpr auto operator()(auto const& x, auto const& y) const -> decltype(x + y) { return x + y; }
};
struct Minus {
  constexpr auto operator()(auto const& x, auto const& y) const -> decltype(x - y) { return x - y; }
};
struct Times {
  constexpr auto operator()(auto const& x, auto const& y) const -> decltype(x * y) { return x * y; }
};
struct Divide {
  constexpr auto operator()(auto const& x, auto const& y) const -> decltype(x / y) { return x / y; }
};
/// The left operand alone.
struct Left {
  constexpr auto operator()(auto const& x, auto const&) const { return x; }
};

template <class Original, class Mutated>
[[gnu::always_inline]] constexpr auto either(int number, auto const& x, auto const& y) {
  using Result = decltype(Original{}(x, y));
  if constexpr (requires { static_cast<Result>(Mutated{}(x, y)); }) {
    if (is_on(number)) return static_cast<Result>(Mutated{}(x, y));
  }
  return Original{}(x, y);
}

}  // namespace araios_mutants
