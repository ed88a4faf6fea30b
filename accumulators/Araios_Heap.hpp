// SPDX-License-Identifier: BSD-3-Clause
// The products of a short row in column order, by a heap over rows of B.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Merges the sorted rows of B that a row of A refers to. A heap holds the next entry of each.
/// Unlike other accumulators it pulls products, and a single lane runs it.
///
/// Pre:    columns ascend in rows of B.
/// Cost:   O(log(rows of B)) comparisons a product.
/// Source: the heap method of bhSPARSE (Liu, Vinter 2014; as in clSPARSE, 2015); deviation: the
///         heap holds the next product of each row of B, not all products of the row.
template <class Key, class OffsetB>
class Heap {
 public:
  /// Bytes for `rows` rows of B.
  KOKKOS_FUNCTION static constexpr std::size_t bytes(std::int64_t rows) {
    return placed_bytes<Node>(rows);
  }

  /// A view over `memory`, which has bytes(capacity) bytes.
  KOKKOS_FUNCTION Heap(std::byte* memory, int capacity)
      : nodes_{reinterpret_cast<Node*>(memory)}, capacity_{capacity} {}

  /// Calls f(column, a_entry, b_entry) for every product of `row`, by ascending column, and by
  /// entry of A within a column. Returns false, before any call of f, if the row of A has more
  /// nonempty rows of B than the heap holds.
  template <class Products, class F>
  KOKKOS_FUNCTION bool for_each_in_order(Products const& products, Key row, F const& f) {
    auto const a_begin = products.a.row_offsets(row);
    auto const a_end = products.a.row_offsets(row + 1);
    size_ = 0;
    for (auto a_entry = a_begin; a_entry < a_end; ++a_entry) {
      auto const entries = products.entries_of_b(a_entry);
      if (entries.begin >= entries.end) continue;
      if (size_ == capacity_) return false;
      add({products.b.columns(entries.begin), static_cast<Key>(a_entry - a_begin), entries.begin,
           entries.end});
    }
    while (size_ > 0) {
      Node next = nodes_[0];
      f(next.column, a_begin + static_cast<decltype(a_begin)>(next.place), next.entry);
      if (++next.entry < next.end) {
        next.column = products.b.columns(next.entry);
      } else {
        next = nodes_[--size_];
      }
      if (size_ > 0) sift_down(next);
    }
    return true;
  }

 private:
  /// A row of B: its next entry, and the position of its entry of A in the row of A.
  struct Node {
    Key column;
    Key place;
    OffsetB entry;
    OffsetB end;

    KOKKOS_FUNCTION bool comes_before(Node const& other) const {
      return column < other.column || (column == other.column && place < other.place);
    }
  };

  KOKKOS_FUNCTION void add(Node const& node) {
    int place = size_++;
    while (place > 0 && node.comes_before(nodes_[(place - 1) / 2])) {
      nodes_[place] = nodes_[(place - 1) / 2];
      place = (place - 1) / 2;
    }
    nodes_[place] = node;
  }

  /// Replaces the root by a node, and restores the heap.
  KOKKOS_FUNCTION void sift_down(Node const& node) {
    int place = 0;
    while (2 * place + 1 < size_) {
      int child = 2 * place + 1;
      if (child + 1 < size_ && nodes_[child + 1].comes_before(nodes_[child])) ++child;
      if (!nodes_[child].comes_before(node)) break;
      nodes_[place] = nodes_[child];
      place = child;
    }
    nodes_[place] = node;
  }

  Node* nodes_;
  int capacity_;
  int size_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
