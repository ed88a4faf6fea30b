// SPDX-License-Identifier: BSD-3-Clause
// The nouns of the row-wise kernel as concepts.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_Combine.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Collects the products of one row: a view over a clean chunk, which clear makes clean again.
template <class T>
concept Accumulator = requires(T accumulator, T const& filled, AccumulatorShape shape,
                               std::byte* memory, typename T::key_type key,
                               typename T::value_type value, typename T::entry_type entry) {
  T{memory, shape};
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

/// How the lanes that own a row together access its accumulator.
template <class Partitioning, class ExecutionSpace>
using access_of =
    std::conditional_t<Partitioning::template single_lane<ExecutionSpace>, Exclusive,
                       std::conditional_t<Partitioning::equal_keys_meet, Contended, Shared>>;

/// The accumulator of a family works with a partitioning on an execution space.
template <class Family, class Partitioning, class ExecutionSpace>
inline constexpr bool is_valid_pair_v =
    Family::template type<int, Mark, access_of<Partitioning, ExecutionSpace>>::allows_access;

/// Says what a product is worth, and what becomes of a finished row.
template <class T>
concept Phase = requires(T const& phase, typename T::ordinal_type row) {
  typename T::combine;
  { T::is_numeric } -> std::convertible_to<bool>;
  phase.products;
  phase.reject(row);
};

}  // namespace araios::inline ARAIOS_ISA::impl
