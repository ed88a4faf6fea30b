// SPDX-License-Identifier: BSD-3-Clause
// Whether a result shares memory with an operand.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>

namespace araios::inline ARAIOS_ISA::impl {

/// The memory of a view with elements as equidistant pieces of one size, which together contain all
/// of them.
struct MemoryPieces {
  std::byte const* begin;
  std::byte const* end;  ///< of the last piece; the span of a view goes on to where one more began
  std::size_t size;      ///< bytes
  std::size_t stride;    ///< bytes from one piece to the next

  template <class View>
  explicit MemoryPieces(View const& view) : begin{reinterpret_cast<std::byte const*>(view.data())} {
    constexpr std::size_t size_of_element = sizeof(typename View::value_type);
    int across = 0;
    size = size_of_element;
    if constexpr (View::rank() > 1) {
      static_assert(View::rank() == 2);
      across = view.stride(0) < view.stride(1) ? 1 : 0;
      int const along = 1 - across;
      size = ((view.extent(along) - 1) * view.stride(along) + 1) * size_of_element;
    }
    stride = view.stride(across) * size_of_element;
    end = begin + (view.extent(across) - 1) * stride + size;
  }
};

/// Whether two views share memory. Different columns of one row-major matrix do not.
template <class View1, class View2>
bool views_overlap(View1 const& x, View2 const& y) {
  if (x.size() == 0 || y.size() == 0) return false;
  MemoryPieces const pieces_of_x{x};
  MemoryPieces const pieces_of_y{y};
  std::less<> const before;
  if (!before(pieces_of_x.begin, pieces_of_y.end) || !before(pieces_of_y.begin, pieces_of_x.end)) {
    return false;
  }
  if (pieces_of_x.stride != pieces_of_y.stride) return true;
  if (before(pieces_of_y.begin, pieces_of_x.begin)) return views_overlap(y, x);
  auto const distance = static_cast<std::size_t>(pieces_of_y.begin - pieces_of_x.begin) %
                        std::max<std::size_t>(pieces_of_x.stride, 1);
  return distance < pieces_of_x.size || distance + pieces_of_y.size > pieces_of_x.stride;
}

}  // namespace araios::inline ARAIOS_ISA::impl
