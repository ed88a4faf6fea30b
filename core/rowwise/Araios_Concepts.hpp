// SPDX-License-Identifier: BSD-3-Clause
// Concepts of the row-wise kernel, and which accumulators work with which partitionings.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_Combine.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Lanes as accumulators see them, for the concept alone.
struct LanesOfConcept {
  template <class F>
  KOKKOS_FUNCTION void for_each(std::int64_t, F const&) const {}
};

/// Collects the products of one row. A view over a clean chunk; clear makes the chunk clean again.
template <class T>
concept Accumulator = std::default_initializable<T> &&
    requires(T accumulator, T const& filled, AccumulatorShape shape, std::byte* memory,
             typename T::key_type key, typename T::value_type value, typename T::entry_type entry,
             LanesOfConcept const& lanes, std::int64_t capacity) {
  T{memory, shape};
  { T::needs } -> std::convertible_to<std::string_view>;
  accumulator.begin_row(lanes, capacity);
  accumulator.clear(lanes);
  { T::allows_two_levels } -> std::convertible_to<bool>;
  { T::allows_access } -> std::convertible_to<bool>;
  { T::bytes(shape) } -> std::same_as<std::size_t>;
  { T::clean_bytes(shape) } -> std::same_as<std::size_t>;
  { accumulator.insert(key, value) } -> std::same_as<Insert>;
  { filled.size() } -> std::same_as<typename T::entry_type>;
  { filled.capacity() } -> std::same_as<typename T::entry_type>;
  { filled.key(entry) } -> std::same_as<typename T::key_type>;
  { filled.value(entry) } -> std::same_as<typename T::value_type>;
};

/// How the lanes of an owner access its accumulator: one lane alone, several lanes that may insert
/// equal keys at the same time, or several lanes whose keys differ.
template <class Partitioning, class ExecutionSpace>
using access_of =
    std::conditional_t<Partitioning::template single_lane<ExecutionSpace>, Exclusive,
                       std::conditional_t<Partitioning::equal_keys_meet, Contended, Shared>>;

/// Whether the accumulators of a family support the access that a partitioning needs on an
/// execution space.
template <class Family, class Partitioning, class ExecutionSpace>
inline constexpr bool is_valid_pair_v =
    Family::template type<int, Mark, access_of<Partitioning, ExecutionSpace>>::allows_access;

/// Defines the value of a product, and what happens to a finished row.
template <class T>
concept Phase = requires(T const& phase, typename T::ordinal_type row) {
  typename T::combine;
  { T::is_numeric } -> std::convertible_to<bool>;
  phase.products;
  phase.reject(row);
};

}  // namespace araios::inline ARAIOS_ISA::impl
