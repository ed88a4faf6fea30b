// SPDX-License-Identifier: BSD-3-Clause
// Writes a file, plain or compressed by its suffix, and leaves none behind that is not whole; needs
// zlib and liblzma.
#pragma once

#include <matrix_market/Araios_MatrixMarketText.hpp>
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
#include <streambuf>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

namespace output_file {

inline constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

/// Encodes text as stored bytes.
class Encoder {
 public:
  virtual ~Encoder() = default;
  /// Encodes text and passes the stored bytes to `store`; `last` ends the stream.
  template <class Store>
  void encode(std::string_view text, bool last, Store const& store) {
    offer(text);
    while (true) {
      auto const [stored, done] = step(last);
      store(std::string_view{buffer_.data(), stored});
      if (done) return;
    }
  }

 protected:
  struct Step {
    std::size_t stored;
    bool done;
  };

  virtual void offer(std::string_view text) = 0;
  /// Fills the buffer once.
  virtual Step step(bool last) = 0;
  std::array<char, buffer_bytes>& buffer() { return buffer_; }

 private:
  std::array<char, buffer_bytes> buffer_;
};

class GzipEncoder : public Encoder {
 public:
  GzipEncoder() {
    // 15 is the largest window, 16 asks for the gzip format, 8 is zlib's default memory level.
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
      throw std::bad_alloc{};
    }
  }
  GzipEncoder(GzipEncoder const&) = delete;
  GzipEncoder& operator=(GzipEncoder const&) = delete;
  ~GzipEncoder() override { deflateEnd(&stream_); }

 protected:
  void offer(std::string_view text) override { rest_ = text; }
  Step step(bool last) override {
    // zlib counts in unsigned int: larger input is passed in pieces.
    auto const offered =
        static_cast<uInt>(std::min<std::size_t>(rest_.size(), std::numeric_limits<uInt>::max()));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
    stream_.avail_in = offered;
    stream_.next_out = reinterpret_cast<Bytef*>(buffer().data());
    stream_.avail_out = static_cast<uInt>(buffer_bytes);
    int const status = deflate(&stream_, last && offered == rest_.size() ? Z_FINISH : Z_NO_FLUSH);
    rest_.remove_prefix(offered - stream_.avail_in);
    bool const done = last ? status == Z_STREAM_END : rest_.empty() && stream_.avail_out != 0;
    return {buffer_bytes - stream_.avail_out, done};
  }

 private:
  z_stream stream_{};
  std::string_view rest_;
};

class XzEncoder : public Encoder {
 public:
  XzEncoder() {
    if (lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) != LZMA_OK) {
      throw std::bad_alloc{};
    }
  }
  XzEncoder(XzEncoder const&) = delete;
  XzEncoder& operator=(XzEncoder const&) = delete;
  ~XzEncoder() override { lzma_end(&stream_); }

 protected:
  void offer(std::string_view text) override {
    stream_.next_in = reinterpret_cast<std::uint8_t const*>(text.data());
    stream_.avail_in = text.size();
  }
  Step step(bool last) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer().data());
    stream_.avail_out = buffer_bytes;
    lzma_ret const status = lzma_code(&stream_, last ? LZMA_FINISH : LZMA_RUN);
    if (status == LZMA_MEM_ERROR) throw std::bad_alloc{};
    bool const done =
        last ? status == LZMA_STREAM_END : stream_.avail_in == 0 && stream_.avail_out != 0;
    return {buffer_bytes - stream_.avail_out, done};
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

/// The encoder for the suffix of a path, in any letter case; null for plain text.
inline std::unique_ptr<Encoder> make_encoder(std::string_view path) {
  std::string const lower = matrix_market::lower_case(path);
  if (lower.ends_with(".gz")) return std::make_unique<GzipEncoder>();
  if (lower.ends_with(".xz")) return std::make_unique<XzEncoder>();
  return nullptr;
}

}  // namespace output_file

/// A stream buffer that writes a file; `.gz` and `.xz` compress, in any letter case.
///
/// The file is complete only after `close`. If the buffer is destroyed earlier, or writing failed,
/// the file is removed, unless it is not a regular file (a device, a pipe).
///
/// Throws: std::system_error with the text of errno if something cannot be opened or written. An
///         ostream passes it on only if its exceptions() include badbit.
class OutputFile : public std::streambuf {
 public:
  explicit OutputFile(std::string path)
      : path_{std::move(path)},
        encoder_{output_file::make_encoder(path_)},
        file_{std::fopen(path_.c_str(), "wb")} {
    if (file_ == nullptr) throw_errno("cannot open");
  }
  OutputFile(OutputFile const&) = delete;
  OutputFile& operator=(OutputFile const&) = delete;
  ~OutputFile() override {
    if (file_ != nullptr) std::fclose(file_);
    if (!whole_) remove_partial();
  }

  /// Writes what is still buffered.
  ///
  /// Post: the file is complete.
  void close() {
    if (encoder_) encode({}, true);
    std::FILE* const file = file_;
    file_ = nullptr;
    errno = 0;
    if (std::fclose(file) != 0) throw_errno("cannot write");
    whole_ = true;
  }

 protected:
  std::streamsize xsputn(char const* text, std::streamsize count) override {
    std::string_view const written{text, static_cast<std::size_t>(count)};
    if (!encoder_) {
      store(written);
    } else if (!written.empty()) {
      encode(written, false);
    }
    return count;
  }
  int_type overflow(int_type character) override {
    if (!traits_type::eq_int_type(character, traits_type::eof())) {
      char const one = traits_type::to_char_type(character);
      xsputn(&one, 1);
    }
    return traits_type::not_eof(character);
  }

 private:
  void encode(std::string_view text, bool last) {
    encoder_->encode(text, last, [this](std::string_view bytes) { store(bytes); });
  }
  void store(std::string_view bytes) {
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
      throw_errno("cannot write");
    }
  }
  [[noreturn]] void throw_errno(std::string const& what) const {
    throw std::system_error{errno, std::generic_category(), what + " '" + path_ + "'"};
  }
  void remove_partial() const noexcept {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path_, ignored)) std::filesystem::remove(path_, ignored);
  }

  std::string path_;
  std::unique_ptr<output_file::Encoder> encoder_;
  std::FILE* file_;
  bool whole_ = false;
};

}  // namespace araios::inline ARAIOS_ISA::impl
