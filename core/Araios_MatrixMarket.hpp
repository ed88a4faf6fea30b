// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes sparse matrices in Matrix Market files; needs fast_matrix_market, zlib, liblzma.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_HostCrsMatrix.hpp>
#include <matrix_market/Araios_CompressedFile.hpp>
#include <matrix_market/Araios_CrsFromTriplets.hpp>
#include <matrix_market/Araios_EntryFormatter.hpp>
#include <matrix_market/Araios_FastMatrixMarket.hpp>
#include <matrix_market/Araios_MatrixMarketEntries.hpp>
#include <matrix_market/Araios_MatrixMarketHeader.hpp>
#include <matrix_market/Araios_OutputFile.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>

#include <Kokkos_Core.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <ios>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios::inline ARAIOS_ISA {

/// A file that is no valid Matrix Market file, or whose kind is not supported; the message says
/// which file, which line, what was found and what was expected.
class MatrixMarketError : public std::runtime_error {
 public:
  /// Takes the message.
  using std::runtime_error::runtime_error;
};

/// A file with complex values where real ones are wanted. It can be read with a complex scalar.
class ComplexFileError : public MatrixMarketError {
 public:
  /// Takes the message.
  using MatrixMarketError::MatrixMarketError;
};

/// What a Matrix Market file said beside its matrix.
struct MatrixMarketReport {
  std::string field;            ///< as in the banner: real, double, integer, unsigned-integer, ...
  std::string symmetry;         ///< as in the banner: general, symmetric, skew-symmetric, hermitian
  std::int64_t num_stored = 0;  ///< entries that the file lists
  std::int64_t num_duplicates = 0;  ///< of these, entries added to an earlier one of their place
  /// Integers that the scalar cannot hold, such as 2^53 + 1 in double. They are rounded.
  std::int64_t num_rounded = 0;
  std::int64_t first_rounded_line = 0;  ///< line of the first of them; 0 if there is none
  std::string first_rounded;            ///< the first of them, as the file has it
};

namespace impl::matrix_market {

/// Puts the name of the file before a message that begins with its line.
inline std::string in_file(std::string const& path, std::string message) {
  if (message.starts_with("Line ")) message[0] = 'l';
  return path + ": " + message;
}

inline impl::Mirror mirror_of(fmm::symmetry_type symmetry) {
  switch (symmetry) {
    case fmm::symmetric:
      return impl::Mirror::equal;
    case fmm::skew_symmetric:
      return impl::Mirror::negated;
    case fmm::hermitian:
      return impl::Mirror::conjugated;
    case fmm::general:
      break;
  }
  return impl::Mirror::none;
}

template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> read_text(std::string text, MatrixMarketReport& report) {
  Header const header = parse_header(text);
  auto const& fields = header.fields;
  if (fields.field == fmm::complex && !impl::is_complex_scalar_v<Scalar>) {
    throw fmm::complex_incompatible("Line " + std::to_string(header.banner_line) +
                                    ": field 'complex' does not fit a matrix of real values");
  }
  std::string const what = "Line " + std::to_string(fields.header_line_count);
  auto const num_rows = checked_cast<Ordinal>(fields.nrows, what + ": the number of rows");
  auto const num_cols = checked_cast<Ordinal>(fields.ncols, what + ": the number of columns");
  blank_out_comments(text, header.body_begin);

  std::istringstream stream{std::move(text)};
  stream.seekg(static_cast<std::streamoff>(header.body_begin));
  auto entries =
      read_entries<Scalar, Ordinal>(header, stream, stream.view().substr(header.body_begin));
  stream.str({});  // gives the text back before the matrix takes its memory
  auto summed = impl::crs_from_triplets<Offset>(num_rows, num_cols, entries.triplets,
                                                mirror_of(fields.symmetry), what);
  report = {fmm::field_map.at(fields.field),
            fmm::symmetry_map.at(fields.symmetry),
            fields.nnz,
            summed.duplicates,
            entries.num_rounded,
            entries.first_rounded_line,
            std::move(entries.first_rounded)};
  return std::move(summed.matrix);
}

}  // namespace impl::matrix_market

/// Reads a sparse matrix from a Matrix Market coordinate file.
///
/// The file is plain text or compressed by gzip or xz, told by its first bytes. All fields are
/// read; entries of a pattern are 1. Symmetric, skew-symmetric and hermitian files are expanded.
/// Their entries may lie in both triangles, but a pair of places only in one: two are ambiguous.
///
/// Letter case, blanks, tabs, blank lines, comments and CR LF line ends are free. A comment is a
/// line of its own, or follows the words of a line. Exponents may be written as in Fortran: 1D-5,
/// 0.5-104. Numbers that underflow are zero. Integers that Scalar cannot hold are rounded, and the
/// report counts them.
///
/// Pre:    Kokkos is initialized. Scalar is a real or a complex floating-point type.
/// Post:   rows are sorted by column, each column once: entries of one place are added up in the
///         order of the file; explicit zeros are kept. `report`, if given, is filled.
/// Throws: std::system_error with the text of errno if the file cannot be read; MatrixMarketError
///         if its contents are not a valid matrix, with a hint where the format is known;
///         ComplexFileError, a MatrixMarketError, if they are complex and Scalar is real;
///         std::overflow_error if a dimension exceeds Ordinal, or the entries of the expanded
///         matrix exceed Offset; std::invalid_argument if Kokkos is not initialized; OutOfMemory.
/// Cost:   memory for the text, and then for the entries twice. Parsed by as many threads as the
///         default host execution space has.
/// Source: https://math.nist.gov/MatrixMarket/formats.html; deviations: the fields double and
///         unsigned-integer, pattern files of every symmetry, entries in both triangles, and
///         comments behind entries are read too.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> read_matrix_market(std::string const& path,
                                                          MatrixMarketReport* report = nullptr) {
  static_assert(std::is_floating_point_v<impl::real_part_t<Scalar>>,
                "Scalar is a real or a complex floating-point type");
  impl::expect_kokkos_initialized();
  MatrixMarketReport unwanted;
  try {
    return impl::or_out_of_memory("the matrix of '" + path + "'", 0, [&] {
      return impl::matrix_market::read_text<Scalar, Offset, Ordinal>(impl::read_file(path),
                                                                     report ? *report : unwanted);
    });
  } catch (impl::matrix_market::fmm::complex_incompatible const& error) {
    throw ComplexFileError{impl::matrix_market::in_file(path, error.what())};
  } catch (impl::matrix_market::fmm::fmm_error const& error) {
    throw MatrixMarketError{impl::matrix_market::in_file(path, error.what())};
  } catch (std::overflow_error const& error) {
    throw std::overflow_error{impl::matrix_market::in_file(path, error.what())};
  } catch (impl::CompressedFileError const& error) {
    throw MatrixMarketError{error.what()};
  }
}

namespace impl::matrix_market {

/// fast_matrix_market knows std::complex, which has the layout of Kokkos::complex.
template <class Scalar>
Scalar const* as_standard(Scalar const* values) {
  return values;
}
template <class Real>
std::complex<Real> const* as_standard(Kokkos::complex<Real> const* values) {
  return reinterpret_cast<std::complex<Real> const*>(values);
}

template <class Scalar>
constexpr fmm::field_type field_of() {
  if constexpr (impl::is_complex_scalar_v<Scalar>) return fmm::complex;
  if constexpr (std::is_integral_v<Scalar>) return fmm::integer;
  return fmm::real;
}

}  // namespace impl::matrix_market

namespace impl::matrix_market {

/// write_matrix_market(), as far as memory suffices.
template <class Scalar, class Offset, class Ordinal, class Device>
void write(std::string const& path, CrsMatrix<Scalar, Offset, Ordinal, Device> const& matrix) {
  namespace fmm = fast_matrix_market;
  using Values = typename CrsMatrix<Scalar, Offset, Ordinal, Device>::scalar_type;
  using Indices = std::remove_const_t<Ordinal>;
  Kokkos::HostSpace const host;
  auto const row_offsets = Kokkos::create_mirror_view_and_copy(host, matrix.graph.row_offsets);
  auto const columns = Kokkos::create_mirror_view_and_copy(host, matrix.graph.columns);
  auto const values = Kokkos::create_mirror_view_and_copy(host, matrix.values);

  std::vector<Indices> rows;
  for (Indices row = 0; row < matrix.graph.num_rows; ++row) {
    rows.resize(static_cast<std::size_t>(row_offsets(static_cast<std::size_t>(row) + 1)), row);
  }
  auto const num_entries = static_cast<std::ptrdiff_t>(rows.size());

  fmm::matrix_market_header header{matrix.graph.num_rows, matrix.graph.num_cols};
  header.nnz = num_entries;
  header.field = impl::matrix_market::field_of<Values>();
  fmm::write_options options;
  options.num_threads = Kokkos::DefaultHostExecutionSpace().concurrency();

  impl::OutputFile file{path};
  std::ostream stream{&file};
  stream.exceptions(std::ios::badbit);
  fmm::write_header(stream, header, options);
  Values const* const first = values.data();
  auto const* const standard = impl::matrix_market::as_standard(first);
  using Formatted = std::remove_cvref_t<decltype(*standard)>;
  impl::matrix_market::EntryFormatter<Indices, Formatted> const line{header, options};
  fmm::triplet_formatter entries{line,
                                 rows.data(),
                                 rows.data() + num_entries,
                                 columns.data(),
                                 columns.data() + num_entries,
                                 standard,
                                 standard + num_entries};
  fmm::write_body(stream, entries, options);
  file.close();
}

}  // namespace impl::matrix_market

/// Writes a sparse matrix as a general Matrix Market coordinate file; a path that ends in `.gz` or
/// `.xz`, in any letter case, is compressed. Values keep every digit: reading them gives the same
/// numbers. NaN is written without a sign.
///
/// Pre:    Kokkos is initialized. The matrix may lie in any memory space.
/// Throws: std::system_error with the text of errno if the file cannot be written whole; a part of
///         it is not left behind. std::invalid_argument if Kokkos is not initialized; OutOfMemory.
/// Fences: the copies to the host, where the matrix lies elsewhere.
template <class Scalar, class Offset, class Ordinal, class Device>
void write_matrix_market(std::string const& path,
                         CrsMatrix<Scalar, Offset, Ordinal, Device> const& matrix) {
  impl::expect_kokkos_initialized();
  impl::or_out_of_memory("writing '" + path + "'", 0,
                         [&] { impl::matrix_market::write(path, matrix); });
}

}  // namespace araios::inline ARAIOS_ISA
