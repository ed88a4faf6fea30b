// SPDX-License-Identifier: BSD-3-Clause
// What a tool of Kokkos sees of the calls: regions, the way that ran, kernels, labels of buffers.

#include "support/CommonProduct.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_CscMatrix.hpp>
#include <Araios_DenseMatrix.hpp>
#include <Araios_ExtractRows.hpp>
#include <Araios_GroupedCoo.hpp>
#include <Araios_MergeDuplicates.hpp>
#include <Araios_SortRows.hpp>
#include <Araios_SpAdd.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_Transpose.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>

#include <Kokkos_Core.hpp>

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using araios::impl::label_of;
using araios::impl::WorkspaceSlot;
using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

using Space = Kokkos::DefaultExecutionSpace;
using Lines = std::vector<std::string>;
constexpr bool is_host = araios::impl::is_host_space_v<Space>;

Lines& recorded_lines() {
  static auto* const tool = dlopen(ARAIOS_RECORDING_TOOL, RTLD_NOW | RTLD_NOLOAD);
  if (tool == nullptr) throw std::runtime_error{"Kokkos has not loaded the tool"};
  static auto const lines = reinterpret_cast<Lines* (*)()>(dlsym(tool, "recorded_lines"));
  return *lines();
}

/// What the tool is told by a call.
template <class Call>
Lines lines_of(Call const& call) {
  recorded_lines().clear();
  call();
  Space{}.fence();
  return recorded_lines();
}

/// The regions of a record, each with those around it: `outer/inner`. An empty one at the end says
/// that all were left.
Lines regions_in(Lines const& lines) {
  Lines regions;
  Lines open{""};
  for (auto const& line : lines) {
    if (line.starts_with("begin ")) {
      open.push_back(open.back() + "/" + line.substr(6));
      regions.push_back(open.back());
    } else if (line == "end") {
      if (open.size() > 1)
        open.pop_back();
      else
        regions.push_back("a region ends that did not begin");
    }
  }
  regions.push_back(open.back());
  return regions;
}

/// The names behind a word such as `allocate`.
Lines names_behind(std::string const& word, Lines const& lines) {
  Lines names;
  for (auto const& line : lines) {
    if (line.starts_with(word + " ")) names.push_back(line.substr(word.size() + 1));
  }
  return names;
}

class Tools : public testing::Test {
 protected:
  using Planned = PlannedProduct<DefaultTypes<Space>>;

  /// A product by the two phases.
  static araios::SpGemmOptions in_two_phases() {
    araios::SpGemmOptions options;
    options.method = araios::MethodKind::kkmem;
    options.record_pattern = false;
    return options;
  }
  static HostMatrix<double> square(std::int64_t rows, std::int64_t entries_of_row) {
    return with_integers<double>(uniform_pattern(rows, rows, entries_of_row, 1), 1);
  }
  static auto on_device(HostMatrix<double> const& matrix) {
    return to_device<int, int, Space::device_type>(matrix);
  }
  Lines lines_of_product(HostMatrix<double> const& host,
                         araios::SpGemmOptions const& options = {}) const {
    auto const a = on_device(host);
    return lines_of([&] { araios::spgemm(exec, a, a, options); });
  }

  Space const exec;
};

TEST_F(Tools, PhasesLieWithinTheWholeCallAndSayTheWayThatRan) {
  EXPECT_THAT(regions_in(lines_of_product(square(50, 5), in_two_phases())),
              ElementsAre("/araios::spgemm", "/araios::spgemm/araios::spgemm_symbolic",
                          "/araios::spgemm/araios::spgemm_symbolic/"
                          "araios::spgemm_symbolic[rowwise]",
                          "/araios::spgemm/araios::spgemm_numeric[rowwise]", ""));
}

TEST_F(Tools, TheWayOfADefaultProductIsNamed) {
  auto const small = regions_in(lines_of_product(square(20, 3)));
  EXPECT_EQ(small.front(), "/araios::spgemm");
  EXPECT_EQ(small.back(), "");
  if (is_host) {
    EXPECT_THAT(small, Contains("/araios::spgemm/araios::spgemm[small_serial]"));
  } else {
    EXPECT_THAT(small, Contains("/araios::spgemm/araios::spgemm_numeric[bins]"));
  }
}

TEST_F(Tools, AReplayIsNamed) {
  araios::SpGemmOptions options;
  options.replay = true;
  auto const host = square(60, 5);
  Planned const product{host, host, options};
  EXPECT_THAT(regions_in(lines_of([&] { product.numeric(); })),
              ElementsAre("/araios::spgemm_numeric[replay]", ""));
}

TEST_F(Tools, EveryOtherCallIsARegion) {
  auto const a = on_device(square(50, 5));
  Kokkos::View<double*, Space> const x{"x", 50};
  Kokkos::View<double*, Space> const y{"y", 50};
  Kokkos::View<double**, Kokkos::LayoutRight, Space> const b{"B", 50, 3};
  Kokkos::View<double**, Kokkos::LayoutRight, Space> const c{"C", 50, 3};
  auto const outermost = [](auto const& call) { return regions_in(lines_of(call)); };
  EXPECT_THAT(outermost([&] { araios::spgemm_estimate(exec, a, a); }),
              ElementsAre("/araios::spgemm_estimate", ""));
  EXPECT_THAT(outermost([&] { araios::spmv(exec, 1.0, a, x, 0.0, y); }),
              ElementsAre("/araios::spmv", ""));
  EXPECT_THAT(outermost([&] { araios::spmm(exec, 1.0, a, b, 0.0, c); }),
              ElementsAre("/araios::spmm", ""));
  EXPECT_THAT(outermost([&] {
                araios::spmv(exec, 1.0, a, x, 0.0, y, araios::SpMvOptions{.transpose_a = true});
              }),
              ElementsAre("/araios::spmv", ""));
  EXPECT_THAT(outermost([&] {
                araios::spmm(exec, 1.0, a, b, 0.0, c, araios::SpMmOptions{.transpose_a = true});
              }),
              ElementsAre("/araios::spmm", ""));
  EXPECT_THAT(outermost([&] { araios::to_grouped_coo(exec, a); }),
              ElementsAre("/araios::to_grouped_coo", ""));
}

TEST_F(Tools, ConversionsAreRegions) {
  auto const a = on_device(square(50, 5));
  Kokkos::View<double**, Kokkos::LayoutRight, Space> const dense{"dense", 50, 50};
  Kokkos::View<int*, Space> const rows{"rows", 3};
  auto const plan = araios::transpose_symbolic(exec, a);
  auto const c = plan.allocate<double>(exec, "C");
  auto const first = [](auto const& call) {
    auto const regions = regions_in(lines_of(call));
    EXPECT_EQ(regions.back(), "") << "all are left";
    return regions.front();
  };
  EXPECT_EQ(first([&] { araios::transpose(exec, a); }), "/araios::transpose");
  EXPECT_EQ(first([&] { araios::transpose_symbolic(exec, a); }), "/araios::transpose_symbolic");
  EXPECT_EQ(first([&] { araios::transpose_numeric(exec, plan, a, c); }),
            "/araios::transpose_numeric");
  EXPECT_EQ(first([&] { araios::to_csc(exec, a); }), "/araios::to_csc");
  EXPECT_EQ(first([&] { araios::sort_rows(exec, a); }), "/araios::sort_rows");
  EXPECT_EQ(first([&] { araios::is_sorted(exec, a); }), "/araios::is_sorted");
  EXPECT_EQ(first([&] { araios::merge_duplicates(exec, a); }), "/araios::merge_duplicates");
  EXPECT_EQ(first([&] { araios::extract_rows(exec, a, rows); }), "/araios::extract_rows");
  EXPECT_EQ(first([&] { araios::to_dense(exec, a, dense); }), "/araios::to_dense");
  EXPECT_EQ(first([&] { araios::from_dense<int, int>(exec, dense); }), "/araios::from_dense");
}

TEST_F(Tools, PhasesOfASumLieWithinItsCall) {
  auto const a = on_device(square(50, 5));
  EXPECT_THAT(regions_in(lines_of([&] { araios::spadd(exec, 1.0, a, 2.0, a); })),
              ElementsAre("/araios::spadd", "/araios::spadd/araios::spadd_symbolic",
                          "/araios::spadd/araios::spadd_numeric", ""));
}

TEST_F(Tools, KernelsOfSpMvShowWhetherOneThreadRunsThemOrAll) {
  for (std::int64_t const rows : {10, 100'000}) {
    auto const a = on_device(square(rows, 5));
    auto const size = static_cast<std::size_t>(rows);
    Kokkos::View<double*, Space> const x{"x", size};
    Kokkos::View<double*, Space> const y{"y", size};
    auto const lines = lines_of([&] { araios::spmv(exec, 1.0, a, x, 0.0, y); });
    EXPECT_THAT(names_behind("kernel", lines), Contains(StartsWith("araios::"))) << rows;
    EXPECT_EQ(std::count(lines.begin(), lines.end(), "end of kernel"),
              static_cast<std::ptrdiff_t>(names_behind("kernel", lines).size()));
  }
}

TEST_F(Tools, ASmallProductShowsItsKernel) {
  EXPECT_THAT(names_behind("kernel", lines_of_product(square(20, 3))), Not(testing::IsEmpty()));
}

TEST_F(Tools, AnErrorLeavesNoRegionOpen) {
  auto const a = on_device(square(50, 5));
  auto const b = on_device(with_integers<double>(uniform_pattern(7, 7, 2, 1), 1));
  auto const lines = lines_of([&] {
    EXPECT_THROW(araios::spgemm(exec, a, b), std::invalid_argument);
    EXPECT_THROW(araios::spgemm(exec, a, b, in_two_phases()), std::invalid_argument);
    EXPECT_THROW(araios::spgemm_estimate(exec, a, b), std::invalid_argument);
  });
  EXPECT_EQ(regions_in(lines).back(), "");
}

TEST_F(Tools, BuffersHaveLabelsOfTheirOwn) {
  auto const labels = names_behind("allocate", lines_of_product(square(50, 5), in_two_phases()));
  EXPECT_THAT(labels, Contains(StartsWith("araios::workspace.")));
  EXPECT_THAT(labels, Not(Contains("araios::workspace")));
}

TEST(WorkspaceSlots, LabelsAreTheNamesOfTheEnumerators) {
  EXPECT_EQ(label_of(WorkspaceSlot::row_sizes), "araios::workspace.row_sizes");
  EXPECT_EQ(label_of(WorkspaceSlot::pool_memory), "araios::workspace.pool_memory");
  EXPECT_EQ(label_of(WorkspaceSlot::small_values), "araios::workspace.small_values");
  std::set<std::string> labels;
  constexpr auto count = static_cast<int>(WorkspaceSlot::count);
  for (int slot = 0; slot < count; ++slot)
    labels.insert(label_of(static_cast<WorkspaceSlot>(slot)));
  EXPECT_EQ(labels.size(), static_cast<std::size_t>(count));
}

}  // namespace
}  // namespace araios_test

int main(int argc, char** argv) {
  setenv("KOKKOS_TOOLS_LIBS", ARAIOS_RECORDING_TOOL, 1);
  testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard const kokkos{argc, argv};
  return RUN_ALL_TESTS();
}
