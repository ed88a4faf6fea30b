// SPDX-License-Identifier: BSD-3-Clause
// In which order, and on which lanes, the products of a row are enumerated.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// A product that has been loaded: what is inserted for it.
template <class Key, class Value>
struct LoadedProduct {
  Key key;
  Value value;
};

/// Walks A's entries one by one, with all lanes on the row of B of the entry. If that row has
/// distinct columns, keys inserted concurrently differ.
struct SequentialTraversal {
  static constexpr bool needs_team = false;
  static constexpr bool needs_work_offsets = false;
  /// Whether lanes may insert one key concurrently, even if rows of B have distinct columns.
  static constexpr bool equal_keys_meet = false;

  /// Calls insert_for(a_entry)(b_entry) for every product (a_entry, b_entry) of `row`.
  template <class Lanes, class Products, class InsertFor>
  KOKKOS_FUNCTION static void for_each_product(Lanes const& lanes, Products const& products,
                                               typename Products::ordinal_type row,
                                               InsertFor const& insert_for) {
    auto const a_begin = products.a.row_offsets(row);
    auto const a_end = products.a.row_offsets(row + 1);
    if constexpr (is_host_space_v<typename Lanes::execution_space>) {
      for (auto a_entry = a_begin; a_entry < a_end; ++a_entry) {
        insert_row_of_b(lanes, products.entries_of_b(a_entry), insert_for(a_entry));
      }
    } else {
      for_each_row_of_b(products, a_begin, a_end, [&](auto a_entry, auto const& entries) {
        insert_row_of_b(lanes, entries, insert_for(a_entry));
      });
    }
  }

  /// Calls put(load_for(a_entry)(b_entry)) for every product of `row`, by the lanes of a thread. A
  /// lane loads `batch` products of a row of B before it puts the first, so that latencies overlap.
  /// load_for may also take the entries of the row of B as a second argument.
  template <int batch, class Member, class Products, class LoadFor, class Put>
  KOKKOS_FUNCTION static void for_each_loaded(ThreadLanes<Member> const& lanes, int num_lanes,
                                              Products const& products,
                                              typename Products::ordinal_type row,
                                              LoadFor const& load_for, Put const& put) {
    for_each_row_of_b(products, products.a.row_offsets(row), products.a.row_offsets(row + 1),
                      [&](auto a_entry, auto const& entries) {
                        auto const load = load_of_row(load_for, a_entry, entries);
                        lanes.template for_each_in_batches<batch>(
                            num_lanes, entries.end - entries.begin,
                            [&](auto i) { return load(entries.begin + i); }, put);
                      });
  }

  /// The same by the lanes of a team, without batches.
  template <int batch, class Member, class Products, class LoadFor, class Put>
  KOKKOS_FUNCTION static void for_each_loaded(TeamLanes<Member> const& lanes, int,
                                              Products const& products,
                                              typename Products::ordinal_type row,
                                              LoadFor const& load_for, Put const& put) {
    for_each_product(lanes, products, row, [&](auto a_entry) {
      return [&put, load = load_for(a_entry)](auto b_entry) { put(load(b_entry)); };
    });
  }

 private:
  template <class LoadFor, class Offset, class Entries>
  KOKKOS_FORCEINLINE_FUNCTION static auto load_of_row(LoadFor const& load_for, Offset a_entry,
                                                      Entries const& entries) {
    if constexpr (requires { load_for(a_entry, entries); }) {
      return load_for(a_entry, entries);
    } else {
      return load_for(a_entry);
    }
  }

  /// Calls f(a_entry, entries of its row of B). Software pipelining: while the lanes wait for the
  /// entries of this row, the offsets of the next row of B and the column of the one after it are
  /// loaded. So no load waits for its own address.
  template <class Products, class Offset, class F>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each_row_of_b(Products const& products,
                                                            Offset a_begin, Offset a_end,
                                                            F const& f) {
    if (a_begin >= a_end) return;
    auto next = products.entries_of_b(a_begin);
    auto row_behind = products.a.columns(a_begin + 1 < a_end ? a_begin + 1 : a_begin);
    for (auto a_entry = a_begin; a_entry < a_end; ++a_entry) {
      auto const entries = next;
      next = products.entries_of_row(row_behind);
      if (a_entry + 2 < a_end) row_behind = products.a.columns(a_entry + 2);
      f(a_entry, entries);
    }
  }

  template <class Lanes, class Entries, class Insert>
  KOKKOS_FORCEINLINE_FUNCTION static void insert_row_of_b(Lanes const& lanes,
                                                          Entries const& entries,
                                                          Insert const& insert) {
    lanes.for_each(entries.end - entries.begin, [&](auto i) { insert(entries.begin + i); });
  }
};

/// Spreads A's entries over the threads of a team, and the row of B of each over the vector lanes
/// of its thread. Several rows of B are processed concurrently, so equal keys meet.
struct ParallelTraversal {
  static constexpr bool needs_team = true;
  static constexpr bool needs_work_offsets = false;
  static constexpr bool equal_keys_meet = true;

  template <class Lanes, class Products, class InsertFor>
  KOKKOS_FUNCTION static void for_each_product(Lanes const& lanes, Products const& products,
                                               typename Products::ordinal_type row,
                                               InsertFor const& insert_for) {
    auto const a_begin = products.a.row_offsets(row);
    auto const num_entries = products.a.row_offsets(row + 1) - a_begin;
    lanes.for_each_by_thread(num_entries, [&](auto i) {
      auto const entries = products.entries_of_b(a_begin + i);
      auto const insert = insert_for(a_begin + i);
      lanes.for_each_by_lane(entries.end - entries.begin,
                             [&](auto j) { insert(entries.begin + j); });
    });
  }

  /// Calls put(load_for(a_entry)(b_entry)) for every product of `row`. A lane loads `batch`
  /// products of a row of B before it puts the first.
  template <int batch, class Member, class Products, class LoadFor, class Put>
  KOKKOS_FUNCTION static void for_each_loaded(TeamLanes<Member> const& lanes, int lanes_of_thread,
                                              Products const& products,
                                              typename Products::ordinal_type row,
                                              LoadFor const& load_for, Put const& put) {
    auto const a_begin = products.a.row_offsets(row);
    auto const num_entries = products.a.row_offsets(row + 1) - a_begin;
    ThreadLanes<Member> const thread{lanes.member};
    lanes.for_each_by_thread(num_entries, [&](auto i) {
      auto const entries = products.entries_of_b(a_begin + i);
      auto const load = load_for(a_begin + i);
      thread.template for_each_in_batches<batch>(
          lanes_of_thread, entries.end - entries.begin,
          [&](auto j) { return load(entries.begin + j); }, put);
    });
  }
};

/// Spreads A's entries over the vector lanes of a thread; each lane walks the row of B of its entry
/// alone. For rows of few products. Products are numbered in the order of A's entries.
struct NumberedTraversal {
  static constexpr bool needs_team = false;
  static constexpr bool needs_work_offsets = false;
  static constexpr bool equal_keys_meet = true;

  /// Calls insert_for(a_entry)(number, b_entry) for every product of `row`. Gives every lane the
  /// number of products.
  template <class Lanes, class Products, class InsertFor>
  KOKKOS_FUNCTION static int for_each_product(Lanes const& lanes, Products const& products,
                                              typename Products::ordinal_type row,
                                              InsertFor const& insert_for) {
    auto const a_begin = products.a.row_offsets(row);
    auto const num_entries = products.a.row_offsets(row + 1) - a_begin;
    return lanes.template scan<int>(num_entries, [&](auto i, int& number, bool is_final) {
      auto const entries = products.entries_of_b(a_begin + i);
      if (is_final) {
        auto const insert = insert_for(a_begin + i);
        int place = number;
        for (auto b_entry = entries.begin; b_entry < entries.end; ++b_entry) {
          insert(place++, b_entry);
        }
      }
      number += static_cast<int>(entries.end - entries.begin);
    });
  }
};

/// Spreads one flat index over all products of the row over all lanes. Balanced even if rows of B
/// differ in length, at the cost of a search for each product.
struct FlatTraversal {
  static constexpr bool needs_team = false;
  static constexpr bool needs_work_offsets = true;
  static constexpr bool equal_keys_meet = true;

  template <class Lanes, class Products, class InsertFor>
  KOKKOS_FUNCTION static void for_each_product(Lanes const& lanes, Products const& products,
                                               typename Products::ordinal_type row,
                                               InsertFor const& insert_for) {
    auto const a_begin = products.a.row_offsets(row);
    auto const a_end = products.a.row_offsets(row + 1);
    std::int64_t const first_product = products.work_offsets(a_begin);
    lanes.for_each(products.work_offsets(a_end) - first_product, [&](std::int64_t i) {
      auto const [a_entry, b_entry] = products.locate(a_begin, a_end, first_product + i);
      insert_for(a_entry)(b_entry);
    });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
