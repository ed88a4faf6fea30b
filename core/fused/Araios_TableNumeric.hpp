// SPDX-License-Identifier: BSD-3-Clause
// The values of R·A·P, summed in hash tables: on devices, and on hosts where rows span too much.
#pragma once

#include <fused/Araios_ColumnTable.hpp>
#include <fused/Araios_FusedPattern.hpp>
#include <fused/Araios_RapOperands.hpp>
#include <fused/Araios_TableOwners.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Sums the rows of a bundle one after the other, each by all lanes of its owner.
///
/// The products of a row of R·A go to slots of the table, one row of A after the other. The bits of
/// the plan give each new column its place in the list, so the order of the list does not depend
/// on the lanes. The listed columns, times rows of P, go to the row of C, where a search finds
/// them.
///
/// Pre:    lanes share a row of A or P only where its columns ascend strictly.
/// Post:   sums are taken in the order of entries.
template <class Operands, class Pattern, class Shape, class ValuesOfC>
struct SumFusedTables {
  using Graphs = decltype(Operands::graphs);
  using Ordinal = typename Graphs::ordinal_type;
  using Scalar = typename ValuesOfC::non_const_value_type;

  Operands operands;
  Pattern pattern;
  Shape shape;
  bool is_direct;  ///< on hosts
  bool a_ascends;
  bool p_ascends;
  ValuesOfC values_of_c;
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> mismatch;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::byte* chunk, std::int64_t bundle) const {
    Ordinal const end = pattern.bundles.begin(bundle + 1);
    for (Ordinal row = pattern.bundles.begin(bundle); row < end; ++row) {
      auto const begin = pattern.row_offsets(row);
      lanes.for_each(pattern.row_offsets(row + 1) - begin,
                     [&](auto i) { values_of_c(begin + i) = Scalar{}; });
      if (is_direct) {
        sum_direct(lanes, row);
      } else {
        std::int64_t const listed = sum_by_a(lanes, chunk, bundle, row);
        multiply_by_p(lanes, chunk, row, listed);
      }
    }
  }

 private:
  static constexpr int bits_of_word = 64;

  /// Calls f(i) for i in [0, n), spread over the lanes if they may share, else by one.
  template <class Lanes, class Index, class F>
  KOKKOS_FUNCTION static void for_each(Lanes const& lanes, bool may_share, Index n, F const& f) {
    if (may_share) return lanes.for_each(n, f);
    lanes.single([&]() {
      for (Index i = 0; i < n; ++i) f(i);
    });
    lanes.barrier();
  }

  KOKKOS_FUNCTION void reject() const { raise_flag(&mismatch()); }

  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t sum_by_a(Lanes const& lanes, std::byte* chunk, std::int64_t bundle,
                                        Ordinal row) const {
    auto const& r = operands.graphs.r;
    auto const& a = operands.graphs.a;
    auto const& news = pattern.news;
    ColumnTable<Ordinal, table_access<Lanes>> const table{shape.keys(chunk), shape.slots};
    std::int64_t product = news.first_bit(bundle);
    std::int64_t const end_of_products = news.first_bit(bundle + 1);
    std::int64_t listed = 0;
    auto const r_end = r.row_offsets(row + 1);
    for (auto entry = r.row_offsets(row); entry < r_end; ++entry) {
      Ordinal const row_of_a = r.columns(entry);
      Scalar const factor = operands.multiplier(entry);
      auto begin = static_cast<std::int64_t>(a.row_offsets(row_of_a));
      auto const end = static_cast<std::int64_t>(a.row_offsets(row_of_a + 1));
      if (product + (end - begin) > end_of_products) {
        reject();
        break;
      }
      while (begin < end) {
        auto const size = static_cast<int>(end - begin < bits_of_word ? end - begin : bits_of_word);
        std::uint64_t const new_bits = news.from(product);
        for_each(lanes, a_ascends, size, [&](int i) {
          auto const slot = table.claim(a.columns(begin + i));
          bool const is_new = ((new_bits >> i) & 1) != 0;
          if (is_new) shape.list(chunk)[listed + count_below(new_bits, i)] = slot.index;
          if (!slot.is_there || is_new != slot.is_new) return reject();
          shape.sums(chunk)[slot.index] += factor * operands.a(begin + i);
        });
        listed += count_below(new_bits, size);
        begin += size;
        product += size;
      }
    }
    return listed;
  }

  /// The number of bits set below bit `bit`.
  KOKKOS_FUNCTION static std::int64_t count_below(std::uint64_t bits, int bit) {
    return Kokkos::popcount(bit == bits_of_word ? bits : bits & ((std::uint64_t{1} << bit) - 1));
  }

  template <class Lanes>
  KOKKOS_FUNCTION void multiply_by_p(Lanes const& lanes, std::byte* chunk, Ordinal row,
                                     std::int64_t listed) const {
    auto const& p = operands.graphs.p;
    ColumnTable<Ordinal, table_access<Lanes>> const table{shape.keys(chunk), shape.slots};
    Scalar* const sums = shape.sums(chunk);
    auto const* const list = shape.list(chunk);
    for (std::int64_t i = 0; i < listed; ++i) {
      auto const slot = static_cast<std::int64_t>(list[i]);
      if (!table.is_used(slot)) continue;
      Ordinal const row_of_p = table.column(slot);
      Scalar const factor = sums[slot];
      auto const begin = p.row_offsets(row_of_p);
      for_each(lanes, p_ascends, p.row_offsets(row_of_p + 1) - begin,
               [&](auto j) { add(row, p.columns(begin + j), factor * operands.p(begin + j)); });
    }
    lanes.for_each(listed, [&](std::int64_t i) {
      table.clear(static_cast<std::int64_t>(list[i]));
      sums[list[i]] = Scalar{};
    });
  }

  /// Adds to the entry of C with a column.
  KOKKOS_INLINE_FUNCTION void add(Ordinal row, Ordinal column, Scalar const& value) const {
    auto const begin = pattern.row_offsets(row);
    auto const end = pattern.row_offsets(row + 1);
    auto const place = upper_bound(begin, end, pattern.columns, column);
    if (place == begin || pattern.columns(place - 1) != column) return reject();
    values_of_c(place - 1) += value;
  }

  /// The products of R, A and P, by one lane: columns of P may repeat within a row of A.
  template <class Lanes>
  KOKKOS_FUNCTION void sum_direct(Lanes const& lanes, Ordinal row) const {
    auto const& r = operands.graphs.r;
    auto const& a = operands.graphs.a;
    auto const& p = operands.graphs.p;
    lanes.single([&]() {
      auto const r_end = r.row_offsets(row + 1);
      for (auto entry = r.row_offsets(row); entry < r_end; ++entry) {
        Scalar const factor = operands.multiplier(entry);
        auto const a_end = a.row_offsets(r.columns(entry) + 1);
        for (auto i = a.row_offsets(r.columns(entry)); i < a_end; ++i) {
          auto const place = p.row_offsets(a.columns(i));
          if (place == p.row_offsets(a.columns(i) + 1)) continue;
          add(row, p.columns(place), (factor * operands.a(i)) * operands.p(place));
        }
      }
    });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
