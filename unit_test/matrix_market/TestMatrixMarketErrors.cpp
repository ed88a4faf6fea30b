// SPDX-License-Identifier: BSD-3-Clause
// Bad Matrix Market files: each gives an error that names file, line, what was found and expected.

#include "support/Entries.hpp"
#include "support/Readers.hpp"
#include "support/TemporaryFolder.hpp"
#include <Araios_MatrixMarket.hpp>

#include <Kokkos_Core.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

using araios::MatrixMarketError;
using araios::read_matrix_market;
using araios_test::contents_of;
using araios_test::is_sorted_and_valid;
using araios_test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

using Complex = Kokkos::complex<double>;

// Slow builds read with the types of Readers.hpp alone.
#ifdef ARAIOS_TEST_REDUCED_TYPES
using ComplexOrdinal = int;
using FloatIndex = std::int64_t;
using WideReal = float;
#else
using ComplexOrdinal = std::int64_t;
using FloatIndex = int;
using WideReal = double;
#endif

/// The contents of a bad file and what the message says of it, after the name of the file.
struct BadFile {
  std::string name;
  std::string text;
  std::string message;
};

std::ostream& operator<<(std::ostream& stream, BadFile const& bad) { return stream << bad.name; }

std::string real(std::string const& rest) {
  return "%%MatrixMarket matrix coordinate real general\n" + rest;
}
std::string with_banner(std::string const& kind, std::string const& rest) {
  return "%%MatrixMarket " + kind + "\n" + rest;
}
std::string value(std::string const& word) { return real("1 1 1\n1 1 " + word + "\n"); }
std::string index(std::string const& word) { return real("2 2 1\n" + word + " 1 1\n"); }

std::vector<BadFile> bad_headers() {
  return {
      {"Empty", "", ": no header: the file is empty, expected the banner '%%MatrixMarket matrix"},
      {"BlankOnly", "\n \n", ": no header: the file is empty"},
      {"OnePercent", "%MatrixMarket matrix coordinate real general\n1 1 0\n",
       ": line 1: found '%MatrixMarket', expected the banner '%%MatrixMarket matrix coordinate "
       "FIELD SYMMETRY' with two percent signs"},
      {"NoBanner", "1 1 1\n", ": line 1: found '1', expected the banner"},
      {"ShortBanner", "%%MatrixMarket matrix coordinate real\n1 1 0\n",
       ": line 1: found '%%MatrixMarket matrix coordinate real', expected the five words"},
      {"LongBanner", "%%MatrixMarket matrix coordinate real general more words\n1 1 0\n",
       ": line 1: found 'more' behind the five words of '%%MatrixMarket matrix coordinate real "
       "general more words', expected the end of the line"},
      {"Vector", with_banner("vector coordinate real general", "1 0\n"),
       ": line 1: object 'vector' is not supported, expected 'matrix'"},
      {"Array", with_banner("matrix array real general", "1 1\n1\n"),
       ": line 1: format 'array' is not supported, expected 'coordinate'"},
      {"Object", with_banner("tensor coordinate real general", "1 1 0\n"),
       ": line 1: object 'tensor' is not supported, expected 'matrix'"},
      {"Format", with_banner("matrix list real general", "1 1 0\n"),
       "format 'list' is not supported"},
      {"Field", with_banner("matrix coordinate quaternion general", "1 1 0\n"),
       ": line 1: found field 'quaternion', expected one of real, double, complex, integer, "
       "pattern, unsigned-integer"},
      {"Symmetry", with_banner("matrix coordinate real diagonal", "1 1 0\n"),
       ": line 1: found symmetry 'diagonal', expected one of general, symmetric, skew-symmetric, "
       "hermitian"},
      {"ComplexIntoReal", with_banner("matrix coordinate complex general", "1 1 1\n1 1 1 1\n"),
       ": line 1: field 'complex' does not fit a matrix of real values"},
      {"HeaderOnly", real(""),
       ": line 1: size line missing: the file ends, expected 'rows columns"},
      {"CommentsOnly", real("% one\n% two"), ": line 3: size line missing"},
      {"BannerWithoutNewline", "%%MatrixMarket matrix coordinate real general",
       ": line 1: size line missing"},
      {"TwoSizes", real("3 3\n"),
       ": line 2: found '3 3', expected the size line: three numbers 'rows columns entries'"},
      {"FourSizes", real("%\n3 3 0 0\n"), ": line 3: found '3 3 0 0', expected the size line"},
      {"LettersForSizes", real("3 x 0\n"),
       ": line 2: found 'x', expected the number of columns as a whole number"},
      {"FractionalSize", real("3.5 3 0\n"), ": line 2: found '3.5', expected the number of rows"},
      {"NegativeRows", real("-3 3 0\n"),
       ": line 2: the number of rows is -3, expected zero or more"},
      {"NegativeColumns", real("3 -3 0\n"), ": line 2: the number of columns is -3"},
      {"NegativeEntries", real("3 3 -1\n"), ": line 2: the number of entries is -1"},
      {"SymmetricNotSquare", with_banner("matrix coordinate real symmetric", "2 3 0\n"),
       ": line 2: a symmetric matrix is square, found 2 rows and 3 columns"},
      {"SkewNotSquare", with_banner("matrix coordinate real skew-symmetric", "3 2 0\n"),
       ": line 2: a skew-symmetric matrix is square"},
      {"HermitianNotSquare", with_banner("matrix coordinate real hermitian", "3 2 0\n"),
       ": line 2: a hermitian matrix is square"},
  };
}

std::vector<BadFile> bad_entries() {
  return {
      {"ManyPromised", real("3 3 1000000000000000\n1 1 1\n\n2 2 2\n"),
       ": line 5: the file ends, expected 1000000000000000 entries, found 2"},
      {"AllEntriesMissing", real("3 3 2\n"),
       ": line 2: the file ends, expected 2 entries, found 0"},
      {"Truncated", real("3 3 3\n1 1 1.00000000000000000\n2 2 2.0000000000000\n"),
       ": line 4: the file ends, expected 3 entries, found 2"},
      {"TooMany", real("3 3 1\n1 1 1\n% late\n2 2 2\n"),
       ": line 5: found one more entry than the 1 of the size line"},
      {"TooManyThanNone", real("3 3 0\n1 1 1\n"),
       ": line 3: found one more entry than the 0 of the size line"},
      {"IndexZero", index("0"),
       ": line 3: index 0, expected indices from 1: Matrix Market is 1-based"},
      {"ColumnZero", real("2 2 1\n1 0 1\n"), ": line 3: index 0, expected indices from 1"},
      {"RowTooLarge", index("3"), ": line 3: row index 3, expected at most 2"},
      {"ColumnTooLarge", real("2 2 1\n1 7 1\n"), ": line 3: column index 7, expected at most 2"},
      {"IndexOfNoRows", real("0 2 1\n1 1 1\n"), ": line 3: row index 1, expected at most 0"},
      {"IndexHuge", index("99999999999999999999"),
       ": line 3: index '99999999999999999999' exceeds every dimension"},
      {"IndexNegative", index("-1"), ": line 3: found '-1', expected a row or column index"},
      {"IndexFractional", index("1.5"),
       ": line 3: found '1.5', expected a row or column index: a whole number from 1"},
      {"IndexExponent", index("1e3"), ": line 3: found '1e3', expected a row or column index"},
      {"IndexSigns", index("+-1"), ": line 3: found '+-1', expected a row or column index"},
      {"IndexLetters", index("one"), ": line 3: found 'one', expected a row or column index"},
      {"IndexBytes", real(std::string{"2 2 1\n1\0 1 1\n", 13}),
       ": line 3: found '1\\x00', expected a row or column index"},
      {"RowAlone", real("2 2 1\n1     \n"),
       ": line 3: the line ends, expected a row and a column index"},
      {"ValueMissing", real("2 2 1\n1 1  \n"), ": line 3: the line ends, expected a real number"},
      {"ValueOnNextLine", real("2 2 1\n1 1\n1\n"),
       ": line 3: the line ends, expected a real number"},
      {"Junk", real("2 2 1\n1 1 1 junk\n"), ": line 3: found 'junk', expected the end of the line"},
      {"JunkBeforeComment", real("2 2 1\n1 1 1 junk % one\n"),
       ": line 3: found 'junk', expected the end of the line"},
      {"CommentInPlaceOfValue", real("2 2 1\n1 1 % 1\n"),
       ": line 3: found '%', expected a real number"},
      {"CommentInPlaceOfIndex", real("2 2 1\n1 % 1 1\n"),
       ": line 3: found '%', expected a row or column index"},
      {"CommentWithoutBlank", real("2 2 1\n1 1 1% one\n"),
       ": line 3: found '1%', expected a real number"},
      {"ComplexInRealFile", real("2 2 1\n1 1 1 1\n"), ": line 3: found '1', expected the end"},
      {"PatternWithValue", with_banner("matrix coordinate pattern general", "1 1 1\n1 1 5\n"),
       ": line 3: found '5', expected the end of the line"},
      {"Overflow", value("1e999"),
       ": line 3: the number '1e999' is out of range of a 64-bit real number"},
      {"OverflowDigits", value("1" + std::string(400, '0')), "is out of range of a 64-bit real"},
      {"OverflowExponent", value("-1e99999999999999999999"), "out of range of a 64-bit real"},
      {"OverflowFortran", value("1D999"), ": line 3: the number '1D999' is out of range"},
      {"Comma", value("1,5"), ": line 3: found '1,5', expected a real number"},
      {"HexFloat", value("0x1p3"), ": line 3: found '0x1p3', expected a real number"},
      {"Word", value("one"), ": line 3: found 'one', expected a real number"},
      {"TwoExponents", value("1DD0"), ": line 3: found '1DD0', expected a real number"},
      {"TwoSigns", value("+-1"), ": line 3: found '+-1', expected a real number"},
      {"NoExponent", value("1e"), ": line 3: found '1e', expected a real number"},
      {"FractionalInteger", with_banner("matrix coordinate integer general", "1 1 1\n1 1 1.5\n"),
       ": line 3: found '1.5', expected an integer"},
      {"NegativeUnsigned",
       with_banner("matrix coordinate unsigned-integer general", "1 1 1\n1 1 -1\n"),
       ": line 3: found '-1', expected an unsigned integer"},
      {"MissingInteger", with_banner("matrix coordinate integer general", "1 1 1\n1 1   \n"),
       ": line 3: the line ends, expected an integer"},
      {"SkewDiagonal",
       with_banner("matrix coordinate real skew-symmetric", "2 2 2\n2 1 1\n2 2 1\n"),
       ": line 4: found a nonzero on the diagonal, expected none: the matrix is skew-symmetric"},
      {"SkewPatternDiagonal",
       with_banner("matrix coordinate pattern skew-symmetric", "2 2 1\n2 2\n"),
       ": line 3: found a nonzero on the diagonal"},
  };
}

class BadMatrixMarketFile : public testing::TestWithParam<BadFile> {
 protected:
  TemporaryFolder folder;
};

TEST_P(BadMatrixMarketFile, GivesItsMessage) {
  auto const path = folder.file("bad.mtx", GetParam().text);
  auto const says = ThrowsMessage<MatrixMarketError>(
      AllOf(testing::StartsWith(path + ": "), HasSubstr(GetParam().message)));
  EXPECT_THAT([&] { (read_matrix_market<double, int, int>(path)); }, says);
  // A real value may be wanted as complex too: all but one message are the same.
  if (GetParam().name == "ComplexIntoReal") return;
  EXPECT_THAT([&] { (read_matrix_market<Complex, std::size_t, ComplexOrdinal>(path)); }, says);
}

std::string name_of(testing::TestParamInfo<BadFile> const& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Headers, BadMatrixMarketFile, testing::ValuesIn(bad_headers()), name_of);
INSTANTIATE_TEST_SUITE_P(Entries, BadMatrixMarketFile, testing::ValuesIn(bad_entries()), name_of);

class MatrixMarketErrors : public testing::Test {
 protected:
  template <class Scalar = double, class Offset = int, class Ordinal = int>
  auto reading(std::string const& path) {
    return [path] { (read_matrix_market<Scalar, Offset, Ordinal>(path)); };
  }

  TemporaryFolder folder;
};

TEST_F(MatrixMarketErrors, UnreadableFilesGiveTheSystemsReason) {
  EXPECT_THAT(reading(folder.path("none.mtx")),
              ThrowsMessage<std::system_error>(
                  AllOf(HasSubstr(folder.path("none.mtx")), HasSubstr("No such file"))));
  EXPECT_THAT(reading(folder.path("")),
              ThrowsMessage<std::system_error>(HasSubstr("Is a directory")));
}

TEST_F(MatrixMarketErrors, LockedFilesGiveTheSystemsReason) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read every file";
  auto const locked = folder.file("locked.mtx", real("1 1 0\n"));
  std::filesystem::permissions(locked, std::filesystem::perms::none);
  EXPECT_THAT(reading(locked), ThrowsMessage<std::system_error>(HasSubstr("Permission denied")));
}

TEST_F(MatrixMarketErrors, ComplexValuesHaveTwoNumbers) {
  auto const bad = [&](std::string const& line, std::string const& kind = "general") {
    return reading<Complex, std::size_t, ComplexOrdinal>(
        folder.file("bad.mtx", with_banner("matrix coordinate complex " + kind, "1 1 1\n" + line)));
  };
  EXPECT_THAT(bad("1 1 1  \n"), ThrowsMessage<MatrixMarketError>(
                                    HasSubstr("line 3: the line ends, expected a real number")));
  EXPECT_THAT(bad("1 1 1 2 3\n"),
              ThrowsMessage<MatrixMarketError>(HasSubstr("found '3', expected the end")));
  EXPECT_THAT(bad("1 1 1 x\n"),
              ThrowsMessage<MatrixMarketError>(HasSubstr("found 'x', expected a real number")));
  EXPECT_THAT(bad("1 1 1 2\n", "hermitian"),
              ThrowsMessage<MatrixMarketError>(
                  HasSubstr("line 3: found an imaginary part on the diagonal")));
}

TEST_F(MatrixMarketErrors, FloatRangeIsItsOwn) {
  EXPECT_THAT((reading<float, FloatIndex, FloatIndex>(folder.file("large.mtx", value("1e300")))),
              ThrowsMessage<MatrixMarketError>(
                  HasSubstr("the number '1e300' is out of range of a 32-bit real number")));
}

TEST_F(MatrixMarketErrors, DimensionsBeyondTheIndexTypeOverflow) {
  auto const says = [](std::string const& what) {
    return ThrowsMessage<std::overflow_error>(
        AllOf(HasSubstr("large.mtx: line 2: the number of " + what), HasSubstr("-bit index")));
  };
  auto const rows = folder.file("large.mtx", real("3000000000 1 0\n"));
  EXPECT_THAT(reading(rows), says("rows is 3000000000, more than the largest 32-bit index"));
  folder.file("large.mtx", real("1 3000000000 0\n"));
  EXPECT_THAT(reading(rows), says("columns is 3000000000"));
  folder.file("large.mtx", real("99999999999999999999 1 0\n"));
  EXPECT_THAT((reading<WideReal, std::int64_t, std::int64_t>(rows)),
              says("rows is 99999999999999999999, more than the largest 64-bit index"));
  folder.file("large.mtx", real("1 1 99999999999999999999\n"));
  EXPECT_THAT(reading(rows), says("entries is 99999999999999999999"));
  folder.file("large.mtx", real("9223372036854775807 1 0\n"));
  EXPECT_THAT((reading<WideReal, std::int64_t, std::int64_t>(rows)),
              ThrowsMessage<std::overflow_error>(HasSubstr("more than the address space holds")));
}

TEST_F(MatrixMarketErrors, EntriesBeyondTheOffsetTypeOverflow) {
  std::string text;
  for (int row = 1; row <= 100; ++row) text += std::to_string(row) + " 1\n";
  auto const general = folder.file(
      "general.mtx", with_banner("matrix coordinate pattern general", "100 100 100\n" + text));
  auto const symmetric = folder.file(
      "symmetric.mtx", with_banner("matrix coordinate pattern symmetric", "100 100 100\n" + text));
  EXPECT_NO_THROW((reading<double, std::int8_t, std::int8_t>(general))());
  // The 99 entries off the diagonal count twice: more than the 127 of eight bits.
  EXPECT_THAT((reading<double, std::int8_t, std::int8_t>(symmetric)),
              ThrowsMessage<std::overflow_error>(
                  AllOf(HasSubstr("symmetric.mtx: line 2: the number of entries is 199"),
                        HasSubstr("8-bit index 127"))));
}

/// A valid file with something of everything.
std::string varied_file() {
  return with_banner("matrix coordinate real symmetric",
                     "% comment\n4 4 5\n1 1 1.25\n\n2 1 -3e2\n% late\n3 3 0\r\n4 1 .5\n4 2 1D0\n");
}

/// Reads text that may be bad: true if it is read, and then the matrix is valid.
bool reads_or_throws(std::string const& path) {
  try {
    auto const matrix = read_matrix_market<double, int, int>(path);
    EXPECT_TRUE(is_sorted_and_valid(matrix)) << contents_of(path);
    return true;
  } catch (MatrixMarketError const&) {
    return false;
  } catch (std::overflow_error const&) {
    return false;
  }
}

TEST_F(MatrixMarketErrors, TruncatedTextIsReadWholeOrNotAtAll) {
  std::string const text = varied_file();
  auto const last_word = text.rfind(' ') + 1;
  for (std::size_t length = 0; length <= text.size(); ++length) {
    auto const path = folder.file("truncated.mtx", text.substr(0, length));
    // Within the last number a shorter number is all that can be seen: 1 and 1D0 are valid, 1D not.
    bool const valid = length == last_word + 1 || length >= last_word + 3;
    EXPECT_EQ(reads_or_throws(path), valid) << length;
  }
}

TEST_F(MatrixMarketErrors, ChangedBytesNeverCrash) {
  std::string const text = varied_file();
  std::string const replacements{"0159-+.,%eED \t\n\rx\0\xff", 19};
  int num_read = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (char const replacement : replacements) {
      std::string changed = text;
      changed[i] = replacement;
      num_read += reads_or_throws(folder.file("changed.mtx", changed)) ? 1 : 0;
    }
  }
  EXPECT_GT(num_read, 0);
}

TEST_F(MatrixMarketErrors, ShuffledPiecesNeverCrash) {
  std::string const text = varied_file();
  std::mt19937 random{42};
  for (int trial = 0; trial < 2000; ++trial) {
    std::string changed = text;
    for (int edit = 0; edit < 3; ++edit) {
      auto const from = random() % text.size();
      auto const to = random() % changed.size();
      changed.replace(to, random() % 5, text.substr(from, random() % 7));
      if (changed.empty()) changed = text;
    }
    reads_or_throws(folder.file("shuffled.mtx", changed));
  }
}

class BadCompressedFile : public testing::TestWithParam<std::string> {
 protected:
  std::string compressed(std::string const& text) const {
    auto const path = folder.path("good" + GetParam());
    araios::impl::OutputFile file{path};
    file.sputn(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    return contents_of(path);
  }

  TemporaryFolder folder;
};

TEST_P(BadCompressedFile, EveryTruncationIsAnError) {
  std::string const bytes = compressed(varied_file());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    auto const path = folder.file("cut", bytes.substr(0, length));
    EXPECT_THAT([&] { (read_matrix_market<double, int, int>(path)); },
                ThrowsMessage<MatrixMarketError>(
                    HasSubstr(length < 6 ? "" : "stream is truncated at byte")))
        << length;
  }
}

TEST_P(BadCompressedFile, EveryFlippedBitIsAnErrorOrHarmless) {
  std::string const bytes = compressed(varied_file());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 16);
    bool const read = reads_or_throws(folder.file("flipped", changed));
    // Bytes 4 to 9 of gzip are a time stamp, flags and the system, which no checksum covers.
    EXPECT_FALSE(read && (GetParam() == ".xz" || i < 4 || i > 9)) << i;
  }
}

TEST_P(BadCompressedFile, DataAfterTheStreamIsAnError) {
  auto const path = folder.file("more", compressed(varied_file()) + "more");
  EXPECT_THAT([&] { (read_matrix_market<double, int, int>(path)); },
              ThrowsMessage<MatrixMarketError>(AllOf(HasSubstr(path), HasSubstr("stream is"))));
}

TEST_P(BadCompressedFile, TwiceCompressedFilesAreTold) {
  auto const path = folder.file("twice", compressed(compressed(varied_file())));
  EXPECT_THAT([&] { (read_matrix_market<double, int, int>(path)); },
              ThrowsMessage<MatrixMarketError>(HasSubstr(
                  GetParam() == ".gz" ? "unpack it with gunzip" : "unpack it with unxz")));
}

INSTANTIATE_TEST_SUITE_P(Formats, BadCompressedFile, testing::Values(".gz", ".xz"),
                         [](auto const& test) { return test.param.substr(1); });

}  // namespace
