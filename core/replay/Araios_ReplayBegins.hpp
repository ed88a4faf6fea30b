// SPDX-License-Identifier: BSD-3-Clause
// Where the products of each entry of a replay begin.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_ReplayTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// The number of blocks of entries of C.
KOKKOS_FUNCTION inline std::int64_t num_replay_blocks(std::int64_t nnz_c) {
  return (nnz_c + tuning::replay_block_entries - 1) / tuning::replay_block_entries;
}

/// Where the products of each entry of C begin within their block: an element for each entry, then
/// the end of the last entry.
template <class Begin>
struct ArrayOfBegins {
  using Element = Begin;

  static constexpr std::int64_t elements_of_block = tuning::replay_block_entries + 1;
  /// Limited so that 32 bits hold the distance to the upper bits of wide products.
  static constexpr std::int64_t most_products_of_block = std::min<std::int64_t>(
      std::numeric_limits<Begin>::max(), std::numeric_limits<std::int32_t>::max());
  static constexpr std::int64_t most_products_of_entry = most_products_of_block;

  /// Reads the begins of successive entries of one block, and the end of the last.
  template <class Entry, int size>
  KOKKOS_FORCEINLINE_FUNCTION static void read(Begin const* elements, Entry first,
                                               std::uint32_t (&begins)[size]) {
    auto const* const begin =
        elements + (first + first / static_cast<Entry>(tuning::replay_block_entries));
    for (int i = 0; i < size; ++i) begins[i] = begin[i];
  }

  /// Writes the begins of a block with the lanes of a thread, and overwrites the counts of products
  /// with them.
  template <class Lanes>
  KOKKOS_FUNCTION static void place(Lanes const& lanes, Begin* of_block, std::uint32_t* counts,
                                    std::int64_t num_entries) {
    lanes.template scan<std::uint32_t>(elements_of_block,
                                       [&](std::int64_t i, std::uint32_t& sum, bool is_final) {
                                         if (is_final) of_block[i] = static_cast<Begin>(sum);
                                         if (i >= num_entries) return;
                                         std::uint32_t const count = counts[i];
                                         if (is_final) counts[i] = sum;
                                         sum += count;
                                       });
  }
};

/// The same for entries of few products, as bit planes. Word p of a block holds bit p of each
/// entry's number of products beyond the first. Popcounts give the products before an entry.
struct PlanesOfCounts {
  struct Element {
    static constexpr int num_planes = tuning::replay_bits_of_few;

    std::uint64_t planes[num_planes] = {};

    /// The planes of entry i alone. Pre: it has 1 to most_products_of_entry products.
    KOKKOS_FUNCTION static Element of_entry(std::int64_t i, std::uint32_t products) {
      Element element;
      for (int p = 0; p < num_planes; ++p) {
        element.planes[p] = std::uint64_t{(products - 1) >> p & 1} << i;
      }
      return element;
    }
    /// Adds the planes of other entries, which have other bits.
    KOKKOS_FUNCTION Element& operator+=(Element const& other) {
      for (int p = 0; p < num_planes; ++p) planes[p] |= other.planes[p];
      return *this;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t products_before(std::uint32_t i) const {
      std::uint64_t const before = (std::uint64_t{1} << i) - 1;
      std::uint32_t products = i;
      for (int p = 0; p < num_planes; ++p) {
        products += static_cast<std::uint32_t>(Kokkos::popcount(planes[p] & before)) << p;
      }
      return products;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t products_of(std::uint32_t i) const {
      std::uint32_t products = 1;
      for (int p = 0; p < num_planes; ++p) {
        products += static_cast<std::uint32_t>(planes[p] >> i & 1) << p;
      }
      return products;
    }
  };
  static_assert(tuning::replay_block_entries == 64, "a bit for each entry of a block");

  static constexpr std::int64_t elements_of_block = 1;
  static constexpr std::int64_t most_products_of_entry = std::int64_t{1} << Element::num_planes;
  static constexpr std::int64_t most_products_of_block =
      most_products_of_entry * tuning::replay_block_entries;

  template <class Entry, int size>
  KOKKOS_FORCEINLINE_FUNCTION static void read(Element const* elements, Entry first,
                                               std::uint32_t (&begins)[size]) {
    constexpr auto of_block = static_cast<Entry>(tuning::replay_block_entries);
    Element const element = elements[first / of_block];
    auto const place = static_cast<std::uint32_t>(first % of_block);
    begins[0] = element.products_before(place);
    for (int i = 1; i < size; ++i) {
      begins[i] = begins[i - 1] + element.products_of(place + static_cast<std::uint32_t>(i) - 1);
    }
  }

  template <class Lanes>
  KOKKOS_FUNCTION static void place(Lanes const& lanes, Element* of_block, std::uint32_t* counts,
                                    std::int64_t num_entries) {
    auto const element = lanes.template sum<Element>(
        num_entries,
        [&](std::int64_t i, Element& partial) { partial += Element::of_entry(i, counts[i]); });
    lanes.single([&]() { *of_block = element; });
    lanes.for_each(num_entries, [&](std::int64_t i) {
      counts[i] = element.products_before(static_cast<std::uint32_t>(i));
    });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
