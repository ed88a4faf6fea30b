// SPDX-License-Identifier: BSD-3-Clause
// A small whole product on hosts, by the calling thread, without a plan.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <one_phase/Araios_BitmapProduct.hpp>
#include <one_phase/Araios_ColumnBits.hpp>
#include <one_phase/Araios_NarrowProduct.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <one_phase/Araios_SerialGustavson.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <selection/Araios_OptionRules.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// One whole product by the calling thread of a host in one pass, where it is small. The function
/// is spgemm_small.
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

  std::optional<Result> run();

 private:
  using Product = SerialGustavson<ArraysA, ArraysB>;
  using Narrow = NarrowProduct<scalar_type, ordinal_type>;

  bool are_same() const {
    return a_.num_rows == b_.num_rows && a_.num_cols == b_.num_cols && a_.columns == b_.columns &&
           static_cast<void const*>(a_.row_offsets) == b_.row_offsets;
  }

  bool are_valid() const {
    if (a_.num_cols != b_.num_rows) return false;
    std::int64_t const num_entries = a_.num_entries() + b_.num_entries();
    if (num_entries > tuning::small_max_entries) return false;
    if (num_entries > tuning::small_sampled_entries && a_.num_entries() > 0 &&
        !is_small(estimate_products(a_, b_, tuning::small_samples) * 2 / 3, has_few_columns())) {
      return false;
    }
    return has_valid_pattern(a_) && (are_same() || has_valid_pattern(b_));
  }

  bool is_small(std::int64_t products, bool by_registers) const {
    bool const is_alone = exec_.concurrency() == 1;
    if (products >= a_.num_rows * tuning::small_long_row) {
      if (by_registers) return products <= tuning::small_max_products_by_registers;
      if (is_alone) return products <= tuning::small_max_products_of_long_rows_alone;
    }
    bool const has_single_entries = a_.num_entries() <= a_.num_rows;
    return products <= (has_single_entries || is_alone ? tuning::small_max_products_alone
                                                       : tuning::small_max_products);
  }

  Result multiply(std::int64_t products, bool by_registers) {
    static std::string const region_name = "araios::spgemm::spgemm_small";
    Kokkos::Profiling::ScopedRegion const region{region_name};
    workspace_.begin_call(exec_);
    std::int64_t const most_entries = std::int64_t{a_.num_rows} * b_.num_cols;
    auto const room = static_cast<std::size_t>(std::min(products, most_entries) + Product::slack);
    auto* const columns = take<ordinal_type>(WorkspaceSlot::small_columns, room);
    auto* const values = take<scalar_type>(WorkspaceSlot::small_values, room);
    auto const row_offsets =
        allocate<offset_type>("C.row_offsets", static_cast<std::size_t>(a_.num_rows) + 1);
    auto const size = static_cast<std::size_t>(
        write(products, by_registers, row_offsets.data(), columns, values));
    return {{a_.num_rows, b_.num_cols, row_offsets, copy("C.columns", columns, size)},
            copy("C.values", values, size)};
  }

  std::int64_t write(std::int64_t products, bool by_registers, offset_type* row_offsets,
                     ordinal_type* columns, scalar_type* values) {
    if constexpr (Narrow::max_columns > 0) {
      if (by_registers) {
        auto* const memory = take_rows_of_b(Narrow::bytes(b_.num_rows));
        return Narrow::write(a_, b_, memory, row_offsets, columns, values);
      }
    }
    std::size_t const bytes = Product::clean_bytes(b_.num_cols);
    std::byte* const clean = take_zero_bytes(workspace_, exec_, WorkspaceSlot::small_sums, bytes,
                                             SpGemmOptions{}.max_workspace_bytes)
                                 .data();
    std::int64_t const size = write_by_sums(products, clean, row_offsets, columns, values);
    workspace_.leave_zero_bytes(WorkspaceSlot::small_sums, bytes);
    return size;
  }

  std::int64_t write_by_sums(std::int64_t products, std::byte* clean, offset_type* row_offsets,
                             ordinal_type* columns, scalar_type* values) {
    if (products >= b_.num_rows * tuning::small_min_products_per_bitmap_of_b) {
      if (b_.num_cols <= UnitedRows<1, ordinal_type>::max_columns) {
        return write_by_rows_of_b<1>(clean, row_offsets, columns, values);
      }
      if (b_.num_cols <= UnitedRows<2, ordinal_type>::max_columns) {
        return write_by_rows_of_b<2>(clean, row_offsets, columns, values);
      }
      if (b_.num_cols <= UnitedRows<4, ordinal_type>::max_columns) {
        return write_by_rows_of_b<4>(clean, row_offsets, columns, values);
      }
    }
    if (b_.num_cols <= ColumnBits<ordinal_type>::max_columns &&
        products <= a_.num_rows * tuning::small_max_products_of_row_by_bits) {
      return write_by_bits(ColumnBits<ordinal_type>{}, clean, row_offsets, columns, values);
    }
    return write_by_marks(Product{a_, b_, clean}, row_offsets, columns, values);
  }

  template <int words>
  std::int64_t write_by_rows_of_b(std::byte* clean, offset_type* row_offsets, ordinal_type* columns,
                                  scalar_type* values) {
    using Columns = UnitedRows<words, ordinal_type>;
    return write_by_bits(Columns{b_, take_rows_of_b(Columns::bytes(b_.num_rows))}, clean,
                         row_offsets, columns, values);
  }

  template <class Columns>
  std::int64_t write_by_bits(Columns const& columns_of_row, std::byte* clean,
                             offset_type* row_offsets, ordinal_type* columns,
                             scalar_type* values) const {
    auto* const sums = reinterpret_cast<scalar_type*>(clean);
    return BitmapProduct<ArraysA, ArraysB, Columns>{a_, b_, columns_of_row, sums}.write(
        row_offsets, columns, values);
  }

  std::int64_t write_by_marks(Product const& product, offset_type* row_offsets,
                              ordinal_type* columns, scalar_type* values) const {
    bool const b_ascends = Product::is_surveyed(b_.num_cols) && has_ascending_rows(b_);
    row_offsets[0] = 0;
    return product.write(0, a_.num_rows, b_ascends, row_offsets + 1, columns, values);
  }

  bool has_few_columns() const { return b_.num_cols <= Narrow::max_columns; }

  /// Whether rows of C are computed in registers. Pre: B has a valid pattern.
  bool fits_registers(std::int64_t products) const {
    if (!has_few_columns()) return false;
    // Elements of rows of B that are spread out, and then met by A.
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
};

// Not inline: whoever declares an instance of the class extern compiles none of its loops.
template <class ExecutionSpace, class ArraysA, class ArraysB, class Result>
std::optional<Result> SmallSpGemm<ExecutionSpace, ArraysA, ArraysB, Result>::run() {
  if (!are_valid()) return {};
  std::int64_t const products = count_products(a_, b_);
  // B is looked through only for products that may be small enough.
  bool const by_registers = is_small(products, has_few_columns()) && fits_registers(products);
  if (!is_small(products, by_registers) || !std::in_range<offset_type>(products)) return {};
  return multiply(products, by_registers);
}

/// A matrix of few rows and columns: a pass over all of them may be worth it.
template <class Matrix>
bool may_run_serially(Matrix const& matrix) {
  return matrix.graph.num_rows <= tuning::small_max_order &&
         matrix.graph.num_cols <= tuning::small_max_order;
}

/// C = A·B by the calling thread of a host in one pass over the rows of C, where the product is
/// small and the options are the default ones; nothing where it is not, or where an operand is not
/// valid: what is wrong with it is left to the symbolic phase to say.
///
/// Offset: of C.
/// Post:   C and its values are bitwise those of both phases. Its memory is its own.
/// Fences: once, before A and B are read.
template <class Offset, class ExecutionSpace, class A, class B>
auto spgemm_small(ExecutionSpace const& exec, A const& a, B const& b, SpGemmOptions const& options,
                  Workspace<typename A::device_type> const& workspace) {
  using Result =
      CrsMatrix<typename A::scalar_type, Offset, typename A::ordinal_type, typename A::device_type>;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (allow_one_phase(options) && may_run_serially(a) && may_run_serially(b)) {
      fence_small_work(exec);
      auto const arrays_a = plain_arrays_of(a);
      auto const arrays_b = plain_arrays_of(b);
      if (arrays_a && arrays_b) {
        return SmallSpGemm<ExecutionSpace, PlainArraysOf<A>, PlainArraysOf<B>, Result>{
            exec, *arrays_a, *arrays_b, workspace}
            .run();
      }
    }
  }
  return std::optional<Result>{};
}

}  // namespace araios::inline ARAIOS_ISA::impl
