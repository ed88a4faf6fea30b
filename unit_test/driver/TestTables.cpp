// SPDX-License-Identifier: BSD-3-Clause
// Lines, cells and tables of a bounded width, and records as CSV.
#include "base/Lines.hpp"
#include "report/Columns.hpp"
#include "report/Csv.hpp"
#include "report/RepeatedTable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace araios::perf {
namespace {

std::size_t widest_of(std::string const& text) {
  std::istringstream lines{text};
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

TEST(Lines, AreShortenedInTheMiddle) {
  EXPECT_EQ(shortened("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(shortened("abcdefghijk", 10), "abcd...ijk");
  EXPECT_EQ(shortened("abcdefghijk", 9), "abc...ijk");
}

TEST(Lines, LettersOfUtf8StayWhole) {
  // Each letter has two bytes.
  EXPECT_EQ(shortened("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc", 10), "\u00e4\u00f6...\u00fc");
}

TEST(Lines, GoOnInTheNextOneWhereAPartDoesNotFit) {
  std::string const half(48, 'a');
  EXPECT_EQ(wrapped({"a", "b", "c"}, ", ", "  "), "a, b, c\n");
  EXPECT_EQ(wrapped({half, half}, ", ", "  "), half + ", " + half + "\n");
  EXPECT_EQ(wrapped({half, half, "b"}, ", ", "  "), half + ", " + half + ",\n  b\n");
  EXPECT_EQ(wrapped({half, half + "aaa", "b"}, "  ", "    "), half + "\n    " + half + "aaa  b\n");
}

TEST(Lines, PartsOfAnyLengthFit) {
  for (std::size_t size = 80; size < 120; ++size) {
    std::string const part(size, 'a');
    EXPECT_LE(widest_of(wrapped({part, part, "b", part}, "; ", "    ")), widest_line) << size;
  }
}

TEST(Cells, GiveUpDigitsWhereTheyAreTooWide) {
  EXPECT_EQ(Cell(1.23456, 3).text(6), "1.235");
  EXPECT_EQ(Cell(123.456, 3).text(6), "123.46");
  EXPECT_EQ(Cell(123456.0, 3).text(6), "123456");
  EXPECT_EQ(Cell(12345678.0, 3).text(6), "1e+07");
  EXPECT_EQ(Cell(std::nullopt, 3).text(6), "-");
  EXPECT_EQ(Cell(std::string{"abcdefgh"}).text(6), "ab...h");
}

TEST(Columns, StandBelowWhatIsAboveThem) {
  Columns const columns{{{"entry", 6}, {"ms", 5}, {"ms", 5, "times"}, {"checked", 7}}};
  EXPECT_EQ(columns.header(),
            "               times\n"
            "  entry     ms    ms checked\n");
  EXPECT_EQ(columns.row({std::string{"a"}, {1.5, 2}, {std::nullopt, 2}, std::string{"ok"}}),
            "  a       1.50     - ok\n");
}

MethodTimes times_of(std::string const& library, std::string const& algorithm, double ms) {
  MethodTimes times;
  times.library = library;
  times.algorithm = algorithm;
  times.setup_ms = ms;
  times.ms = Spread{ms, ms, ms, ms, ms * 1.1, 16};
  times.checked = Verdict::ok;
  return times;
}

TEST(RepeatedTable, TellsMedianNoiseAndRatio) {
  RepeatedTable const table{{{"GFLOP/s", 7}}};
  auto const first = times_of("araios", "rows", 2);
  EXPECT_EQ(table.header(),
            "                                   set-up   median\n"
            "  entry                                ms       ms noise % GFLOP/s ratio checked\n");
  EXPECT_EQ(table.row(times_of("kokkoskernels", "SPMV_MERGE_PATH", 5), first, {{1.5, 3}}),
            "  kokkoskernels SPMV_MERGE_PATH    5.0000   5.0000     3.9   1.500  2.50 PASS\n");
}

TEST(RepeatedTable, ShortTimesHaveMoreDigits) {
  EXPECT_EQ(cell_of_ms(0.5).text(8), "0.5000");
  EXPECT_EQ(cell_of_ms(0.00012).text(8), "0.000120");
  EXPECT_EQ(cell_of_ms(0).text(8), "0.0000");
  EXPECT_EQ(cell_of_ms(12345.6789).text(8), "12345.68");
}

TEST(RepeatedTable, TakesNamesAndTimesOfAnyLength) {
  std::size_t const width = RepeatedTable::figures_width / 2 - 1;
  RepeatedTable const table{{{std::string(width, 'a'), width}, {std::string(width, 'b'), width}}};
  EXPECT_EQ(widest_of(table.header()), widest_line);
  auto const slow = times_of(std::string(60, 'a'), std::string(60, 'b'), 1.25e12);
  auto const row = table.row(slow, times_of("araios", "rows", 1e-4), {{1e30, 3}, {1e30, 3}});
  EXPECT_LE(widest_of(row), widest_line) << row;
}

TEST(Csv, QuotesTextsAndHasSixDigits) {
  Fields const record{{"name", "a,\"b\""}, {"count", std::int64_t{7}}, {"ms", 1.5}};
  std::ostringstream out;
  write_csv(out, record, {record});
  EXPECT_EQ(out.str(), "name,count,ms\n\"a,\"\"b\"\"\",7,1.500000\n");
  std::ostringstream empty;
  write_csv(empty, record, {});
  EXPECT_EQ(empty.str(), "name,count,ms\n");
}

}  // namespace
}  // namespace araios::perf
