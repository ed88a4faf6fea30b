// SPDX-License-Identifier: BSD-3-Clause
// Groups of neighbouring rows in merge-path SpMV on hosts.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_GroupSizes.hpp>
#include <spmv/Araios_RowSumOperands.hpp>
#include <spmv/Araios_SpMvSumRow.hpp>
#include <spmv/Araios_SpMvTuning.hpp>
#include <spmv/Araios_SumRows.hpp>
#include <spmv/Araios_SumShortRows.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Stores the rows of groups of `rows` inner rows each: by gathers if `Rows` has any, otherwise
/// short rows together and others one by one. The variant of a group depends on the matrix alone.
template <class Operands, class Rows>
class SpMvGroups {
 public:
  static constexpr int rows = Rows::rows > 0 ? Rows::rows : tuning::spmv_host_rows_of_group;

  /// Whether a row of a group with this variant may exceed all bounds on its length.
  static bool may_have_long_rows(int variant) { return variant >= first_row_variant; }

  /// Whether the branch predictor may learn the lengths of all rows over repeated products.
  static bool are_learnable(Operands const& operands) {
    return operands.num_rows() < tuning::spmv_host_learnable_rows ||
           operands.path_length() < tuning::spmv_host_learnable_steps;
  }

  /// Finds the variant of each group from this row on. `is_learnable` is the result of
  /// are_learnable.
  static void find_variants(Operands const& operands, bool is_learnable, std::int64_t row,
                            int num_groups, int* variants) {
    if constexpr (Rows::rows > 0 || !Operands::is_contiguous) {
      std::fill(variants, variants + num_groups, first_row_variant);
    } else {
      offset_type const* const ends = operands.row_offsets.data() + row + 1;
      int most[tuning::spmv_host_group_batch]{};
      int entries[tuning::spmv_host_group_batch]{};
      find_group_sizes<rows>(ends, num_groups, most, entries);
      int const whole_vectors =
          (num_groups + variants_at_once - 1) / variants_at_once * variants_at_once;
      for (int group = 0; group < whole_vectors; ++group) {
        int const variant = short_rows::variant_for(most[group], entries[group], is_learnable);
        int const other_variant = variant_one_by_one(most[group], entries[group], is_learnable);
        variants[group] = variant >= 0 ? variant : other_variant;
      }
    }
  }

  /// Stores the rows of successive groups with the same variant.
  static void store(Operands const& operands, int variant, std::int64_t row, std::int64_t end_row) {
    if constexpr (!Operands::is_contiguous) {
      for (; row < end_row; ++row) {
        operands.store(row,
                       sum_of_entries(operands, operands.row_begin(row), operands.row_end(row)));
      }
    } else if (operands.beta == scalar_type{} && Operands::is_y_contiguous) {
      write(operands, variant, row, operands.y.data() + row, operands.y.data() + end_row);
    } else {
      scalar_type products[tuning::spmv_host_group_batch * rows];
      write(operands, variant, row, products, products + (end_row - row));
      for (std::int64_t i = row; i < end_row; ++i) operands.store_product(i, products[i - row]);
    }
  }

 private:
  using scalar_type = typename Operands::scalar_type;
  using ordinal_type = typename Operands::ordinal_type;
  using offset_type = typename Operands::offset_type;
  using RowOperands = RowSumOperands<scalar_type, ordinal_type, offset_type>;
  using short_rows = SumShortRows<scalar_type>;
  static constexpr int first_row_variant = short_rows::num_variants;
  static constexpr int num_row_variants = 3;
  /// Whole vectors of variants leave no remainder loop.
  static constexpr int variants_at_once = 16;
  static_assert(tuning::spmv_host_group_batch % variants_at_once == 0);

  /// The variant that sums the rows of a group one by one. Branchless, as
  /// SumShortRows::variant_for.
  static int variant_one_by_one(int most, int entries, bool is_learnable) {
    auto const average = static_cast<unsigned>(entries) / rows;
    bool const are_nearly_even = static_cast<unsigned>(most) <= average + average / 4;
    bool const has_few = average < tuning::spmv_host_vector_row;
    RowVariant const learnable_variant =
        has_few ? RowVariant::plain : RowVariant::by_pairs_of_vectors;
    RowVariant const other_variant =
        are_nearly_even ? RowVariant::by_pairs_of_vectors : RowVariant::by_vectors;
    return first_row_variant + static_cast<int>(is_learnable ? learnable_variant : other_variant);
  }
  /// Writes alpha times the sums of the rows from this one on to [y, end).
  using Write = void (*)(Operands const&, std::int64_t row, scalar_type* y, scalar_type* end);

  static void write(Operands const& operands, int variant, std::int64_t row, scalar_type* y,
                    scalar_type* end) {
    // Not constexpr: nvcc 13 confuses the types of these functions with Write there.
    static auto const writes =
        writes_in(std::make_integer_sequence<int, first_row_variant + num_row_variants>{});
    writes[static_cast<std::size_t>(variant)](operands, row, y, end);
  }
  template <int... variants>
  static constexpr std::array<Write, sizeof...(variants)> writes_in(
      std::integer_sequence<int, variants...>) {
    return {&write_in<variants>...};
  }
  /// Not inlined: with few other live values GCC 12 keeps all of these in registers.
  template <int variant>
  [[gnu::noinline, gnu::aligned(tuning::host_cache_line)]] static void write_in(
      Operands const& operands, std::int64_t row, scalar_type* y, scalar_type* end) {
    RowOperands const of_rows{operands.values.data(), operands.columns.data(), operands.x.data(),
                              operands.row_offsets.data() + row + 1};
    scalar_type const alpha = operands.alpha;
    if constexpr (variant < first_row_variant) {
      short_rows::template sum<variant>(of_rows, alpha, y, end);
    } else {
      write_rows<static_cast<RowVariant>(variant - first_row_variant)>(of_rows, alpha, y, end);
    }
  }
  template <RowVariant variant>
  [[gnu::always_inline]] static void write_rows(RowOperands operands, scalar_type const& alpha,
                                                scalar_type* y, scalar_type* end) {
    if constexpr (Rows::rows > 0) {
      Rows::write(operands, alpha, y, end);
    } else {
      scalar_type const factor = alpha;
      offset_type const* row_ends = operands.row_ends;
      auto entry = static_cast<std::int64_t>(row_ends[-1]);
      for (; y < end; ++y, ++row_ends) {
        auto const row_end = static_cast<std::int64_t>(*row_ends);
        *y = factor * sum_of_inner_row<variant>(operands.values, operands.columns, operands.x,
                                                entry, row_end);
        entry = row_end;
      }
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
