// SPDX-License-Identifier: BSD-3-Clause
// What tests of the C interface share: types, options, messages.
#pragma once

#include "CArrays.hpp"
#include "HostMatrix.hpp"
#include "Matchers.hpp"

#include <Kokkos_Core.hpp>

#include <araios.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace araios_test {

template <class ScalarT, class OffsetT, class OrdinalT>
struct CCombination {
  using Scalar = ScalarT;
  using Arrays = CArrays<ScalarT, OffsetT, OrdinalT>;

  static HostMatrix<Scalar> from(araios_matrix const& c) {
    return from_c<ScalarT, OffsetT, OrdinalT>(c);
  }
};

#ifdef ARAIOS_TEST_REDUCED_TYPES
using CCombinations = testing::Types<CCombination<double, int, int>,
                                     CCombination<Kokkos::complex<double>, std::size_t, int>>;
#else
using CCombinations = testing::Types<CCombination<double, int, int>, CCombination<float, int, int>,
                                     CCombination<Kokkos::complex<float>, int, int>,
                                     CCombination<Kokkos::complex<double>, std::size_t, int>,
                                     CCombination<double, std::int64_t, std::int64_t>>;
#endif

inline std::string message(int status) {
  return "status " + std::to_string(status) + ": " + araios_last_error();
}

/// Whether a call failed with this status and a message that holds the parts.
inline testing::AssertionResult refused(int found, int expected,
                                        std::vector<std::string> const& parts) {
  if (found != expected) return testing::AssertionFailure() << message(found);
  return holds_all(araios_last_error(), parts);
}

/// Options, of which one is set to begin with.
class COptions {
 public:
  COptions(char const* name, std::int64_t value) {
    EXPECT_EQ(araios_options_create(&options_), ARAIOS_OK);
    set(name, value);
  }
  COptions(COptions const&) = delete;
  COptions& operator=(COptions const&) = delete;
  ~COptions() { araios_options_destroy(options_); }

  void set(char const* name, std::int64_t value) {
    EXPECT_EQ(araios_options_set(options_, name, value), ARAIOS_OK);
  }
  araios_options const* get() const { return options_; }

 private:
  araios_options* options_ = nullptr;
};

}  // namespace araios_test
