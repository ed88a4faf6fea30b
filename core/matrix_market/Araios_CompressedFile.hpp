// SPDX-License-Identifier: BSD-3-Clause
// Reads a whole file, plain or compressed by gzip or xz; needs zlib and liblzma.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <lzma.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace araios::inline ARAIOS_ISA::impl {

/// A compressed file is truncated or corrupt; the message says which and where.
class CompressedFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace compressed_file {

inline constexpr std::string_view gzip_magic{"\x1f\x8b", 2};
inline constexpr std::string_view xz_magic{"\xfd\x37zXZ\0", 6};
inline constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

/// Reports errno, as the failed call left it.
///
/// Throws: std::system_error with its text.
[[noreturn]] inline void throw_errno(std::string const& what) {
  throw std::system_error{errno, std::generic_category(), what};
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using InputFile = std::unique_ptr<std::FILE, CloseFile>;

/// The bytes of a file as they are stored.
inline std::string read_bytes(std::string const& path) {
  InputFile const file{std::fopen(path.c_str(), "rb")};
  if (!file) throw_errno("cannot open '" + path + "'");
  // One byte more than the file's size detects its end. A file without a size (a pipe), or one that
  // grows meanwhile, is read into a buffer that doubles.
  std::error_code unknown_size;
  auto const size = std::filesystem::file_size(path, unknown_size);
  std::string bytes(unknown_size ? buffer_bytes : static_cast<std::size_t>(size) + 1, '\0');
  std::size_t filled = 0;
  do {
    if (filled > 0) bytes.resize(std::max(buffer_bytes, 2 * filled));
    errno = 0;
    filled += std::fread(bytes.data() + filled, 1, bytes.size() - filled, file.get());
    if (std::ferror(file.get())) throw_errno("cannot read '" + path + "'");
  } while (filled == bytes.size());
  bytes.resize(filled);
  return bytes;
}

[[noreturn]] inline void throw_bad_stream(std::string const& path, std::string_view format,
                                          std::string const& problem, std::size_t position) {
  throw CompressedFileError{path + ": the " + std::string{format} + " stream is " + problem +
                            " at byte " + std::to_string(position) + " of the file"};
}

/// Whether all bytes are zero: tapes and block devices fill their last block so.
inline bool is_padding(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

/// Decompresses successive gzip members. Zero bytes after the last one are ignored, as by gunzip.
inline std::string gunzip(std::string const& path, std::string_view bytes) {
  z_stream stream{};
  // 15 is the largest window; adding 16 admits the gzip format alone.
  if (inflateInit2(&stream, 15 + 16) != Z_OK) throw std::bad_alloc{};
  std::unique_ptr<z_stream, int (*)(z_stream*)> const owner{&stream, &inflateEnd};
  std::array<char, buffer_bytes> buffer;
  std::string text;
  std::size_t taken = 0;
  while (true) {
    // zlib counts in unsigned int: larger input is passed in pieces.
    auto const offered = static_cast<uInt>(
        std::min<std::size_t>(bytes.size() - taken, std::numeric_limits<uInt>::max()));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
    stream.avail_in = offered;
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    int const status = inflate(&stream, Z_NO_FLUSH);
    taken += offered - stream.avail_in;
    text.append(buffer.data(), buffer.size() - stream.avail_out);
    if (status == Z_STREAM_END) {
      std::string_view const rest = bytes.substr(taken);
      if (is_padding(rest)) return text;
      if (!rest.starts_with(gzip_magic)) {
        throw_bad_stream(path, "gzip", "followed by other data", taken);
      }
      inflateReset(&stream);
    } else if (status == Z_MEM_ERROR) {
      throw std::bad_alloc{};
    } else if (status == Z_BUF_ERROR ||
               (status == Z_OK && taken == bytes.size() && stream.avail_out != 0)) {
      throw_bad_stream(path, "gzip", "truncated", taken);
    } else if (status != Z_OK) {
      throw_bad_stream(path, "gzip",
                       std::string{"corrupt ("} + (stream.msg ? stream.msg : "zlib") + ")", taken);
    }
  }
}

/// Decompresses successive xz streams.
inline std::string unxz(std::string const& path, std::string_view bytes) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, std::numeric_limits<std::uint64_t>::max(), LZMA_CONCATENATED) !=
      LZMA_OK) {
    throw std::bad_alloc{};
  }
  std::unique_ptr<lzma_stream, void (*)(lzma_stream*)> const owner{&stream, &lzma_end};
  std::array<char, buffer_bytes> buffer;
  std::string text;
  stream.next_in = reinterpret_cast<std::uint8_t const*>(bytes.data());
  stream.avail_in = bytes.size();
  while (true) {
    stream.next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
    stream.avail_out = buffer.size();
    lzma_ret const status = lzma_code(&stream, LZMA_FINISH);
    text.append(buffer.data(), buffer.size() - stream.avail_out);
    if (status == LZMA_STREAM_END) return text;
    std::size_t const taken = bytes.size() - stream.avail_in;
    if (status == LZMA_MEM_ERROR) throw std::bad_alloc{};
    if (status == LZMA_BUF_ERROR) throw_bad_stream(path, "xz", "truncated", taken);
    if (status == LZMA_OPTIONS_ERROR) {
      throw_bad_stream(path, "xz", "of a kind this liblzma cannot decode", taken);
    }
    if (status != LZMA_OK) throw_bad_stream(path, "xz", "corrupt", taken);
  }
}

}  // namespace compressed_file

/// The contents of a file. gzip and xz are recognized by their first bytes and decompressed.
///
/// Throws: std::system_error with the text of errno if the file cannot be opened or read;
///         CompressedFileError if a compressed stream is truncated or corrupt.
/// Cost:   memory for the stored and the decompressed bytes together.
inline std::string read_file(std::string const& path) {
  std::string bytes = compressed_file::read_bytes(path);
  if (bytes.starts_with(compressed_file::gzip_magic)) return compressed_file::gunzip(path, bytes);
  if (bytes.starts_with(compressed_file::xz_magic)) return compressed_file::unxz(path, bytes);
  return bytes;
}

}  // namespace araios::inline ARAIOS_ISA::impl
