// SPDX-License-Identifier: BSD-3-Clause
// Products as programs for Kokkos Kernels write them, beside its own results and the oracle.

#include "support/KokkosSparseMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_KokkosSparse.hpp>

#include <KokkosSparse_spgemm.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace araios_test {
namespace {

namespace ks = araios::kokkos_sparse;
using Space = Kokkos::DefaultExecutionSpace;
using Device = Space::device_type;
using Memory = Device::memory_space;

/// Products whose matrices count entries by `Offset`.
template <class Offset>
class KokkosSparseProducts : public testing::Test {
 protected:
  using Host = HostMatrix<double>;
  using matrix_type = KokkosSparse::CrsMatrix<double, int, Device, void, Offset>;
  using Offsets = Kokkos::View<Offset*, Device>;
  using Columns = Kokkos::View<int*, Device>;
  using Values = Kokkos::View<double*, Device>;
  using Handle =
      ks::KokkosKernelsHandle<Offset const, int const, double const, Space, Memory, Memory>;

  static Host random(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
    return with_integers<double>(uniform_pattern(rows, cols, 4, seed), seed + 1);
  }
  static Handle handle(ks::SPGEMMAlgorithm algorithm = ks::SPGEMM_DEFAULT) {
    Handle made;
    made.create_spgemm_handle(algorithm);
    return made;
  }

  /// C as two views, and a row map for it.
  struct Result {
    Offsets row_map;
    Columns entries;
    Values values;

    matrix_type matrix(int num_rows, int num_cols) const {
      return matrix_type{"C",    num_rows, num_cols, static_cast<Offset>(entries.extent(0)),
                         values, row_map,  entries};
    }
  };

  /// A product of views, by the lines that programs have for it.
  static Result multiply(Handle& kh, matrix_type const& a, bool ta, matrix_type const& b, bool tb) {
    int const m = ta ? a.numCols() : a.numRows();
    int const n = ta ? a.numRows() : a.numCols();
    int const k = tb ? b.numRows() : b.numCols();
    Result c{Offsets("row map", static_cast<std::size_t>(m) + 1), {}, {}};
    ks::spgemm_symbolic(&kh, m, n, k, a.graph.row_map, a.graph.entries, ta, b.graph.row_map,
                        b.graph.entries, tb, c.row_map);
    auto const nnz = static_cast<std::size_t>(kh.get_spgemm_handle()->get_c_nnz());
    c.entries = Columns(Kokkos::view_alloc("entries", Kokkos::WithoutInitializing), nnz);
    c.values = Values(Kokkos::view_alloc("values", Kokkos::WithoutInitializing), nnz);
    ks::spgemm_numeric(&kh, m, n, k, a.graph.row_map, a.graph.entries, a.values, ta,
                       b.graph.row_map, b.graph.entries, b.values, tb, c.row_map, c.entries,
                       c.values);
    return c;
  }
};

using OffsetTypes = testing::Types<int, std::size_t>;
TYPED_TEST_SUITE(KokkosSparseProducts, OffsetTypes);

TYPED_TEST(KokkosSparseProducts, MatricesWithAHandleGiveTheResultOfKokkosKernels) {
  using Matrix = typename TestFixture::matrix_type;
  auto const host_a = this->random(40, 30, 1);
  auto const host_b = this->random(30, 50, 2);
  auto const a = to_kokkos<Matrix>(host_a);
  auto const b = to_kokkos<Matrix>(host_b);
  auto kh = this->handle();
  Matrix c;
  ks::spgemm_symbolic(kh, a, false, b, false, c);
  auto const* const columns = c.graph.entries.data();
  auto const* const values = c.values.data();
  ks::spgemm_numeric(kh, a, false, b, false, c);
  EXPECT_EQ(c.graph.entries.data(), columns);
  EXPECT_EQ(c.values.data(), values);
  EXPECT_TRUE(same_matrix(from_kokkos(c), reference_product(host_a, host_b)));
  auto const theirs = from_kokkos(KokkosSparse::spgemm<Matrix>(a, false, b, false));
  EXPECT_TRUE(same_matrix(from_kokkos(c), expected_exactly(theirs)));
  kh.destroy_spgemm_handle();
  EXPECT_EQ(kh.get_spgemm_handle(), nullptr);
}

TYPED_TEST(KokkosSparseProducts, ViewsWithAHandleGiveTheResultOfKokkosKernels) {
  using Matrix = typename TestFixture::matrix_type;
  auto const host_a = this->random(20, 60, 3);
  auto const host_b = this->random(60, 25, 4);
  auto const a = to_kokkos<Matrix>(host_a);
  auto const b = to_kokkos<Matrix>(host_b);
  auto kh = this->handle();
  EXPECT_FALSE(kh.get_spgemm_handle()->is_symbolic_called());
  auto const c = from_kokkos(this->multiply(kh, a, false, b, false).matrix(20, 25));
  EXPECT_TRUE(kh.get_spgemm_handle()->is_symbolic_called());
  EXPECT_TRUE(kh.get_spgemm_handle()->is_numeric_called());
  EXPECT_TRUE(same_matrix(c, reference_product(host_a, host_b)));
  auto const theirs = from_kokkos(KokkosSparse::spgemm<Matrix>(a, false, b, false));
  EXPECT_TRUE(same_matrix(c, expected_exactly(theirs)));
}

TYPED_TEST(KokkosSparseProducts, OneCallGivesTheResultOfKokkosKernels) {
  using Matrix = typename TestFixture::matrix_type;
  auto const host_a = this->random(35, 15, 5);
  auto const host_b = this->random(15, 45, 6);
  auto const a = to_kokkos<Matrix>(host_a);
  auto const b = to_kokkos<Matrix>(host_b);
  auto const c = ks::spgemm<Matrix>(a, false, b, false);
  EXPECT_TRUE(same_matrix(from_kokkos(c), reference_product(host_a, host_b)));
  auto const theirs = from_kokkos(KokkosSparse::spgemm<Matrix>(a, false, b, false));
  EXPECT_TRUE(same_matrix(from_kokkos(c), expected_exactly(theirs)));
}

TYPED_TEST(KokkosSparseProducts, EitherOperandMayBeTransposed) {
  using Matrix = typename TestFixture::matrix_type;
  auto const host_a = this->random(18, 24, 7);
  auto const host_b = this->random(24, 31, 8);
  auto const expected = reference_product(host_a, host_b);
  for (bool const ta : {false, true}) {
    for (bool const tb : {false, true}) {
      SCOPED_TRACE(std::string{ta ? "A transposed " : ""} + (tb ? "B transposed" : ""));
      auto const a = to_kokkos<Matrix>(ta ? transpose_of(host_a) : host_a);
      auto const b = to_kokkos<Matrix>(tb ? transpose_of(host_b) : host_b);
      auto kh = this->handle();
      Matrix c;
      ks::spgemm_symbolic(kh, a, ta, b, tb, c);
      ks::spgemm_numeric(kh, a, ta, b, tb, c);
      EXPECT_TRUE(same_matrix(from_kokkos(c), expected));
      EXPECT_TRUE(same_matrix(from_kokkos(ks::spgemm<Matrix>(a, ta, b, tb)), expected));
      auto of_views = this->handle();
      auto const views = this->multiply(of_views, a, ta, b, tb);
      EXPECT_TRUE(same_matrix(from_kokkos(views.matrix(18, 31)), expected));
    }
  }
}

TYPED_TEST(KokkosSparseProducts, NewValuesNeedANumericPhaseAlone) {
  using Matrix = typename TestFixture::matrix_type;
  auto host_a = this->random(40, 30, 9);
  auto const host_b = this->random(30, 20, 10);
  auto const b = to_kokkos<Matrix>(host_b);
  auto const a = to_kokkos<Matrix>(host_a);
  auto kh = this->handle();
  Matrix c;
  ks::spgemm_symbolic(kh, a, false, b, false, c);
  ks::spgemm_numeric(kh, a, false, b, false, c);
  for (auto& value : host_a.values) value = 3 * value + 1;
  Kokkos::deep_copy(a.values, to_kokkos<Matrix>(host_a).values);
  ks::spgemm_numeric(kh, a, false, b, false, c);
  EXPECT_TRUE(same_matrix(from_kokkos(c), reference_product(host_a, host_b)));
}

TYPED_TEST(KokkosSparseProducts, ConstantUnmanagedMatricesAreOperands) {
  using Matrix = typename TestFixture::matrix_type;
  using Constant =
      KokkosSparse::CrsMatrix<double const, int const, Device,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>, TypeParam const>;
  auto const host_a = this->random(40, 30, 11);
  auto const host_b = this->random(30, 20, 12);
  auto const given_a = to_kokkos<Matrix>(host_a);
  auto const given_b = to_kokkos<Matrix>(host_b);
  Constant const a{given_a};
  Constant const b{given_b};
  auto const expected = reference_product(host_a, host_b);
  auto kh = this->handle();
  Matrix c;
  ks::spgemm_symbolic(kh, a, false, b, false, c);
  ks::spgemm_numeric(kh, a, false, b, false, c);
  EXPECT_TRUE(same_matrix(from_kokkos(c), expected));
  EXPECT_TRUE(same_matrix(from_kokkos(ks::spgemm<Matrix>(a, false, b, false)), expected));
}

TYPED_TEST(KokkosSparseProducts, EmptyMatricesHaveEmptyProducts) {
  using Matrix = typename TestFixture::matrix_type;
  Matrix const none;
  auto kh = this->handle();
  Matrix c = to_kokkos<Matrix>(this->random(3, 3, 13));
  ks::spgemm_symbolic(kh, none, false, none, false, c);
  ks::spgemm_numeric(kh, none, false, none, false, c);
  EXPECT_EQ(c.numRows(), 0);
  EXPECT_EQ(c.numCols(), 0);
  EXPECT_EQ(c.nnz(), TypeParam{0});
  EXPECT_EQ(ks::spgemm<Matrix>(none, false, none, false).numRows(), 0);
  typename TestFixture::Offsets const no_rows;
  ks::spgemm_symbolic(&kh, 0, 0, 0, none.graph.row_map, none.graph.entries, false,
                      none.graph.row_map, none.graph.entries, false, no_rows);
  EXPECT_EQ(kh.get_spgemm_handle()->get_c_nnz(), TypeParam{0});

  // Rows without an entry, in a matrix that Kokkos Kernels multiplies as well.
  auto const a = to_kokkos<Matrix>(with_integers<double>(empty_pattern(5, 3), 1));
  auto const b = to_kokkos<Matrix>(this->random(3, 4, 14));
  auto const ours = ks::spgemm<Matrix>(a, false, b, false);
  auto const theirs = from_kokkos(KokkosSparse::spgemm<Matrix>(a, false, b, false));
  EXPECT_TRUE(same_matrix(from_kokkos(ours), expected_exactly(theirs)));
}

TYPED_TEST(KokkosSparseProducts, EveryAlgorithmGivesTheSameResult) {
  using Matrix = typename TestFixture::matrix_type;
  using araios::MethodKind;
  auto const host_a = this->random(40, 30, 15);
  auto const host_b = this->random(30, 20, 16);
  auto const a = to_kokkos<Matrix>(host_a);
  auto const b = to_kokkos<Matrix>(host_b);
  std::pair<char const*, MethodKind> const algorithms[] = {
      {"SPGEMM_DEFAULT", MethodKind::kkspgemm}, {"SPGEMM_KK", MethodKind::kkspgemm},
      {"SPGEMM_KK_MEMORY", MethodKind::kkmem},  {"SPGEMM_KK_DENSE", MethodKind::kkdense},
      {"SPGEMM_KK_LP", MethodKind::kklp},       {"SPGEMM_KK_MEMSPEED", MethodKind::kkspgemm},
      {"SPGEMM_DEBUG", MethodKind::kkspgemm},   {"SPGEMM_SERIAL", MethodKind::kkspgemm}};
  for (auto const& [name, method] : algorithms) {
    SCOPED_TRACE(name);
    auto kh = this->handle(ks::StringToSPGEMMAlgorithm(name));
    auto const c = this->multiply(kh, a, false, b, false);
    EXPECT_EQ(kh.get_spgemm_handle()->plan().options().method, method);
    EXPECT_TRUE(same_matrix(from_kokkos(c.matrix(40, 20)), reference_product(host_a, host_b)));
  }
  EXPECT_TRUE(throws<std::runtime_error>([] { ks::StringToSPGEMMAlgorithm("KKMEM"); }, {}));
}

TYPED_TEST(KokkosSparseProducts, HintsAndOptionsReachTheHandle) {
  using Matrix = typename TestFixture::matrix_type;
  auto const host = this->random(30, 30, 17);
  auto const a = to_kokkos<Matrix>(host);
  auto kh = this->handle(ks::SPGEMM_KK_LP);
  kh.set_team_work_size(16);
  kh.set_shmem_size(16128);
  kh.set_suggested_team_size(4);
  kh.set_suggested_vector_size(8);
  kh.set_dynamic_scheduling(true);
  kh.set_verbose(true);
  auto* const product = kh.get_spgemm_handle();
  EXPECT_EQ(product->get_algorithm_type(), KokkosSparse::SPGEMM_KK_LP);
  product->set_compression_cut_off(0.5);
  product->set_compression_steps(true);
  product->set_first_level_hash_cut_off(0.25);
  product->set_min_hash_size_scale(2);
  product->set_read_write_cost_calc(true);
  araios::SpGemmOptions options;
  options.replay = true;
  product->set_options(options);
  product->set_workspace({});
  Matrix c;
  ks::spgemm_symbolic(kh, a, false, a, false, c);
  EXPECT_EQ(product->plan().options(), options);
  // Columns of a plan that replays are its own: those of C may change.
  ks::spgemm_numeric(kh, a, false, a, false, c);
  Kokkos::deep_copy(c.graph.entries, 0);
  ks::spgemm_numeric(kh, a, false, a, false, c);
  EXPECT_TRUE(same_matrix(from_kokkos(c), reference_product(host, host)));
}

TYPED_TEST(KokkosSparseProducts, CallsOutOfOrderSayWhatIsMissing) {
  using Matrix = typename TestFixture::matrix_type;
  auto const a = to_kokkos<Matrix>(this->random(6, 6, 18));
  typename TestFixture::Handle kh;
  Matrix c;
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::spgemm_symbolic(kh, a, false, a, false, c); },
                                            {"create_spgemm_handle"}));
  kh = this->handle();
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::spgemm_numeric(kh, a, false, a, false, c); },
                                            {"spgemm_symbolic"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { kh.get_spgemm_handle()->get_c_nnz(); },
                                            {"spgemm_symbolic"}));
  ks::spgemm_symbolic(kh, a, false, a, false, c);
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::spgemm_numeric(kh, a, true, a, false, c); },
                                            {"A is transposed", "was not"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::spgemm_numeric(kh, a, false, a, true, c); },
                                            {"B is transposed", "was not"}));
  EXPECT_FALSE(kh.get_spgemm_handle()->is_numeric_called());
}

TYPED_TEST(KokkosSparseProducts, ShapesThatDoNotFitAreNamedAndChangeNothing) {
  using Matrix = typename TestFixture::matrix_type;
  auto const host_a = this->random(8, 6, 19);
  auto const a = to_kokkos<Matrix>(host_a);
  auto const b = to_kokkos<Matrix>(this->random(7, 5, 20));
  auto kh = this->handle();
  auto const kept = to_kokkos<Matrix>(this->random(2, 2, 21));
  Matrix c = kept;
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::spgemm_symbolic(kh, a, false, b, false, c); },
                                            {"A", "8×6", "B", "7×5"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::spgemm<Matrix>(a, false, b, false); },
                                            {"A", "8×6", "B", "7×5"}));
  EXPECT_EQ(c.values.data(), kept.values.data());
  EXPECT_FALSE(kh.get_spgemm_handle()->is_symbolic_called());

  typename TestFixture::Offsets const row_map("row map", 5);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        ks::spgemm_symbolic(&kh, 8, 6, 8, a.graph.row_map, a.graph.entries, false, a.graph.row_map,
                            a.graph.entries, true, row_map);
      },
      {"row map of C has 5 elements", "expected 9"}));
  EXPECT_FALSE(kh.get_spgemm_handle()->is_symbolic_called());
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        ks::spgemm_symbolic(&kh, 9, 6, 9, a.graph.row_map, a.graph.entries, false, a.graph.row_map,
                            a.graph.entries, true, row_map);
      },
      {"A.row_offsets", "9", "10"}));

  ks::spgemm_symbolic(kh, a, false, a, true, c);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { ks::spgemm_numeric(kh, a, false, a, true, kept); }, {"C is 2×2", "8×8"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ks::spgemm_numeric(kh, b, false, b, true, c); },
                                            {"A is 7×5", "8×6"}));
}

}  // namespace
}  // namespace araios_test
