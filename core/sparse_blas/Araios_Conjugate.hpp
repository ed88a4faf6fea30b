// SPDX-License-Identifier: BSD-3-Clause
// Conjugated copies and multiples of values.
#pragma once

#include <matrix/Araios_GatherElements.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

template <class From, class To>
struct ConjugateElements {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if constexpr (From::rank() == 1) {
      to(i) = ConjugateElement{}(from(i));
    } else {
      auto const num_columns = static_cast<std::int64_t>(from.extent(1));
      std::int64_t const row = i / num_columns;
      std::int64_t const column = i % num_columns;
      to(row, column) = ConjugateElement{}(from(row, column));
    }
  }
};

/// to = conjugate of from, element by element; both may be the same view.
///
/// Shapes: views of one or of two dimensions, alike.
template <class ExecutionSpace, class From, class To>
void conjugate_into(ExecutionSpace const& exec, From const& from, To const& to) {
  auto const size = static_cast<std::int64_t>(from.size());
  for_range("araios::sparse_blas::conjugate", exec, size, size,
            ConjugateElements<From, To>{from, to});
}

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
