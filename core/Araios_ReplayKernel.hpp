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
#include <Araios_ThreadForEach.hpp>
#include <Araios_Tuning.hpp>

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
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t entry) const {
    return block(entry).first_product + static_cast<std::int64_t>(begins(entry));
  }
  /// The sum of every stride-th product from `place` on and before `end`.
  KOKKOS_FUNCTION Scalar sum(std::int64_t place, std::int64_t end, std::int64_t stride,
                             std::int64_t first_a_entry) const {
    Scalar sum{};
    auto const add = [&](std::int64_t p) { sum += value(products(p), first_a_entry); };
    // One by one those that fill no batch: most entries have few products.
    auto const count = static_cast<unsigned>((end - place + stride - 1) / stride);
    for (unsigned rest = count % tuning::replay_batch; rest > 0; --rest, place += stride) {
      add(place);
    }
    for (; place < end; place += tuning::replay_batch * stride) {
      for (unsigned i = 0; i < tuning::replay_batch; ++i) add(place + i * stride);
    }
    return sum;
  }

 private:
  KOKKOS_FUNCTION Scalar value(Product product, std::int64_t first_a_entry) const {
    Product const b_mask = (Product{1} << b_bits) - 1;
    return operands.a_values(first_a_entry + static_cast<std::int64_t>(product >> b_bits)) *
           operands.b_values(static_cast<std::int64_t>(product & b_mask));
  }
};

/// Adds up the products of each entry of C, one lane an entry, and compares the operands with the
/// plan along the way. Heavy entries are left out.
template <class Operands, class Lists>
struct GatherEntries {
  using Scalar = typename Operands::scalar_type;

  GatherProducts<Operands, Lists> gather;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const& operands = gather.operands;
    if (!operands.planned.are_those_of(operands.products) || !operands.has_planned_rows(i)) {
      return operands.reject();
    }
    if (i >= operands.nnz_c) return;
    auto const first_a_entry = gather.block(i).first_a_entry;
    std::int64_t const begin = gather.begin(i);
    std::int64_t const end = gather.begin(i + 1);
    if (end - begin > tuning::replay_heavy_entry) return;
    operands.values(i) = gather.sum(begin, end, 1, first_a_entry);
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
  int num_lanes;  ///< of an owner

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const index = static_cast<std::int64_t>(Owner::owner_index(member));
    auto const& operands = gather.operands;
    if (index >= num_entries || !operands.planned.are_those_of(operands.products)) return;
    auto const lanes = Owner::lanes(member);
    std::int64_t const entry = entries(index);
    auto const first_a_entry = gather.block(entry).first_a_entry;
    std::int64_t const begin = gather.begin(entry);
    std::int64_t const end = gather.begin(entry + 1);
    auto const sum = lanes.template sum<Scalar>(num_lanes, [&](int lane, Scalar& partial) {
      partial += gather.sum(begin + lane, end, num_lanes, first_a_entry);
    });
    lanes.single([&]() { gather.operands.values(entry) = sum; });
  }
};

/// Enqueues the filling of heavy entries: a thread owns each, or a team where they are few.
/// Pre: there are some.
template <class ExecutionSpace, class Operands, class Lists>
void gather_heavy_entries(ExecutionSpace const& exec, DeviceTraits const& device,
                          GatherProducts<Operands, Lists> const& gather, Lists const& lists) {
  std::int64_t const count = lists.num_heavy_entries;
  int const lanes = device.max_vector_length;
  auto const run = [&](auto const& owner, Kokkos::TeamPolicy<ExecutionSpace> const& policy,
                       int lanes_of_owner) {
    using Owner = std::decay_t<decltype(owner)>;
    Kokkos::parallel_for("araios::spgemm_numeric::gather_heavy_entries", as_light_weight(policy),
                         GatherHeavyEntries<Owner, Operands, Lists>{
                             gather, lists.heavy_entries.elements, count, lanes_of_owner});
  };
  if (2 * lanes * count > device.concurrency) {
    return run(ThreadOwnsRow{}, thread_for_each(exec, count, lanes), lanes);
  }
  BinTeam const team =
      team_for_row(device, lanes, count, {lanes, tuning::replay_max_lanes_of_entry});
  run(TeamOwnsRow{}, {exec, static_cast<int>(count), team.team_size, team.lanes_of_thread},
      team.team_size * team.lanes_of_thread);
}

/// Enqueues the filling of C from what the plan remembers.
template <class ExecutionSpace, class Operands, class Lists>
void gather_entries(ExecutionSpace const& exec, DeviceTraits const& device,
                    Operands const& operands, Lists const& lists) {
  GatherProducts<Operands, Lists> const gather{operands, lists};
  auto const num_rows =
      std::max<std::int64_t>(operands.products.a.num_rows, operands.products.b.num_rows);
  Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>> const range{
      exec, 0, std::max(operands.nnz_c, num_rows)};
  Kokkos::parallel_for("araios::spgemm_numeric::gather_entries", as_light_weight(range),
                       GatherEntries<Operands, Lists>{gather});
  if (lists.num_heavy_entries > 0) gather_heavy_entries(exec, device, gather, lists);
}

}  // namespace araios
