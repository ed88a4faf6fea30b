// SPDX-License-Identifier: BSD-3-Clause
// What InstructionSetUnit.cpp offers, which is compiled once for each of two instruction sets.
#pragma once

#include "support/HostMatrix.hpp"

#include <string>

namespace araios_test {

/// A translation unit with compiler flags of its own. No type of the library stands in its
/// signatures: such a function would have another name in the unit that calls it.
struct InstructionSetUnit {
  using Product = HostMatrix<double>(HostMatrix<double> const&, HostMatrix<double> const&);

  std::string flags;          ///< vector instructions that the compiler may use
  std::string name;           ///< ARAIOS_ISA
  std::string symbol;         ///< linker's name of a public type
  std::string inside_symbol;  ///< linker's name of a type within impl
  Product* whole_call;        ///< by spgemm
  Product* two_phases;        ///< by spgemm_symbolic and spgemm_numeric
};

/// The unit for any processor of x86-64.
InstructionSetUnit baseline_unit();

/// The unit with the flags of the build.
InstructionSetUnit native_unit();

}  // namespace araios_test
