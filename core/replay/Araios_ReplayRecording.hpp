// SPDX-License-Identifier: BSD-3-Clause
// Kernels that record the products which each entry of C gathers.
#pragma once

#include <matrix/Araios_RowProducts.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_ThreadForEach.hpp>
#include <replay/Araios_Replay.hpp>
#include <replay/Araios_ReplayHeavyRows.hpp>
#include <replay/Araios_ReplayTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The products of a block, or of an entry, while they are recorded.
struct RecordedProducts {
  std::uint32_t* words;
  UpperBits* uppers;  ///< null if products are words

  KOKKOS_FUNCTION RecordedProducts(std::uint32_t* given_words, UpperBits* given_uppers)
      : words{given_words}, uppers{given_uppers} {}
  /// The products of a block.
  KOKKOS_FUNCTION RecordedProducts(std::uint32_t* all_words, ReplayBlock const& block)
      : words{all_words + block.first_word},
        uppers{block.is_wide() ? reinterpret_cast<UpperBits*>(words + block.words_to_upper())
                               : nullptr} {}

  KOKKOS_FUNCTION std::uint64_t read(std::int64_t i) const {
    std::uint64_t const upper = uppers != nullptr ? uppers[i] : 0;
    return upper << PackedProducts::word_bits | words[i];
  }
  KOKKOS_FUNCTION void write(std::int64_t i, std::uint64_t product) const {
    words[i] = static_cast<std::uint32_t>(product);
    if (uppers != nullptr) uppers[i] = static_cast<UpperBits>(product >> PackedProducts::word_bits);
  }
  /// The products from the first-th on.
  KOKKOS_FUNCTION RecordedProducts from(std::int64_t first) const {
    return {words + first, uppers != nullptr ? uppers + first : nullptr};
  }
};

/// Writes products to their lists.
template <class Device>
struct WriteProduct {
  Kokkos::View<ReplayBlock const*, Device> blocks;
  Kokkos::View<std::uint32_t*, Device> words;
  PackedProducts packed_products;

  KOKKOS_FUNCTION void operator()(std::int64_t c_entry, std::uint32_t place, std::uint32_t a_entry,
                                  std::uint32_t b_entry) const {
    ReplayBlock const block = blocks(c_entry / tuning::replay_block_entries);
    RecordedProducts const products{words.data(), block};
    products.write(place, packed_products.product(a_entry - block.first_a_entry(), b_entry));
  }
};

/// What a visit of products reads and writes. A visit finds the entry of C of a product in the
/// columns of its row, takes the next place there, and writes the product to it.
///
/// Shapes: places nnz(C): those of first products at first.
template <class Products, class RowOffsets>
struct ProductVisit {
  using Ordinal = typename Products::ordinal_type;
  using Device = typename Products::device_type;
  using OffsetA = typename decltype(Products::a.row_offsets)::non_const_value_type;
  using OffsetB = typename Products::offset_type_of_b;
  using OffsetC = typename RowOffsets::non_const_value_type;

  Products products;
  RowOffsets row_offsets;
  Kokkos::View<Ordinal const*, Device> columns;
  Kokkos::View<std::uint32_t*, Device> places;
  WriteProduct<Device> write_product;

  /// The entries of a row of C, in which the columns of products are searched.
  struct RowOfC {
    OffsetC begin;
    OffsetC end;
  };
  KOKKOS_FUNCTION RowOfC row_of_c(std::int64_t row) const {
    return {row_offsets(row), row_offsets(row + 1)};
  }
  KOKKOS_FUNCTION OffsetC find(RowOfC const& row, Ordinal column) const {
    return upper_bound(row.begin, row.end, columns, column) - 1;
  }
  /// The same for several columns.
  template <int count>
  KOKKOS_FUNCTION void find(RowOfC const& row, Ordinal const* wanted, OffsetC* found) const {
    last_not_above<count>(row.begin, row.end, columns, wanted, found);
  }
  KOKKOS_FUNCTION void write(OffsetC c_entry, std::uint32_t place, OffsetA a_entry,
                             OffsetB b_entry) const {
    write_product(static_cast<std::int64_t>(c_entry), place, static_cast<std::uint32_t>(a_entry),
                  static_cast<std::uint32_t>(b_entry));
  }
};

/// Visits the products of all rows except heavy ones, a thread for each row. It takes one entry of
/// A after the other, so that products are recorded in their order.
template <class Visit, class Rule>
struct VisitRows {
  using OffsetA = typename Visit::OffsetA;

  Visit visit;
  Rule rule;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const& products = visit.products;
    std::int64_t const row = thread_index(member);
    if (row >= products.a.num_rows || rule.is_heavy(row)) return;
    OffsetA const first = products.a.row_offsets(row);
    OffsetA const end = products.a.row_offsets(row + 1);
    if (first == end) return;
    ThreadLanes<Member> const lanes{member};
    auto const row_of_c = visit.row_of_c(row);
    auto next = products.entries_of_b(first);
    for (OffsetA a_entry = first; a_entry < end; ++a_entry) {
      auto const entries = next;
      // Loads the bounds of the next row of B early, to hide their latency.
      if (a_entry + 1 < end) next = products.entries_of_b(a_entry + 1);
      lanes.for_each(entries.end - entries.begin, [&](auto i) {
        auto const b_entry = entries.begin + i;
        auto const c_entry = visit.find(row_of_c, products.b.columns(b_entry));
        // No atomics: rows of B have no column twice, so lanes never share an entry of C.
        visit.write(c_entry, visit.places(c_entry)++, a_entry, b_entry);
      });
    }
  }
};

/// Visits the products of heavy rows, in any order. Several threads share each row.
template <class Visit, class Rule>
struct VisitHeavyRows {
  using OffsetA = typename Visit::OffsetA;
  using OffsetB = typename Visit::OffsetB;
  using OffsetC = typename Visit::OffsetC;
  using Ordinal = typename Visit::Ordinal;
  using Device = typename Visit::Device;

  Visit visit;
  Rule rule;
  HeavyRows<Device> heavy_rows;
  int num_lanes;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    heavy_rows.for_shares(member, [&](HeavyRowShare const& share) {
      visit_share(ThreadLanes<Member>{member}, share);
    });
  }

 private:
  /// Entries of A, or products, that a lane loads before it uses the first of them.
  static constexpr int at_once = tuning::replay_visit_batch;

  /// Entries [first, end) of A.
  struct Entries {
    OffsetA first;
    OffsetA end;

    KOKKOS_FUNCTION Entries part(OffsetA number, OffsetA num_parts) const {
      OffsetA const size = end - first;
      return {first + size * number / num_parts, first + size * (number + 1) / num_parts};
    }
    /// The entry `count` behind another one, or the last.
    KOKKOS_FUNCTION OffsetA behind(OffsetA entry, OffsetA count) const {
      return end - entry > count ? entry + count : end - 1;
    }
  };

  template <class Lanes>
  KOKKOS_FUNCTION void visit_share(Lanes const& lanes, HeavyRowShare const& share) const {
    auto const& offsets = visit.products.a.row_offsets;
    auto const of_share = static_cast<OffsetA>(rule.entries_of_share(share.row));
    OffsetA const end_of_row = offsets(share.row + 1);
    OffsetA const first = offsets(share.row) + static_cast<OffsetA>(share.number) * of_share;
    Entries const entries{first, end_of_row - first < of_share ? end_of_row : first + of_share};
    auto const row_of_c = visit.row_of_c(share.row);
    auto const most = static_cast<OffsetB>(num_lanes);
    OffsetB const longest = longest_row_of_b(lanes, entries);
    if (longest > most) visit_long(lanes, row_of_c, entries);
    visit_short(lanes, row_of_c, entries, static_cast<int>(longest < most ? longest : most));
  }

  template <class Lanes>
  KOKKOS_FUNCTION OffsetB longest_row_of_b(Lanes const& lanes, Entries const& entries) const {
    OffsetB longest = 0;
    lanes.reduce(
        entries.end - entries.first,
        [&](OffsetA i, OffsetB& partial) {
          auto const row = visit.products.entries_of_b(entries.first + i);
          if (row.end - row.begin > partial) partial = row.end - row.begin;
        },
        Kokkos::Max<OffsetB>(longest));
    return longest;
  }

  /// Visits the rows of B that are longer than there are lanes, one after the other, with all
  /// lanes.
  template <class Lanes>
  KOKKOS_FUNCTION void visit_long(Lanes const& lanes, typename Visit::RowOfC const& row_of_c,
                                  Entries const& entries) const {
    for (OffsetA a_entry = entries.first; a_entry < entries.end; ++a_entry) {
      auto const row = visit.products.entries_of_b(a_entry);
      OffsetB const size = row.end - row.begin;
      if (size <= static_cast<OffsetB>(num_lanes)) continue;
      OffsetB const stride = (size + at_once - 1) / at_once;
      lanes.for_each(stride, [&](auto i) {
        OffsetB b_entries[at_once];
        Ordinal columns[at_once];
        for (int k = 0; k < at_once; ++k) {
          OffsetB const place = static_cast<OffsetB>(i) + static_cast<OffsetB>(k) * stride;
          b_entries[k] = row.begin + (place < size ? place : size - 1);
          columns[k] = visit.products.b.columns(b_entries[k]);
        }
        OffsetC c_entries[at_once];
        visit.template find<at_once>(row_of_c, columns, c_entries);
        for (int k = 0; k < at_once; ++k) {
          if (static_cast<OffsetB>(i) + static_cast<OffsetB>(k) * stride >= size) continue;
          auto const place = Kokkos::atomic_fetch_add(&visit.places(c_entries[k]), 1U);
          visit.write(c_entries[k], place, a_entry, b_entries[k]);
        }
      });
    }
  }

  /// Visits the other rows of B. Groups of lanes, each as wide as the longest row, share the
  /// entries of A. A lane takes the entries at one position of its rows. It takes the places of a
  /// run of equal columns with one atomic, since many threads may contend for an entry of C.
  template <class Lanes>
  KOKKOS_FUNCTION void visit_short(Lanes const& lanes, typename Visit::RowOfC const& row_of_c,
                                   Entries const& entries, int longest) const {
    int width = 1;
    while (width < longest) width *= 2;
    lanes.for_each(num_lanes, [&](int lane) {
      visit_runs(row_of_c, entries.part(lane / width, num_lanes / width),
                 static_cast<OffsetB>(lane % width));
    });
  }
  /// Successive entries of A whose rows of B have the same column at one position.
  struct Run {
    Ordinal column;
    OffsetC c_entry;
    Entries entries;

    KOKKOS_FUNCTION std::uint32_t size() const {
      return column == no_column ? 0 : static_cast<std::uint32_t>(entries.end - entries.first);
    }
    KOKKOS_FUNCTION Run until(OffsetA end) const { return {column, c_entry, {entries.first, end}}; }
  };

  /// Visits the i-th entries of the rows of B that belong to some entries of A, except long rows.
  KOKKOS_FUNCTION void visit_runs(typename Visit::RowOfC const& row_of_c, Entries const& entries,
                                  OffsetB i) const {
    Run open{no_column, row_of_c.begin, entries};
    for (OffsetA first = entries.first; first < entries.end; first += at_once) {
      Ordinal columns[at_once];
      read_columns(entries, first, i, columns);
      bool goes_on = true;
      for (int k = 0; k < at_once; ++k) goes_on &= columns[k] == open.column;
      if (goes_on) continue;
      OffsetC c_entries[at_once];
      visit.template find<at_once>(row_of_c, columns, c_entries);
      Run ended[at_once];
      for (int k = 0; k < at_once; ++k) {
        bool const ends = columns[k] != open.column;
        ended[k] = open.until(ends ? first + k : open.entries.first);
        if (ends) open = {columns[k], c_entries[k], {first + k, entries.end}};
      }
      write_runs(ended, i);
    }
    Run const last[] = {open};
    write_runs(last, i);
  }

  static constexpr Ordinal no_column = -1;

  /// Reads the columns of the i-th entries of successive rows of B. The first of these rows belongs
  /// to entry `first` of A.
  KOKKOS_FUNCTION void read_columns(Entries const& entries, OffsetA first, OffsetB i,
                                    Ordinal* columns) const {
    EntryRange<OffsetB> rows[at_once];
    for (int k = 0; k < at_once; ++k) {
      rows[k] = visit.products.entries_of_b(entries.behind(first, static_cast<OffsetA>(k)));
    }
    for (int k = 0; k < at_once; ++k) {
      OffsetB const size = rows[k].end - rows[k].begin;
      bool const has_entry = i < size && size <= static_cast<OffsetB>(num_lanes);
      columns[k] = has_entry ? visit.products.b.columns(rows[k].begin + i) : no_column;
    }
  }

  /// Takes the places of all runs before it writes the first product, so that the atomics overlap.
  template <int count>
  KOKKOS_FUNCTION void write_runs(Run const (&runs)[count], OffsetB i) const {
    std::uint32_t places[count];
    for (int k = 0; k < count; ++k) {
      std::uint32_t const size = runs[k].size();
      if (size > 0) places[k] = Kokkos::atomic_fetch_add(&visit.places(runs[k].c_entry), size);
    }
    for (int k = 0; k < count; ++k) {
      if (runs[k].size() > 0) write_run(runs[k], places[k], i);
    }
  }
  KOKKOS_FUNCTION void write_run(Run const& run, std::uint32_t place, OffsetB i) const {
    for (OffsetA first = run.entries.first; first < run.entries.end; first += at_once) {
      OffsetB b_entries[at_once];
      for (int k = 0; k < at_once; ++k) {
        OffsetA const a_entry = run.entries.behind(first, static_cast<OffsetA>(k));
        b_entries[k] = visit.products.entries_of_b(a_entry).begin + i;
      }
      for (int k = 0; k < at_once && first + k < run.entries.end; ++k) {
        visit.write(run.c_entry, place++, first + k, b_entries[k]);
      }
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
