// SPDX-License-Identifier: BSD-3-Clause
// Matrices by name: a Matrix Market file or a model problem; needs fast_matrix_market, zlib,
// liblzma.
#pragma once

#include <Araios_Generators.hpp>
#include <Araios_HostCrsMatrix.hpp>
#include <Araios_MatrixMarket.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <string>

namespace araios::inline ARAIOS_ISA {

/// Loads a matrix: a name that begins with `gen:` is made by `generate` with its default seed,
/// any other is the path of a file that `read_matrix_market` reads, whatever its suffix.
///
/// `report`, if given, tells what a file said beside its matrix; it is empty for generators.
/// Throws: as generate and read_matrix_market.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> load_matrix(std::string const& name,
                                                   MatrixMarketReport* report = nullptr) {
  if (!is_generator_name(name)) return read_matrix_market<Scalar, Offset, Ordinal>(name, report);
  if (report) *report = {};
  return generate<Scalar, Offset, Ordinal>(name);
}

}  // namespace araios::inline ARAIOS_ISA
