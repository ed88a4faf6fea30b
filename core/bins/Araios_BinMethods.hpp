// SPDX-License-Identifier: BSD-3-Clause
// The methods of bins: how an owner processes its row.
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

/// Loads the products of an entry of A: loader(phase)(a_entry)(b_entry).
template <class Phase>
KOKKOS_FUNCTION auto loader(Phase const& phase) {
  return [&phase](auto a_entry) {
    return [&phase, multiplier = phase.multiplier(a_entry)](auto b_entry) {
      return LoadedProduct<typename Phase::ordinal_type, typename Phase::combine::value_type>{
          phase.key(b_entry), phase.value(multiplier, b_entry)};
    };
  };
}

/// Rows of few products, by FewProducts. The entries of A are spread over the lanes of a thread.
template <class Phase, class Device>
struct FewProductsMethod {
  using ordinal_type = typename Phase::ordinal_type;
  using accumulator_type = FewProducts<ordinal_type, typename Phase::combine>;
  using owner_type = ThreadOwnsRow;

  Phase phase;
  RowsOfBin<ordinal_type, Device> bin;
  int capacity;

  template <class Owned>
  KOKKOS_FUNCTION void process(Owned const& owned) const {
    accumulator_type accumulator{owned.scratch, capacity};
    process_expanded_row(owned.lanes, phase, owned.row, accumulator, capacity);
  }
};

/// Rows of few keys in a wide range, by RankedProbing.
template <class Phase, class Device, class Partitioning>
struct ProbingMethod {
  using ordinal_type = typename Phase::ordinal_type;
  using access = std::conditional_t<Partitioning::equal_keys_meet, Contended, Shared>;
  using accumulator_type = RankedProbing<ordinal_type, typename Phase::combine, access>;
  using owner_type = Partitioning;

  Phase phase;
  RowsOfBin<ordinal_type, Device> bin;

  template <class Owned>
  KOKKOS_FUNCTION void process(Owned const& owned) const {
    std::int64_t const capacity = capacity_of(owned);
    accumulator_type accumulator{owned.lanes, owned.accumulator_memory(), capacity};
    int claimed = 0;
    Partitioning::template for_each_loaded<1>(owned.lanes, bin.lanes_of_thread, phase.products,
                                              owned.row, loader(phase), [&](auto const& product) {
                                                auto const probe =
                                                    accumulator.insert(product.key, product.value);
                                                claimed += probe == Probe::claimed ? 1 : 0;
                                                if constexpr (Phase::is_numeric) {
                                                  if (probe == Probe::full) phase.reject(owned.row);
                                                }
                                              });
    owned.lanes.barrier();
    if constexpr (Phase::is_numeric) {
      fill_row(owned, accumulator, static_cast<int>(capacity));
    } else {
      count_row(owned, claimed);
    }
  }

 private:
  template <class Owned>
  KOKKOS_FUNCTION std::int64_t capacity_of(Owned const& owned) const {
    if constexpr (Phase::is_numeric) {
      return phase.capacity(owned.lanes, owned.row);
    } else {
      return bin.capacity(owned.row);
    }
  }

  template <class Owned>
  KOKKOS_FUNCTION void fill_row(Owned const& owned, accumulator_type& accumulator,
                                int capacity) const {
    ordinal_type const row = owned.row;
    auto const begin = phase.row_offsets(row);
    bool const complete =
        accumulator.for_each_ranked(owned.lanes, owned.scan(bin.lanes_of_thread), capacity,
                                    [&](int rank, ordinal_type key, auto const& value) {
                                      phase.store(begin + rank, key, value);
                                    });
    if (!complete) phase.reject(row);
  }

  /// Adds up the keys that each lane has claimed.
  template <class Owned>
  KOKKOS_FUNCTION void count_row(Owned const& owned, int claimed) const {
    auto const& lanes = owned.lanes;
    int const threads = Partitioning::is_team ? lanes.member.team_size() : 1;
    int const size = lanes.template sum<int>(threads * bin.lanes_of_thread,
                                             [&](int, int& sum) { sum += claimed; });
    lanes.single([&]() { phase.row_sizes(owned.row) = size; });
  }
};

/// The columns [first, first + width).
template <class Ordinal>
struct ColumnWindow {
  Ordinal first;
  Ordinal width;
};

/// The products of a row whose columns lie in a window.
template <class Products>
struct WindowedProducts : Products {
  using ordinal_type = typename Products::ordinal_type;

  ColumnWindow<ordinal_type> window;

  template <class OffsetA>
  KOKKOS_FUNCTION auto entries_of_b(OffsetA a_entry) const {
    return entries_of_row(this->a.columns(a_entry));
  }
  KOKKOS_FUNCTION auto entries_of_row(ordinal_type row_of_b) const {
    auto entries = Products::entries_of_row(row_of_b);
    // The first entry of the window lies behind all columns up to window.first - 1.
    entries.begin = upper_bound(entries.begin, entries.end, this->b.columns, window.first - 1);
    entries.end =
        upper_bound(entries.begin, entries.end, this->b.columns, window.first + (window.width - 1));
    return entries;
  }
};

/// Marks the keys of a row. for_each_loaded(load_for, put) calls put(load_for(a_entry)(b_entry))
/// for the products of the calling lane. The numeric phase rejects the row if a key lies outside
/// the window.
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

/// Where a bitmap accumulates values in the numeric phase.
enum class RankedValues { in_scratch, in_result };

/// Rows whose keys are dense or many, by BitmapRank. Marks all keys first. The numeric phase then
/// ranks them, and walks the products again to add up the values.
template <class Phase, class Device, class Partitioning, RankedValues ranked_values>
struct BitmapMethod {
  using ordinal_type = typename Phase::ordinal_type;
  using combine = typename Phase::combine;
  using access = std::conditional_t<Partitioning::equal_keys_meet, Contended, Shared>;
  /// A thread's row has fewer than 2^16 keys. A team's may have more.
  using rank_type = std::conditional_t<Partitioning::is_team, std::uint32_t, std::uint16_t>;
  using accumulator_type = BitmapRank<ordinal_type, combine, access, rank_type>;
  using owner_type = Partitioning;
  /// Threads wait for memory, so occupancy gains more than registers do.
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
  int window_words;  ///< maximum words of a window

  template <class Owned>
  KOKKOS_FUNCTION void process(Owned const& owned) const {
    ordinal_type const row = owned.row;
    Window const all{bin.first_columns(row), bin.width(row)};
    std::int64_t const words = accumulator_type::num_words(all.width);
    std::int64_t const most_words = words < window_words ? words : window_words;
    accumulator_type accumulator{owned.accumulator_memory(), most_words,
                                 num_values_in_scratch(owned)};
    std::int64_t size = 0;
    if (words <= most_words) {
      size = process_window(owned, phase.products, all, accumulator, 0);
    } else if constexpr (Partitioning::is_team) {
      auto const width = static_cast<ordinal_type>(most_words * accumulator_type::keys_per_word);
      size = process_windows(owned, all, width, accumulator);
    }
    if constexpr (Phase::is_numeric) {
      if (size != phase.capacity(owned.lanes, row)) phase.reject(row);
    } else {
      int const num_rows_handled = bin.num_rows_handled(row);
      owned.lanes.single([&]() {
        for (int i = 0; i < num_rows_handled; ++i) {
          phase.row_sizes(row + i) = static_cast<ordinal_type>(size);
        }
      });
    }
  }

 private:
  using Window = ColumnWindow<ordinal_type>;

  template <class Owned>
  KOKKOS_FUNCTION std::int64_t num_values_in_scratch(Owned const& owned) const {
    if constexpr (Phase::is_numeric && ranked_values == RankedValues::in_scratch) {
      return phase.capacity(owned.lanes, owned.row);
    } else {
      return 0;
    }
  }

  /// Counts or writes the entries of a row by windows of at most `most` columns. Returns their
  /// number, or -1 if there are more than planned.
  template <class Owned>
  KOKKOS_FUNCTION std::int64_t process_windows(Owned const& owned, Window const& all,
                                               ordinal_type most,
                                               accumulator_type& accumulator) const {
    std::int64_t size = 0;
    for (ordinal_type rest = all.width; rest > 0 && size >= 0; rest -= most) {
      Window const window{static_cast<ordinal_type>(all.first + (all.width - rest)),
                          rest < most ? rest : most};
      WindowedProducts<decltype(phase.products)> const products{phase.products, window};
      size = process_window(owned, products, window, accumulator, size);
      if (rest <= most) break;
      owned.lanes.barrier();
    }
    return size;
  }

  /// Counts or writes the entries of one window, behind the `done` entries of earlier windows.
  /// Returns the number of entries so far, or -1 if there are more than planned.
  template <class Owned, class Products>
  KOKKOS_FUNCTION std::int64_t process_window(Owned const& owned, Products const& products,
                                              Window const& window, accumulator_type& accumulator,
                                              std::int64_t done) const {
    accumulator.begin_window(owned.lanes, window.first, window.width);
    mark_keys(phase, owned.row, accumulator, [&](auto const& load_for, auto const& put) {
      Partitioning::template for_each_loaded<batch>(owned.lanes, bin.lanes_of_thread, products,
                                                    owned.row, load_for, put);
    });
    owned.lanes.barrier();
    if constexpr (Phase::is_numeric) {
      return fill_window(owned, products, accumulator, done);
    } else {
      return done + accumulator.count_keys(owned.lanes);
    }
  }

  template <class Owned, class Products>
  KOKKOS_FUNCTION std::int64_t fill_window(Owned const& owned, Products const& products,
                                           accumulator_type& accumulator, std::int64_t done) const {
    auto const& lanes = owned.lanes;
    ordinal_type const row = owned.row;
    std::int64_t const planned = phase.capacity(lanes, row) - done;
    auto const begin = phase.row_offsets(row) + done;
    auto const scan = owned.scan(bin.lanes_of_thread);
    int size = 0;
    if constexpr (ranked_values == RankedValues::in_scratch && accumulator_type::lists_keys) {
      // Lanes rank keys that lie far apart. A list of them lets lanes coalesce the writes.
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
