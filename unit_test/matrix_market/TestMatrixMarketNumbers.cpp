// SPDX-License-Identifier: BSD-3-Clause
// Numbers in Matrix Market files: exponents as Fortran writes them, integers that a scalar cannot
// hold, complex scalars of both precisions.

#include "support/Entries.hpp"
#include "support/Readers.hpp"
#include "support/TemporaryFolder.hpp"
#include <Araios_MatrixMarket.hpp>

#include <Kokkos_Core.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using araios::MatrixMarketError;
using araios::MatrixMarketReport;
using araios::read_matrix_market;
using araios_test::entries_of;
using araios_test::Entry;
using araios_test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

using Complex = Kokkos::complex<double>;

class MatrixMarketNumbers : public testing::Test {
 protected:
  std::string file(std::string const& field, std::string const& rest) const {
    return folder.file("numbers.mtx", "%%MatrixMarket matrix coordinate " + field + rest);
  }

  /// The one value of a file.
  double value_of(std::string const& word, std::string const& field = "real") {
    auto const path = file(field, " general\n1 1 1\n1 1 " + word + "\n");
    return read_matrix_market<double, int, int>(path, &report).values(0);
  }
  float float_of(std::string const& word, std::string const& field) {
    auto const path = file(field, " general\n1 1 1\n1 1 " + word + "\n");
    return read_matrix_market<float, std::int64_t, std::int64_t>(path, &report).values(0);
  }
  Complex complex_of(std::string const& words) {
    auto const path = file("complex", " general\n1 1 1\n1 1 " + words + "\n");
    return read_matrix_market<Complex, std::size_t, int>(path, &report).values(0);
  }

  TemporaryFolder folder;
  MatrixMarketReport report;
};

TEST_F(MatrixMarketNumbers, ExponentsOfFortranMayLackTheLetter) {
  for (auto const& [word, value] : std::vector<std::pair<std::string, double>>{
           {"0.5771964-104", 0.5771964e-104},
           {"0.25+101", 0.25e101},
           {"-0.1D+01", -1},
           {"1.0D+00", 1},
           {"-2.5d-1", -0.25},
           {"0.5D300", 0.5e300},
           {"-0.5771964-104", -0.5771964e-104},
           {"+0.5-104", 0.5e-104},
           {".5+100", 0.5e100},
           {"-.5-100", -0.5e-100},
           {"5.-100", 5e-100},
           {"12.5+100", 12.5e100},
           {"0.5-050", 0.5e-50},
           {"0.17976931348623157+309", 0.17976931348623157e309},
           {"0.49-323", 0.49e-323},
           {"0.5-999", 0},
           {"0.0+999", 0},
       }) {
    EXPECT_EQ(value_of(word), value) << word;
  }
  EXPECT_TRUE(std::signbit(value_of("-0.5-999")));
}

TEST_F(MatrixMarketNumbers, OtherSignsWithinANumberAreErrors) {
  for (std::string const word :
       {"1-",        "1.-",      "1.5-",      "+-1",         "1--2",         "1-2",
        "1+2",       "1-104",    "1.5-2",     "1.5-10",      "1.5-1000",     "1.5--104",
        "1.5+-104",  "-104-104", "+-0.5-104", "--0.5-104",   "0.5-1O4",      "0.5-10.",
        ".-104",     "-.-104",   "1.5.5-104", "0.5-104-104", "0.5e-104-104", "0.5D-104-104",
        "0.5D",      "D5",       "0.5DD-104", "0.5-D104",    "nan-104",      "inf+100",
        "0x1.8+100", "1,5-104"}) {
    EXPECT_THAT([&] { value_of(word); },
                ThrowsMessage<MatrixMarketError>(HasSubstr("numbers.mtx: line 3: found '" + word +
                                                           "', expected a real number")));
  }
}

TEST_F(MatrixMarketNumbers, OverflowQuotesTheNumberAsWritten) {
  for (std::string const word : {"0.25+400", "-0.25+999", "+1.0+310", "0.25D+400"}) {
    EXPECT_THAT([&] { value_of(word); },
                ThrowsMessage<MatrixMarketError>(
                    HasSubstr("line 3: the number '" + word + "' is out of range of a 64-bit")));
  }
  EXPECT_THAT([&] { float_of("0.5+104", "real"); },
              ThrowsMessage<MatrixMarketError>(HasSubstr("'0.5+104' is out of range of a 32-bit")));
  EXPECT_EQ(float_of("0.5-104", "real"), 0.0F);
}

// The sign of the exponent alone does not tell which way a number leaves the range.
TEST_F(MatrixMarketNumbers, DigitsAndExponentTogetherTellUnderflowFromOverflow) {
  std::string const zeros(400, '0');
  for (std::string const& word :
       std::vector<std::string>{"0." + zeros + "1e5", "0." + zeros + "1", "1e-400", "0.1e-400",
                                "100e-400", "0." + zeros + "1E+50"}) {
    EXPECT_EQ(value_of(word), 0.0) << word;
    EXPECT_TRUE(std::signbit(value_of("-" + word))) << word;
  }
  for (std::string const& word :
       std::vector<std::string>{"1" + zeros + "e-5", "1" + zeros, "-1" + zeros,
                                "-1" + zeros + "e-5", zeros + "1" + zeros}) {
    EXPECT_THAT([&] { value_of(word); },
                ThrowsMessage<MatrixMarketError>(HasSubstr("is out of range of a 64-bit")));
  }
}

TEST_F(MatrixMarketNumbers, BytesThatDoNotPrintAreShownAsNumbers) {
  EXPECT_THAT([&] { value_of("1\x7f~\x1f"); },
              ThrowsMessage<MatrixMarketError>(HasSubstr("found '1\\x7f~\\x1f'")));
}

TEST_F(MatrixMarketNumbers, IntegersHaveNoExponent) {
  for (std::string const word : {"1.5-104", "1.-100", "1-104", "1D2", "1-"}) {
    EXPECT_THAT([&] { value_of(word, "integer"); },
                ThrowsMessage<MatrixMarketError>(
                    HasSubstr("line 3: found '" + word + "', expected an integer")));
  }
}

TEST_F(MatrixMarketNumbers, ComplexPartsAreNumbersOfFortranToo) {
  EXPECT_EQ(complex_of("0.5-104 -0.25+101"), Complex(0.5e-104, -0.25e101));
  EXPECT_EQ(complex_of("-0.1D+01 .5-100 % note"), Complex(-1, 0.5e-100));
  for (std::string const words : {"0.5-104 1-2", "1-2 0.5-104"}) {
    EXPECT_THAT(
        [&] { complex_of(words); },
        ThrowsMessage<MatrixMarketError>(HasSubstr("line 3: found '1-2', expected a real number")));
  }
}

TEST_F(MatrixMarketNumbers, LargeIntegersThatFitAreExact) {
  for (auto const& [word, value] : std::vector<std::pair<std::string, double>>{
           {"9007199254740991", 0x1p53 - 1},
           {"9007199254740992", 0x1p53},
           {"-9007199254740992", -0x1p53},
           {"9007199254740994", 0x1p53 + 2},
           {"+009007199254740994", 0x1p53 + 2},
           {"9223372036854775808", 0x1p63},
           {"18446744073709551616", 0x1p64},
           {"10000000000000000000000", 1e22},
           {"-00", 0},
       }) {
    EXPECT_EQ(value_of(word, "integer"), value) << word;
    EXPECT_EQ(report.num_rounded, 0) << word;
    EXPECT_EQ(report.first_rounded_line, 0) << word;
  }
  EXPECT_EQ(value_of("1" + std::string(300, '0'), "integer"), 1e300);
  EXPECT_EQ(report.num_rounded, 1) << "1e300 is no integer times a power of two of 53 bits";
}

TEST_F(MatrixMarketNumbers, IntegersThatDoNotFitAreRoundedAndCounted) {
  for (auto const& [word, value] : std::vector<std::pair<std::string, double>>{
           {"9007199254740993", 0x1p53},
           {"-9007199254740993", -0x1p53},
           {"9007199254740995", 0x1p53 + 4},
           {"+0009007199254740993", 0x1p53},
           {"9223372036854775807", 0x1p63},
           {"18446744073709551615", 0x1p64},
           {"18446744073709551617", 0x1p64},
       }) {
    EXPECT_EQ(value_of(word, "integer"), value) << word;
    EXPECT_EQ(report.num_rounded, 1) << word;
    EXPECT_EQ(report.first_rounded_line, 3) << word;
    EXPECT_EQ(report.first_rounded, word);
  }
  EXPECT_EQ(value_of("18446744073709551615", "unsigned-integer"), 0x1p64);
  EXPECT_EQ(report.num_rounded, 1);
  EXPECT_EQ(value_of("9007199254740993", "real"), 0x1p53);
  EXPECT_EQ(report.num_rounded, 0) << "real numbers are always rounded";
}

TEST_F(MatrixMarketNumbers, RoundingIsThatOfTheScalar) {
  EXPECT_EQ(float_of("16777216", "integer"), 0x1p24F);
  EXPECT_EQ(float_of("16777218", "integer"), 0x1p24F + 2);
  EXPECT_EQ(report.num_rounded, 0);
  EXPECT_EQ(float_of("16777217", "integer"), 0x1p24F);
  EXPECT_EQ(report.num_rounded, 1);
  EXPECT_EQ(value_of("16777217", "integer"), 16777217);
  EXPECT_EQ(report.num_rounded, 0);
  auto const path = file("integer", " general\n1 1 1\n1 1 9007199254740993\n");
  EXPECT_EQ((read_matrix_market<Complex, std::size_t, int>(path, &report).values(0)), 0x1p53);
  EXPECT_EQ(report.num_rounded, 1);
}

TEST_F(MatrixMarketNumbers, TheFirstRoundedIntegerIsNamed) {
  auto const path = file("integer",
                         " general\n% one\n3 3 4\n1 1 1\n% two\n\n2 2 9007199254740993 % three\n"
                         "3 3 9007199254740992\n1 2 -9007199254740995\n");
  read_matrix_market<double, int, int>(path, &report);
  EXPECT_EQ(report.num_rounded, 2);
  EXPECT_EQ(report.first_rounded_line, 7);
  EXPECT_EQ(report.first_rounded, "9007199254740993");
}

TEST_F(MatrixMarketNumbers, TheFirstRoundedIntegerIsNamedInParallel) {
  // More than one chunk of the parallel parser; the last third of the entries are rounded.
  constexpr int num_rows = 150000;
  std::string text = " general\n" + std::to_string(num_rows) + " 1 " + std::to_string(num_rows);
  for (int row = 1; row <= num_rows; ++row) {
    text += "\n" + std::to_string(row) + " 1 " +
            (row > 100000 ? std::to_string(9007199254740993 + 2 * row) : std::to_string(row));
  }
  auto const matrix = read_matrix_market<double, int, int>(file("integer", text), &report);
  EXPECT_EQ(matrix.values(99999), 100000);
  EXPECT_EQ(report.num_rounded, 50000);
  EXPECT_EQ(report.first_rounded_line, 100003);
  EXPECT_EQ(report.first_rounded, "9007199254940995");
}

TEST_F(MatrixMarketNumbers, ComplexOfSinglePrecisionIsRead) {
  using ComplexFloat = Kokkos::complex<float>;
  auto const read = [&](std::string const& text) {
    return entries_of(read_matrix_market<ComplexFloat, int, int>(file("complex", text), &report));
  };
  EXPECT_THAT(read(" hermitian\n2 2 2\n1 1 4 0\n1 2 2 -0.25+001\n"),
              ElementsAre(Entry{0, 0, 4}, Entry{0, 1, {2, -2.5}}, Entry{1, 0, {2, 2.5}}));
  EXPECT_EQ(report.field, "complex");
  EXPECT_EQ(report.symmetry, "hermitian");
  EXPECT_THAT([&] { read(" general\n1 1 1\n1 1 1 1e300\n"); },
              ThrowsMessage<MatrixMarketError>(HasSubstr("out of range of a 32-bit")));
}

TEST_F(MatrixMarketNumbers, ComplexFilesDoNotFitRealScalars) {
  auto const path = file("complex", " general\n1 1 1\n1 1 1 0\n");
  EXPECT_THAT([&] { (read_matrix_market<double, int, int>(path)); },
              ThrowsMessage<araios::ComplexFileError>(
                  HasSubstr("numbers.mtx: line 1: field 'complex' does not fit a matrix of real")));
}

}  // namespace
