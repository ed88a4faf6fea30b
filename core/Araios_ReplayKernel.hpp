// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase that replays: each entry of C gathers the products that its plan remembers.
#pragma once

#include <Araios_Access.hpp>
#include <Araios_BinShapes.hpp>
#include <Araios_Lanes.hpp>
#include <Araios_LightWeight.hpp>
#include <Araios_Owners.hpp>
#include <Araios_Replay.hpp>
#include <Araios_RowBins.hpp>
#include <Araios_RowProducts.hpp>
#include <Araios_Selection.hpp>
#include <Araios_SideBySide.hpp>
#include <Araios_ThreadForEach.hpp>
#include <Araios_Tuning.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios {

/// What replaying reads and writes besides what the plan remembers.
///
/// Shapes: as Numeric; row_marks m + k; mismatch is set where A or B are not as planned.
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

  /// A row of A and one of B end where planned, as far as their marks tell.
  KOKKOS_FUNCTION bool has_planned_rows(std::int64_t row) const {
    auto const& a = products.a;
    auto const& b = products.b;
    bool const planned_a = row >= a.num_rows || row_mark(a.row_offsets(row + 1)) == row_marks(row);
    return planned_a &&
           (row >= b.num_rows || row_mark(b.row_offsets(row + 1)) == row_marks(a.num_rows + row));
  }
  KOKKOS_FUNCTION void reject() const { raise_flag(&mismatch()); }
};

/// The products of entries of C.
template <class Operands, class Lists>
struct GatherProducts {
  using Scalar = typename Operands::scalar_type;
  using Product = typename Lists::Product;
  using Device = typename Operands::device_type;

  Operands operands;
  Kokkos::View<ReplayBlock const*, Device> blocks;
  Kokkos::View<typename Lists::Begin const*, Device> begins;
  Kokkos::View<Product const*, Device> products;
  int b_bits;

  GatherProducts(Operands const& given, Lists const& lists)
      : operands{given},
        blocks{lists.blocks.elements},
        begins{lists.begins.elements},
        products{lists.products.elements},
        b_bits{lists.b_bits} {}

  KOKKOS_FUNCTION ReplayBlock block(std::int64_t entry) const {
    return blocks(entry / tuning::replay_block_entries);
  }
  /// Where the products of an entry begin.
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t entry) const {
    return block(entry).first_product + static_cast<std::int64_t>(begins(entry));
  }

  /// Products from `place` on, every stride-th, whose entries of A are counted from first_a_entry.
  struct Span {
    Product const* place;
    std::uint32_t count;
    std::uint32_t stride;
    std::int64_t first_a_entry;
  };

  /// The sum of a span. Inlined for the sake of a stride that the compiler knows.
  KOKKOS_FORCEINLINE_FUNCTION Scalar sum(Span span) const {
    Scalar sum{};
    // What fills no batch comes first, by powers of two: most entries have few products, and those
    // of a part are read at once.
    add_parts<1>(sum, span);
    for (auto batches = span.count / tuning::replay_batch; batches > 0; --batches) {
      add<tuning::replay_batch>(sum, span);
    }
    return sum;
  }

  /// The same for long spans: all factors of a batch are read before the first is used, which takes
  /// more registers.
  KOKKOS_FORCEINLINE_FUNCTION Scalar sum_of_many(Span span) const {
    constexpr auto size = tuning::replay_batch;
    Scalar sum{};
    add_parts<1>(sum, span);
    for (auto batches = span.count / size; batches > 0; --batches) {
      Product products_of_batch[size];
      Scalar factors[2][size];
      read(products_of_batch, span);
      for (std::uint32_t i = 0; i < size; ++i) {
        factors[0][i] = a_value(products_of_batch[i], span);
        factors[1][i] = b_value(products_of_batch[i]);
      }
      for (std::uint32_t i = 0; i < size; ++i) sum += factors[0][i] * factors[1][i];
    }
    return sum;
  }

 private:
  template <std::uint32_t part>
  KOKKOS_FORCEINLINE_FUNCTION void add_parts(Scalar& sum, Span& span) const {
    if constexpr (part < tuning::replay_batch) {
      if ((span.count & part) != 0) add<part>(sum, span);
      add_parts<2 * part>(sum, span);
    }
  }
  template <std::uint32_t size>
  KOKKOS_FORCEINLINE_FUNCTION void add(Scalar& sum, Span& span) const {
    Product products_of_part[size];
    read(products_of_part, span);
    for (std::uint32_t i = 0; i < size; ++i) {
      sum += a_value(products_of_part[i], span) * b_value(products_of_part[i]);
    }
  }
  /// Reads so many products, and moves behind them.
  template <std::uint32_t size>
  KOKKOS_FORCEINLINE_FUNCTION static void read(Product (&products_read)[size], Span& span) {
    for (std::uint32_t i = 0; i < size; ++i) products_read[i] = span.place[i * span.stride];
    span.place += size * span.stride;
  }
  KOKKOS_FORCEINLINE_FUNCTION Scalar a_value(Product product, Span const& span) const {
    return operands.a_values(span.first_a_entry + static_cast<std::int64_t>(product >> b_bits));
  }
  KOKKOS_FORCEINLINE_FUNCTION Scalar b_value(Product product) const {
    Product const mask = (Product{1} << b_bits) - 1;
    return operands.b_values(static_cast<std::int64_t>(product & mask));
  }
};

/// Adds up the products of each entry of C, so many successive entries a lane, and compares the
/// operands with the plan along the way. Heavy entries are left out.
template <int at_once, class Operands, class Lists>
struct GatherEntries {
  using Gather = GatherProducts<Operands, Lists>;
  static_assert(tuning::replay_block_entries % at_once == 0, "a lane's entries lie in one block");

  Gather gather;

  /// Steps that cover all entries, and all rows.
  static std::int64_t num_steps(std::int64_t nnz_c, std::int64_t num_rows) {
    return std::max((nnz_c + at_once - 1) / at_once, num_rows);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t step) const {
    auto const& operands = gather.operands;
    // What is read for the sums does not wait for the comparison.
    bool const is_planned = operands.planned.are_those_of(operands.products);
    std::int64_t const first = step * at_once;
    auto const count = static_cast<int>(
        Kokkos::clamp<std::int64_t>(operands.nnz_c - first, 0, std::int64_t{at_once}));
    ReplayBlock block{};
    std::uint32_t begins[at_once + 1] = {};
    if (count > 0) {
      block = gather.block(first);
      for (int i = 0; i < at_once; ++i) {
        if (i < count) begins[i] = gather.begins(first + i);
      }
      // The last entry of a block ends where the next block begins.
      begins[count] = static_cast<std::uint32_t>(gather.begin(first + count) - block.first_product);
    }
    if (!is_planned || !operands.has_planned_rows(step)) return operands.reject();
    auto const* const products = gather.products.data() + block.first_product;
    for (int i = 0; i < at_once; ++i) {
      std::uint32_t const products_of_entry = begins[i + 1] - begins[i];
      if (i >= count || products_of_entry > tuning::replay_heavy_entry) continue;
      operands.values(first + i) =
          gather.sum({products + begins[i], products_of_entry, 1, block.first_a_entry});
    }
  }
};

/// Adds up the products of each heavy entry of C by the lanes of its owner, whose parts are always
/// the same and are added in the same order.
template <class Owner, class Operands, class Lists>
struct GatherHeavyEntries {
  using Scalar = typename Operands::scalar_type;

  GatherProducts<Operands, Lists> gather;
  Kokkos::View<std::int64_t const*, typename Operands::device_type> entries;
  std::int64_t num_entries;
  std::uint32_t num_lanes;  ///< of an owner

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const index = static_cast<std::int64_t>(Owner::owner_index(member));
    auto const& operands = gather.operands;
    if (index >= num_entries || !operands.planned.are_those_of(operands.products)) return;
    auto const lanes = Owner::lanes(member);
    std::int64_t const entry = entries(index);
    auto const first_a_entry = gather.block(entry).first_a_entry;
    auto const* const products = gather.products.data() + gather.begin(entry);
    auto const count = static_cast<std::uint32_t>(gather.begin(entry + 1) - gather.begin(entry));
    auto const sum =
        lanes.template sum<Scalar>(num_lanes, [&](std::uint32_t lane, Scalar& partial) {
          auto const count_of_lane = (count + num_lanes - 1 - lane) / num_lanes;
          partial += gather.sum_of_many({products + lane, count_of_lane, num_lanes, first_a_entry});
        });
    lanes.single([&]() { operands.values(entry) = sum; });
  }
};

/// Enqueues the filling of heavy entries: a thread owns each, or a team where they are few.
/// Pre: there are some.
template <class ExecutionSpace, class Operands, class Lists>
void gather_heavy_entries(ExecutionSpace const& exec, DeviceTraits const& device,
                          Operands const& operands, Lists const& lists) {
  std::int64_t const count = lists.num_heavy_entries;
  int const lanes = device.max_vector_length;
  auto const kernel_for = [&]<class Owner>(Owner, int lanes_of_owner) {
    return GatherHeavyEntries<Owner, Operands, Lists>{{operands, lists},
                                                      lists.heavy_entries.elements,
                                                      count,
                                                      static_cast<std::uint32_t>(lanes_of_owner)};
  };
  auto const launch = [](auto const& policy, auto const& kernel) {
    Kokkos::parallel_for("araios::spgemm_numeric::gather_heavy_entries", as_light_weight(policy),
                         kernel);
  };
  if (2 * lanes * count > device.concurrency) {
    return launch(thread_for_each(exec, count, lanes), kernel_for(ThreadOwnsRow{}, lanes));
  }
  BinTeam team = team_for_row(device, lanes, count, {lanes, tuning::replay_max_lanes_of_entry});
  for (;; team.team_size /= 2) {
    int const lanes_of_team = team.team_size * team.lanes_of_thread;
    auto const kernel = kernel_for(TeamOwnsRow{}, lanes_of_team);
    Kokkos::TeamPolicy<ExecutionSpace> const policy{exec, static_cast<int>(count), team.team_size,
                                                    team.lanes_of_thread};
    if (allows_team(policy, kernel, lanes_of_team)) return launch(policy, kernel);
  }
}

/// Enqueues the filling of all entries that are not heavy.
template <class ExecutionSpace, class Operands, class Lists>
void gather_other_entries(ExecutionSpace const& exec, DeviceTraits const& device,
                          Operands const& operands, Lists const& lists, std::int64_t work) {
  auto const num_rows =
      std::max<std::int64_t>(operands.products.a.num_rows, operands.products.b.num_rows);
  auto const run = [&]<int at_once>(std::integral_constant<int, at_once>) {
    using Kernel = GatherEntries<at_once, Operands, Lists>;
    Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>> const range{
        exec, 0, Kernel::num_steps(operands.nnz_c, num_rows)};
    Kokkos::parallel_for("araios::spgemm_numeric::gather_entries", as_light_weight(range),
                         Kernel{{operands, lists}});
  };
  if (lists.num_heavy_entries == 0 && gathers_pairs(device, operands.nnz_c, work)) {
    return run(std::integral_constant<int, 2>{});
  }
  run(std::integral_constant<int, 1>{});
}

/// Enqueues the filling of C from what the plan remembers, heavy entries beside all others.
template <class ExecutionSpace, class Operands, class Lists>
void gather_entries(ExecutionSpace const& exec,
                    Workspace<typename Operands::device_type>& workspace,
                    DeviceTraits const& device, Operands const& operands, Lists const& lists,
                    std::int64_t work) {
  if (lists.num_heavy_entries == 0) {
    gather_other_entries(exec, device, operands, lists, work);
  } else if constexpr (is_host_space_v<ExecutionSpace>) {
    gather_heavy_entries(exec, device, operands, lists);
    gather_other_entries(exec, device, operands, lists, work);
  } else {
    SideBySide<ExecutionSpace> side_by_side{exec, workspace.beside(exec)};
    gather_heavy_entries(side_by_side.next(), device, operands, lists);
    gather_other_entries(exec, device, operands, lists, work);
    side_by_side.join();
  }
}

}  // namespace araios
