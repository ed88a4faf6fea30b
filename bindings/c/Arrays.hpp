// SPDX-License-Identifier: BSD-3-Clause
// Arrays of the caller: what is wrong with them, and views of them that count from 0.
#pragma once

#include "araios.h"
#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_HugePages.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

namespace araios_c {

using Space = Kokkos::DefaultHostExecutionSpace;
using Device = Space::device_type;

/// Writes numbers that are larger by `shift` than those read; both may be the same array.
template <class Index>
struct ShiftIndices {
  Index* to;
  Index const* from;
  Index shift;

  void operator()(std::int64_t i) const { to[i] = static_cast<Index>(from[i] + shift); }
};

template <class Index>
void shift_indices(Space const& exec, ShiftIndices<Index> const& indices, std::int64_t count) {
  Kokkos::parallel_for("araios::c::shift_indices",
                       Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
                       indices);
}

/// A view of the caller's array, which begins at an address that is right for T.
///
/// Throws: std::invalid_argument naming the array if it is null though it has elements, or if its
///         address is not aligned.
template <class T, class Pointer>
Kokkos::View<T*, Device> view_of(Pointer* array, std::int64_t count, std::string const& name) {
  ARAIOS_EXPECTS(array != nullptr || count == 0,
                 name + " is null, expected " + std::to_string(count) + " elements");
  auto const address = reinterpret_cast<std::uintptr_t>(array);
  ARAIOS_EXPECTS(address % alignof(T) == 0, name + " begins at an address that is no multiple of " +
                                                std::to_string(alignof(T)) +
                                                " bytes, which its type asks for");
  return Kokkos::View<T*, Device>(static_cast<T*>(array), static_cast<std::size_t>(count));
}

/// A scalar of the caller, at any address.
///
/// Throws: std::invalid_argument naming it if it is null.
template <class Scalar>
Scalar factor_at(void const* from, std::string const& name) {
  ARAIOS_EXPECTS(from != nullptr, name + " is null, expected a scalar of A's type");
  Scalar value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// The same array, or a copy of it that counts from 0 where it counts from `base`.
template <class Index>
Kokkos::View<Index const*, Device> from_zero(Space const& exec,
                                             Kokkos::View<Index const*, Device> const& indices,
                                             std::int32_t base) {
  if (base == 0) return indices;
  auto const copy = araios::impl::allocate_touched<Index, Device>(
      exec, "a copy of indices that counts from 0", indices.extent(0));
  shift_indices<Index>(exec, {copy.data(), indices.data(), static_cast<Index>(-base)},
                       static_cast<std::int64_t>(indices.extent(0)));
  return copy;
}

/// Throws std::invalid_argument if a number of rows or columns is out of range.
inline void check_size(std::int64_t size, std::string const& what) {
  // One more must fit too: rows have an offset more.
  constexpr auto largest = std::numeric_limits<std::int64_t>::max() - 1;
  ARAIOS_EXPECTS(size >= 0 && size <= largest, what + " is " + std::to_string(size) +
                                                   ", expected 0 to " + std::to_string(largest));
}

/// Throws std::invalid_argument if indices count from another number than 0 or 1.
inline void check_base(std::int32_t base, std::string const& name) {
  ARAIOS_EXPECTS(base == 0 || base == 1,
                 name + ".base is " + std::to_string(base) + ", expected 0 or 1");
}

/// Throws std::invalid_argument if the numbers of a matrix are out of range.
inline void check_header(araios_matrix const& a, std::string const& name) {
  check_size(a.num_rows, name + ".num_rows");
  check_size(a.num_cols, name + ".num_cols");
  check_base(a.base, name);
}

/// The entries of a matrix by its row offsets. Only the first and the last are looked at.
template <class Offset>
std::int64_t count_entries(Kokkos::View<Offset const*, Device> const& row_offsets,
                           std::int32_t base, std::string const& name) {
  if (row_offsets.extent(0) == 0) return 0;
  auto const first = static_cast<std::int64_t>(row_offsets(0));
  auto const last = static_cast<std::int64_t>(row_offsets(row_offsets.extent(0) - 1));
  ARAIOS_EXPECTS(first == base, name + ".row_offsets begins with " + std::to_string(first) +
                                    ", expected " + name + ".base, which is " +
                                    std::to_string(base));
  ARAIOS_EXPECTS(last >= base, name + ".row_offsets ends with " + std::to_string(last) +
                                   ", expected at least " + std::to_string(base));
  return last - base;
}

/// The matrix of the caller as an operand of the library.
template <class Scalar, class Offset, class Ordinal>
struct OperandOf {
  using Graph = araios::CrsGraph<Offset, Ordinal const, Device>;
  using Matrix = araios::CrsMatrix<Scalar const, Offset, Ordinal const, Device>;

  /// Without its values.
  ///
  /// Throws: std::invalid_argument naming what is wrong; std::overflow_error if a size does not fit
  ///         Ordinal; OutOfMemory.
  static Graph graph(Space const& exec, araios_matrix const& a, std::string const& name) {
    check_header(a, name);
    using araios::impl::checked_cast;
    auto const num_rows = checked_cast<Ordinal>(a.num_rows, name + ".num_rows");
    auto const num_cols = checked_cast<Ordinal>(a.num_cols, name + ".num_cols");
    std::int64_t const num_offsets = a.num_rows == 0 ? 0 : a.num_rows + 1;
    auto const row_offsets =
        view_of<Offset const>(a.row_offsets, num_offsets, name + ".row_offsets");
    auto const num_entries = count_entries<Offset>(row_offsets, a.base, name);
    auto const columns = view_of<Ordinal const>(a.columns, num_entries, name + ".columns");
    return {num_rows, num_cols, from_zero<Offset>(exec, row_offsets, a.base),
            from_zero<Ordinal>(exec, columns, a.base)};
  }

  /// With its values. Throws: likewise.
  static Matrix matrix(Space const& exec, araios_matrix const& a, std::string const& name) {
    auto const pattern = graph(exec, a, name);
    auto const num_entries = static_cast<std::int64_t>(pattern.columns.extent(0));
    return {pattern, view_of<Scalar const>(a.values, num_entries, name + ".values")};
  }
};

}  // namespace araios_c
