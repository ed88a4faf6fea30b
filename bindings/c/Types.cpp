// SPDX-License-Identifier: BSD-3-Clause
// The names of types.

#include "Types.hpp"

#include "araios.h"
#include <platform/Araios_Expects.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace araios_c {
namespace {

constexpr std::array scalars{"float", "double", "complex float", "complex double"};
constexpr std::array indices{"int32", "int64"};

template <class Names>
std::string name_of(std::int32_t number, Names const& names, std::string const& what) {
  ARAIOS_EXPECTS(
      number >= 1 && static_cast<std::size_t>(number) <= names.size(),
      what + " is " + std::to_string(number) + ", expected 1 to " + std::to_string(names.size()));
  return names[static_cast<std::size_t>(number) - 1];
}

}  // namespace

std::string describe_scalar(std::int32_t scalar, std::string const& what) {
  return name_of(scalar, scalars, what);
}

std::string describe(Types const& types, std::string const& name) {
  return describe_scalar(types.scalar, name + ".scalar") + " with offsets of " +
         name_of(types.offset, indices, name + ".offset") + " and columns of " +
         name_of(types.ordinal, indices, name + ".ordinal");
}

}  // namespace araios_c
