// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase of a product to which a matrix is added.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpAddPlan.hpp>
#include <Araios_SpGemmPlan.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DropAtFinalize.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <memory>

namespace araios::inline ARAIOS_ISA {

/// What spgemm_add_symbolic returns: a plan of op(A)·op(B), one of its sum with D, and memory for
/// the product.
///
/// A value, cheap to copy; copies share that memory, so that one call at a time uses them. Members
/// are those of SpAddPlan: num_rows, num_cols, nnz, row_offsets, columns, kept_bytes, allocate,
/// allocate_writable are of C. It may outlive Kokkos, whose finalization empties it.
template <class Scalar, class Offset, class Ordinal, class Device>
class SpGemmAddPlan : public SpAddPlan<Offset, Ordinal, Device> {
 public:
  using scalar_type = Scalar;                                ///< of all values
  using product_type = SpGemmPlan<Offset, Ordinal, Device>;  ///< plan of op(A)·op(B)

  /// The plan of op(A)·op(B).
  product_type const& product() const { return product_; }

  /// @cond impl
  using matrix_type = CrsMatrix<Scalar, Offset, Ordinal, Device>;

  SpGemmAddPlan(product_type const& product, matrix_type const& result,
                SpAddPlan<Offset, Ordinal, Device> const& sum)
      : SpAddPlan<Offset, Ordinal, Device>{sum},
        product_{product},
        result_{impl::or_out_of_memory("a plan", sizeof(Kept), [&] {
          impl::ListedForFinalize::drop_at_finalize();
          return std::make_shared<Kept>(result);
        })} {}

  // op(A)·op(B), as the last numeric call has left it.
  matrix_type const& result_of_product() const { return result_->contents; }
  SpAddPlan<Offset, Ordinal, Device> const& sum() const { return *this; }
  /// @endcond

 private:
  using Kept = impl::DropAtFinalize<matrix_type>;

  product_type product_;
  std::shared_ptr<Kept const> result_;
};

}  // namespace araios::inline ARAIOS_ISA
