// SPDX-License-Identifier: BSD-3-Clause
// The part that plans with a known pattern of C have in common.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_ResultMemory.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DropAtFinalize.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// The pattern of C as a plan keeps it.
template <class Offset, class Ordinal, class Device>
struct KeptPattern {
  using offset_type = Offset;
  using ordinal_type = Ordinal;
  using device_type = Device;

  Ordinal num_rows = 0;
  Ordinal num_cols = 0;
  std::int64_t nnz = 0;
  Kokkos::View<Offset const*, Device> row_offsets;
  Kokkos::View<Ordinal*, Device> columns_of_c;
};

/// A plan that keeps the pattern of C. `Data` derives from KeptPattern. Copies share it, and
/// Kokkos' finalization empties it.
template <class Data>
class PlanOfPattern {
 public:
  using offset_type = typename Data::offset_type;    ///< counts entries of C
  using ordinal_type = typename Data::ordinal_type;  ///< numbers rows and columns
  using device_type = typename Data::device_type;    ///< where the operands and C lie

  /// Rows of C.
  ordinal_type num_rows() const { return data().num_rows; }
  /// Columns of C.
  ordinal_type num_cols() const { return data().num_cols; }
  /// Entries of C.
  std::int64_t nnz() const { return data().nnz; }
  /// num_rows + 1 offsets of C, shared with every C that the plan allocates.
  Kokkos::View<offset_type const*, device_type> row_offsets() const { return data().row_offsets; }
  /// The columns of C, likewise.
  Kokkos::View<ordinal_type const*, device_type> columns() const { return data().columns_of_c; }
  /// Bytes of all that the plan keeps besides the pattern of C.
  std::size_t kept_bytes() const { return data().kept_bytes(); }

  /// C as the plan allocates it: with its own columns, which are read-only.
  template <class Scalar>
  using result_type = CrsMatrix<Scalar, offset_type, ordinal_type const, device_type>;

  /// Memory for C: the pattern of the plan, and new values, uninitialized. Throws: OutOfMemory.
  template <class Scalar, class ExecutionSpace>
  result_type<Scalar> allocate(ExecutionSpace const& exec, std::string const& label) const {
    return allocate_last<Scalar>(exec, label);
  }
  /// Memory for a C with columns of its own, which may be changed. Each numeric call writes them
  /// anew; before the first one C is no operand. Throws: OutOfMemory.
  template <class Scalar, class ExecutionSpace>
  CrsMatrix<Scalar, offset_type, ordinal_type, device_type> allocate_writable(
      ExecutionSpace const& exec, std::string const& label) const {
    return with_columns<Scalar>(exec, label, {});
  }

  // For the calls of the library.

  explicit PlanOfPattern(Data data)
      : kept_{or_out_of_memory("a plan", sizeof(Kept), [&] {
          ListedForFinalize::drop_at_finalize();
          return std::make_shared<Kept>(std::move(data));
        })} {}

  Data const& data() const { return kept_->contents; }

  /// The last C of a plan: it takes over the columns. Pre: the plan serves no other C.
  template <class Scalar, class ExecutionSpace>
  CrsMatrix<Scalar, offset_type, ordinal_type, device_type> allocate_last(
      ExecutionSpace const& exec, std::string const& label) const {
    return with_columns<Scalar>(exec, label, data().columns_of_c);
  }

 private:
  using Kept = DropAtFinalize<Data>;

  template <class Scalar, class ExecutionSpace>
  CrsMatrix<Scalar, offset_type, ordinal_type, device_type> with_columns(
      ExecutionSpace const& exec, std::string const& label,
      Kokkos::View<ordinal_type*, device_type> const& columns) const {
    return allocate_result<Scalar>(exec, label,
                                   CrsGraph<offset_type, ordinal_type, device_type>{
                                       num_rows(), num_cols(), row_offsets(), columns},
                                   nnz());
  }

  std::shared_ptr<Kept const> kept_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
