// SPDX-License-Identifier: BSD-3-Clause
// Conjugated copies and multiples of values.
#pragma once

#include <matrix/Araios_ConjugateElements.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The conjugate of a vector or of a dense matrix in new memory.
template <class ExecutionSpace, class View>
auto conjugated_copy(ExecutionSpace const& exec, View const& view) {
  using Copy = Kokkos::View<typename View::non_const_data_type, typename View::array_layout,
                            typename View::device_type>;
  auto const copy = or_out_of_memory("a conjugated copy", view.size() * sizeof(*view.data()), [&] {
    auto const properties =
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::sparse_blas.conjugated");
    if constexpr (View::rank() == 1) {
      return Copy(properties, view.extent(0));
    } else {
      return Copy(properties, view.extent(0), view.extent(1));
    }
  });
  conjugate_into(exec, view, copy);
  return copy;
}

template <class Scalar, class Values>
struct ScaleElement {
  Scalar factor;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { values(i) = factor * values(i); }
};

/// The first `size` values times a factor.
template <class ExecutionSpace, class Scalar, class Values>
void scale_values(ExecutionSpace const& exec, Scalar const& factor, Values const& values,
                  std::int64_t size) {
  if (factor == Scalar{1}) return;
  for_range("araios::sparse_blas::scale", exec, size, size,
            ScaleElement<Scalar, Values>{factor, values});
}

}  // namespace araios::inline ARAIOS_ISA::impl
