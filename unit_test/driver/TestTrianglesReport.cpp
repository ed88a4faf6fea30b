// SPDX-License-Identifier: BSD-3-Clause
// How the triangles driver compares libraries.
#include "report/TrianglesReport.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace araios::perf {
namespace {

TrianglesRecord record_of(std::string const& library, std::string const& algorithm,
                          double median_ms, Verdict checked = Verdict::ok) {
  TrianglesRecord record;
  record.matrix = "g";
  record.num_vertices = 9;
  record.num_edges = 20;
  record.num_triangles = 7;
  record.times.library = library;
  record.times.algorithm = algorithm;
  record.times.ms = Spread{median_ms, median_ms, median_ms, median_ms, median_ms, 1};
  record.times.checked = checked;
  return record;
}

TEST(TrianglesReport, TheFastestRightMethodOfAPeerIsComparedWithTheFirstMethod) {
  auto const lead =
      lead_on({record_of("araios", "prescribed", 2), record_of("araios", "planned", 1),
               record_of("graphblas", "slow", 8), record_of("graphblas", "fast", 5),
               record_of("graphblas", "wrong", 1, Verdict::wrong)});
  ASSERT_TRUE(lead.has_value());
  EXPECT_EQ(lead->graph, "g");
  EXPECT_EQ(lead->peer, "graphblas fast");
  EXPECT_EQ(lead->ratio, 2.5);
}

TEST(TrianglesReport, WithoutARightPeerThereIsNoLead) {
  EXPECT_FALSE(lead_on({}).has_value());
  EXPECT_FALSE(lead_on({record_of("araios", "prescribed", 2), record_of("araios", "planned", 1)})
                   .has_value());
  EXPECT_FALSE(lead_on({record_of("araios", "prescribed", 2),
                        record_of("graphblas", "wrong", 1, Verdict::wrong)})
                   .has_value());
}

TEST(TrianglesReport, RowsTellTimesRatiosCountAndLead) {
  auto const rows =
      triangles_table_rows({record_of("araios", "prescribed", 2), record_of("graphblas", "a", 5)});
  EXPECT_NE(rows.find("araios prescribed"), std::string::npos) << rows;
  EXPECT_NE(rows.find(" 2.50 PASS\n"), std::string::npos) << rows;
  EXPECT_NE(rows.find("  7 triangles; graphblas a takes 2.50 times as long as araios prescribed\n"),
            std::string::npos)
      << rows;
  EXPECT_EQ(triangles_table_rows({record_of("araios", "prescribed", 2)}).find(';'),
            std::string::npos);
}

TEST(TrianglesReport, TheLeadsHaveAMeanAndALeast) {
  TrianglesLead const small{"a", "graphblas x", 0.5};
  TrianglesLead const large{"b", "graphblas y", 8};
  EXPECT_EQ(leads_line({large, small}),
            "the fastest peer over the first method, 2 graphs: geometric mean 2.00, least 0.50 (a, "
            "graphblas x)\n");
  EXPECT_EQ(leads_line({small}), "");
  EXPECT_EQ(leads_line({}), "");
}

TEST(TrianglesReport, RatesAreByTheMedian) {
  EXPECT_DOUBLE_EQ(record_of("araios", "prescribed", 2).edge_rate(), 0.01);
  EXPECT_EQ(record_of("araios", "prescribed", 0).edge_rate(), 0);
}

}  // namespace
}  // namespace araios::perf
