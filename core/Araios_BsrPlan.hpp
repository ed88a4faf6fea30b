// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase of a product of matrices of blocks.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <Araios_SemiringPlan.hpp>
#include <Araios_SemiringReport.hpp>
#include <Araios_Workspace.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA {

/// What block_spgemm_symbolic returns: the pattern of C, whose entries are blocks, and how products
/// are summed onto it.
///
/// A value, cheap to copy. It serves any number of numeric phases while the patterns and the blocks
/// of A and B stay. It may outlive Kokkos, whose finalization empties it.
template <class Offset, class Ordinal, class Device>
class BsrPlan {
 public:
  using offset_type = Offset;    ///< counts blocks of C
  using ordinal_type = Ordinal;  ///< numbers rows and columns of blocks
  using device_type = Device;    ///< where the operands and C lie

  /// Rows of blocks of C.
  Ordinal num_rows() const { return product_.num_rows(); }
  /// Columns of blocks of C.
  Ordinal num_cols() const { return product_.num_cols(); }
  /// Blocks of C.
  std::int64_t nnz() const { return product_.nnz(); }
  /// Rows of a block of C.
  int block_rows() const { return block_rows_; }
  /// Columns of a block of A, and rows of one of B.
  int block_inner() const { return block_inner_; }
  /// Columns of a block of C.
  int block_cols() const { return block_cols_; }
  /// num_rows + 1 offsets of C, shared with every C that the plan allocates.
  Kokkos::View<Offset const*, Device> row_offsets() const { return product_.row_offsets(); }
  /// The columns of C, likewise.
  Kokkos::View<Ordinal const*, Device> columns() const { return product_.columns(); }
  /// Bytes of all that the plan keeps besides the pattern of C.
  std::size_t kept_bytes() const { return product_.kept_bytes(); }
  /// The workspace of calls that name none.
  Workspace<Device> const& workspace() const { return product_.workspace(); }
  /// How numeric phases run, and why; steps are those of blocks.
  SemiringReport report() const { return product_.report(); }

  /// C as the plan allocates it: with its own columns, which are read-only.
  template <class Scalar>
  using result_type = BsrMatrix<Scalar, Offset, Ordinal const, Device>;

  /// Memory for C: the pattern of the plan, and new values, uninitialized. Throws: OutOfMemory.
  template <class Scalar, class ExecutionSpace>
  result_type<Scalar> allocate(ExecutionSpace const& exec, std::string const& label) const {
    return with_columns<Scalar>(exec, label, data().columns_of_c);
  }
  /// Memory for a C with columns of its own, which may be changed. Each numeric call writes them
  /// anew. Throws: OutOfMemory.
  template <class Scalar, class ExecutionSpace>
  BsrMatrix<Scalar, Offset, Ordinal, Device> allocate_writable(ExecutionSpace const& exec,
                                                               std::string const& label) const {
    return with_columns<Scalar>(exec, label,
                                impl::allocate_touched<Ordinal, Device>(
                                    exec, label + ".columns", static_cast<std::size_t>(nnz())));
  }

  /// @cond impl
  BsrPlan(SemiringPlan<Offset, Ordinal, Device> const& product, int block_rows, int block_inner,
          int block_cols)
      : product_{product},
        block_rows_{block_rows},
        block_inner_{block_inner},
        block_cols_{block_cols} {}

  auto const& data() const { return product_.data(); }

  // The last C of a plan: it takes over the columns. Pre: the plan serves no other C.
  template <class Scalar, class ExecutionSpace>
  BsrMatrix<Scalar, Offset, Ordinal, Device> allocate_last(ExecutionSpace const& exec,
                                                           std::string const& label) const {
    return with_columns<Scalar>(exec, label, data().columns_of_c);
  }
  /// @endcond

 private:
  template <class Scalar, class ExecutionSpace>
  BsrMatrix<Scalar, Offset, Ordinal, Device> with_columns(
      ExecutionSpace const& exec, std::string const& label,
      Kokkos::View<Ordinal*, Device> const& columns) const {
    std::size_t const size = static_cast<std::size_t>(nnz()) *
                             static_cast<std::size_t>(block_rows_) *
                             static_cast<std::size_t>(block_cols_);
    return {{num_rows(), num_cols(), row_offsets(), columns},
            impl::allocate_touched<Scalar, Device>(exec, label + ".values", size),
            block_rows_,
            block_cols_};
  }

  SemiringPlan<Offset, Ordinal, Device> product_;
  int block_rows_;
  int block_inner_;
  int block_cols_;
};

}  // namespace araios::inline ARAIOS_ISA
