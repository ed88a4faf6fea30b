// SPDX-License-Identifier: BSD-3-Clause
// Real matrices: the bundled one, and those of a folder that need not exist.

#include "support/Manifest.hpp"
#include "support/Product.hpp"
#include "support/Readers.hpp"
#include <Araios_MatrixSource.hpp>
#include <Araios_SpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace araios_test {
namespace {

/// The folder that the environment names, otherwise the one that the build was configured with.
std::filesystem::path matrices_folder() {
  char const* const folder = std::getenv("ARAIOS_MATRICES");
  return folder != nullptr ? folder : ARAIOS_MATRICES;
}

/// Matrices that the oracle multiplies in reasonable time. Builds with few types are slow builds.
std::vector<ManifestEntry> small_matrices() {
  constexpr std::int64_t max_entries = 200000;
#ifdef ARAIOS_TEST_REDUCED_TYPES
  constexpr std::int64_t max_work = 250000;
#else
  constexpr std::int64_t max_work = std::int64_t{1} << 40;
#endif
  std::vector<ManifestEntry> small;
  if (matrices_folder().empty()) return small;
  for (auto& entry : read_manifest(matrices_folder())) {
    if (entry.num_entries < max_entries && entry.work <= max_work) small.push_back(entry);
  }
  return small;
}

/// The product that a manifest names for a matrix, by the library and by the oracle.
void expect_manifest_product(ManifestEntry const& entry) {
  auto const matrix = to_host(araios::load_matrix<double, Int32, Int32>(entry.file.string()));
  ASSERT_EQ(matrix.pattern.num_rows, entry.rows);
  ASSERT_EQ(matrix.pattern.num_cols, entry.cols);
  ASSERT_EQ(matrix.pattern.num_entries(), entry.num_entries);
  auto const a = entry.product == "A^T*A" ? transpose_of(matrix) : matrix;
  auto const b = entry.product == "A*A^T" ? transpose_of(matrix) : matrix;
  auto const expected = reference_product(a, b);
  ASSERT_EQ(expected.work(), entry.work);
  ASSERT_EQ(expected.pattern.num_entries(), entry.nnz_c);

  PlannedProduct<DefaultTypes<Kokkos::DefaultExecutionSpace>> const product{a, b};
  expect_counts(product.plan, expected);
  EXPECT_TRUE(same_matrix(product.numeric(), expected));

  // The way that the heuristic did not take counts the same.
  araios::SpGemmOptions options;
  options.compress = !product.plan.symbolic_selection().compress;
  auto const other_plan = araios::spgemm_symbolic(product.exec, product.a, product.b, options);
  EXPECT_EQ(other_plan.nnz(), product.plan.nnz());
}

#ifndef ARAIOS_TEST_REDUCED_TYPES
TEST(BundledMatrix, Bcsstk16SquaredEqualsTheOracle) {
  expect_manifest_product({"bcsstk16",
                           std::filesystem::path{ARAIOS_BUNDLED_MATRICES} / "bcsstk16.mtx.xz", 4884,
                           4884, 290378, "A*A", 18728606, 1038782});
}
#endif

TEST(RealMatrices, FolderIsThere) {
  if (small_matrices().empty()) {
    GTEST_SKIP() << "no MANIFEST.csv in '" << matrices_folder().string()
                 << "': name a folder of matrices by the environment variable ARAIOS_MATRICES or "
                    "by the CMake variable of that name";
  }
}

class RealMatrix : public testing::TestWithParam<ManifestEntry> {};

TEST_P(RealMatrix, ProductEqualsTheManifestAndTheOracle) { expect_manifest_product(GetParam()); }

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RealMatrix);
INSTANTIATE_TEST_SUITE_P(Folder, RealMatrix, testing::ValuesIn(small_matrices()),
                         [](auto const& instance) {
                           std::string name = instance.param.name;
                           auto const odd = [](unsigned char c) { return !std::isalnum(c); };
                           std::replace_if(name.begin(), name.end(), odd, '_');
                           return name;
                         });

}  // namespace
}  // namespace araios_test
