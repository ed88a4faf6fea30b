// SPDX-License-Identifier: BSD-3-Clause
// Recognizes files that are not Matrix Market files, to say what they are and what helps.
#pragma once

#include <matrix_market/Araios_MatrixMarketText.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

namespace foreign_formats {

/// A format by the bytes at one place of its files.
struct Signature {
  std::string_view bytes;
  char const* hint;
  std::size_t begin = 0;
};

using namespace std::string_view_literals;

inline constexpr std::array signatures{
    Signature{"\x1f\x8b"sv, "gzip data within the file, unpack it with gunzip first"},
    Signature{"\xfd\x37zXZ"sv, "xz data within the file, unpack it with unxz first"},
    Signature{"BZh"sv, "bzip2 data, unpack it with bunzip2 first"},
    Signature{"\x28\xb5\x2f\xfd"sv, "zstd data, unpack it with unzstd first"},
    Signature{"ustar"sv, "a tar archive, unpack it with tar -xf and read the .mtx file in it", 257},
    Signature{"\xef\xbb\xbf"sv, "the file begins with a UTF-8 byte order mark, remove it"},
    Signature{"\xff\xfe"sv, "the file is UTF-16, convert it to ASCII"},
    Signature{"\xfe\xff"sv, "the file is UTF-16, convert it to ASCII"},
    Signature{"\x93NUMPY"sv, "a NumPy array, write its matrix with scipy.io.mmwrite"},
    Signature{"MATLAB 5.0 MAT-file"sv, "a MATLAB file, write its matrix with mmwrite"},
    Signature{"MATLAB 7.3 MAT-file"sv, "a MATLAB file (HDF5), write its matrix with mmwrite"},
    Signature{"\x89HDF\r\n\x1a\n"sv, "an HDF5 file, write its matrix with scipy.io.mmwrite"},
    Signature{"\x00\x12\x7b\x50"sv, "a PETSc matrix, view it with PETSC_VIEWER_ASCII_MATRIXMARKET"},
    Signature{"version https://git-lfs"sv,
              "a pointer of Git LFS, fetch the file with git lfs pull"},
    Signature{"<"sv, "a web page or XML, download the matrix itself"},
};

inline constexpr std::string_view zip_magic = "PK\x03\x04"sv;

/// What to do with a zip archive. NumPy's .npz is one whose first member is an .npy file.
inline std::string hint_on_zip(std::string_view text) {
  constexpr std::size_t name_begin = 30;  // of the first member; its length stands in byte 26
  std::string_view const name = text.substr(std::min(name_begin, text.size()));
  std::size_t const length = text.size() > name_begin ? static_cast<unsigned char>(text[26]) : 0;
  return name.substr(0, length).ends_with(".npy")
             ? "a NumPy archive (.npz), write its matrix with scipy.io.mmwrite"
             : "zip data, unpack it with unzip first";
}

inline bool is_one_of(char letter, std::string_view letters) {
  return letters.find(letter) != std::string_view::npos;
}

/// Whether line 3 has the type of a matrix in Harwell-Boeing and Rutherford-Boeing files, such as
/// RSA, and the numbers that follow it.
inline bool is_harwell_boeing(std::string_view text) {
  take_line(text);
  take_line(text);
  std::string_view line = take_line(text);
  std::string const type = lower_case(take_word(line));
  bool const is_type = type.size() == 3 && is_one_of(type[0], "rcpiq") &&
                       is_one_of(type[1], "suhzr") && is_one_of(type[2], "ae");
  return is_type && is_digits(take_word(line)) && is_digits(take_word(line)) &&
         is_digits(take_word(line));
}

/// Whether the first line that is no comment has two whole numbers, and perhaps another number.
inline bool is_edge_list(std::string_view text) {
  while (!text.empty()) {
    std::string line{take_line(text)};
    std::replace(line.begin(), line.end(), ',', ' ');
    std::string_view rest = line;
    std::string_view const first = take_word(rest);
    if (first.empty() || is_one_of(first[0], "#%")) continue;
    std::string_view const second = take_word(rest);
    std::string_view const third = take_word(rest);
    bool const is_number = third.empty() || is_one_of(third[0], "+-.0123456789");
    return is_digits(first) && is_digits(second) && is_number && is_blank_line(rest);
  }
  return false;
}

}  // namespace foreign_formats

/// Says what a text without a banner seems to be and what helps; empty if it is unknown.
inline std::string describe_foreign_format(std::string_view text) {
  for (auto const& [bytes, hint, begin] : foreign_formats::signatures) {
    if (text.substr(std::min(begin, text.size())).starts_with(bytes)) return hint;
  }
  if (text.starts_with(foreign_formats::zip_magic)) return foreign_formats::hint_on_zip(text);
  if (foreign_formats::is_harwell_boeing(text)) {
    return "a Harwell-Boeing or Rutherford-Boeing file, convert it with scipy.io.hb_read and "
           "mmwrite";
  }
  if (foreign_formats::is_edge_list(text)) {
    return "numbers alone, as in an edge list: put the banner and the size line before them, and "
           "count from 1";
  }
  return {};
}

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
