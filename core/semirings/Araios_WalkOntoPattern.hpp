// SPDX-License-Identifier: BSD-3-Clause
// Sums onto a pattern: the products of a row are walked, and those of its columns are taken.
#pragma once

#include <matrix/Araios_RowProducts.hpp>
#include <matrix/Araios_UnionOfRows.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <semirings/Araios_FoundProducts.hpp>
#include <semirings/Araios_MarkedRow.hpp>
#include <semirings/Araios_SemiringRules.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// What walks have in common: operands, the pattern of C, and what happens to a product.
///
/// Pre: rows of the pattern ascend strictly; those of B do where b_ascends is set.
template <class Products, class Pattern, class Operation>
struct Walk {
  using ordinal_type = typename Pattern::ordinal_type;
  using value_type = typename Operation::value_type;
  using Row = RowColumns<ordinal_type>;

  Products products;
  Pattern pattern;
  Operation operation;
  bool b_ascends;
  bool is_masked;

  KOKKOS_FUNCTION value_type* results_of(std::int64_t row) const {
    return operation.data() + pattern.row_offsets(row);
  }
  KOKKOS_FUNCTION auto row_of_b(auto a_entry) const {
    return columns_of_row(products.b, std::int64_t{products.a.columns(a_entry)});
  }
  /// The first entry of a row of B, whose columns are those of row_of_b.
  KOKKOS_FUNCTION std::int64_t first_of_b(auto a_entry) const {
    return static_cast<std::int64_t>(products.b.row_offsets(products.a.columns(a_entry)));
  }
  /// Searches a column of C in an ascending row of B.
  KOKKOS_FUNCTION void search(Row const& of_b, std::int64_t first, ordinal_type column,
                              auto const& left, value_type& result) const {
    auto const found = of_b.find(column);
    if (found.is_present) operation.add(result, left, first + found.before);
  }
};

/// Walks a row on a host, where `Lookup` marks its columns in memory of the owner.
template <class Products, class Pattern, class Operation, class Lookup>
struct WalkRowOfHost : Walk<Products, Pattern, Operation> {
  using Base = Walk<Products, Pattern, Operation>;
  using typename Base::ordinal_type;
  using typename Base::Row;
  using typename Base::value_type;

  std::byte* memory;  ///< zero
  std::size_t bytes_of_owner;

  void operator()(std::int64_t owner, std::int64_t row) const {
    Row const columns = columns_of_row(this->pattern, row);
    if (columns.size == 0) return;
    value_type* const results = this->results_of(row);
    for (std::int64_t i = 0; i < columns.size; ++i) results[i] = this->operation.identity();
    Lookup lookup{memory + bytes_of_owner * static_cast<std::size_t>(owner)};
    lookup.mark(columns);
    auto const end = this->products.a.row_offsets(row + 1);
    bool const skips = this->b_ascends && this->is_masked;
    Found found;
    for (auto a_entry = this->products.a.row_offsets(row); a_entry < end; ++a_entry) {
      Row const of_b = this->row_of_b(a_entry);
      if (skips && are_apart(of_b, columns)) continue;
      if (this->b_ascends && searches_row_of_b(of_b.size, columns.size)) {
        add(found, results);
        search_row_of_b(a_entry, of_b, columns, results);
      } else {
        find_in_row_of_b(a_entry, of_b, lookup, found, results);
      }
    }
    add(found, results);
    lookup.clear(columns);
  }

 private:
  /// Whether a row of B has no column within those of a row of C; both ascend.
  static bool are_apart(Row const& of_b, Row const& of_c) {
    return of_b.size == 0 || of_b(of_b.size - 1) < of_c(0) || of_c(of_c.size - 1) < of_b(0);
  }

  using Found = FoundProducts<ordinal_type>;

  void search_row_of_b(auto a_entry, Row const& of_b, Row const& columns,
                       value_type* results) const {
    std::int64_t const first = this->first_of_b(a_entry);
    auto const left = this->operation.left(static_cast<std::int64_t>(a_entry));
    for (std::int64_t i = 0; i < columns.size; ++i) {
      this->search(of_b, first, columns(i), left, results[i]);
    }
  }
  void find_in_row_of_b(auto a_entry, Row const& of_b, Lookup const& lookup, Found& found,
                        value_type* results) const {
    std::int64_t const first = this->first_of_b(a_entry);
    for (std::int64_t begin = 0; begin < of_b.size; begin += found.most) {
      auto const size = static_cast<int>(std::min<std::int64_t>(of_b.size - begin, found.most));
      if (!found.has_room(size)) add(found, results);
      int const count = found.columns.count;
      find_columns(lookup, of_b.columns + begin, size, found.columns);
      found.close_block(count, static_cast<std::int64_t>(a_entry), first + begin);
    }
  }
  /// Adds the products in the order in which they were found, and forgets them.
  void add(Found& found, value_type* results) const {
    for (int i = 0; i < found.columns.count; ++i) {
      auto const left = this->operation.left(found.a_entry(i));
      this->operation.add(results[found.columns.places[i] - 1], left, found.b_entry(i));
    }
    found.clear();
  }
};

/// Walks a row on a device, by all lanes that own it. Lanes add to different entries of C.
template <class Products, class Pattern, class Operation>
struct WalkRowOfDevice : Walk<Products, Pattern, Operation> {
  using Base = Walk<Products, Pattern, Operation>;
  using typename Base::Row;
  using typename Base::value_type;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t row) const {
    Row const columns = columns_of_row(this->pattern, row);
    if (columns.size == 0) return;
    value_type* const results = this->results_of(row);
    lanes.for_each(columns.size, [&](std::int64_t i) { results[i] = this->operation.identity(); });
    auto const end = this->products.a.row_offsets(row + 1);
    for (auto a_entry = this->products.a.row_offsets(row); a_entry < end; ++a_entry) {
      add_row_of_b(lanes, a_entry, columns, results);
    }
  }

 private:
  template <class Lanes>
  KOKKOS_FUNCTION void add_row_of_b(Lanes const& lanes, auto a_entry, Row const& columns,
                                    value_type* results) const {
    Row const of_b = this->row_of_b(a_entry);
    std::int64_t const first = this->first_of_b(a_entry);
    auto const left = this->operation.left(static_cast<std::int64_t>(a_entry));
    auto const search_in_c = [&](std::int64_t i) {
      auto const found = columns.find(of_b(i));
      if (found.is_present) this->operation.add(results[found.before], left, first + i);
    };
    if (!this->b_ascends) {
      // A column may repeat: one lane adds in the order of the entries.
      lanes.single([&]() {
        for (std::int64_t i = 0; i < of_b.size; ++i) search_in_c(i);
      });
      lanes.barrier();
    } else if (of_b.size <= columns.size) {
      lanes.for_each(of_b.size, search_in_c);
    } else {
      lanes.for_each(columns.size, [&](std::int64_t i) {
        this->search(of_b, first, columns(i), left, results[i]);
      });
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
