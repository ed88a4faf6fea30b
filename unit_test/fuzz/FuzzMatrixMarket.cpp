// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes the reader of Matrix Market files: any bytes are a valid matrix, or an error of the kinds
// that are documented. A matrix that is written and read again is the same.

#include <Araios_Errors.hpp>
#include <Araios_HostCrsMatrix.hpp>
#include <Araios_MatrixMarket.hpp>
#include <matrix_market/Araios_CompressedFile.hpp>
#include <matrix_market/Araios_MatrixMarketHeader.hpp>

#include <Kokkos_Core.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>

namespace {

/// Says what is wrong, and ends the process so that the fuzzer keeps the input.
void expect(bool condition, char const* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

/// A file in memory that has a path.
class MemoryFile {
 public:
  MemoryFile() : descriptor_{memfd_create("input", 0)} { expect(descriptor_ >= 0, "no file"); }
  MemoryFile(MemoryFile const&) = delete;
  MemoryFile& operator=(MemoryFile const&) = delete;
  ~MemoryFile() { close(descriptor_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
  void write(std::uint8_t const* data, std::size_t size) const {
    expect(ftruncate(descriptor_, 0) == 0, "ftruncate");
    expect(pwrite(descriptor_, data, size, 0) == static_cast<ssize_t>(size), "pwrite");
  }

 private:
  int descriptor_;
};

using Fields = decltype(araios::impl::matrix_market::Header::fields);

/// What the first lines of a file announce, if they are those of a matrix.
std::optional<Fields> fields_of(std::string const& path) {
  try {
    std::string const text = araios::impl::read_file(path);
    return araios::impl::matrix_market::parse_header(text).fields;
  } catch (std::exception const&) {
    return std::nullopt;  // the reader meets the same error
  }
}

/// Whether a file announces more rows or columns than are worth the memory for them.
bool is_too_large(Fields const& fields) {
  constexpr std::int64_t most = 100'000;
  return fields.nrows > most || fields.ncols > most;
}

template <class Matrix>
void expect_valid(Matrix const& a) {
  auto const& [num_rows, num_cols, offsets, columns] = a.graph;
  expect(offsets.extent(0) == static_cast<std::size_t>(num_rows) + 1, "number of offsets");
  expect(offsets(0) == 0, "first offset");
  for (std::size_t row = 0; row + 1 < offsets.extent(0); ++row) {
    expect(offsets(row) <= offsets(row + 1), "offsets decrease");
    for (auto i = offsets(row); i < offsets(row + 1); ++i) {
      auto const entry = static_cast<std::size_t>(i);
      expect(columns(entry) >= 0 && columns(entry) < num_cols, "column out of range");
      expect(i == offsets(row) || columns(entry - 1) < columns(entry), "columns do not ascend");
    }
  }
  auto const size = static_cast<std::size_t>(offsets(offsets.extent(0) - 1));
  expect(columns.extent(0) == size && a.values.extent(0) == size, "number of entries");
}

bool is_same(double x, double y) {
  return std::isnan(x) ? std::isnan(y) : x == y && std::signbit(x) == std::signbit(y);
}
bool is_same(Kokkos::complex<double> const& x, Kokkos::complex<double> const& y) {
  return is_same(x.real(), y.real()) && is_same(x.imag(), y.imag());
}

template <class Matrix>
bool is_same_matrix(Matrix const& x, Matrix const& y) {
  auto const equal = [](auto const& left, auto const& right, auto const& same) {
    return left.extent(0) == right.extent(0) &&
           std::equal(left.data(), left.data() + left.extent(0), right.data(), same);
  };
  auto const same_index = [](auto left, auto right) { return left == right; };
  auto const same_value = [](auto const& left, auto const& right) { return is_same(left, right); };
  return x.graph.num_rows == y.graph.num_rows && x.graph.num_cols == y.graph.num_cols &&
         equal(x.graph.row_offsets, y.graph.row_offsets, same_index) &&
         equal(x.graph.columns, y.graph.columns, same_index) &&
         equal(x.values, y.values, same_value);
}

/// Writes a matrix, plain or compressed, and reads it again.
template <class Scalar, class Matrix>
void expect_kept_by_a_file(Matrix const& a, std::string const& ending) {
  static std::string const folder =
      std::filesystem::temp_directory_path() / ("fuzz_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::string const path = folder + "/written.mtx" + ending;
  araios::write_matrix_market(path, a);
  auto const again = araios::read_matrix_market<Scalar, std::int64_t, int>(path);
  std::filesystem::remove_all(folder);
  expect(is_same_matrix(a, again), "a matrix that is written and read again differs");
}

/// Reads a file that may be none of a matrix.
template <class Scalar, class Offset, class Ordinal>
std::optional<araios::HostCrsMatrix<Scalar, Offset, Ordinal>> read(std::string const& path) {
  try {
    araios::MatrixMarketReport report;
    auto const a = araios::read_matrix_market<Scalar, Offset, Ordinal>(path, &report);
    expect_valid(a);
    expect(report.num_duplicates <= report.num_stored, "more repeated than stored entries");
    return a;
  } catch (araios::MatrixMarketError const&) {
  } catch (std::overflow_error const&) {
  }
  return std::nullopt;
}

/// Writes few of the matrices, since files cost more than all else.
template <class Scalar, class Matrix>
void write_some(Matrix const& a) {
  constexpr char const* endings[] = {"", ".gz", ".xz"};
  constexpr std::size_t rarity = 8;
  std::size_t const kind = (a.values.extent(0) + a.graph.row_offsets.extent(0)) % rarity;
  if (kind < std::size(endings)) expect_kept_by_a_file<Scalar>(a, endings[kind]);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static Kokkos::ScopeGuard const guard{*argc, *argv};
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static MemoryFile const file;
  file.write(data, size);
  std::string const path = file.path();
  auto const fields = fields_of(path);
  if (fields && is_too_large(*fields)) return -1;
  auto const real = read<double, std::int64_t, int>(path);
  expect(fields || !real, "a matrix whose first lines are none of a matrix");
  // Most inputs are broken for all types alike, and exceptions cost more than all else.
  constexpr std::size_t rarity = 8;
  if (!fields || !(real || size % rarity == 0 || fields->field == fast_matrix_market::complex)) {
    return 0;
  }
  auto const complex = read<Kokkos::complex<double>, std::int64_t, int>(path);
  expect(complex || !real, "a matrix of real values is none of complex ones");
  if (real) {
    write_some<double>(*real);
    read<float, int, std::int64_t>(path);
  } else if (complex) {
    write_some<Kokkos::complex<double>>(*complex);
  }
  return 0;
}
