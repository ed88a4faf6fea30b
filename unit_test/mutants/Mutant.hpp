// SPDX-License-Identifier: BSD-3-Clause
// The switch between the mutants that one build carries. Each source of that build includes it
// first.
#pragma once

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace araios_mutants {

inline constexpr std::size_t max_mutants = 4096;

/// ARAIOS_MUTANT, the number of the mutant that is switched on; mutants count from 1.
inline int active_number() {
  char const* const number = std::getenv("ARAIOS_MUTANT");
  return number == nullptr ? 0 : std::atoi(number);
}

/// Tells whether a mutant is switched on. If ARAIOS_MUTANTS_REACHED names a file, the process
/// appends the numbers of all that it reached.
class Switch {
 public:
  Switch() { path_ = std::getenv("ARAIOS_MUTANTS_REACHED"); }
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
  int active_ = active_number();
  char const* path_ = nullptr;
  std::array<std::atomic<bool>, max_mutants> is_reached_{};
};

inline Switch the_switch;

#ifdef __CUDACC__
#define ARAIOS_MUTANTS_FUNCTION __host__ __device__
/// The same number on devices. Each source has its own, since they are not linked there.
static __device__ int on_device = 0;
static bool const is_copied = [] {
  int const number = active_number();
  return cudaMemcpyToSymbol(on_device, &number, sizeof number) == cudaSuccess;
}();
#else
#define ARAIOS_MUTANTS_FUNCTION
#endif

/// Whether a mutant is switched on; never in constant expressions. The builtin function, since
/// nvcc takes std::is_constant_evaluated for code of hosts alone, and then drops the rest here.
[[gnu::always_inline]] ARAIOS_MUTANTS_FUNCTION constexpr bool is_on(int number) {
  if (__builtin_is_constant_evaluated()) return false;
#ifdef __CUDA_ARCH__
  return number == on_device;
#else
  return the_switch.is_on(number);
#endif
}

/// Operations of two operands. A mutant whose type would differ from the original's does not exist.
struct Plus {
  ARAIOS_MUTANTS_FUNCTION constexpr auto operator()(auto const& x, auto const& y) const
      -> decltype(x + y) {
    return x + y;
  }
};
struct Minus {
  ARAIOS_MUTANTS_FUNCTION constexpr auto operator()(auto const& x, auto const& y) const
      -> decltype(x - y) {
    return x - y;
  }
};
struct Times {
  ARAIOS_MUTANTS_FUNCTION constexpr auto operator()(auto const& x, auto const& y) const
      -> decltype(x * y) {
    return x * y;
  }
};
struct Divide {
  ARAIOS_MUTANTS_FUNCTION constexpr auto operator()(auto const& x, auto const& y) const
      -> decltype(x / y) {
    return x / y;
  }
};
/// The left operand alone.
struct Left {
  ARAIOS_MUTANTS_FUNCTION constexpr auto operator()(auto const& x, auto const&) const { return x; }
};

template <class Original, class Mutated>
[[gnu::always_inline]] ARAIOS_MUTANTS_FUNCTION constexpr auto either(int number, auto const& x,
                                                                     auto const& y) {
  using Result = decltype(Original{}(x, y));
  if constexpr (requires { static_cast<Result>(Mutated{}(x, y)); }) {
    if (is_on(number)) return static_cast<Result>(Mutated{}(x, y));
  }
  return Original{}(x, y);
}

}  // namespace araios_mutants
