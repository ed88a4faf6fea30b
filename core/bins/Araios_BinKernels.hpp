// SPDX-License-Identifier: BSD-3-Clause
// The kernels of bins: each row of a list, held by an owner, in the way of its bin.
#pragma once

#include <accumulators/Araios_BitmapRank.hpp>
#include <accumulators/Araios_FewProducts.hpp>
#include <accumulators/Araios_RankedProbing.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <bins/Araios_RowsOfBin.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <rowwise/Araios_Concepts.hpp>
#include <rowwise/Araios_ExpandedRow.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Reads the products of an entry of A: loader(phase)(a_entry)(b_entry).
template <class Phase>
KOKKOS_FUNCTION auto loader(Phase const& phase) {
  return [&phase](auto a_entry) {
    return [&phase, multiplier = phase.multiplier(a_entry)](auto b_entry) {
      return LoadedProduct<typename Phase::ordinal_type, typename Phase::combine::value_type>{
          phase.key(b_entry), phase.value(multiplier, b_entry)};
    };
  };
}

/// Rows of few products: FewProducts, A's entries spread over the lanes of a thread.
template <class Phase, class Device>
struct FewProductsKernel {
  using ordinal_type = typename Phase::ordinal_type;
  using accumulator_type = FewProducts<ordinal_type, typename Phase::combine>;
  using owner_type = ThreadOwnsRow;

  Phase phase;
  RowsOfBin<ordinal_type, Device> bin;
  int capacity;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const lanes = owner_type::lanes(member);
    accumulator_type accumulator{lanes.scratch(bin.scratch_bytes), capacity};
    auto const index = static_cast<std::int64_t>(owner_type::owner_index(member));
    if (index >= bin.num_rows) return;
    ordinal_type const row = bin.row(index);
    if (!phase.operands_are_planned()) return phase.reject(row);
    process_expanded_row(lanes, phase, row, accumulator, capacity);
  }
};

/// Rows of few keys in a wide range: RankedProbing.
template <class Phase, class Device, class Partitioning>
struct ProbingKernel {
  using ordinal_type = typename Phase::ordinal_type;
  using access = std::conditional_t<Partitioning::equal_keys_meet, Contended, Shared>;
  using accumulator_type = RankedProbing<ordinal_type, typename Phase::combine, access>;
  using owner_type = Partitioning;

  Phase phase;
  RowsOfBin<ordinal_type, Device> bin;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const lanes = Partitioning::lanes(member);
    std::byte* scratch = lanes.scratch(bin.scratch_bytes);
    auto const index = static_cast<std::int64_t>(Partitioning::owner_index(member));
    if (index >= bin.num_rows) return;
    ordinal_type const row = bin.row(index);
    if (!phase.operands_are_planned()) return phase.reject(row);
    int* const thread_sums = reinterpret_cast<int*>(scratch);
    if constexpr (Partitioning::is_team) scratch += placed_bytes<int>(member.team_size());
    std::int64_t capacity = 0;
    if constexpr (Phase::is_numeric) {
      capacity = phase.capacity(lanes, row);
    } else {
      capacity = bin.capacity(row);
    }
    accumulator_type accumulator{lanes, scratch, capacity};
    int claimed = 0;
    Partitioning::template for_each_loaded<1>(
        lanes, bin.lanes_of_thread, phase.products, row, loader(phase), [&](auto const& product) {
          auto const probe = accumulator.insert(product.key, product.value);
          claimed += probe == Probe::claimed ? 1 : 0;
          if constexpr (Phase::is_numeric) {
            if (probe == Probe::full) phase.reject(row);
          }
        });
    lanes.barrier();
    if constexpr (Phase::is_numeric) {
      auto const begin = phase.row_offsets(row);
      bool const complete = accumulator.for_each_ranked(
          lanes, PartScan{lanes, bin.lanes_of_thread, thread_sums},
          {bin.first_columns(row), bin.width(row), static_cast<int>(capacity)},
          [&](int rank, ordinal_type key, auto const& value) {
            phase.store(begin + rank, key, value);
          });
      if (!complete) phase.reject(row);
    } else {
      int const threads = Partitioning::is_team ? member.team_size() : 1;
      int const size = lanes.template sum<int>(threads * bin.lanes_of_thread,
                                               [&](int, int& sum) { sum += claimed; });
      lanes.single([&]() { phase.row_sizes(row) = size; });
    }
  }
};

/// Products of a row whose columns lie in a window of the row's columns.
template <class Products>
struct WindowedProducts : Products {
  using ordinal_type = typename Products::ordinal_type;

  ordinal_type first_column;
  ordinal_type width;

  template <class OffsetA>
  KOKKOS_FUNCTION auto entries_of_b(OffsetA a_entry) const {
    return entries_of_row(this->a.columns(a_entry));
  }
  KOKKOS_FUNCTION auto entries_of_row(ordinal_type row_of_b) const {
    auto entries = Products::entries_of_row(row_of_b);
    // Columns before the window are those not greater than the one before its first.
    entries.begin = upper_bound(entries.begin, entries.end, this->b.columns, first_column - 1);
    entries.end =
        upper_bound(entries.begin, entries.end, this->b.columns, first_column + (width - 1));
    return entries;
  }
};

/// Marks the keys of a row: for_each_loaded(load_for, put) calls put(load_for(a_entry)(b_entry))
/// for the products of this lane. The numeric phase rejects the row where a key is not in the
/// window.
template <class Phase, class Accumulator, class ForEachLoaded>
KOKKOS_FORCEINLINE_FUNCTION void mark_keys(Phase const& phase, typename Phase::ordinal_type row,
                                           Accumulator& accumulator,
                                           ForEachLoaded const& for_each_loaded) {
  auto const load_key = [&](auto) { return [&](auto b_entry) { return phase.key(b_entry); }; };
  bool all_in_window = true;
  for_each_loaded(load_key, [&](auto key) { all_in_window &= accumulator.mark(key); });
  if constexpr (Phase::is_numeric) {
    if (!all_in_window) phase.reject(row);
  }
}

/// Where a bitmap kernel accumulates values in the numeric phase.
enum class RankedValues { in_scratch, in_result };

/// Rows whose keys lie close together, or are many: BitmapRank. The keys of the row are marked
/// first; the numeric phase then ranks them and walks the products again for the values.
template <class Phase, class Device, class Partitioning, RankedValues ranked_values>
struct BitmapKernel {
  using ordinal_type = typename Phase::ordinal_type;
  using combine = typename Phase::combine;
  using access = std::conditional_t<Partitioning::equal_keys_meet, Contended, Shared>;
  /// A thread's row has fewer keys than 2^16, a team's may have more.
  using rank_type = std::conditional_t<Partitioning::is_team, std::uint32_t, std::uint16_t>;
  using accumulator_type = BitmapRank<ordinal_type, combine, access, rank_type>;
  using owner_type = Partitioning;
  /// Threads wait for memory: more of them at once are worth more than registers.
  static constexpr bool bounds_registers =
      !Partitioning::is_team && sizeof(typename combine::value_type) <= binned_value_bytes;
  using launch_bounds =
      std::conditional_t<bounds_registers,
                         Kokkos::LaunchBounds<tuning::thread_bitmap_max_lanes_of_team,
                                              tuning::thread_bitmap_resident_teams>,
                         Kokkos::LaunchBounds<>>;

  static constexpr int batch =
      Partitioning::is_team ? tuning::team_bitmap_batch : tuning::thread_bitmap_batch;

  Phase phase;
  RowsOfBin<ordinal_type, Device> bin;
  int window_words;  ///< most words of one window

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const lanes = Partitioning::lanes(member);
    std::byte* scratch = lanes.scratch(bin.scratch_bytes);
    auto const index = static_cast<std::int64_t>(Partitioning::owner_index(member));
    if (index >= bin.num_rows) return;
    ordinal_type const row = bin.row(index);
    if (!phase.operands_are_planned()) return phase.reject(row);
    ordinal_type const width = bin.width(row);
    std::int64_t const words = accumulator_type::num_words(width);
    std::int64_t const most_words = words < window_words ? words : window_words;
    std::int64_t const values = num_values_in_scratch(lanes, row);
    int* const thread_sums = reinterpret_cast<int*>(scratch);
    if constexpr (Partitioning::is_team) scratch += placed_bytes<int>(member.team_size());
    accumulator_type accumulator{scratch, most_words, values};
    ordinal_type const first = bin.first_columns(row);
    std::int64_t size = 0;
    if (words <= most_words) {
      size = process_window(lanes, phase.products, row, first, width, accumulator, 0, thread_sums);
    } else if constexpr (Partitioning::is_team) {
      auto const window = static_cast<ordinal_type>(most_words * accumulator_type::keys_per_word);
      for (ordinal_type rest = width; rest > 0 && size >= 0; rest -= window) {
        WindowedProducts<decltype(phase.products)> const products{
            phase.products, static_cast<ordinal_type>(first + (width - rest)),
            rest < window ? rest : window};
        size = process_window(lanes, products, row, products.first_column, products.width,
                              accumulator, size, thread_sums);
        if (rest <= window) break;
        lanes.barrier();
      }
    }
    if constexpr (Phase::is_numeric) {
      if (size != phase.capacity(lanes, row)) phase.reject(row);
    } else {
      int const num_alike = bin.num_alike(row);
      lanes.single([&]() {
        for (int i = 0; i < num_alike; ++i) {
          phase.row_sizes(row + i) = static_cast<ordinal_type>(size);
        }
      });
    }
  }

 private:
  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t num_values_in_scratch(Lanes const& lanes, ordinal_type row) const {
    if constexpr (Phase::is_numeric && ranked_values == RankedValues::in_scratch) {
      return phase.capacity(lanes, row);
    } else {
      return 0;
    }
  }

  /// Counts or writes the entries of a window behind the `done` entries of those before it. Returns
  /// how many are done then; -1 when there are more than planned.
  template <class Lanes, class Products>
  KOKKOS_FUNCTION std::int64_t process_window(Lanes const& lanes, Products const& products,
                                              ordinal_type row, ordinal_type first,
                                              ordinal_type width, accumulator_type& accumulator,
                                              std::int64_t done, int* thread_sums) const {
    accumulator.begin_window(lanes, first, width);
    mark_keys(phase, row, accumulator, [&](auto const& load_for, auto const& put) {
      Partitioning::template for_each_loaded<batch>(lanes, bin.lanes_of_thread, products, row,
                                                    load_for, put);
    });
    lanes.barrier();
    if constexpr (Phase::is_numeric) {
      return fill_window(lanes, products, row, accumulator, done, thread_sums);
    } else {
      return done + accumulator.count_keys(lanes);
    }
  }

  template <class Lanes, class Products>
  KOKKOS_FUNCTION std::int64_t fill_window(Lanes const& lanes, Products const& products,
                                           ordinal_type row, accumulator_type& accumulator,
                                           std::int64_t done, int* thread_sums) const {
    std::int64_t const planned = phase.capacity(lanes, row) - done;
    auto const begin = phase.row_offsets(row) + done;
    auto const scan = PartScan{lanes, bin.lanes_of_thread, thread_sums};
    int size = 0;
    if constexpr (ranked_values == RankedValues::in_scratch && accumulator_type::lists_keys) {
      // Lanes rank keys far apart, but write neighbouring ones together.
      size = accumulator.list_keys(scan, planned);
      lanes.barrier();
      int const listed = size < planned ? size : static_cast<int>(planned);
      lanes.for_each(listed, [&](int i) { phase.columns(begin + i) = accumulator.listed_key(i); });
    } else {
      size = accumulator.rank_keys(scan, [&](int rank, ordinal_type key) {
        if (rank < planned) phase.columns(begin + rank) = key;
      });
    }
    if (size > planned) return -1;
    if (size == 0) return done;
    if constexpr (ranked_values == RankedValues::in_result) {
      accumulator.put_values_at(phase.values.data() + begin);
    }
    accumulator.clear_values(lanes, size);
    Partitioning::template for_each_loaded<batch>(
        lanes, bin.lanes_of_thread, products, row, loader(phase),
        [&](auto const& product) { accumulator.add(product.key, product.value); });
    lanes.barrier();
    if constexpr (ranked_values == RankedValues::in_scratch) {
      lanes.for_each(size, [&](int i) { phase.values(begin + i) = accumulator.value(i); });
    }
    return done + size;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
