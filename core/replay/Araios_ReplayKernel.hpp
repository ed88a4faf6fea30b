// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase of replay: each entry of C gathers the products that the plan keeps for it.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_Workspace.hpp>
#include <bins/Araios_BinnedRows.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_LightWeight.hpp>
#include <platform/Araios_ThreadForEach.hpp>
#include <replay/Araios_Replay.hpp>
#include <replay/Araios_ReplayTuning.hpp>
#include <replay/Araios_SumsOfParts.hpp>
#include <selection/Araios_BinShapes.hpp>
#include <selection/Araios_SelectionBasis.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// What replay reads and writes besides the lists of the plan.
///
/// Shapes: as Numeric; row_marks m + k; mismatch is set if A or B are not as planned.
template <class Products, class Scalar>
struct ReplayOperands {
  using scalar_type = Scalar;
  using device_type = typename Products::device_type;

  Products products;
  Kokkos::View<Scalar const*, device_type> a_values;
  Kokkos::View<Scalar const*, device_type> b_values;
  Kokkos::View<Scalar*, device_type> values;
  Kokkos::View<std::uint8_t const*, device_type> row_marks;
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> mismatch;
  PlannedEntries planned;
  std::int64_t nnz_c;
  std::int64_t num_rows;  ///< the larger number of rows of A and B

  /// Whether this row of A and this row of B end where planned, as far as their marks tell.
  template <class Row>
  KOKKOS_FUNCTION bool has_planned_rows(Row row) const {
    auto const& a = products.a;
    auto const& b = products.b;
    auto const rows_of_a = static_cast<Row>(a.num_rows);
    auto const rows_of_b = static_cast<Row>(b.num_rows);
    if (row >= static_cast<Row>(num_rows)) return true;
    if (row < rows_of_a && row_mark(a.row_offsets(row + 1)) != row_marks(row)) return false;
    return row >= rows_of_b || row_mark(b.row_offsets(row + 1)) == row_marks(rows_of_a + row);
  }
  KOKKOS_FUNCTION void reject() const { raise_flag(&mismatch()); }
};

/// Gathers and sums the products of entries of C.
template <class Operands, class Lists>
struct GatherProducts {
  using Scalar = typename Operands::scalar_type;
  using Entry = typename Lists::Entry;
  using Device = typename Operands::device_type;

  Operands operands;
  Kokkos::View<ReplayBlock const*, Device> blocks;
  Kokkos::View<typename Lists::Begins::Element const*, Device> begins;
  Kokkos::View<std::uint32_t const*, Device> words;
  PackedProducts packed_products;
  std::uint32_t most_products_of_lane;

  GatherProducts(Operands const& given, Lists const& lists)
      : operands{given},
        blocks{lists.blocks.elements},
        begins{lists.begins.elements},
        words{lists.words.elements},
        packed_products{lists.packed_products},
        most_products_of_lane{static_cast<std::uint32_t>(lists.most_products_of_lane)} {}

  KOKKOS_FORCEINLINE_FUNCTION ReplayBlock block(Entry entry) const {
    return blocks(entry / static_cast<Entry>(tuning::replay_block_entries));
  }

  /// Every stride-th product from `place` on.
  struct Span {
    std::uint32_t const* place;
    std::uint32_t count;
    std::uint32_t stride;
    std::uint32_t first_a_entry;
    std::uint32_t uppers_behind;  ///< from `place` to its upper bits; 0 if it has none

    KOKKOS_FORCEINLINE_FUNCTION bool is_wide() const {
      return Lists::has_wide_blocks && uppers_behind != 0;
    }
    /// Pre: it is wide.
    KOKKOS_FORCEINLINE_FUNCTION UpperBits const* uppers() const {
      return reinterpret_cast<UpperBits const*>(place) + uppers_behind;
    }
    /// Skips the first products.
    KOKKOS_FORCEINLINE_FUNCTION void start_at(std::uint32_t first) {
      place += first;
      // `place` advances by a word, which is as long as the upper bits of two products.
      if (is_wide()) uppers_behind -= first;
    }
  };

  /// Successive products of a block.
  KOKKOS_FORCEINLINE_FUNCTION Span products_of(ReplayBlock const& of_block, std::uint32_t begin,
                                               std::uint32_t count) const {
    Span span{words.data() + of_block.first_word, count, 1, of_block.first_a_entry(),
              uppers_of_word * of_block.words_to_upper()};
    span.start_at(begin);
    return span;
  }
  /// All products of an entry.
  KOKKOS_FORCEINLINE_FUNCTION Span products_of(Entry entry) const {
    std::uint32_t ends[2];
    Lists::Begins::read(begins.data(), entry, ends);
    return products_of(block(entry), ends[0], ends[1] - ends[0]);
  }
  /// The products of one part of an entry that is cut.
  KOKKOS_FORCEINLINE_FUNCTION static Span part_of(Span all, std::int32_t number) {
    constexpr auto of_part = static_cast<std::uint32_t>(tuning::replay_products_of_part);
    std::uint32_t const before = static_cast<std::uint32_t>(number) * of_part;
    std::uint32_t const left = all.count - before;
    all.start_at(before);
    all.count = left < of_part ? left : of_part;
    return all;
  }
  /// The products that one of num_lanes lanes sums: every num_lanes-th.
  KOKKOS_FORCEINLINE_FUNCTION static Span share_of_lane(Span all, std::uint32_t lane,
                                                        std::uint32_t num_lanes) {
    all.start_at(lane);
    all.count = (all.count + num_lanes - 1 - lane) / num_lanes;
    all.stride = num_lanes;
    return all;
  }

  /// Sums a span. Inlined so that the compiler knows the stride.
  KOKKOS_FORCEINLINE_FUNCTION Scalar sum(Span const& span) const {
    Scalar sum{};
    if constexpr (Lists::has_wide_blocks) {
      if (span.is_wide()) {
        add_from_part<true, 1>(sum, span);
        return sum;
      }
    }
    add_from_part<false, 1>(sum, span);
    return sum;
  }

  /// Adds spans of one block to their sums, in the same order. The loads of the first products of
  /// all spans are issued before any of them is used. This is faster for short spans, but takes
  /// more registers.
  template <int num_spans>
  KOKKOS_FORCEINLINE_FUNCTION void add_side_by_side(Span const (&spans)[num_spans],
                                                    Scalar (&sums)[num_spans]) const {
    if constexpr (Lists::has_wide_blocks) {
      if (spans[0].is_wide()) return add_all<true>(spans, sums);
    }
    add_all<false>(spans, sums);
  }

 private:
  /// The entry of A of a product, counted from the first_a_entry, and its entry of B.
  struct Positions {
    std::uint32_t of_a;
    std::uint32_t of_b;
  };

  template <bool are_wide, int num_spans>
  KOKKOS_FORCEINLINE_FUNCTION void add_all(Span const (&spans)[num_spans],
                                           Scalar (&sums)[num_spans]) const {
    constexpr std::uint32_t size = tuning::replay_first_products;
    add_first<are_wide, size>(spans, sums);
    for (int k = 0; k < num_spans; ++k) add_from_part<are_wide, size>(sums[k], spans[k]);
  }
  /// Adds the first count % size products of each span. Each product has a condition of its own, so
  /// that no branch separates the loads.
  template <bool are_wide, std::uint32_t size, int num_spans>
  KOKKOS_FORCEINLINE_FUNCTION void add_first(Span const (&spans)[num_spans],
                                             Scalar (&sums)[num_spans]) const {
    constexpr std::uint32_t most = size - 1;
    auto const has = [&](int k, std::uint32_t i) { return i < spans[k].count % size; };
    Positions positions[num_spans][most] = {};
    for (int k = 0; k < num_spans; ++k) {
      for (std::uint32_t i = 0; i < most; ++i) {
        if (has(k, i)) positions[k][i] = positions_of<are_wide>(spans[k], i);
      }
    }
    Scalar a[num_spans][most] = {};
    Scalar b[num_spans][most] = {};
    for (int k = 0; k < num_spans; ++k) {
      for (std::uint32_t i = 0; i < most; ++i) {
        if (has(k, i)) a[k][i] = value_of_a(spans[k], positions[k][i].of_a);
        if (has(k, i)) b[k][i] = value_of_b(positions[k][i].of_b);
      }
    }
    for (int k = 0; k < num_spans; ++k) {
      for (std::uint32_t i = 0; i < most; ++i) {
        if (has(k, i)) sums[k] += a[k][i] * b[k][i];
      }
    }
  }
  template <bool are_wide>
  KOKKOS_FORCEINLINE_FUNCTION Positions positions_of(Span const& span, std::uint32_t number) const {
    std::uint32_t const word = span.place[number * span.stride];
    if constexpr (are_wide) return positions_of(word, span.uppers()[number * span.stride]);
    return positions_of(word);
  }
  KOKKOS_FORCEINLINE_FUNCTION Positions positions_of(std::uint32_t word) const {
    return {packed_products.of_a(word), packed_products.of_b(word)};
  }
  KOKKOS_FORCEINLINE_FUNCTION Positions positions_of(std::uint32_t word, UpperBits upper) const {
    return {packed_products.of_a(word, upper), packed_products.of_b(word)};
  }

  /// Adds the products behind the first count % part. What does not fill a batch comes first, in
  /// powers of two: most entries have few products, and those of each power are loaded together.
  template <bool are_wide, std::uint32_t part>
  KOKKOS_FORCEINLINE_FUNCTION void add_from_part(Scalar& sum, Span const& span) const {
    if constexpr (part < tuning::replay_batch) {
      if ((span.count & part) != 0) add<are_wide, part>(sum, span, span.count % part);
      add_from_part<are_wide, 2 * part>(sum, span);
    } else {
      add_batches<are_wide>(sum, span);
    }
  }
  template <bool are_wide>
  KOKKOS_FORCEINLINE_FUNCTION void add_batches(Scalar& sum, Span const& span) const {
    constexpr std::uint32_t size = tuning::replay_batch;
    for (std::uint32_t first = span.count % size; first < span.count; first += size) {
      add<are_wide, size>(sum, span, first);
    }
  }
  /// Adds `size` products from the first-th on.
  template <bool are_wide, std::uint32_t size>
  KOKKOS_FORCEINLINE_FUNCTION void add(Scalar& sum, Span const& span, std::uint32_t first) const {
    std::uint32_t words_read[size];
    auto const* const place = span.place + first * span.stride;
    for (std::uint32_t i = 0; i < size; ++i) words_read[i] = place[i * span.stride];
    if constexpr (are_wide) {
      UpperBits uppers_read[size];
      auto const* const upper = span.uppers() + first * span.stride;
      for (std::uint32_t i = 0; i < size; ++i) uppers_read[i] = upper[i * span.stride];
      for (std::uint32_t i = 0; i < size; ++i) {
        sum += product(span, positions_of(words_read[i], uppers_read[i]));
      }
    } else {
      for (std::uint32_t word : words_read) sum += product(span, positions_of(word));
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION Scalar product(Span const& span, Positions const& positions) const {
    return value_of_a(span, positions.of_a) * value_of_b(positions.of_b);
  }
  KOKKOS_FORCEINLINE_FUNCTION Scalar value_of_a(Span const& span, std::uint32_t of_a) const {
    // There are fewer than 2^31 entries. A sum in 64 bits would take more instructions.
    return operands.a_values.data()[span.first_a_entry + of_a];
  }
  KOKKOS_FORCEINLINE_FUNCTION Scalar value_of_b(std::uint32_t of_b) const {
    return operands.b_values.data()[of_b];
  }
};

/// How a lane sums its entries: the first products of all entries side by side, or one entry after
/// the other, which leaves registers to other parts of a kernel.
enum class LaneSums { side_by_side, one_by_one };

/// Sums the products of each entry of C, at_once successive entries for each lane. Compares the
/// operands with the plan along the way. Skips heavy entries.
template <int at_once, LaneSums way, class Operands, class Lists>
struct GatherEntries {
  using Gather = GatherProducts<Operands, Lists>;
  using Span = typename Gather::Span;
  using Scalar = typename Operands::scalar_type;
  using Entry = typename Lists::Entry;
  static_assert(tuning::replay_block_entries % at_once == 0, "a lane's entries lie in one block");

  Gather gather;

  /// Steps that cover all entries, and all rows.
  static Entry num_steps(Operands const& operands) {
    return static_cast<Entry>(
        std::max((operands.nnz_c + at_once - 1) / at_once, operands.num_rows));
  }

  KOKKOS_FUNCTION void operator()(Entry step) const {
    auto const& operands = gather.operands;
    // Tested later, so that the loads for the sums need not wait for the comparison.
    bool const is_planned = operands.planned.are_those_of(operands.products);
    Entry const first = step * at_once;
    auto const nnz_c = static_cast<Entry>(operands.nnz_c);
    ReplayBlock block{};
    std::uint32_t begins[at_once + 1] = {};
    if (first < nnz_c) {
      block = gather.block(first);
      Lists::Begins::read(gather.begins.data(), first, begins);
    }
    if (!is_planned || !operands.has_planned_rows(step)) return operands.reject();
    auto const is_mine = [&](int i) {
      return first + i < nnz_c && begins[i + 1] - begins[i] <= gather.most_products_of_lane;
    };
    Span spans[at_once];
    for (int i = 0; i < at_once; ++i) {
      spans[i] = gather.products_of(block, begins[i], is_mine(i) ? begins[i + 1] - begins[i] : 0);
    }
    Scalar sums[at_once] = {};
    if constexpr (way == LaneSums::side_by_side) {
      gather.add_side_by_side(spans, sums);
    } else {
      for (int i = 0; i < at_once; ++i) sums[i] = gather.sum(spans[i]);
    }
    for (int i = 0; i < at_once; ++i) {
      if (is_mine(i)) operands.values(first + i) = sums[i];
    }
  }
};

/// Stands for SumsOfParts if no entry is cut.
struct NoSums {};

/// Sums all entries: parts of heavy ones first, with a thread for each part, then the others, with
/// a lane for each entry. The lanes of a thread have fixed shares of a part and add them in a fixed
/// order. A kernel that cuts no entry takes fewer registers.
///
/// Shapes: parts and sums num_parts; no sums if no entry is cut.
template <int num_lanes, bool cuts_entries, class Operands, class Lists>
struct GatherAllEntries {
  using Scalar = typename Operands::scalar_type;
  using Device = typename Operands::device_type;
  using Entry = typename Lists::Entry;
  using Sums = std::conditional_t<cuts_entries, SumsOfParts<Scalar, Device>, NoSums>;

  using Others = GatherEntries<1, LaneSums::one_by_one, Operands, Lists>;

  Others others;
  Kokkos::View<ReplayPart const*, Device> parts;
  Entry num_parts;
  Sums sums;

  /// Threads that cover all parts, entries and rows.
  static std::int64_t num_threads(Operands const& operands, std::int64_t num_parts) {
    std::int64_t const steps = Others::num_steps(operands);
    return num_parts + (steps + num_lanes - 1) / num_lanes;
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const index = static_cast<Entry>(thread_index(member));
    ThreadLanes<Member> const lanes{member};
    if (index < num_parts) return add_up_part(lanes, index);
    Entry const first = (index - num_parts) * num_lanes;
    lanes.for_each(num_lanes, [&](int lane) { others(first + static_cast<Entry>(lane)); });
  }

 private:
  template <class Lanes>
  KOKKOS_FORCEINLINE_FUNCTION void add_up_part(Lanes const& lanes, Entry index) const {
    auto const& gather = others.gather;
    auto const& operands = gather.operands;
    // Tested later, so that the loads for the sum need not wait for the comparison.
    bool const is_planned = operands.planned.are_those_of(operands.products);
    ReplayPart const part = parts(index);
    auto all = gather.products_of(static_cast<Entry>(part.entry));
    if (!is_planned) return;
    if constexpr (cuts_entries) all = gather.part_of(all, part.number);
    auto const sum = lanes.template sum<Scalar>(num_lanes, [&](int lane, Scalar& partial) {
      partial += gather.sum(
          gather.share_of_lane(all, static_cast<std::uint32_t>(lane), std::uint32_t{num_lanes}));
    });
    auto const store = [&](Scalar const& of_entry) { operands.values(part.entry) = of_entry; };
    if constexpr (cuts_entries) {
      if (part.num_parts > 1) {
        auto const first_part = static_cast<std::int64_t>(index) - part.number;
        return sums.add(lanes, first_part, part.num_parts, part.number, sum, store);
      }
    }
    lanes.single([&]() { store(sum); });
  }
};

/// Enqueues the sums of all entries. Pre: some are heavy.
/// Throws: OutOfMemory when sums of parts exceed the cap.
template <class ExecutionSpace, class Operands, class Lists>
void gather_all_entries(ExecutionSpace const& exec,
                        Workspace<typename Operands::device_type>& workspace,
                        SelectionBasis const& basis, Operands const& operands, Lists const& lists) {
  using Scalar = typename Operands::scalar_type;
  constexpr int shares = is_host_space_v<ExecutionSpace> ? 1 : tuning::replay_lanes_of_heavy_entry;
  auto const run = [&]<bool cuts>(std::bool_constant<cuts>, auto const& sums) {
    using Kernel = GatherAllEntries<shares, cuts, Operands, Lists>;
    // Summing both widths of products takes so many registers that occupancy drops without the
    // bounds.
    using Bounds = std::conditional_t<
        Lists::has_wide_blocks && !cuts,
        Kokkos::LaunchBounds<tuning::replay_lanes_of_team, tuning::replay_resident_teams>,
        Kokkos::LaunchBounds<>>;
    Kokkos::TeamPolicy<ExecutionSpace, Bounds> const threads{thread_for_each(
        exec, Kernel::num_threads(operands, lists.num_heavy_parts),
        std::min(shares, basis.device.max_vector_length), tuning::replay_lanes_of_team)};
    Kokkos::parallel_for("araios::spgemm_numeric::gather_all_entries", as_light_weight(threads),
                         Kernel{{{operands, lists}},
                                lists.heavy_parts.elements,
                                static_cast<typename Lists::Entry>(lists.num_heavy_parts),
                                sums});
  };
  if (!lists.cuts_entries()) return run(std::false_type{}, NoSums{});
  run(std::true_type{}, take_sums_of_parts<Scalar>(exec, workspace, lists.num_heavy_parts,
                                                   basis.options.max_workspace_bytes));
}

/// Enqueues the sums of all entries. Pre: none is heavy.
template <class ExecutionSpace, class Operands, class Lists>
void gather_light_entries(ExecutionSpace const& exec, SelectionBasis const& basis,
                          Operands const& operands, Lists const& lists) {
  auto const run = [&]<int at_once>(std::integral_constant<int, at_once>) {
    using Kernel = GatherEntries<at_once, LaneSums::side_by_side, Operands, Lists>;
    Kokkos::parallel_for("araios::spgemm_numeric::gather_entries",
                         as_light_weight(range_of(exec, Kernel::num_steps(operands))),
                         Kernel{{operands, lists}});
  };
  if (gathers_pairs(basis.device, operands.nnz_c, basis.stats.work)) {
    return run(std::integral_constant<int, 2>{});
  }
  run(std::integral_constant<int, 1>{});
}

/// Enqueues the replay of C, in one launch.
/// Throws: OutOfMemory, as gather_all_entries.
template <class ExecutionSpace, class Operands, class Lists>
void gather_entries(ExecutionSpace const& exec,
                    Workspace<typename Operands::device_type>& workspace,
                    SelectionBasis const& basis, Operands const& operands, Lists const& lists) {
  if constexpr (Lists::may_have_heavy_entries) {
    if (lists.has_heavy_entries()) {
      return gather_all_entries(exec, workspace, basis, operands, lists);
    }
  }
  gather_light_entries(exec, basis, operands, lists);
}

}  // namespace araios::inline ARAIOS_ISA::impl
