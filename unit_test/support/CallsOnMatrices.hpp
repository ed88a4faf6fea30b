// SPDX-License-Identifier: BSD-3-Clause
// The fixture of typed tests whose calls take single matrices.
#pragma once

#include "HostMatrix.hpp"

#include <gtest/gtest.h>

namespace araios_test {

template <class Types>
class CallsOnMatrices : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;
  using Value = typename Types::scalar;
  using Offset = typename Types::offset_a;
  using Ordinal = typename Types::ordinal;

  static auto device(HostMatrix<Value> const& a) { return to_device<Offset, Ordinal, Views>(a); }

  Space exec;
};

}  // namespace araios_test
