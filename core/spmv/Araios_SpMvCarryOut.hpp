// SPDX-License-Identifier: BSD-3-Clause
// Carry-outs of merge-path SpMV on hosts: parts of rows that cross the ends of shares.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SpMvSumRow.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Carry-outs of rows that cross the borders of blocks, one part per share. At most two such rows
/// meet in a share: one that begins in it, and one that began earlier.
///
/// Shapes: first_parts and later_parts have an element for each share; any has one.
/// Pre:    any is zero. It is written only if there is such a row, since a cache line that threads
///         share delays small products.
template <class Scalar, class Device>
struct CarryOut {
  Kokkos::View<Scalar*, Device> first_parts;  ///< of the row that begins in the share
  Kokkos::View<Scalar*, Device> later_parts;  ///< of the row that began in an earlier share
  Kokkos::View<int*, Device> any;             ///< not zero if a block has cut a row

  bool operator==(CarryOut const&) const = default;
};

/// A row that may be cut: it has more entries than a share has steps. Its sum is that of its parts
/// in all shares, in order, whichever blocks sum them.
template <class Operands, class CarryOutType>
class LongRow {
 public:
  using scalar_type = typename Operands::scalar_type;

  LongRow(Operands const& operands, CarryOutType const& cut, std::int64_t steps_per_share,
          std::int64_t row)
      : operands_{operands},
        cut_{cut},
        steps_per_share_{steps_per_share},
        path_begin_{operands.path_begin()},
        row_{row},
        first_step_{row + operands.row_begin(row)},
        end_step_{row + operands.row_end(row)} {}

  /// The step of the first entry, and that of the row's end.
  std::int64_t first_step() const { return first_step_; }
  std::int64_t end_step() const { return end_step_; }
  bool exists() const { return end_step_ - first_step_ > steps_per_share_; }

  void store_sum() const {
    scalar_type total{};
    for_each_part(first_step_, end_step_,
                  [&](std::int64_t, scalar_type const& part) { total += part; });
    operands_.store(row_, total);
  }

  /// Stores the parts that begin in [begin_step, end_step), each of them whole.
  void leave_parts(std::int64_t begin_step, std::int64_t end_step) const {
    std::int64_t const first = begin_step <= first_step_ ? first_step_ : share_from(begin_step);
    for_each_part(first, std::min(end_step, end_step_),
                  [&](std::int64_t step, scalar_type const& part) { place_of(step) = part; });
  }

  /// Pre: all parts have been stored by leave_parts.
  void store_sum_of_left_parts() const {
    scalar_type total{};
    for (std::int64_t step = first_step_; step < end_step_; step = next_share(step)) {
      total += place_of(step);
    }
    operands_.store(row_, total);
  }

 private:
  std::int64_t share_of(std::int64_t step) const { return (step - path_begin_) / steps_per_share_; }
  std::int64_t next_share(std::int64_t step) const {
    return path_begin_ + (share_of(step) + 1) * steps_per_share_;
  }
  /// The first step of the first share that does not begin before this step.
  std::int64_t share_from(std::int64_t step) const {
    return path_begin_ + share_of(step + steps_per_share_ - 1) * steps_per_share_;
  }
  /// The carry-out of the part that begins at this step.
  scalar_type& place_of(std::int64_t step) const {
    auto const& parts = step == first_step_ ? cut_.first_parts : cut_.later_parts;
    return parts(static_cast<std::size_t>(share_of(step)));
  }
  /// Calls take(step, part) for each part that begins in [first, end_step), with its first step.
  template <class Take>
  void for_each_part(std::int64_t first, std::int64_t end_step, Take const& take) const {
    for (std::int64_t step = first; step < end_step; step = next_share(step)) {
      std::int64_t const end = std::min(end_step_, next_share(step));
      take(step, sum_of_entries(operands_, step - row_, end - row_));
    }
  }

  Operands const& operands_;
  CarryOutType const& cut_;
  std::int64_t steps_per_share_;
  std::int64_t path_begin_;
  std::int64_t row_;
  std::int64_t first_step_;
  std::int64_t end_step_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
