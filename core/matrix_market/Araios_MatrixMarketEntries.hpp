// SPDX-License-Identifier: BSD-3-Clause
// The entries of Matrix Market files: strict parsing of words within the parallel reader of
// fast_matrix_market.
#pragma once

#include <Araios_HostCrsMatrix.hpp>
#include <matrix_market/Araios_CrsFromTriplets.hpp>
#include <matrix_market/Araios_FastMatrixMarket.hpp>
#include <matrix_market/Araios_MatrixMarketHeader.hpp>
#include <matrix_market/Araios_MatrixMarketNumbers.hpp>
#include <matrix_market/Araios_MatrixMarketText.hpp>
#include <matrix_market/Araios_MatrixMarketTriangles.hpp>
#include <matrix_market/Araios_RoundedIntegers.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

/// An index of an entry. fast_matrix_market's own integers end at the first character that is not a
/// digit, so that 1.5 and 1e3 would pass for 1. For this type it finds `read_int` below.
struct Index {
  std::int64_t value = 0;

  Index() = default;
  Index(std::int64_t index) : value{index} {}
  operator std::int64_t() const { return value; }
};

/// The rest of a line after the indices. fast_matrix_market ignores what follows a value, so the
/// handler below takes the whole rest and checks every word. The base class has the operations that
/// fast_matrix_market compiles for symmetric files.
struct ValueText : fmm::pattern_placeholder_type {
  std::string_view text;

  ValueText() = default;
  ValueText(fmm::pattern_placeholder_type) {}
};

[[noreturn]] inline void throw_bad_index(std::string_view line) {
  std::string_view const word = take_word(line);
  if (word.empty()) throw fmm::invalid_mm("the line ends, expected a row and a column index");
  std::string_view const digits = word.substr(word.find_first_of("+-") == 0 ? 1 : 0);
  bool const zero = is_digits(digits) && digits.find_first_not_of('0') == std::string_view::npos;
  if (zero) throw fmm::invalid_mm("index 0, expected indices from 1: Matrix Market is 1-based");
  bool const too_large = is_digits(digits) && word[0] != '-';
  throw fmm::invalid_mm(too_large ? "index " + quoted(word) + " exceeds every dimension"
                                  : "found " + quoted(word) +
                                        ", expected a row or column index: a whole number from 1");
}

/// Reads an index up to the end of its word. Called by fast_matrix_market.
inline char const* read_int(char const* begin, char const* end, Index& index) {
  char const* const digits = begin + (begin != end && *begin == '+' ? 1 : 0);
  auto const [stop, error] = std::from_chars(digits, end, index.value);
  bool const whole = stop == end || *stop == '\n' || blanks.find(*stop) != std::string_view::npos;
  if (error == std::errc{} && whole && index.value >= 1) return stop;
  std::string_view chunk{begin, static_cast<std::size_t>(end - begin)};
  throw_bad_index(take_line(chunk));
}

/// Takes the rest of the line. Called by fast_matrix_market.
inline char const* read_value(char const* begin, char const* end, ValueText& value,
                              fmm::read_options const&) {
  std::string_view chunk{begin, static_cast<std::size_t>(end - begin)};
  value.text = take_line(chunk);
  return begin + value.text.size();
}

/// Receives the entries of a file. It is virtual, so that one instance of the reader of
/// fast_matrix_market, which compiles slowly, serves all types.
class EntrySink {
 public:
  /// Receives entry number `place`; row and column count from 0, and are inside the matrix. Several
  /// threads call it concurrently, with different places.
  ///
  /// Throws: fmm::invalid_mm.
  virtual void take(std::size_t place, std::int64_t row, std::int64_t column,
                    std::string_view values) = 0;

 protected:
  ~EntrySink() = default;
};

/// Stores each entry at the position of its number.
template <class Scalar, class Ordinal>
class TripletSink final : public EntrySink {
 public:
  TripletSink(fmm::matrix_market_header const& fields, Triplets<Scalar, Ordinal>& triplets)
      : fields_{fields}, triplets_{triplets} {
    auto const num_entries = static_cast<std::size_t>(fields.nnz);
    triplets.rows.resize(num_entries);
    triplets.columns.resize(num_entries);
    triplets.values.resize(num_entries);
  }

  void take(std::size_t place, std::int64_t row, std::int64_t column,
            std::string_view values) override {
    auto const value = parse_values<Scalar>(values, fields_.field);
    if (row == column) check_diagonal(value);
    if (holds_integers() && may_be_rounded(Kokkos::real(value))) {
      std::string_view const word = take_word(values);
      if (!is_exactly(Kokkos::real(value), word)) rounded_.add(place, word);
    }
    triplets_.rows[place] = static_cast<Ordinal>(row);
    triplets_.columns[place] = static_cast<Ordinal>(column);
    triplets_.values[place] = value;
  }

  RoundedIntegers const& rounded() const { return rounded_; }

 private:
  bool holds_integers() const {
    return fields_.field == fmm::integer || fields_.field == fmm::unsigned_integer;
  }

  void check_diagonal(Scalar const& value) const {
    if (fields_.symmetry == fmm::skew_symmetric && value != Scalar{}) {
      throw fmm::invalid_mm(
          "found a nonzero on the diagonal, expected none: the matrix is skew-symmetric");
    }
    if constexpr (is_complex_scalar_v<Scalar>) {
      if (fields_.symmetry == fmm::hermitian && value.imag() != 0) {
        throw fmm::invalid_mm(
            "found an imaginary part on the diagonal, expected a real number: "
            "the matrix is hermitian");
      }
    }
  }

  fmm::matrix_market_header const& fields_;
  Triplets<Scalar, Ordinal>& triplets_;
  RoundedIntegers rounded_;
};

/// Numbers and checks the entries of a chunk of the file; chunks are parsed in parallel.
///
/// Throws: fmm::invalid_mm, to which fast_matrix_market adds the line.
class EntryHandler {
 public:
  using coordinate_type = Index;
  using value_type = ValueText;
  static constexpr int flags = fmm::kParallelOk;

  EntryHandler(fmm::matrix_market_header const& fields, EntrySink& sink, std::int64_t next)
      : fields_{&fields}, sink_{&sink}, next_{next} {}

  EntryHandler get_chunk_handler(std::int64_t first) const { return {*fields_, *sink_, first}; }

  /// Units: `row` and `column` count from 0 here.
  void handle(Index row, Index column, ValueText rest) {
    if (next_ >= fields_->nnz) {
      throw fmm::invalid_mm("found one more entry than the " + std::to_string(fields_->nnz) +
                            " of the size line");
    }
    check_index(row, fields_->nrows, "row");
    check_index(column, fields_->ncols, "column");
    sink_->take(static_cast<std::size_t>(next_++), row, column, rest.text);
  }

 private:
  static void check_index(std::int64_t index, std::int64_t limit, char const* what) {
    if (index < limit) return;
    throw fmm::invalid_mm(std::string{what} + " index " + std::to_string(index + 1) +
                          ", expected at most " + std::to_string(limit));
  }

  fmm::matrix_market_header const* fields_;
  EntrySink* sink_;
  std::int64_t next_;
};

/// The line number of an entry, which counts from 0 in the text after the header.
inline std::int64_t line_of_entry(std::string_view body, std::int64_t header_lines,
                                  std::size_t entry) {
  std::int64_t line_number = header_lines;
  for (std::size_t found = 0; !body.empty() && found <= entry; ++line_number) {
    if (!is_blank_line(take_line(body))) ++found;
  }
  return line_number;
}

/// Blanks out comment lines among the entries, which would be counted as entries.
inline void blank_out_comments(std::string& text, std::size_t body_begin) {
  for (auto percent = text.find('%', body_begin); percent != std::string::npos;
       percent = text.find('%', percent + 1)) {
    auto const line_begin = std::max(text.rfind('\n', percent) + 1, body_begin);
    std::string_view const before{text.data() + line_begin, percent - line_begin};
    auto const line_end = std::min(text.find('\n', percent), text.size());
    if (is_blank_line(before)) {
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(percent),
                text.begin() + static_cast<std::ptrdiff_t>(line_end), ' ');
    }
    percent = line_end - 1;  // a comment behind an entry stays: the entry is parsed word by word
  }
}

/// Checks that `found` entries are all that the size line promises.
///
/// Throws: fmm::invalid_mm otherwise.
inline void check_entry_count(Header const& header, std::int64_t found, std::string_view body) {
  if (found >= header.fields.nnz) return;
  auto const lines =
      std::count(body.begin(), body.end(), '\n') + (body.empty() || body.ends_with('\n') ? 0 : 1);
  throw fmm::invalid_mm("the file ends, expected " + std::to_string(header.fields.nnz) +
                            " entries, found " + std::to_string(found),
                        header.fields.header_line_count + lines);
}

/// Checks, before memory is allocated, that the bytes after the header can hold the promised
/// entries.
///
/// Throws: fmm::invalid_mm otherwise.
inline void check_room(Header const& header, std::string_view body) {
  // Two digits, a blank and a line end; each value adds a digit and a blank.
  std::size_t const least_bytes = header.fields.field == fmm::pattern   ? 4
                                  : header.fields.field == fmm::complex ? 8
                                                                        : 6;
  std::size_t const room = (body.size() + 1) / least_bytes;  // the last line end may be missing
  if (static_cast<std::uint64_t>(header.fields.nnz) <= room) return;
  std::int64_t found = 0;
  for (auto rest = body; !rest.empty();) found += is_blank_line(take_line(rest)) ? 0 : 1;
  check_entry_count(header, found, body);
}

/// Checks that a file with symmetry lists no pair of places in both triangles: whether it is one
/// value written twice or a sum, the reader does not guess.
///
/// Throws: fmm::invalid_mm otherwise.
template <class Scalar, class Ordinal>
void check_pairs(Header const& header, Triplets<Scalar, Ordinal> const& triplets,
                 std::string_view body) {
  if (header.fields.symmetry == fmm::general) return;
  auto const pair = find_mirrored_pair(triplets);
  if (!pair) return;
  auto const place = [&](std::size_t entry) {
    return "(" + std::to_string(std::int64_t{triplets.rows[entry]} + 1) + ", " +
           std::to_string(std::int64_t{triplets.columns[entry]} + 1) + ")";
  };
  auto const line = [&](std::size_t entry) {
    return line_of_entry(body, header.fields.header_line_count, entry);
  };
  throw fmm::invalid_mm("found entry " + place(pair->second) + " beside " + place(pair->first) +
                            " of line " + std::to_string(line(pair->first)) +
                            ", expected one of the two: the matrix is " +
                            fmm::symmetry_map.at(header.fields.symmetry),
                        line(pair->second));
}

/// Passes the entries of `body`, where `stream` stands, to the sink. Returns their number.
///
/// Throws: fmm::invalid_mm.
inline std::int64_t read_lines(Header const& header, std::istream& stream, std::string_view body,
                               EntrySink& sink) {
  EntryHandler handler{header.fields, sink, 0};
  // No limits and no field: the handler checks them itself, with better messages.
  constexpr auto unlimited = std::numeric_limits<std::int64_t>::max();
  fmm::matrix_market_header lenient{unlimited, unlimited};
  lenient.nnz = unlimited;
  lenient.header_line_count = header.fields.header_line_count;
  fmm::read_options options;
  // Each chunk is allocated whole, with 4096 bytes to spare for the rest of its last line.
  options.chunk_size_bytes = std::min<std::int64_t>(
      options.chunk_size_bytes, static_cast<std::int64_t>(body.size()) + 2 * 4096);
  options.num_threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  bool const parallel =
      options.num_threads > 1 && body.size() > static_cast<std::size_t>(options.chunk_size_bytes);
  auto const counts = parallel
                          ? fmm::read_body_threads<EntryHandler, fmm::compile_coordinate_only>(
                                stream, lenient, handler, options)
                          : fmm::read_coordinate_body_sequential(stream, lenient, handler, options);
  return counts.element_num;
}

/// The entries of a file, and what became of its integers.
template <class Scalar, class Ordinal>
struct ReadEntries {
  Triplets<Scalar, Ordinal> triplets;
  std::int64_t num_rounded = 0;         ///< integers that Scalar cannot hold
  std::int64_t first_rounded_line = 0;  ///< of the first of them; 0 if there is none
  std::string first_rounded;            ///< as the file has it
};

/// Reads the entries after the header. `stream` stands at body_begin; `body` is its text.
template <class Scalar, class Ordinal>
ReadEntries<Scalar, Ordinal> read_entries(Header const& header, std::istream& stream,
                                          std::string_view body) {
  check_room(header, body);
  ReadEntries<Scalar, Ordinal> entries;
  TripletSink<Scalar, Ordinal> sink{header.fields, entries.triplets};
  check_entry_count(header, read_lines(header, stream, body, sink), body);
  check_pairs(header, entries.triplets, body);
  RoundedIntegers const& rounded = sink.rounded();
  if (rounded.count() == 0) return entries;
  entries.num_rounded = rounded.count();
  entries.first_rounded = rounded.first_word();
  entries.first_rounded_line =
      line_of_entry(body, header.fields.header_line_count, rounded.first_place());
  return entries;
}

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
