// SPDX-License-Identifier: BSD-3-Clause
// One method of one library to multiply a pair of operands.
#pragma once

#include "base/HostMatrix.hpp"
#include <Araios_Selection.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace araios::perf {

/// Milliseconds of one whole call and, if known, of its phases: parts of that call or of a separate
/// one.
struct CallTimes {
  std::optional<double> symbolic_ms;
  std::optional<double> numeric_ms;
  double noreuse_ms = 0;
};

/// What a library reports of its last product.
struct MethodReport {
  std::string algorithm;           ///< short name
  std::string ran;                 ///< strategy of the timed whole call, and why; may be empty
  std::string symbolic_selection;  ///< empty if the library does not report it
  std::string numeric_selection;
  std::optional<ProblemStats> stats;
  std::size_t workspace_bytes = 0;  ///< temporary memory; ours is held between calls
  std::size_t plan_bytes = 0;       ///< kept by the plan for its numeric phases
};

class Method {
 public:
  Method() = default;
  Method(Method const&) = delete;
  Method& operator=(Method const&) = delete;
  virtual ~Method() = default;

  /// The library's name in tables.
  virtual std::string library() const = 0;
  virtual std::string algorithm() const = 0;
  /// Methods of one contender compete, and the best represents it.
  virtual std::string contender() const = 0;
  /// Whether rows of C are sorted if the user asks for it.
  virtual bool sorts_rows() const { return true; }
  /// Whether the numeric phase can be repeated.
  virtual bool can_reuse() const { return true; }

  /// The whole call.
  ///
  /// Post: holds C.
  virtual CallTimes multiply() = 0;
  /// A call for a plan that serves many numeric phases.
  ///
  /// Post: holds C.
  virtual void multiply_to_reuse() { multiply(); }
  /// Repeats the numeric phase into the same C. Returns milliseconds.
  ///
  /// Pre: holds C, can_reuse().
  virtual double multiply_again() = 0;

  /// Pre: holds C.
  virtual MethodReport report() const = 0;
  virtual AnyHostResult result() const = 0;
  /// C of the phases, if multiply() has run them in a separate call.
  ///
  /// Pre: holds C.
  virtual std::optional<AnyHostResult> result_of_phases() const { return std::nullopt; }

  /// Frees C and its state.
  virtual void release() = 0;
};

/// C on the host, with offsets of 64 bits.
template <class Offsets, class Columns, class Values>
HostResultOf<typename Values::non_const_value_type> host_result(int num_rows, int num_cols,
                                                                Offsets const& row_offsets,
                                                                Columns const& columns,
                                                                Values const& values) {
  Kokkos::HostSpace const host;
  auto const offsets = Kokkos::create_mirror_view_and_copy(host, row_offsets);
  Kokkos::View<std::int64_t*, HostDevice> const wide_offsets("host_result.row_offsets",
                                                             offsets.extent(0));
  for (std::size_t row = 0; row < offsets.extent(0); ++row) {
    wide_offsets(row) = static_cast<std::int64_t>(offsets(row));
  }
  return {{num_rows, num_cols, wide_offsets, Kokkos::create_mirror_view_and_copy(host, columns)},
          Kokkos::create_mirror_view_and_copy(host, values)};
}

}  // namespace araios::perf
