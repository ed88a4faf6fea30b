// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase: everything the numeric phase needs to know of the patterns.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <bins/Araios_BinnedRows.hpp>
#include <matrix/Araios_ResultMemory.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <partitioning/Araios_RowGroups.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <pattern/Araios_ScatterMap.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_DropAtFinalize.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstanceEvent.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_Replay.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA {

namespace impl {
/// What the symbolic phase learned of C = op(A)·op(B); see SpGemmPlan.
template <class Offset, class Ordinal, class Device>
struct SpGemmPlanData {
  ProblemStats stats;
  DeviceTraits device;  ///< of the execution space of the symbolic phase
  Selection symbolic_selection;
  Selection numeric_selection;
  SpGemmOptions options;
  Kokkos::View<Offset const*, Device> row_offsets;
  std::uint64_t fingerprint_a = 0;  ///< of the patterns as given; only with options.check_reuse
  std::uint64_t fingerprint_b = 0;
  std::any transposed_a;  ///< a TransposedGraph with the offsets of A; only with transpose_a
  std::any transposed_b;
  std::size_t transposed_bytes = 0;  ///< of both
  PatternStore<Ordinal, Device> recorded;
  BinnedRows<Ordinal, Device> bins;  ///< for the numeric phase, where its selection has bins
  Kokkos::View<std::byte*, Device> bins_memory;  ///< that holds them
  Replay<Offset, Device> replay;                 ///< where the numeric phase replays on a device
  ScatterMap<Device> scatter_map;                ///< where it replays on a host
  Kokkos::View<Ordinal*, Device> columns_of_c;   ///< where it replays
  PendingWork running;                           ///< that still writes the replay
  RowGroups<Ordinal, Device> groups;             ///< for the numeric phase, where it has groups
  Kokkos::View<std::byte*, Device> groups_memory;

  /// Takes the counts of C. Throws: std::overflow_error when its entries exceed Offset.
  void set_size_of_c(RowSizeCounts const& counts) {
    stats.nnz_c = counts.total;
    stats.max_row_size = counts.largest;
    checked_cast<Offset>(counts.total, "the number of entries of C");
  }
};
}  // namespace impl

/// What spgemm_symbolic returns: all that spgemm_numeric needs to know of the patterns.
///
/// A plan exists only after a successful symbolic phase. It is a value, cheap to copy, and serves
/// any number of numeric phases while the patterns of A and B stay. It may outlive Kokkos,
/// whose finalization empties it.
template <class Offset, class Ordinal, class Device>
class SpGemmPlan {
 public:
  using offset_type = Offset;    ///< counts entries of C
  using ordinal_type = Ordinal;  ///< numbers rows and columns
  using device_type = Device;    ///< where A, B and C lie

  /// Copies share what the plan keeps. Plans are not moved: each stays usable.
  SpGemmPlan(SpGemmPlan const&) = default;
  SpGemmPlan& operator=(SpGemmPlan const&) = default;  ///< likewise

  /// Rows of C.
  Ordinal num_rows() const { return static_cast<Ordinal>(data().stats.m); }
  /// Columns of C.
  Ordinal num_cols() const { return static_cast<Ordinal>(data().stats.n); }
  /// Entries of C.
  std::int64_t nnz() const { return data().stats.nnz_c; }
  /// num_rows + 1 offsets of C, shared with every C that the plan allocates.
  Kokkos::View<Offset const*, Device> row_offsets() const { return data().row_offsets; }

  /// Counts of C = op(A)·op(B): m, k and n are those of the transposed operands.
  ProblemStats const& stats() const { return data().stats; }
  /// What the symbolic phase has run.
  Selection const& symbolic_selection() const { return data().symbolic_selection; }
  /// What a numeric phase will run if memory allows. The chunks of its pool are sized when it runs,
  /// since they depend on the scalar.
  Selection const& numeric_selection() const { return data().numeric_selection; }
  /// The options of the symbolic phase.
  SpGemmOptions const& options() const { return data().options; }
  /// Bytes kept for transposed operands. They count towards the cap of every call with this plan.
  std::size_t transposed_bytes() const { return data().transposed_bytes; }
  /// Bytes of the columns of C that the plan keeps. They count likewise.
  std::size_t recorded_bytes() const {
    return data().recorded.bytes() + data().columns_of_c.size() * sizeof(Ordinal);
  }
  /// Bytes that the plan keeps to replay, besides the columns of C. They count likewise.
  std::size_t replay_bytes() const { return data().replay.bytes() + data().scatter_map.bytes(); }
  /// Bytes of the lists of rows by group that the plan keeps. They count likewise.
  std::size_t grouped_bytes() const { return data().groups_memory.size(); }
  /// Bytes of all that the plan keeps besides its row offsets. They count likewise.
  std::size_t kept_bytes() const {
    return transposed_bytes() + recorded_bytes() + replay_bytes() + data().bins_memory.size() +
           grouped_bytes();
  }
  /// The workspace of calls that name none.
  Workspace<Device> const& workspace() const { return workspace_; }

  /// C as the plan allocates it: numeric phases write its columns, its holder does not.
  template <class Scalar>
  using result_type = CrsMatrix<Scalar, Offset, Ordinal const, Device>;

  /// Memory for C: row offsets of the plan, columns and values uninitialized. All C of a plan that
  /// replays share one array of columns, so columns are read-only: to shift or sort them, take
  /// allocate_writable. Others are no operand before a numeric phase has filled them. Throws:
  /// OutOfMemory.
  template <class Scalar>
  result_type<Scalar> allocate(std::string const& label) const {
    return with_columns<Scalar>(impl::UntouchedMemory{label}, data().columns_of_c);
  }
  /// The same without a fence of `exec`. On hosts its threads touch the memory of C first, so that
  /// huge pages are spread over them.
  template <class Scalar, class ExecutionSpace>
  result_type<Scalar> allocate(ExecutionSpace const& exec, std::string const& label) const {
    return with_columns<Scalar>(impl::TouchedMemory<ExecutionSpace>{exec, label},
                                data().columns_of_c);
  }

  /// Memory for a C whose columns may be changed. They are its own; the row offsets are shared as
  /// before. Each numeric phase writes them anew, also that of a plan that replays. Throws:
  /// OutOfMemory.
  template <class Scalar>
  CrsMatrix<Scalar, Offset, Ordinal, Device> allocate_writable(std::string const& label) const {
    return with_columns<Scalar>(impl::UntouchedMemory{label}, {});
  }
  /// The same without a fence of `exec`, its memory touched by the threads of hosts.
  template <class Scalar, class ExecutionSpace>
  CrsMatrix<Scalar, Offset, Ordinal, Device> allocate_writable(ExecutionSpace const& exec,
                                                               std::string const& label) const {
    return with_columns<Scalar>(impl::TouchedMemory<ExecutionSpace>{exec, label}, {});
  }

  /// @cond impl
  // For the phases of the library.
  using data_type = impl::SpGemmPlanData<Offset, Ordinal, Device>;

  SpGemmPlan(data_type data, Workspace<Device> workspace)
      : kept_{impl::or_out_of_memory("a plan", sizeof(Kept),
                                     [&] { return std::make_shared<Kept>(std::move(data)); })},
        workspace_{std::move(workspace)} {}

  data_type const& data() const { return kept_->contents; }

  // The last C of a plan: it takes over the columns that the plan keeps. Pre: the plan serves no
  // other C.
  template <class Scalar, class ExecutionSpace>
  CrsMatrix<Scalar, Offset, Ordinal, Device> allocate_last(ExecutionSpace const& exec,
                                                           std::string const& label) const {
    return with_columns<Scalar>(impl::TouchedMemory<ExecutionSpace>{exec, label},
                                data().columns_of_c);
  }
  /// @endcond

 private:
  using Kept = impl::DropAtFinalize<data_type>;

  /// Takes `columns`, or new ones where these are none.
  template <class Scalar, class Allocation>
  CrsMatrix<Scalar, Offset, Ordinal, Device> with_columns(
      Allocation const& allocation, Kokkos::View<Ordinal*, Device> const& columns) const {
    return impl::allocate_result<Scalar>(
        allocation,
        CrsGraph<Offset, Ordinal, Device>{num_rows(), num_cols(), data().row_offsets, columns},
        nnz());
  }

  std::shared_ptr<Kept const> kept_;
  Workspace<Device> workspace_;
};

}  // namespace araios::inline ARAIOS_ISA
