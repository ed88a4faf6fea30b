// SPDX-License-Identifier: BSD-3-Clause
// The phases of SpGEMM: the value of a product, and what happens to a finished row.
#pragma once

#include <accumulators/Araios_Combine.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <sort/Araios_RowSorter.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Calls f(entries) with size, key and value of what an accumulator holds. On hosts these are its
/// arrays, so that accumulators of one layout share code.
template <class Lanes, class Accumulator, class F>
KOKKOS_FUNCTION void with_entries(Accumulator const& accumulator, F const& f) {
  constexpr bool is_host = is_host_space_v<typename Lanes::execution_space>;
  if constexpr (is_host && requires { accumulator.with_entries(f); }) {
    accumulator.with_entries(f);
  } else if constexpr (is_host && requires { accumulator.entries(); }) {
    f(accumulator.entries());
  } else {
    f(accumulator);
  }
}

/// What both symbolic phases share. A row has at most as many keys as products, and at most
/// num_keys.
template <class Products>
struct SymbolicPhase {
  using ordinal_type = typename Products::ordinal_type;
  using device_type = typename Products::device_type;
  struct NoMultiplier {};
  struct NoFactor {};
  static constexpr bool is_numeric = false;

  Products products;
  Kokkos::View<ordinal_type*, device_type> row_sizes;
  ordinal_type num_keys;

  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t capacity(Lanes const& lanes, ordinal_type row) const {
    std::int64_t const work = products.work(lanes, row);
    return work < num_keys ? work : num_keys;
  }
  KOKKOS_FUNCTION bool operands_are_planned() const { return true; }
  KOKKOS_FUNCTION auto key(auto b_entry) const { return products.b.columns(b_entry); }
  KOKKOS_FUNCTION NoMultiplier multiplier(auto) const { return {}; }
  KOKKOS_FUNCTION NoFactor factor(auto) const { return {}; }
  KOKKOS_FUNCTION void reject(ordinal_type) const {
    Kokkos::abort("araios: a row has more keys than its work; the accumulator's shape is wrong");
  }
};

/// Counts the distinct columns of each row of C.
template <class Products>
struct PlainSymbolic : SymbolicPhase<Products> {
  using combine = Mark;
  using ordinal_type = typename Products::ordinal_type;

  KOKKOS_FUNCTION Mark::value_type value(auto, auto) const { return {}; }
  KOKKOS_FUNCTION Mark::value_type product(auto, auto) const { return {}; }

  template <class Lanes, class Accumulator>
  KOKKOS_FUNCTION void emit(Lanes const& lanes, int, ordinal_type row,
                            Accumulator const& accumulator) const {
    lanes.single([&]() { this->row_sizes(row) = accumulator.size(); });
  }
};

/// Counts the columns of each row of C over a compressed B: combines column sets by bitwise or,
/// then counts bits.
///
/// Source: Deveci, Trott, Rajamanickam 2018, §3.2.
template <class Products>
struct CompressedSymbolic : SymbolicPhase<Products> {
  using combine = BitOr;
  using ordinal_type = typename Products::ordinal_type;

  Kokkos::View<std::uint32_t const*, typename Products::device_type> bits;

  KOKKOS_FUNCTION std::uint32_t value(auto, auto b_entry) const { return bits(b_entry); }

  template <class Lanes, class Accumulator>
  KOKKOS_FUNCTION void emit(Lanes const& lanes, int, ordinal_type row,
                            Accumulator const& accumulator) const {
    with_entries<Lanes>(accumulator,
                        [&](auto const& entries) { count_columns(lanes, row, entries); });
  }

 private:
  template <class Lanes, class Entries>
  KOKKOS_FUNCTION void count_columns(Lanes const& lanes, ordinal_type row,
                                     Entries const& entries) const {
    auto const columns =
        lanes.template sum<ordinal_type>(entries.size(), [&](ordinal_type i, ordinal_type& count) {
          count += static_cast<ordinal_type>(Kokkos::popcount(entries.value(i)));
        });
    lanes.single([&]() { this->row_sizes(row) = columns; });
  }
};

/// Finds the columns of each row of C, whose size is known, and counts the products of each entry.
template <class Products, class OffsetC>
struct PatternOfC {
  using Count = std::uint32_t;
  using combine = Plus<Count>;
  using ordinal_type = typename Products::ordinal_type;
  using device_type = typename Products::device_type;
  static constexpr bool is_numeric = true;

  Products products;
  Kokkos::View<OffsetC const*, device_type> row_offsets;
  Kokkos::View<ordinal_type*, device_type> columns;
  Kokkos::View<Count*, device_type> values;  ///< the counts

  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t capacity(Lanes const&, ordinal_type row) const {
    return static_cast<std::int64_t>(row_offsets(row + 1) - row_offsets(row));
  }
  KOKKOS_FUNCTION bool operands_are_planned() const { return true; }
  KOKKOS_FUNCTION ordinal_type key(auto b_entry) const { return products.b.columns(b_entry); }
  // Not zero: in the supernode kernel a multiplier of zero stands for a missing row.
  KOKKOS_FUNCTION Count multiplier(auto) const { return 1; }
  KOKKOS_FUNCTION Count factor(auto) const { return 1; }
  KOKKOS_FUNCTION Count product(Count multiplier, Count) const { return multiplier; }
  KOKKOS_FUNCTION Count value(Count multiplier, auto) const { return multiplier; }
  KOKKOS_FUNCTION void reject(ordinal_type) const {
    Kokkos::abort("araios: a row of C has another size than the symbolic phase has counted");
  }
  KOKKOS_FUNCTION void store(auto entry, ordinal_type column, Count count) const {
    columns(entry) = column;
    values(entry) = count;
  }
};

/// Computes the entries of each row of C, whose size is known.
template <class Products, class Scalar, class OffsetC>
struct Numeric {
  using combine = Plus<Scalar>;
  using ordinal_type = typename Products::ordinal_type;
  using device_type = typename Products::device_type;
  static constexpr bool is_numeric = true;

  Products products;
  Kokkos::View<Scalar const*, device_type> a_values;
  Kokkos::View<Scalar const*, device_type> b_values;
  Kokkos::View<OffsetC const*, device_type> row_offsets;
  Kokkos::View<ordinal_type*, device_type> columns;
  Kokkos::View<Scalar*, device_type> values;
  /// Raised if a row has another size than planned.
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> mismatch;
  PlannedEntries planned;
  Kokkos::View<std::byte*, device_type> sort_memory;  ///< empty: rows keep insertion order
  std::size_t sort_bytes_per_owner;

  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t capacity(Lanes const&, ordinal_type row) const {
    return static_cast<std::int64_t>(row_offsets(row + 1) - row_offsets(row));
  }
  /// Whether A and B have as many entries as planned. Does not compare columns.
  KOKKOS_FUNCTION bool operands_are_planned() const { return planned.are_those_of(products); }
  KOKKOS_FUNCTION ordinal_type key(auto b_entry) const { return products.b.columns(b_entry); }
  KOKKOS_FUNCTION Scalar multiplier(auto a_entry) const { return a_values(a_entry); }
  KOKKOS_FUNCTION Scalar factor(auto b_entry) const { return b_values(b_entry); }
  KOKKOS_FUNCTION Scalar product(Scalar const& multiplier, Scalar const& factor_of_b) const {
    return multiplier * factor_of_b;
  }
  KOKKOS_FUNCTION Scalar value(Scalar const& multiplier, auto b_entry) const {
    return product(multiplier, factor(b_entry));
  }
  KOKKOS_FUNCTION void reject(ordinal_type) const { raise_flag(&mismatch()); }
  KOKKOS_FUNCTION void store(auto entry, ordinal_type column, Scalar const& value) const {
    columns(entry) = column;
    values(entry) = value;
  }

  template <class Lanes, class Accumulator>
  KOKKOS_FUNCTION void emit(Lanes const& lanes, int owner, ordinal_type row,
                            Accumulator const& accumulator) const {
    if (static_cast<std::int64_t>(accumulator.size()) != capacity(lanes, row)) {
      reject(row);
      return;
    }
    with_entries<Lanes>(accumulator,
                        [&](auto const& entries) { write(lanes, owner, row, entries); });
  }

 private:
  template <class Lanes, class Entries>
  KOKKOS_FUNCTION void write(Lanes const& lanes, int owner, ordinal_type row,
                             Entries const& entries) const {
    auto const begin = row_offsets(row);
    if constexpr (is_host_space_v<typename Lanes::execution_space>) {
      if (sort_memory.extent(0) > 0) {
        lanes.single([&]() { write_sorted(owner, begin, entries); });
        return;
      }
    }
    lanes.for_each(entries.size(), [&](ordinal_type i) {
      columns(begin + i) = entries.key(i);
      values(begin + i) = entries.value(i);
    });
  }

  template <class Entries>
  KOKKOS_FUNCTION void write_sorted([[maybe_unused]] int owner, [[maybe_unused]] auto begin,
                                    [[maybe_unused]] Entries const& entries) const {
    KOKKOS_IF_ON_HOST(
        (std::byte* const scratch =
             sort_memory.data() + sort_bytes_per_owner * static_cast<std::size_t>(owner);
         RowSorter<ordinal_type>{scratch}.write(entries, columns.data() + begin,
                                                values.data() + begin);))
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
