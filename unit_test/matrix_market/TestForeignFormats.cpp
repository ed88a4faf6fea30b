// SPDX-License-Identifier: BSD-3-Clause
// Files in other formats, and how the error names them; compressed files with padding.

#include "support/Entries.hpp"
#include "support/Readers.hpp"
#include "support/TemporaryFolder.hpp"
#include <Araios_MatrixMarket.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <ios>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using araios::MatrixMarketError;
using araios::read_matrix_market;
using araios_test::contents_of;
using araios_test::entries_of;
using araios_test::Entry;
using araios_test::TemporaryFolder;
using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

using namespace std::string_view_literals;

constexpr char const* small = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n";

/// The contents of a file and the hint that ends its message; empty where none is given.
struct Foreign {
  std::string name;
  std::string text;
  std::string hint;
};

std::ostream& operator<<(std::ostream& stream, Foreign const& foreign) {
  return stream << foreign.name;
}

/// A tar archive of one file, as ustar and GNU tar write it.
std::string tar(std::string const& magic) {
  std::string block(512, '\0');
  block.replace(0, 13, "demo/demo.mtx");
  block.replace(257, magic.size(), magic);
  return block + small;
}

/// The first member of a zip archive.
std::string zip(std::string const& member) {
  std::string header = "PK\x03\x04" + std::string(26, '\0');
  header[26] = static_cast<char>(member.size());
  return header + member + "data";
}

std::string harwell_boeing(std::string const& type) {
  return "demo matrix                                                             DEMO\n"
         "             3             1             1             1             0\n" +
         type + "                        2             2             3             0\n(16I5)\n";
}

std::vector<Foreign> files_with_hints() {
  std::string const edges = "numbers alone, as in an edge list";
  std::string const boeing =
      "a Harwell-Boeing or Rutherford-Boeing file, convert it with scipy.io.hb_read and mmwrite";
  return {
      {"Bzip2", "BZh91AY&SY", "bzip2 data, unpack it with bunzip2"},
      {"Zstd", "\x28\xb5\x2f\xfd\x04", "zstd data, unpack it with unzstd"},
      {"Zip", zip("demo.mtx"), "zip data, unpack it with unzip"},
      {"ZipCutShort", "PK\x03\x04", "zip data, unpack it with unzip"},
      {"ZipOfNothing", zip(""), "zip data, unpack it with unzip"},
      {"Npz", zip("indices.npy"), "a NumPy archive (.npz), write its matrix with scipy.io.mmwrite"},
      {"Npy", std::string{"\x93NUMPY\1\0v\0"sv}, "a NumPy array, write its matrix with"},
      {"Mat5", "MATLAB 5.0 MAT-file Platform: posix, Created on: Mon", "a MATLAB file, write its"},
      {"Mat73", "MATLAB 7.3 MAT-file, Platform: GLNXA64", "a MATLAB file (HDF5), write its"},
      {"Hdf5", std::string{"\x89HDF\r\n\x1a\n\0\0"sv}, "an HDF5 file, write its matrix with"},
      {"Petsc", std::string{"\0\x12\x7b\x50\0\0\0\3"sv},
       "a PETSc matrix, view it with PETSC_VIEWER"},
      {"TarOfPosix", tar(std::string{"ustar\00000"sv}), "a tar archive, unpack it with tar -xf"},
      {"TarOfGnu", tar("ustar  "), "a tar archive, unpack it with tar -xf"},
      {"ByteOrderMark", std::string{"\xef\xbb\xbf"} + small, "the file begins with a UTF-8"},
      {"Utf16", std::string{"\xff\xfe%\0%\0"sv}, "the file is UTF-16"},
      {"WebPage", "<!DOCTYPE html>\n<html>", "a web page or XML, download the matrix itself"},
      {"GitLfs", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n",
       "a pointer of Git LFS, fetch"},
      {"HarwellBoeing", harwell_boeing("RSA"), boeing},
      {"HarwellBoeingUnsymmetric", harwell_boeing("RUA"), boeing},
      {"HarwellBoeingComplex", harwell_boeing("CHA"), boeing},
      {"RutherfordBoeing", harwell_boeing("pra"), boeing},
      {"Snap", "# Directed graph\n# Nodes: 3 Edges: 2\n# From\tTo\n0\t1\n1\t2\n", edges},
      {"Edges", "1 2\n2 3\n", edges},
      {"EdgesWithWeights", "1 2 0.5\n2 3 -1e3\n", edges},
      {"EdgesWithCommas", "1,2,0.5\n", edges},
      {"EdgesOfKonect", "% sym unweighted\n% 2 3 3\n1 2\n", edges},
      {"BannerMissing", "3 3 1\n1 1 1\n", edges},
  };
}

std::vector<Foreign> files_without_hint() {
  return {
      {"Words", "hello world\n", ""},
      {"OneNumber", "5\n1 2\n", ""},
      {"FourNumbers", "1 2 3 4\n", ""},
      {"RealIndices", "1.5 2\n", ""},
      {"CommentsAlone", "# nothing\n", ""},
      {"AlmostHarwellBoeing", harwell_boeing("RSX"), ""},
      {"WordInLineThree", "one\ntwo\nrsa is a cipher\n", ""},
      {"UstarElsewhere", "ustar\n", ""},
  };
}

class FilesOfOthers : public testing::Test {
 protected:
  /// The text as gzip or xz store it.
  std::string packed(std::string const& text, std::string const& suffix) const {
    {
      araios::impl::OutputFile file{folder.path("packed" + suffix)};
      file.sputn(text.data(), static_cast<std::streamsize>(text.size()));
      file.close();
    }
    return contents_of(folder.path("packed" + suffix));
  }
  auto reading(std::string const& contents) const {
    auto const path = folder.file("foreign", contents);
    return [path] { (read_matrix_market<double, int, int>(path)); };
  }

  TemporaryFolder folder;
};

class ForeignFile : public FilesOfOthers, public testing::WithParamInterface<Foreign> {};

TEST_P(ForeignFile, IsNamedPlainAndCompressed) {
  auto const& [name, text, hint] = GetParam();
  std::string const expected =
      "', expected the banner '%%MatrixMarket matrix coordinate FIELD SYMMETRY'";
  auto const says = ThrowsMessage<MatrixMarketError>(
      AllOf(HasSubstr("foreign: line 1: found '"),
            ContainsRegex(hint.empty() ? "FIELD SYMMETRY'$" : "FIELD SYMMETRY': "),
            HasSubstr(expected + (hint.empty() ? "" : ": " + hint))));
  EXPECT_THAT(reading(text), says);
  EXPECT_THAT(reading(packed(text, ".gz")), says);
  EXPECT_THAT(reading(packed(text, ".xz")), says);
}

std::string name_of(testing::TestParamInfo<Foreign> const& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Hinted, ForeignFile, testing::ValuesIn(files_with_hints()), name_of);
INSTANTIATE_TEST_SUITE_P(Unknown, ForeignFile, testing::ValuesIn(files_without_hint()), name_of);

TEST_F(FilesOfOthers, ReturnsAloneAsLineEndsAreTold) {
  auto const says = [](std::string const& line) {
    return ThrowsMessage<MatrixMarketError>(HasSubstr(
        line +
        ": the lines end in carriage returns alone, expected line feeds: convert the file "
        "with tr '\\r' '\\n'"));
  };
  std::string text = small;
  for (char& character : text) character = character == '\n' ? '\r' : character;
  EXPECT_THAT(reading(text), says("line 1"));
  EXPECT_THAT(reading("%%MatrixMarket matrix coordinate real general\n1 1 1\r1 1 2\r"),
              says("line 2"));
}

TEST_F(FilesOfOthers, TheWholeBannerIsQuoted) {
  EXPECT_THAT(reading("%%MatrixMarket matrix coordinate real skew-symmetric weighted\n1 1 0\n"),
              ThrowsMessage<MatrixMarketError>(
                  HasSubstr("found 'weighted' behind the five words of '%%MatrixMarket matrix "
                            "coordinate real skew-symmetric weighted'")));
  auto const long_word = std::string(200, 'x');
  EXPECT_THAT(reading(long_word), ThrowsMessage<MatrixMarketError>(
                                      HasSubstr("found '" + std::string(80, 'x') + "...'")));
  EXPECT_THAT(reading(std::string(30, '\0')),
              ThrowsMessage<MatrixMarketError>(HasSubstr("\\x00\\x00...'")));
  EXPECT_THAT(
      reading(std::string(80, 'x')),
      ThrowsMessage<MatrixMarketError>(HasSubstr("found '" + std::string(80, 'x') + "', ")));
}

TEST_F(FilesOfOthers, ZerosBehindGzipArePadding) {
  std::string const gzip = packed(small, ".gz");
  for (std::size_t const count : {1, 3, 512, 100000}) {
    auto const path = folder.file("padded.gz", gzip + std::string(count, '\0'));
    EXPECT_THAT(entries_of(read_matrix_market<double, int, int>(path)), ElementsAre(Entry{0, 0, 2}))
        << count;
  }
}

TEST_F(FilesOfOthers, OtherDataBehindGzipIsAnError) {
  std::string const gzip = packed(small, ".gz");
  std::string const at = "followed by other data at byte " + std::to_string(gzip.size());
  for (std::string_view const rest : {"x"sv, "\0\0x"sv, "\0\x1f\x8b"sv, "\x1f"sv, "\n"sv}) {
    EXPECT_THAT(reading(gzip + std::string{rest}), ThrowsMessage<MatrixMarketError>(HasSubstr(at)));
  }
  EXPECT_THAT(reading(gzip + std::string(100, '\0') + gzip),
              ThrowsMessage<MatrixMarketError>(HasSubstr(at)));
}

TEST_F(FilesOfOthers, CommentsBehindEntriesMayBeLong) {
  // One long comment of percent signs: searching its line again at each of them would take minutes.
  std::string const signs(3000000, '%');
  auto const path = folder.file("comment.mtx", small + signs + "\n");
  EXPECT_THAT(entries_of(read_matrix_market<double, int, int>(path)), ElementsAre(Entry{0, 0, 2}));
  auto const behind =
      folder.file("behind.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1 " +
                                    signs + "\n2 2 %\n");
  EXPECT_THAT(entries_of(read_matrix_market<double, int, int>(behind)),
              ElementsAre(Entry{0, 0, 1}, Entry{1, 1, 1}));
}

}  // namespace
