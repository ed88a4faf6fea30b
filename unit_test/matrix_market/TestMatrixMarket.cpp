// SPDX-License-Identifier: BSD-3-Clause
// Reading and writing of valid Matrix Market files: fields, symmetries, free format, compression.

#include "support/Entries.hpp"
#include "support/Readers.hpp"
#include "support/TemporaryFolder.hpp"
#include <Araios_MatrixMarket.hpp>
#include <Araios_MatrixSource.hpp>

#include <Kokkos_Core.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

using araios::MatrixMarketReport;
using araios::read_matrix_market;
using araios::write_matrix_market;
using araios_test::contents_of;
using araios_test::entries_of;
using araios_test::Entry;
using araios_test::is_sorted_and_valid;
using araios_test::TemporaryFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

using Complex = Kokkos::complex<double>;

template <class S, class Off, class Ord>
struct MatrixTypes {
  using Scalar = S;
  using Offset = Off;
  using Ordinal = Ord;
};

template <class Types>
class MatrixMarketTyped : public testing::Test {
 protected:
  using Scalar = typename Types::Scalar;
  using Offset = typename Types::Offset;
  using Ordinal = typename Types::Ordinal;

  auto read(std::string const& path) {
    auto const matrix = read_matrix_market<Scalar, Offset, Ordinal>(path, &report);
    EXPECT_TRUE(is_sorted_and_valid(matrix)) << path;
    return matrix;
  }
  auto read_text(std::string_view text) { return read(folder.file("matrix.mtx", text)); }

  TemporaryFolder folder;
  MatrixMarketReport report;
};

#ifdef ARAIOS_TEST_REDUCED_TYPES
using AllTypes =
    testing::Types<MatrixTypes<double, int, int>, MatrixTypes<Complex, std::size_t, int>>;
#else
using AllTypes =
    testing::Types<MatrixTypes<double, int, int>, MatrixTypes<float, std::int64_t, std::int64_t>,
                   MatrixTypes<Complex, std::size_t, int>>;
#endif
TYPED_TEST_SUITE(MatrixMarketTyped, AllTypes);

class MatrixMarket : public MatrixMarketTyped<MatrixTypes<double, int, int>> {};

constexpr char const* general = "%%MatrixMarket matrix coordinate real general\n";

TYPED_TEST(MatrixMarketTyped, ReadsGeneralRealSorted) {
  auto const matrix = this->read_text(std::string{general} +
                                      "3 4 5\n3 4 5\n3 1 -2.5\n1 2 1e1\n"
                                      "2 2 0\n1 1 0.5\n");
  EXPECT_EQ(matrix.graph.num_rows, 3);
  EXPECT_EQ(matrix.graph.num_cols, 4);
  EXPECT_THAT(entries_of(matrix), ElementsAre(Entry{0, 0, 0.5}, Entry{0, 1, 10}, Entry{1, 1, 0},
                                              Entry{2, 0, -2.5}, Entry{2, 3, 5}));
  EXPECT_EQ(this->report.field, "real");
  EXPECT_EQ(this->report.symmetry, "general");
  EXPECT_EQ(this->report.num_stored, 5);
  EXPECT_EQ(this->report.num_duplicates, 0);
}

TYPED_TEST(MatrixMarketTyped, ReadsEveryRealField) {
  for (std::string const field : {"real", "double", "integer", "unsigned-integer"}) {
    auto const matrix = this->read_text("%%MatrixMarket matrix coordinate " + field +
                                        " general\n1 2 2\n1 1 +7\n1 2 0012\n");
    EXPECT_THAT(entries_of(matrix), ElementsAre(Entry{0, 0, 7}, Entry{0, 1, 12})) << field;
    EXPECT_EQ(this->report.field, field);
  }
}

TYPED_TEST(MatrixMarketTyped, PatternEntriesAreOne) {
  auto const matrix =
      this->read_text("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n2 1\n1 2\n");
  EXPECT_THAT(entries_of(matrix), ElementsAre(Entry{0, 1, 1}, Entry{1, 0, 1}));
}

TYPED_TEST(MatrixMarketTyped, ExpandsSymmetricOfEitherTriangle) {
  auto const expected = ElementsAre(Entry{0, 0, 1}, Entry{0, 2, 3}, Entry{1, 2, 4}, Entry{2, 0, 3},
                                    Entry{2, 1, 4}, Entry{2, 2, 0});
  std::string const header = "%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n";
  EXPECT_THAT(entries_of(this->read_text(header + "1 1 1\n3 1 3\n3 2 4\n3 3 0\n")), expected);
  EXPECT_THAT(entries_of(this->read_text(header + "1 1 1\n1 3 3\n2 3 4\n3 3 0\n")), expected);
}

TYPED_TEST(MatrixMarketTyped, ExpandsSkewSymmetric) {
  auto const matrix = this->read_text(
      "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 3\n2 1 5\n3 1 -6\n2 2 0\n");
  EXPECT_THAT(entries_of(matrix), ElementsAre(Entry{0, 1, -5}, Entry{0, 2, 6}, Entry{1, 0, 5},
                                              Entry{1, 1, 0}, Entry{2, 0, -6}));
}

TYPED_TEST(MatrixMarketTyped, HermitianRealIsSymmetric) {
  auto const matrix =
      this->read_text("%%MatrixMarket matrix coordinate real hermitian\n2 2 2\n1 1 5\n2 1 7\n");
  EXPECT_THAT(entries_of(matrix), ElementsAre(Entry{0, 0, 5}, Entry{0, 1, 7}, Entry{1, 0, 7}));
}

TYPED_TEST(MatrixMarketTyped, PatternsHaveEverySymmetry) {
  for (std::string const symmetry : {"symmetric", "hermitian", "skew-symmetric"}) {
    auto const matrix =
        this->read_text("%%MatrixMarket matrix coordinate pattern " + symmetry + "\n2 2 1\n2 1\n");
    double const above = symmetry == "skew-symmetric" ? -1 : 1;
    EXPECT_THAT(entries_of(matrix), ElementsAre(Entry{0, 1, above}, Entry{1, 0, 1})) << symmetry;
  }
}

TEST_F(MatrixMarket, ReadsComplexFields) {
  std::string const banner = "%%MatrixMarket matrix coordinate complex ";
  auto const read_complex = [&](std::string const& rest) {
    return entries_of(
        read_matrix_market<Complex, std::size_t, int>(folder.file("complex.mtx", banner + rest)));
  };
  EXPECT_THAT(read_complex("general\n1 1 1\n1 1 2 -3\n"), ElementsAre(Entry{0, 0, {2, -3}}));
  EXPECT_THAT(read_complex("symmetric\n2 2 1\n2 1 2 -3\n"),
              ElementsAre(Entry{0, 1, {2, -3}}, Entry{1, 0, {2, -3}}));
  EXPECT_THAT(read_complex("skew-symmetric\n2 2 1\n2 1 2 -3\n"),
              ElementsAre(Entry{0, 1, {-2, 3}}, Entry{1, 0, {2, -3}}));
  EXPECT_THAT(read_complex("hermitian\n2 2 2\n1 1 4 0\n2 1 2 -3\n"),
              ElementsAre(Entry{0, 0, 4}, Entry{0, 1, {2, 3}}, Entry{1, 0, {2, -3}}));
}

TEST_F(MatrixMarket, FormatIsFree) {
  auto const expected = ElementsAre(Entry{0, 0, 1}, Entry{1, 1, 2});
  for (std::string const text : {
           "%%matrixmarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 2\n",
           "%%MATRIXMARKET MATRIX COORDINATE REAL GENERAL\n2 2 2\n1 1 1\n2 2 2\n",
           "%%MatrixMarket matrix coordinate real general\r\n%\r\n2 2 2\r\n1 1 1\r\n2 2 2\r\n",
           "\n  %%MatrixMarket\tmatrix  coordinate real general \n\n \t2 2 2\n  1\t1 1 \n\t2 2 2",
           "%%MatrixMarket matrix coordinate real general\n%a\n\n  %b\n2 2 2\n\n\n1 1 1\n\n2 2 "
           "2\n\n",
           "%%MatrixMarket matrix coordinate real general\n2 2 2\n% late 1 1 9\n1 1 1\n  % later\n"
           "2 2 2\n% last",
           "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 2  \t ",
           "%%MatrixMarket matrix coordinate real general\n+2 2 2\n+1 1 +1\n02 2 2.\n",
           "%%MatrixMarket matrix coordinate real general % as exported\n2 2 2 % rows, columns, "
           "entries\n1 1 1 % note\n2 2 2\t%% 3 3 3\n",
       }) {
    EXPECT_THAT(entries_of(read_text(text)), expected) << text;
  }
}

TEST_F(MatrixMarket, ReadsEveryWayToWriteANumber) {
  auto const value_of = [&](std::string const& word) {
    return read_text(std::string{general} + "1 1 1\n1 1 " + word + "\n").values(0);
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isnan(value_of("nan")));
  EXPECT_TRUE(std::isnan(value_of("NaN")));
  EXPECT_EQ(value_of("inf"), infinity);
  EXPECT_EQ(value_of("-Infinity"), -infinity);
  EXPECT_EQ(value_of("+inf"), infinity);
  EXPECT_EQ(value_of("4.9e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(value_of("1e-999"), 0.0);
  EXPECT_EQ(value_of("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(value_of("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(value_of("1" + std::string(400, '0') + "e-400"), 1.0);
  EXPECT_TRUE(std::signbit(value_of("-1e-999")));
  EXPECT_EQ(value_of("+.5"), 0.5);
  EXPECT_EQ(value_of("5."), 5.0);
  EXPECT_EQ(value_of("1E5"), 1e5);
  EXPECT_EQ(value_of("0.1"), 0.1);
}

TEST_F(MatrixMarket, FloatUnderflowsToZero) {
  auto const path = folder.file("float.mtx", std::string{general} +
                                                 "1 3 3\n1 1 1e-300\n1 2 1e-40\n"
                                                 "1 3 0.1\n");
  auto const matrix = read_matrix_market<float, std::int64_t, std::int64_t>(path);
  EXPECT_EQ(matrix.values(0), 0.0F);
  EXPECT_EQ(matrix.values(1), 1e-40F);
  EXPECT_EQ(matrix.values(2), 0.1F);
}

TYPED_TEST(MatrixMarketTyped, SumsDuplicatesAndCountsThem) {
  auto const matrix = this->read_text(std::string{general} +
                                      "2 3 6\n2 3 1\n1 1 1\n2 3 2\n1 1 -1\n"
                                      "2 1 8\n2 3 4\n");
  EXPECT_THAT(entries_of(matrix), ElementsAre(Entry{0, 0, 0}, Entry{1, 0, 8}, Entry{1, 2, 7}));
  EXPECT_EQ(this->report.num_stored, 6);
  EXPECT_EQ(this->report.num_duplicates, 3);
}

TYPED_TEST(MatrixMarketTyped, CountsDuplicatesOfSymmetricFilesOnce) {
  for (std::string const entries :
       {"2 1 1\n2 1 2\n2 2 3\n2 2 4\n", "1 2 1\n1 2 2\n2 2 3\n2 2 4\n"}) {
    auto const matrix =
        this->read_text("%%MatrixMarket matrix coordinate real symmetric\n2 2 4\n" + entries);
    EXPECT_THAT(entries_of(matrix), ElementsAre(Entry{0, 1, 3}, Entry{1, 0, 3}, Entry{1, 1, 7}));
    EXPECT_EQ(this->report.num_duplicates, 2);
  }
}

TYPED_TEST(MatrixMarketTyped, ReadsEmptyMatrices) {
  for (std::string const size : {"0 0", "0 5", "5 0", "3 4"}) {
    auto const matrix = this->read_text(general + size + " 0\n");
    EXPECT_THAT(entries_of(matrix), IsEmpty()) << size;
    EXPECT_EQ(std::to_string(matrix.graph.num_rows) + " " + std::to_string(matrix.graph.num_cols),
              size);
  }
  EXPECT_THAT(entries_of(this->read_text(std::string{general} + "2 2 0")), IsEmpty());
}

/// A file of more than one chunk of the parallel parser, with comments and blank lines in between.
std::string long_file(int num_rows) {
  std::string text =
      general + std::to_string(num_rows) + " 7 " + std::to_string(2 * num_rows) + "\n";
  for (int row = num_rows; row > 0; --row) {
    if (row % 10 == 3) text += "\n% a late comment\n";
    auto const index = std::to_string(row);
    text += index + " 7 " + index + ".5\n" + index + " 1 -" + index + "e-3\n";
  }
  return text;
}

TEST_F(MatrixMarket, ReadsLongFilesInParallel) {
  constexpr int num_rows = 300000;
  auto const matrix = read_text(long_file(num_rows));
  ASSERT_EQ(matrix.graph.row_offsets(num_rows), 2 * num_rows);
  for (int row = 0; row < num_rows; ++row) {
    auto const entry = static_cast<std::size_t>(2 * row);
    ASSERT_EQ(matrix.graph.columns(entry), 0) << row;
    ASSERT_EQ(matrix.graph.columns(entry + 1), 6) << row;
    ASSERT_DOUBLE_EQ(matrix.values(entry), -(row + 1) * 1e-3) << row;
    ASSERT_EQ(matrix.values(entry + 1), row + 1.5) << row;
  }
}

TEST_F(MatrixMarket, NamesTheLineInLongFiles) {
  std::string text = long_file(300000);
  auto const bad = text.find("\n1234 7 ");
  text.replace(bad, 8, "\n1234 9 ");
  auto const line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad) + 1, '\n');
  EXPECT_THAT([&] { read_text(text); },
              ThrowsMessage<araios::MatrixMarketError>(HasSubstr(
                  "line " + std::to_string(line) + ": column index 9, expected at most 7")));
}

/// A matrix whose values need all their digits.
template <class Types>
auto uneven_matrix() {
  auto matrix =
      araios::generate<typename Types::Scalar, typename Types::Offset, typename Types::Ordinal>(
          "gen:er:40:7");
  for (std::size_t i = 0; i < matrix.values.extent(0); ++i) {
    matrix.values(i) /= static_cast<araios::impl::real_part_t<typename Types::Scalar>>(3);
  }
  return matrix;
}

TYPED_TEST(MatrixMarketTyped, WrittenFilesReadTheSame) {
  auto const matrix = uneven_matrix<TypeParam>();
  for (std::string const suffix : {".mtx", ".mtx.gz", ".mtx.xz"}) {
    auto const path = this->folder.path("written" + suffix);
    write_matrix_market(path, matrix);
    EXPECT_EQ(entries_of(this->read(path)), entries_of(matrix)) << suffix;
  }
  EXPECT_THAT(contents_of(this->folder.path("written.mtx.gz")), testing::StartsWith("\x1f\x8b"));
  EXPECT_THAT(contents_of(this->folder.path("written.mtx.xz")), testing::StartsWith("\xfd"
                                                                                    "7zXZ"));
}

TYPED_TEST(MatrixMarketTyped, WritesLongFilesWhole) {
  auto const matrix = araios::generate<typename TypeParam::Scalar, typename TypeParam::Offset,
                                       typename TypeParam::Ordinal>("gen:band:6000:3");
  for (std::string const suffix : {".mtx", ".gz", ".xz"}) {
    auto const path = this->folder.path("long" + suffix);
    write_matrix_market(path, matrix);
    EXPECT_EQ(entries_of(this->read(path)), entries_of(matrix)) << suffix;
  }
}

TEST_F(MatrixMarket, WritesIntegersAsIntegers) {
  araios::impl::HostCrsArrays<std::int64_t, int, int> arrays =
      araios::impl::make_host_arrays<std::int64_t, int, int>(1, 2, 1, "test");
  arrays.row_offsets(1) = 1;
  arrays.columns(0) = 1;
  arrays.values(0) = -42;
  write_matrix_market(folder.path("integer.mtx"), arrays.matrix());
  EXPECT_EQ(contents_of(folder.path("integer.mtx")),
            "%%MatrixMarket matrix coordinate integer general\n1 2 1\n1 2 -42\n");
}

TEST_F(MatrixMarket, WritesEmptyAndReadOnlyMatrices) {
  araios::CrsMatrix<double const, std::size_t, int const, Kokkos::HostSpace> const empty{};
  write_matrix_market(folder.path("empty.mtx"), empty);
  EXPECT_EQ(contents_of(folder.path("empty.mtx")), std::string{general} + "0 0 0\n");
}

TEST_F(MatrixMarket, WritesInfinityAndNan) {
  auto const matrix = read_text(std::string{general} + "1 3 3\n1 1 inf\n1 2 -inf\n1 3 -nan\n");
  ASSERT_TRUE(std::signbit(matrix.values(2)));
  write_matrix_market(folder.path("special.mtx"), matrix);
  EXPECT_EQ(contents_of(folder.path("special.mtx")),
            std::string{general} + "1 3 3\n1 1 inf\n1 2 -inf\n1 3 nan\n");
  auto const again = read(folder.path("special.mtx"));
  EXPECT_EQ(again.values(0), matrix.values(0));
  EXPECT_EQ(again.values(1), matrix.values(1));
  EXPECT_TRUE(std::isnan(again.values(2)));
}

TEST_F(MatrixMarket, WriteErrorsNameFileAndReason) {
  auto const matrix = uneven_matrix<MatrixTypes<double, int, int>>();
  auto const missing = folder.path("missing/matrix.mtx");
  EXPECT_THAT([&] { write_matrix_market(missing, matrix); },
              ThrowsMessage<std::system_error>(
                  AllOf(HasSubstr(missing), HasSubstr("No such file or directory"))));
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_THAT([&] { write_matrix_market("/dev/full", matrix); },
                ThrowsMessage<std::system_error>(
                    AllOf(HasSubstr("/dev/full"), HasSubstr("No space left on device"))));
    EXPECT_TRUE(std::filesystem::exists("/dev/full")) << "a device must not be removed";
  }
}

TEST_F(MatrixMarket, WritesNanOfComplexPartsWithoutASign) {
  auto const path = folder.file("nan.mtx",
                                "%%MatrixMarket matrix coordinate complex general\n1 2 2\n"
                                "1 1 -nan 1\n1 2 2 -nan\n");
  auto const matrix = read_matrix_market<Complex, std::size_t, int>(path);
  write_matrix_market(folder.path("written.mtx"), matrix);
  EXPECT_THAT(contents_of(folder.path("written.mtx")),
              testing::EndsWith("1 2 2\n1 1 nan 1\n1 2 2 nan\n"));
}

/// Limits the size of files that this process writes.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_{std::signal(SIGXFSZ, SIG_IGN)} {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(FileSizeLimit const&) = delete;
  FileSizeLimit& operator=(FileSizeLimit const&) = delete;
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(MatrixMarket, PartialFilesAreRemoved) {
  auto const matrix = araios::generate<double, int, int>("gen:er:2000:9");
  for (std::string const suffix : {".mtx", ".mtx.gz", ".mtx.xz"}) {
    auto const path = folder.path("partial" + suffix);
    {
      FileSizeLimit const limit{2000};
      EXPECT_THAT(
          [&] { write_matrix_market(path, matrix); },
          ThrowsMessage<std::system_error>(AllOf(HasSubstr(path), HasSubstr("File too large"))));
    }
    EXPECT_FALSE(std::filesystem::exists(path));
  }
}

TEST_F(MatrixMarket, CompressionIsToldByContents) {
  auto const matrix = uneven_matrix<MatrixTypes<double, int, int>>();
  for (std::string const suffix : {".gz", ".xz"}) {
    write_matrix_market(folder.path("packed" + suffix), matrix);
    auto const misnamed = folder.file("misnamed.mtx", contents_of(folder.path("packed" + suffix)));
    EXPECT_EQ(entries_of(read(misnamed)), entries_of(matrix));
  }
}

TEST_F(MatrixMarket, SuffixesHaveAnyLetterCase) {
  auto const matrix = uneven_matrix<MatrixTypes<double, int, int>>();
  for (std::string const suffix : {".GZ", ".Gz", ".XZ", ".mtx.gZ"}) {
    auto const path = folder.path("written" + suffix);
    write_matrix_market(path, matrix);
    EXPECT_NE(contents_of(path).front(), '%') << suffix;
    EXPECT_EQ(entries_of(read(path)), entries_of(matrix)) << suffix;
  }
}

TEST_F(MatrixMarket, WritesBytesOneByOneAsTheyComeTogether) {
  std::string const text = std::string{general} + "1 1 1\n1 1 7\n";
  for (std::string const suffix : {"", ".gz", ".xz"}) {
    auto const path = folder.path("bytes.mtx" + suffix);
    {
      araios::impl::OutputFile file{path};
      for (char const byte : text) EXPECT_EQ(file.sputc(byte), byte);
      file.close();
    }
    EXPECT_THAT(entries_of(read(path)), ElementsAre(Entry{0, 0, 7})) << suffix;
  }
}

TEST_F(MatrixMarket, ReadsConcatenatedCompressedParts) {
  for (std::string const suffix : {".gz", ".xz"}) {
    auto const packed = [&](std::string const& text) {
      {
        araios::impl::OutputFile file{folder.path("part" + suffix)};
        file.sputn(text.data(), static_cast<std::streamsize>(text.size()));
        file.close();
      }
      return contents_of(folder.path("part" + suffix));
    };
    auto const both = folder.file(
        "both" + suffix, packed(std::string{general} + "1 2 2\n1 1 1\n1 ") + packed("2 2\n"));
    EXPECT_THAT(entries_of(read(both)), ElementsAre(Entry{0, 0, 1}, Entry{0, 1, 2})) << suffix;
  }
}

TEST_F(MatrixMarket, AbandonedOutputLeavesNoFile) {
  { araios::impl::OutputFile const file{folder.path("abandoned.mtx")}; }
  EXPECT_FALSE(std::filesystem::exists(folder.path("abandoned.mtx")));
}

TEST_F(MatrixMarket, LoadsFilesAndGeneratorsByName) {
  auto const path = folder.file("file.txt", std::string{general} + "1 1 2\n1 1 3\n1 1 4\n");
  EXPECT_THAT(entries_of(araios::load_matrix<double, int, int>(path, &report)),
              ElementsAre(Entry{0, 0, 7}));
  EXPECT_EQ(report.num_duplicates, 1);
  EXPECT_THAT(entries_of(araios::load_matrix<double, int, int>("gen:lap2d5:1", &report)),
              ElementsAre(Entry{0, 0, 4}));
  EXPECT_EQ(report.num_duplicates, 0);
  EXPECT_THROW((araios::load_matrix<double, int, int>("gen:nothing")), std::invalid_argument);
  EXPECT_THROW((araios::load_matrix<double, int, int>(folder.path("gen"))), std::system_error);
}

}  // namespace
