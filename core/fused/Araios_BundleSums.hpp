// SPDX-License-Identifier: BSD-3-Clause
// Sums of the rows of a bundle on hosts, in arrays over the columns that a row spans.
#pragma once

#include <fused/Araios_FusedTuning.hpp>
#include <fused/Araios_LaneFactors.hpp>
#include <host_simd/Araios_PrefetchAhead.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// An array that columns address by their lower bits. The columns of a row have an element each; no
/// column is outside.
template <class Scalar, class Ordinal, int lanes>
struct SumWindow {
  Scalar* sums;
  std::int64_t size;  ///< a power of two, in elements of `lanes` sums each

  std::size_t place_of(Ordinal column) const {
    using Unsigned = std::make_unsigned_t<Ordinal>;
    return static_cast<Unsigned>(column) & static_cast<Unsigned>(size - 1);
  }
  Scalar* at(std::size_t place) const { return sums + place * lanes; }
  Scalar* of_column(Ordinal column) const { return at(place_of(column)); }
};

/// What loops over the products of a bundle share: the rows of the bundle are summed together, one
/// in each lane.
template <int lanes, class Operands>
struct BundleSums {
  using Graphs = decltype(Operands::graphs);
  using Scalar = typename Operands::scalar_type;
  using Ordinal = typename Graphs::ordinal_type;
  using OffsetR = typename Graphs::graph_r::offset_type;
  using Window = SumWindow<Scalar, Ordinal, lanes>;
  using Factors = LaneFactors<Scalar, lanes>;

  Operands operands;

  struct Bundle {
    std::int64_t index;
    Ordinal row;
    int num_rows;
    OffsetR length;  ///< of each of its rows in R
  };

  template <class Bundles>
  Bundle bundle_at(Bundles const& bundles, std::int64_t index) const {
    Ordinal const row = bundles.begin(index);
    return {index, row, static_cast<int>(bundles.begin(index + 1) - row),
            operands.graphs.r.row_offsets(row + 1) - operands.graphs.r.row_offsets(row)};
  }

  /// Takes the sums of a column, and clears them.
  [[gnu::always_inline]] static Factors take(Scalar* sums) {
    Factors const factors = Factors::load(sums);
    for (int lane = 0; lane < lanes; ++lane) sums[lane] = Scalar{};
    return factors;
  }

  [[gnu::always_inline]] Factors factors_of_r(Bundle const& bundle, OffsetR entry) const {
    Scalar of_rows[lanes] = {};
    for (int i = 0; i < (lanes == 1 ? 1 : bundle.num_rows); ++i) {
      of_rows[i] = operands.multiplier(entry + static_cast<OffsetR>(i) * bundle.length);
    }
    return Factors::load(of_rows);
  }

  /// Adds entries of a row, times factors, to a window.
  [[gnu::always_inline]] static void add_row(Factors factors, Ordinal const* columns,
                                             Scalar const* values, std::uint64_t size,
                                             Window window) {
    for (std::uint64_t i = 0; i < size; ++i) factors.add(values[i], window.of_column(columns[i]));
  }

  /// Calls f(entry of R, begin, end) with the entries of A that belong to each entry of R.
  template <class F>
  [[gnu::always_inline]] void for_each_row_of_a(Bundle const& bundle, F const& f) const {
    auto const* const rows = operands.graphs.r.columns.data();
    auto const* const begins = operands.graphs.a.row_offsets.data();
    auto const* const columns = operands.graphs.a.columns.data();
    Scalar const* const values = operands.a.data();
    bool const fetches = fetching_pays(operands.graphs.a, columns, values);
    auto const begin = static_cast<std::int64_t>(operands.graphs.r.row_offsets(bundle.row));
    auto const end = begin + static_cast<std::int64_t>(bundle.length);
    for (std::int64_t entry = begin; entry < end; ++entry) {
      if (fetches) {
        auto const ahead = begins[rows[std::min(entry + tuning::fused_entries_ahead, end - 1)]];
        prefetch_row(ahead, values);
        prefetch_line(ahead, columns);
      }
      Ordinal const row = rows[entry];
      f(static_cast<OffsetR>(entry), begins[row], begins[row + 1]);
    }
  }

  /// Calls f(sums, begin, size) for listed columns of R·A, with the entries of their rows of P.
  /// Clears the sums.
  template <class F>
  [[gnu::always_inline]] void for_each_row_of_p(Window const& window, Ordinal const* list,
                                                std::int64_t listed, F const& f) const {
    auto const* const begins = operands.graphs.p.row_offsets.data();
    auto const* const columns = operands.graphs.p.columns.data();
    Scalar const* const values = operands.p.data();
    bool const fetches = fetching_pays(operands.graphs.p, columns, values);
    for (std::int64_t i = 0; i < listed; ++i) {
      if (fetches) {
        auto const ahead = begins[list[std::min(i + tuning::fused_entries_ahead, listed - 1)]];
        prefetch_line(ahead, columns);
        prefetch_line(ahead, values);
      }
      Ordinal const row = list[i];
      auto const begin = begins[row];
      f(take(window.of_column(row)), begin, static_cast<std::uint64_t>(begins[row + 1] - begin));
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
