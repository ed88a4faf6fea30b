// SPDX-License-Identifier: BSD-3-Clause
// A small product on hosts in one phase by the calling thread, without a plan.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Strategy.hpp>
#include <Araios_Workspace.hpp>
#include <one_phase/Araios_BitmapProduct.hpp>
#include <one_phase/Araios_NarrowProduct.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <one_phase/Araios_SerialGustavson.hpp>
#include <one_phase/Araios_SmallRules.hpp>
#include <platform/Araios_AnnouncedLoop.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_ProductFacts.hpp>
#include <selection/Araios_StrategyRegions.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Computes C in one phase by the calling thread of a host, if the product is small.
///
/// Pre:  work enqueued on `exec` before has ended.
/// Post: C is bitwise that of two phases, and owns its memory.
template <class ExecutionSpace, class ArraysA, class ArraysB, class Result>
class SmallSpGemm {
 public:
  using scalar_type = typename Result::scalar_type;
  using ordinal_type = typename Result::ordinal_type;
  using offset_type = typename Result::offset_type;
  using device_type = typename Result::device_type;

  SmallSpGemm(ExecutionSpace const& exec, ArraysA const& a, ArraysB const& b,
              Workspace<device_type> const& workspace)
      : exec_{exec}, a_{a}, b_{b}, workspace_{workspace} {}

  /// Returns C, or nothing if the product is not small or an operand is invalid. The symbolic phase
  /// then reports the error. Adds the gathered facts to `facts`.
  std::optional<Result> run(ProductFacts& facts);

  /// The loop that ran.
  RowLoop loop() const { return loop_; }

 private:
  using Product = SerialGustavson<ArraysA, ArraysB>;
  using Bitmap = BitmapProduct<ArraysA, ArraysB>;
  using Narrow = NarrowProduct<scalar_type, ordinal_type>;

  /// Whether A and B are the same pattern in memory.
  bool are_same() const {
    return a_.num_rows == b_.num_rows && a_.num_cols == b_.num_cols && a_.columns == b_.columns &&
           static_cast<void const*>(a_.row_offsets) == b_.row_offsets;
  }

  /// Gathers the facts that show whether the product is small. Stops once they show that it is not.
  void gather(ProductFacts& facts) const {
    std::int64_t const num_entries = a_.num_entries() + b_.num_entries();
    if (num_entries > tuning::small_sampled_entries && a_.num_entries() > 0) {
      facts.sampled_products = estimate_products(a_, b_, tuning::small_samples);
      if (!is_small_serial(facts)) return;
    }
    facts.are_valid = has_valid_pattern(a_) && (are_same() || has_valid_pattern(b_));
    if (!*facts.are_valid) return;
    facts.products = count_products(a_, b_);
    // The check of B reads all of its columns, so it is done only for products that may be small.
    if (is_small_serial(facts)) facts.fit_registers = fit_registers(*facts.products);
  }

  Result multiply(ProductFacts const& facts) {
    std::int64_t const products = *facts.products;
    Kokkos::Profiling::ScopedRegion const region{one_phase_regions().of(Strategy::small_serial)};
    workspace_.begin_call(exec_);
    std::int64_t const most_entries = std::int64_t{a_.num_rows} * b_.num_cols;
    auto const room = static_cast<std::size_t>(std::min(products, most_entries) + Product::slack);
    auto* const columns = take<ordinal_type>(WorkspaceSlot::small_columns, room);
    auto* const values = take<scalar_type>(WorkspaceSlot::small_values, room);
    auto const row_offsets =
        allocate<offset_type>("C.row_offsets", static_cast<std::size_t>(a_.num_rows) + 1);
    auto const size = static_cast<std::size_t>(write(facts, row_offsets.data(), columns, values));
    return {{a_.num_rows, b_.num_cols, row_offsets, copy("C.columns", columns, size)},
            copy("C.values", values, size)};
  }

  /// Writes C by the loop that suits it, and keeps that loop. Returns the number of entries.
  std::int64_t write(ProductFacts const& facts, offset_type* row_offsets, ordinal_type* columns,
                     scalar_type* values) {
    loop_ = choose_loop(facts);
    AnnouncedLoop const announced{exec_, "araios::alone"};
    if constexpr (Narrow::max_columns > 0) {
      if (loop_ == RowLoop::registers) {
        auto* const memory = take_rows_of_b(Narrow::bytes(b_.num_rows));
        return Narrow::write(a_, b_, memory, row_offsets, columns, values);
      }
    }
    std::size_t const bytes = Product::clean_bytes(b_.num_cols);
    std::byte* const clean = take_zero_bytes(workspace_, exec_, WorkspaceSlot::small_sums, bytes,
                                             SpGemmOptions{}.max_workspace_bytes)
                                 .data();
    std::int64_t const size = write_by_sums(clean, row_offsets, columns, values);
    workspace_.leave_zero_bytes(WorkspaceSlot::small_sums, bytes);
    return size;
  }

  RowLoop choose_loop(ProductFacts const& facts) const {
    std::int64_t const products = *facts.products;
    if (facts.n <= facts.register_columns && *facts.fit_registers) return RowLoop::registers;
    bool const has_short_rows = products <= a_.num_rows * tuning::small_max_products_of_row_by_bits;
    return has_short_rows && b_.num_cols <= Bitmap::max_columns ? RowLoop::column_bits
                                                                : RowLoop::marks;
  }

  std::int64_t write_by_sums(std::byte* clean, offset_type* row_offsets, ordinal_type* columns,
                             scalar_type* values) const {
    if (loop_ == RowLoop::column_bits) {
      auto* const sums = reinterpret_cast<scalar_type*>(clean);
      return Bitmap{a_, b_, sums}.write(row_offsets, columns, values);
    }
    return write_by_marks(Product{a_, b_, clean}, row_offsets, columns, values);
  }

  std::int64_t write_by_marks(Product const& product, offset_type* row_offsets,
                              ordinal_type* columns, scalar_type* values) const {
    bool const b_ascends = Product::is_surveyed(b_.num_cols) && has_ascending_rows(b_);
    row_offsets[0] = 0;
    return product.write(0, a_.num_rows, b_ascends, row_offsets + 1, columns, values);
  }

  /// Whether rows of C are computed in registers.
  ///
  /// Pre: B has a valid pattern.
  bool fit_registers(std::int64_t products) const {
    if (b_.num_cols > Narrow::max_columns) return false;
    // The elements of dense rows of B: written once each, and read once for each entry of A.
    std::int64_t const elements = (b_.num_rows + a_.num_entries()) * b_.num_cols;
    return elements <= products * tuning::small_max_elements_per_product && has_ascending_rows(b_);
  }

  template <class T>
  T* take(WorkspaceSlot slot, std::size_t count) {
    return workspace_.template take<T>(exec_, slot, count, SpGemmOptions{}.max_workspace_bytes)
        .data();
  }

  std::byte* take_rows_of_b(std::size_t bytes) {
    return take<std::byte>(WorkspaceSlot::small_rows_of_b, bytes);
  }

  template <class T>
  Kokkos::View<T*, device_type> allocate(std::string const& label, std::size_t size) const {
    return allocate_untouched<T, device_type>(
        Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing, label), size);
  }

  template <class T>
  Kokkos::View<T*, device_type> copy(std::string const& label, T const* elements,
                                     std::size_t size) const {
    auto const view = allocate<T>(label, size);
    std::copy_n(elements, size, view.data());
    return view;
  }

  ExecutionSpace const& exec_;
  ArraysA a_;
  ArraysB b_;
  Workspace<device_type> workspace_;
  RowLoop loop_ = RowLoop::none;
};

// Not inline, so that an extern template declaration avoids the compilation of all loops.
template <class ExecutionSpace, class ArraysA, class ArraysB, class Result>
std::optional<Result> SmallSpGemm<ExecutionSpace, ArraysA, ArraysB, Result>::run(
    ProductFacts& facts) {
  gather(facts);
  if (!facts.are_valid.value_or(false) || !is_small_serial(facts)) return {};
  return multiply(facts);
}

}  // namespace araios::inline ARAIOS_ISA::impl
