// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase of a triple product of matrices of blocks.
#pragma once

#include <Araios_BsrPlan.hpp>
#include <Araios_RapOptions.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstddef>

namespace araios::inline ARAIOS_ISA {

namespace impl {
/// How R·A·P is formed beside the product R·(A·P).
template <class Offset, class Ordinal, class Device>
struct BsrRapParts {
  BsrPlan<Offset, Ordinal, Device> intermediate;  ///< of A·P
  std::any transposed;  ///< the TransposePlan of P, with its offsets, where R is not given
  std::size_t transposed_bytes = 0;
  RapOptions options;

  std::size_t bytes() const {
    return intermediate.kept_bytes() + intermediate.row_offsets().size() * sizeof(Offset) +
           intermediate.columns().size() * sizeof(Ordinal) + transposed_bytes;
  }
};
}  // namespace impl

/// What block_rap_symbolic returns: the patterns of C = R·A·P and of A·P, whose entries are blocks.
///
/// A value, cheap to copy. It serves any number of numeric phases while the patterns and blocks of
/// the operands stay. Members as those of BsrPlan. It may outlive Kokkos, whose finalization
/// empties it.
template <class Offset, class Ordinal, class Device>
class BsrRapPlan : public BsrPlan<Offset, Ordinal, Device> {
 public:
  /// Bytes of all that the plan keeps besides the pattern of C, among them the pattern of A·P.
  std::size_t kept_bytes() const {
    return BsrPlan<Offset, Ordinal, Device>::kept_bytes() + parts_.bytes();
  }

  /// @cond impl
  using parts_type = impl::BsrRapParts<Offset, Ordinal, Device>;

  BsrRapPlan(BsrPlan<Offset, Ordinal, Device> const& product, parts_type const& parts)
      : BsrPlan<Offset, Ordinal, Device>{product}, parts_{parts} {}

  parts_type const& parts() const { return parts_; }
  // The product R·(A·P).
  BsrPlan<Offset, Ordinal, Device> const& product() const { return *this; }
  /// @endcond

 private:
  parts_type parts_;
};

}  // namespace araios::inline ARAIOS_ISA
