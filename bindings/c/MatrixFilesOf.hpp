// SPDX-License-Identifier: BSD-3-Clause
// Matrix Market files of matrices of one combination of types; needs fast_matrix_market, zlib,
// liblzma.
#pragma once

#include "Answer.hpp"
#include "Arrays.hpp"
#include "Products.hpp"
#include "Results.hpp"
#include "araios.h"
#include <Araios_MatrixMarket.hpp>
#include <matrix/Araios_CheckedOperand.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <system_error>

namespace araios_c {

/// Runs what reads or writes a file; its errors become statuses of their own.
template <class Call>
auto with_file(Call const& call) {
  try {
    return call();
  } catch (araios::ComplexFileError const& error) {
    throw Refusal{ARAIOS_COMPLEX_FILE, error.what()};
  } catch (araios::MatrixMarketError const& error) {
    throw Refusal{ARAIOS_FILE_ERROR, error.what()};
  } catch (std::system_error const& error) {
    throw Refusal{ARAIOS_FILE_ERROR, error.what()};
  }
}

template <class Scalar, class Offset, class Ordinal>
class MatrixFilesOf final : public MatrixFiles {
 public:
  araios_matrix read(std::string const& path, std::int32_t base) const override {
    auto const a =
        with_file([&] { return araios::read_matrix_market<Scalar, Offset, Ordinal>(path); });
    return give(Space{}, a, base);
  }

  void write(std::string const& path, araios_matrix const& a) const override {
    Space const exec;
    auto const matrix = OperandOf<Scalar, Offset, Ordinal>::matrix(exec, a, "A");
    // The writer takes a valid pattern for granted.
    auto const checked = araios::impl::checked_operand(exec, matrix, "A");
    exec.fence();
    with_file([&] { araios::write_matrix_market(path, checked.rows); });
  }
};

}  // namespace araios_c
