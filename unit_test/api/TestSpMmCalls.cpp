// SPDX-License-Identifier: BSD-3-Clause
// Calls of sparse × dense products: properties, promises, operands that do not fit.

#include "support/CommonSpMm.hpp"
#include "support/DenseColumns.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <Araios_GroupedCoo.hpp>
#include <Araios_SpMm.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Space>
class SpMmCalls : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;
  using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Views>;
  using Rows = std::vector<std::vector<double>>;

  /// 3×4, twos at (0, 0), (0, 3), (2, 1), (2, 2), (2, 3).
  static Matrix matrix() {
    return {{3, 4, to_view<Int32, Views>(std::vector<Int32>{0, 2, 2, 5}, "row_offsets"),
             to_view<Int32, Views>(std::vector<Int32>{0, 3, 1, 2, 3}, "columns")},
            to_view<double, Views>(std::vector<double>(5, 2.0), "values")};
  }
  static auto grouped() { return araios::to_grouped_coo(Space{}, matrix()); }

  static Dense dense(std::size_t rows, std::size_t cols, double value = 1.0) {
    Dense const view("dense", rows, cols);
    Kokkos::deep_copy(view, value);
    return view;
  }
  static Rows rows_of(Dense const& view) {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
    Rows rows(view.extent(0), std::vector<double>(view.extent(1)));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (std::size_t column = 0; column < rows[row].size(); ++column) {
        rows[row][column] = host(row, column);
      }
    }
    return rows;
  }

  /// Calls f with the matrix by rows and by groups.
  template <class F>
  static void with_both(F const& f) {
    f(matrix());
    f(grouped());
  }

  template <class A, class B>
  static void multiply(double alpha, A const& a, B const& b, double beta, Dense const& c) {
    araios::spmm(Space{}, alpha, a, b, beta, c);
    Space{}.fence();
  }

  /// Expects a message with all parts, and a C that is as before.
  template <class A>
  static void expect_refused(A const& a, Dense const& b, Dense const& c,
                             std::vector<std::string> const& parts,
                             araios::SpMmOptions const& options = {}) {
    auto const before = rows_of(c);
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spmm(Space{}, 1.0, a, b, 0.0, c, options); }, parts));
    EXPECT_EQ(rows_of(c), before);
  }
};

TYPED_TEST_SUITE(SpMmCalls, Spaces, TypeNames);

TYPED_TEST(SpMmCalls, GoodOperandsAreTaken) {
  this->with_both([&](auto const& a) {
    auto const c = this->dense(3, 2);
    this->multiply(1.0, a, this->dense(4, 2), 0.0, c);
    EXPECT_EQ(this->rows_of(c), (typename TestFixture::Rows{{4, 4}, {0, 0}, {6, 6}}));
  });
}

TYPED_TEST(SpMmCalls, TheIdentityGivesTheMatrix) {
  using Device = typename TypeParam::device_type;
  auto const host = with_integers<double>(uniform_pattern(37, 29, 5, 3), 4);
  auto const a = to_device<Int32, Int32, Device>(host);
  auto const identity = this->dense(29, 29, 0.0);
  auto const mirror = Kokkos::create_mirror_view(identity);
  for (std::size_t i = 0; i < 29; ++i) mirror(i, i) = 1;
  Kokkos::deep_copy(identity, mirror);
  typename TestFixture::Rows expected(37, std::vector<double>(29, 0.0));
  for (std::size_t row = 0; row < 37; ++row) {
    auto const r = static_cast<std::int64_t>(row);
    for (auto entry = host.pattern.row_begin(r); entry < host.pattern.row_end(r); ++entry) {
      expected[row][static_cast<std::size_t>(host.pattern.column(entry))] = host.value(entry);
    }
  }
  auto const by_rows = this->dense(37, 29);
  auto const by_groups = this->dense(37, 29);
  this->multiply(1.0, a, identity, 0.0, by_rows);
  this->multiply(1.0, araios::to_grouped_coo(TypeParam{}, a, 16), identity, 0.0, by_groups);
  EXPECT_EQ(this->rows_of(by_rows), expected);
  EXPECT_EQ(this->rows_of(by_groups), expected);
}

// A·(B + D) = A·B + A·D, exactly for integers.
TYPED_TEST(SpMmCalls, ProductsAreLinear) {
  using Device = typename TypeParam::device_type;
  auto const a =
      to_device<Int32, Int32, Device>(with_integers<double>(power_law_pattern(90, 80, 80, 5), 6));
  auto const b = integer_columns<double>(80, 9, 1);
  auto const d = integer_columns<double>(80, 9, 50);
  auto sum = b;
  for (std::size_t column = 0; column < sum.columns.size(); ++column) {
    for (std::size_t row = 0; row < 80; ++row) sum.columns[column][row] += d.columns[column][row];
  }
  auto const at_once = this->dense(90, 9);
  auto const in_turn = this->dense(90, 9);
  auto const view = [](auto const& columns) {
    return to_dense_view<Kokkos::LayoutLeft, Device>(columns, "B");
  };
  this->multiply(1.0, a, view(sum), 0.0, at_once);
  this->multiply(1.0, a, view(b), 0.0, in_turn);
  this->multiply(1.0, a, view(d), 1.0, in_turn);
  EXPECT_EQ(this->rows_of(at_once), this->rows_of(in_turn));
}

TYPED_TEST(SpMmCalls, WhereBetaIsZeroNothingOfCRemains) {
  this->with_both([&](auto const& a) {
    for (double const alpha : {0.0, 1.0}) {
      auto const c = this->dense(3, 1, nan_value);
      this->multiply(alpha, a, this->dense(4, 1), 0.0, c);
      EXPECT_EQ(this->rows_of(c), (typename TestFixture::Rows{{4 * alpha}, {0}, {6 * alpha}}));
    }
  });
}

TYPED_TEST(SpMmCalls, WhereAlphaIsZeroBIsNotRead) {
  this->with_both([&](auto const& a) {
    auto const c = this->dense(3, 1, 5.0);
    this->multiply(0.0, a, this->dense(4, 1, nan_value), 2.0, c);
    EXPECT_EQ(this->rows_of(c), (typename TestFixture::Rows{{10}, {10}, {10}}));
  });
}

// Rows of a group that have no entry in a row of B do not see what is in it.
TYPED_TEST(SpMmCalls, NanAndInfinityReachTheRowsWithAnEntryAlone) {
  this->with_both([&](auto const& a) {
    auto const b = this->dense(4, 8);
    Kokkos::deep_copy(Kokkos::subview(b, 0, Kokkos::ALL), infinity);
    Kokkos::deep_copy(Kokkos::subview(b, 1, Kokkos::ALL), nan_value);
    auto const c = this->dense(3, 8);
    this->multiply(1.0, a, b, 0.0, c);
    for (std::size_t column = 0; column < 8; ++column) {
      EXPECT_EQ(this->rows_of(c)[0][column], infinity);
      EXPECT_EQ(this->rows_of(c)[1][column], 0.0);
      EXPECT_TRUE(std::isnan(this->rows_of(c)[2][column]));
    }
  });
}

TYPED_TEST(SpMmCalls, PartsOfLargerMatrices) {
  using Device = typename TypeParam::device_type;
  this->with_both([&](auto const& a) {
    auto const bs = this->dense(4, 9);
    auto const cs = this->dense(3, 9, 7.0);
    auto const part = [](auto const& view) {
      return Kokkos::subview(view, Kokkos::ALL, Kokkos::make_pair(3, 5));
    };
    araios::spmm(TypeParam{}, 1.0, a, part(bs), 1.0, part(cs));
    TypeParam{}.fence();
    auto const rows = this->rows_of(cs);
    EXPECT_EQ(rows[2], (std::vector<double>{7, 7, 7, 13, 13, 7, 7, 7, 7}));
    Kokkos::View<double**, Kokkos::LayoutLeft, Device> const columns("B", 9, 2);
    Kokkos::deep_copy(columns, 1.0);
    auto const c = this->dense(3, 2);
    this->multiply(1.0, a, Kokkos::subview(columns, Kokkos::make_pair(2, 6), Kokkos::ALL), 0.0, c);
    EXPECT_EQ(this->rows_of(c), (typename TestFixture::Rows{{4, 4}, {0, 0}, {6, 6}}));
  });
}

TYPED_TEST(SpMmCalls, RunsAndThreadsRepeatBitwise) {
  using Device = typename TypeParam::device_type;
  auto const a =
      to_device<Int32, Int32, Device>(with_reals<double>(power_law_pattern(700, 500, 50, 11), 12));
  auto const expect_repeats = [&](auto const& b) {
    Kokkos::deep_copy(b, 0.3);
    auto const first = this->dense(700, 20);
    this->multiply(1.0, a, b, 0.0, first);
    auto const again = this->dense(700, 20);
    this->multiply(1.0, a, b, 0.0, again);
    EXPECT_EQ(this->rows_of(again), this->rows_of(first));
    if (TypeParam{}.concurrency() < 2) return;
    for (TypeParam const& part : Kokkos::Experimental::partition_space(TypeParam{}, 1, 1)) {
      auto const c = this->dense(700, 20);
      araios::spmm(part, 1.0, a, b, 0.0, c);
      part.fence();
      EXPECT_EQ(this->rows_of(c), this->rows_of(first));
    }
  };
  expect_repeats(this->dense(500, 20));
  expect_repeats(Kokkos::View<double**, Kokkos::LayoutLeft, Device>("b", 500, 20));
}

/// 300×2000: a row of 2000 entries, others of 1200 and 700, and 297 of three.
HostMatrix<double> with_long_rows() {
  std::vector<std::vector<std::int64_t>> rows(300, columns_apart(5, 3, 7));
  rows[0] = columns_apart(0, 2000, 1);
  rows[17] = columns_apart(300, 1200, 1);
  rows[299] = columns_apart(0, 700, 2);
  return with_reals<double>(pattern_of(2000, rows, "long rows"), 12);
}

TYPED_TEST(SpMmCalls, LongRowsRepeatBitwiseWithAndWithoutWorkspace) {
  using Device = typename TypeParam::device_type;
  auto const host = with_long_rows();
  auto const rows = to_device<Int32, Int32, Device>(host);
  auto const columns = integer_columns<double>(2000, 20, 5);
  auto const b = to_dense_view<Kokkos::LayoutRight, Device>(columns, "B");
  auto const expect_repeats = [&](auto const& a) {
    auto const first = this->dense(300, 20);
    this->multiply(1.0, a, b, 0.0, first);
    EXPECT_TRUE(is_product(to_columns(first), 1.0, host, columns, 0.0, to_columns(first)));
    araios::Workspace<Device> const workspace;
    for (int call = 0; call < 3; ++call) {
      auto const c = this->dense(300, 20);
      araios::spmm(TypeParam{}, 1.0, a, b, 0.0, c, {}, workspace);
      TypeParam{}.fence();
      EXPECT_EQ(this->rows_of(c), this->rows_of(first)) << "call " << call;
    }
  };
  expect_repeats(rows);
  expect_repeats(araios::to_grouped_coo(TypeParam{}, rows));
}

TYPED_TEST(SpMmCalls, DevicesRememberWhetherThereWereLongRows) {
  using Device = typename TypeParam::device_type;
  if (araios::impl::is_host_space_v<TypeParam>)
    GTEST_SKIP() << "hosts cut rows into shares as they are";
  auto const uneven = to_device<Int32, Int32, Device>(with_long_rows());
  auto const even =
      to_device<Int32, Int32, Device>(with_constant(uniform_pattern(300, 2000, 9, 1), 1.0));
  auto const b = this->dense(2000, 4);
  auto const c = this->dense(300, 4);
  araios::Workspace<Device> workspace;
  auto const found_after = [&](auto const& a) {
    araios::spmm(TypeParam{}, 1.0, a, b, 0.0, c, {}, workspace);
    TypeParam{}.fence();
    return workspace.flag(araios::impl::WorkspaceFlag::long_groups)();
  };
  EXPECT_EQ(found_after(even), 0);
  EXPECT_EQ(workspace.bytes(), 0U);
  EXPECT_EQ(found_after(uneven), 1);
  EXPECT_EQ(found_after(uneven), 1);
  EXPECT_GT(workspace.bytes(), 0U);
  EXPECT_EQ(found_after(even), 0);
}

TYPED_TEST(SpMmCalls, HostsCopyColumnsThatManyEntriesRead) {
  using Device = typename TypeParam::device_type;
  if (!araios::impl::is_host_space_v<TypeParam>) GTEST_SKIP() << "devices copy all columns";
  Kokkos::View<double**, Kokkos::LayoutLeft, Device> const b("b", 40, 6);
  auto const c = this->dense(60, 6);
  auto const copies = [&](auto const& a, araios::SpMmOptions const& options) {
    araios::Workspace<Device> const workspace;
    araios::spmm(TypeParam{}, 1.0, a, b, 0.0, c, options, workspace);
    TypeParam{}.fence();
    return workspace.bytes() > 0;
  };
  auto const a_of = [](std::int64_t length) {
    return to_device<Int32, Int32, Device>(with_constant(uniform_pattern(60, 40, length, 1), 1.0));
  };
  araios::SpMmOptions blocks;
  blocks.columns_per_block = 3;
  EXPECT_FALSE(copies(a_of(4), {})) << "6 entries read a row";
  EXPECT_TRUE(copies(a_of(20), {})) << "30 entries read a row";
  EXPECT_TRUE(copies(a_of(4), blocks));
  EXPECT_TRUE(copies(araios::to_grouped_coo(TypeParam{}, a_of(4)), {}));
}

TYPED_TEST(SpMmCalls, ShapesThatDoNotFitSayBothSizes) {
  this->with_both([&](auto const& a) {
    this->expect_refused(a, this->dense(3, 2), this->dense(3, 2),
                         {"rows of B is 3", "expected 4", "columns of A"});
    this->expect_refused(a, this->dense(4, 2), this->dense(4, 2),
                         {"rows of C is 4", "expected 3", "rows of A"});
    this->expect_refused(a, this->dense(4, 2), this->dense(3, 1),
                         {"columns of C is 1", "expected 2", "columns of B"});
  });
}

// The last row of a part of the columns ends before the next one would begin.
TYPED_TEST(SpMmCalls, MemoryBehindTheLastColumnsIsFree) {
  Kokkos::View<double*, typename TestFixture::Views> const both("B and C", 4 * 5 + 3 * 2);
  Kokkos::deep_copy(both, 1.0);
  typename TestFixture::Dense const behind(both.data() + 4 * 5, 3, 2);
  this->with_both([&](auto const& a) {
    typename TestFixture::Dense const wide(both.data(), 4, 5);
    typename TestFixture::Dense const last_columns(
        Kokkos::subview(wide, Kokkos::ALL, Kokkos::make_pair(3, 5)));
    this->multiply(1.0, a, last_columns, 0.0, behind);
    EXPECT_EQ(this->rows_of(behind), (typename TestFixture::Rows{{4, 4}, {0, 0}, {6, 6}}));
  });
}

TYPED_TEST(SpMmCalls, SharedMemoryIsRefused) {
  this->with_both([&](auto const& a) {
    auto const both = this->dense(7, 2);
    auto const part = [&](int begin, int end) {
      return typename TestFixture::Dense(
          Kokkos::subview(both, Kokkos::make_pair(begin, end), Kokkos::ALL));
    };
    this->expect_refused(a, part(0, 4), part(3, 6), {"C shares memory with B"});
    typename TestFixture::Dense const values(a.values.data(), 3, 1);
    this->expect_refused(a, this->dense(4, 1), values, {"C shares memory with A"});
    this->multiply(1.0, a, part(0, 4), 0.0, part(4, 7));
    EXPECT_EQ(this->rows_of(part(4, 7)), (typename TestFixture::Rows{{4, 4}, {0, 0}, {6, 6}}));
  });
}

// As in a block Krylov method whose vectors and their images are one matrix.
TYPED_TEST(SpMmCalls, ColumnsOfOneRowMajorMatrixShareNoMemory) {
  using Device = typename TypeParam::device_type;
  this->with_both([&](auto const& a) {
    Kokkos::View<double**, Kokkos::LayoutRight, Device> const block("block", 4, 5);
    auto const columns = [&](int begin, int end, int rows) {
      return Kokkos::View<double**, Kokkos::LayoutRight, Device>(
          Kokkos::subview(block, Kokkos::make_pair(0, rows), Kokkos::make_pair(begin, end)));
    };
    for (int const of_b : {0, 3}) {
      int const of_c = of_b == 0 ? 2 : 1;
      Kokkos::deep_copy(block, -1.0);
      Kokkos::deep_copy(columns(of_b, of_b + 2, 4), 1.0);
      araios::spmm(TypeParam{}, 1.0, a, columns(of_b, of_b + 2, 4), 0.0,
                   columns(of_c, of_c + 2, 3));
      TypeParam{}.fence();
      auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, block);
      for (int j = 0; j < 5; ++j) {
        bool const is_of_c = of_c <= j && j < of_c + 2;
        double const beside = of_b <= j && j < of_b + 2 ? 1.0 : -1.0;
        EXPECT_EQ(host(0, j), is_of_c ? 4.0 : beside);
        EXPECT_EQ(host(2, j), is_of_c ? 6.0 : beside);
        EXPECT_EQ(host(3, j), beside);
      }
    }
    for (int const of_c : {2, 3}) {
      EXPECT_TRUE(throws<std::invalid_argument>(
          [&] {
            araios::spmm(TypeParam{}, 1.0, a, columns(3, 5, 4), 0.0, columns(of_c, of_c + 2, 3));
          },
          {"C shares memory with B"}));
    }
  });
}

TYPED_TEST(SpMmCalls, BadOptionsNameWhatIsWrong) {
  auto const refused = [&](araios::SpMmOptions const& options,
                           std::vector<std::string> const& parts) {
    this->expect_refused(this->matrix(), this->dense(4, 2), this->dense(3, 2), parts, options);
  };
  araios::SpMmOptions options;
  options.columns_per_block = 0;
  refused(options, {"columns_per_block is 0", "at least 1"});
  options = {};
  options.lanes = 6;
  refused(options, {"lanes is 6", "power of two"});
  options.lanes = 8;
  options.team_size = 12;
  refused(options, {"team_size is 12", "multiple of the 8 lanes"});
}

TYPED_TEST(SpMmCalls, BadMatricesNameWhatIsWrong) {
  auto const b = this->dense(4, 2);
  auto const c = this->dense(3, 2);
  auto negative = this->matrix();
  negative.graph.num_rows = -3;
  this->expect_refused(negative, b, c, {"A is -3×4"});
  auto wrong_groups = this->grouped();
  wrong_groups.rows_per_group = 5;
  this->expect_refused(wrong_groups, b, c, {"rows_per_group is 5", "4, 8 or 16"});
  auto few_offsets = this->grouped();
  few_offsets.num_rows = 9;
  this->expect_refused(few_offsets, b, c, {"A.group_offsets has 2", "expected 4", "9 rows"});
  auto few_columns = this->grouped();
  few_columns.columns = decltype(few_columns.columns)("columns", 4);
  this->expect_refused(few_columns, b, c, {"A.columns has 4", "A.values has 5"});
  if constexpr (araios::impl::is_host_space_v<TypeParam>) {
    auto few_values = this->matrix();
    few_values.values = decltype(few_values.values)("values", 4);
    this->expect_refused(few_values, b, c, {"A.row_offsets[3] is 5", "A.values has 4"});
    auto later_groups = this->grouped();
    later_groups.group_offsets =
        to_view<Int32, typename TestFixture::Views>(std::vector<Int32>{1, 5}, "group_offsets");
    this->expect_refused(later_groups, b, c, {"A.group_offsets[0] is 1", "expected 0"});
  }
}

}  // namespace
}  // namespace araios_test
