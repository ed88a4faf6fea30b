// SPDX-License-Identifier: BSD-3-Clause
// The offset type of a result: named by the caller, or what its operands have in common.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Asks for the offset type that A and B have in common.
struct CommonOffset {};

template <class Offset, class A, class B>
using offset_of_c =
    typename std::conditional_t<std::is_same_v<Offset, CommonOffset>,
                                std::common_type<typename A::offset_type, typename B::offset_type>,
                                std::type_identity<Offset>>::type;

}  // namespace araios::inline ARAIOS_ISA::impl
