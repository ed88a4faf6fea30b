// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase: everything the numeric phase needs to know of the patterns.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <bins/Araios_BinnedRows.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <partitioning/Araios_RowGroups.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <pattern/Araios_ScatterMap.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InstanceEvent.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_Replay.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstddef>
#include <cstdint>
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
/// any number of numeric phases while the patterns of A and B stay.
template <class Offset, class Ordinal, class Device>
class SpGemmPlan {
 public:
  using offset_type = Offset;    ///< counts entries of C
  using ordinal_type = Ordinal;  ///< numbers rows and columns
  using device_type = Device;    ///< where A, B and C lie

  /// Rows of C.
  Ordinal num_rows() const { return static_cast<Ordinal>(data_.stats.m); }
  /// Columns of C.
  Ordinal num_cols() const { return static_cast<Ordinal>(data_.stats.n); }
  /// Entries of C.
  std::int64_t nnz() const { return data_.stats.nnz_c; }
  /// num_rows + 1 offsets of C, shared with every C that the plan allocates.
  Kokkos::View<Offset const*, Device> row_offsets() const { return data_.row_offsets; }

  /// Counts of C = op(A)·op(B): m, k and n are those of the transposed operands.
  ProblemStats const& stats() const { return data_.stats; }
  /// What the symbolic phase has run.
  Selection const& symbolic_selection() const { return data_.symbolic_selection; }
  /// What a numeric phase will run if memory allows. The chunks of its pool are sized when it runs,
  /// since they depend on the scalar.
  Selection const& numeric_selection() const { return data_.numeric_selection; }
  /// The options of the symbolic phase.
  SpGemmOptions const& options() const { return data_.options; }
  /// Bytes kept for transposed operands. They count towards the cap of every call with this plan.
  std::size_t transposed_bytes() const { return data_.transposed_bytes; }
  /// Bytes of the columns of C that the plan keeps. They count likewise.
  std::size_t recorded_bytes() const {
    return data_.recorded.bytes() + data_.columns_of_c.size() * sizeof(Ordinal);
  }
  /// Bytes that the plan keeps to replay, besides the columns of C. They count likewise.
  std::size_t replay_bytes() const { return data_.replay.bytes() + data_.scatter_map.bytes(); }
  /// Bytes of the lists of rows by group that the plan keeps. They count likewise.
  std::size_t grouped_bytes() const { return data_.groups_memory.size(); }
  /// Bytes of all that the plan keeps besides its row offsets. They count likewise.
  std::size_t kept_bytes() const {
    return transposed_bytes() + recorded_bytes() + replay_bytes() + data_.bins_memory.size() +
           grouped_bytes();
  }
  /// The workspace of calls that name none.
  Workspace<Device> const& workspace() const { return workspace_; }

  /// Memory for C: row offsets of the plan, columns and values uninitialized. A plan that replays
  /// also shares its columns, which must not be written.
  template <class Scalar>
  CrsMatrix<Scalar, Offset, Ordinal, Device> allocate(std::string const& label) const {
    return allocate_with<Scalar>([&]<class T>(std::string const& part, std::size_t size) {
      return impl::allocate_untouched<T, Device>(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, label + part), size);
    });
  }
  /// The same without a fence of `exec`. On hosts its threads touch the memory of C first, so that
  /// huge pages are spread over them.
  template <class Scalar, class ExecutionSpace>
  CrsMatrix<Scalar, Offset, Ordinal, Device> allocate(ExecutionSpace const& exec,
                                                      std::string const& label) const {
    return allocate_with<Scalar>([&]<class T>(std::string const& part, std::size_t size) {
      return impl::allocate_touched<T, Device>(exec, label + part, size);
    });
  }

  /// @cond impl
  // For the phases of the library.
  using data_type = impl::SpGemmPlanData<Offset, Ordinal, Device>;

  SpGemmPlan(data_type data, Workspace<Device> workspace)
      : data_{std::move(data)}, workspace_{std::move(workspace)} {}

  data_type const& data() const { return data_; }
  /// @endcond

 private:
  /// `allocate_part` allocates a view from the name of the part of C that it holds and its size.
  template <class Scalar, class AllocatePart>
  CrsMatrix<Scalar, Offset, Ordinal, Device> allocate_with(
      AllocatePart const& allocate_part) const {
    auto const size = static_cast<std::size_t>(nnz());
    auto const values = allocate_part.template operator()<Scalar>(".values", size);
    if (data_.columns_of_c.extent(0) > 0) {
      return {{num_rows(), num_cols(), data_.row_offsets, data_.columns_of_c}, values};
    }
    auto const columns = allocate_part.template operator()<Ordinal>(".columns", size);
    return {{num_rows(), num_cols(), data_.row_offsets, columns}, values};
  }

  data_type data_;
  Workspace<Device> workspace_;
};

}  // namespace araios::inline ARAIOS_ISA
