// SPDX-License-Identifier: BSD-3-Clause
// What a product will need, before it runs: a plain record.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA {

/// Upper bounds of one product. Units: bytes, entries, products (flops = 2·work).
struct SpGemmEstimate {
  std::int64_t work = 0;                ///< exact
  std::int64_t max_row_work = 0;        ///< exact
  std::int64_t max_nnz_c = 0;           ///< each row at most its work and its columns
  std::int64_t max_row_size = 0;        ///< of C
  std::size_t max_bytes_c = 0;          ///< row offsets, columns and values of max_nnz_c entries
  std::size_t transposed_bytes = 0;     ///< kept by the plan; included in all that follow
  std::size_t symbolic_bytes = 0;       ///< most that a symbolic call takes when memory is ample
  std::size_t numeric_bytes = 0;        ///< the same of a numeric call
  std::size_t min_workspace_bytes = 0;  ///< options.max_workspace_bytes with which both calls run

  /// Compares all fields.
  bool operator==(SpGemmEstimate const&) const = default;
};

}  // namespace araios::inline ARAIOS_ISA
