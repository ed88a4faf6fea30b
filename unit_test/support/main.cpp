// SPDX-License-Identifier: BSD-3-Clause
// Runs all tests of an executable between initialization and finalization of Kokkos.

#include <Kokkos_Core.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  Kokkos::ScopeGuard const kokkos{argc, argv};
  return RUN_ALL_TESTS();
}
