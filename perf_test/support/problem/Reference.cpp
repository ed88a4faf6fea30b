// SPDX-License-Identifier: BSD-3-Clause
// A serial reference of the product, and a row-by-row comparison with it.
#include "problem/Reference.hpp"

#include <Araios_HostCrsMatrix.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace araios::perf {
namespace {

template <class Index>
std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

/// The real numbers of a scalar: itself, or its real and imaginary part.
template <class Scalar>
inline constexpr std::size_t num_parts = impl::is_complex_scalar_v<Scalar> ? 2 : 1;

template <class Scalar>
std::array<double, num_parts<Scalar>> parts_of(Scalar const& value) {
  if constexpr (impl::is_complex_scalar_v<Scalar>) {
    return {value.real(), value.imag()};
  } else {
    return {value};
  }
}

std::string text_of(double value) { return fmt::format("{}", value); }
std::string text_of(Complex const& value) {
  return fmt::format("({}, {})", value.real(), value.imag());
}

/// A sum of real products. Wider than the values, so that cancelling sums of finite products do not
/// overflow.
struct RealSum {
  long double value = 0;
  long double magnitude = 0;

  void add(long double product) {
    value += product;
    magnitude += std::fabs(product);
  }

  /// Whether a value in double may be this sum of so many products.
  bool allows(double found, std::int64_t work) const {
    if (!std::isfinite(magnitude)) {
      return found == static_cast<double>(value) || (std::isnan(found) && std::isnan(value));
    }
    // Partial sums in double may overflow in one order but not in another.
    if (magnitude > std::numeric_limits<double>::max()) return true;
    long double const tolerance =
        std::numeric_limits<double>::epsilon() * static_cast<long double>(work) * magnitude;
    // Sums below the normal range are rounded to multiples of the smallest denormal.
    long double const smallest =
        static_cast<long double>(work) * std::numeric_limits<double>::denorm_min();
    return std::fabs(found - value) <= tolerance + smallest;
  }
};

/// The sum at one column of the current row.
template <class Scalar>
struct Sum {
  std::array<RealSum, num_parts<Scalar>> parts;
  int row = -1;           ///< row of the sum
  int found_in_row = -1;  ///< row of C that has this column

  void add_product(Scalar const& a, Scalar const& b) {
    auto const multiplied = [](double left, double right) {
      return static_cast<long double>(left) * right;
    };
    if constexpr (impl::is_complex_scalar_v<Scalar>) {
      parts[0].add(multiplied(a.real(), b.real()));
      parts[0].add(-multiplied(a.imag(), b.imag()));
      parts[1].add(multiplied(a.real(), b.imag()));
      parts[1].add(multiplied(a.imag(), b.real()));
    } else {
      parts[0].add(multiplied(a, b));
    }
  }

  Scalar value() const {
    if constexpr (impl::is_complex_scalar_v<Scalar>) {
      return {static_cast<double>(parts[0].value), static_cast<double>(parts[1].value)};
    } else {
      return static_cast<double>(parts[0].value);
    }
  }
};

/// The columns of B by places: all of them, or those in use where these are few beside all.
class PlacesOfColumns {
 public:
  explicit PlacesOfColumns(HostGraph const& b) : num_cols_{b.num_cols} {
    auto const& columns = b.columns;
    if (at(num_cols_) <= least_columns + most_unused * columns.extent(0)) return;
    used_.assign(columns.data(), columns.data() + columns.extent(0));
    std::sort(used_.begin(), used_.end());
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
    are_some_ = true;
  }

  std::size_t count() const { return are_some_ ? used_.size() : at(num_cols_); }
  /// The place of a column in range, or -1 if it is not in use.
  int place(int column) const {
    if (!are_some_) return column;
    auto const found = std::lower_bound(used_.begin(), used_.end(), column);
    bool const is_used = found != used_.end() && *found == column;
    return is_used ? static_cast<int>(found - used_.begin()) : -1;
  }

 private:
  /// Up to so many columns, and so many for each entry of B, an array over all of them is small.
  static constexpr std::size_t least_columns = std::size_t{1} << 20;
  static constexpr std::size_t most_unused = 8;

  int num_cols_;
  bool are_some_ = false;
  std::vector<int> used_;
};

/// One row of A·B at a time, in an array over the columns of B.
template <class Scalar>
class ReferenceRow {
 public:
  ReferenceRow(HostMatrixOf<Scalar> a, HostMatrixOf<Scalar> b)
      : a_{std::move(a)}, b_{std::move(b)}, places_{b_.graph}, sums_(places_.count()) {}

  void compute(int row) {
    row_ = row;
    columns_.clear();
    work_ = 0;
    for (auto a_entry = a_.graph.row_offsets(at(row)); a_entry < a_.graph.row_offsets(at(row) + 1);
         ++a_entry) {
      auto const b_row = at(a_.graph.columns(at(a_entry)));
      Scalar const factor = a_.values(at(a_entry));
      for (auto b_entry = b_.graph.row_offsets(b_row); b_entry < b_.graph.row_offsets(b_row + 1);
           ++b_entry) {
        sum_at(b_.graph.columns(at(b_entry))).add_product(factor, b_.values(at(b_entry)));
        ++work_;
      }
    }
  }

  /// Records a column of C; returns what is wrong with it, or nothing.
  std::string meet(int column) {
    if (column < 0 || column >= b_.graph.num_cols) {
      return fmt::format("column {} is not in [0, {})", column, b_.graph.num_cols);
    }
    int const place = places_.place(column);
    if (place < 0 || sums_[at(place)].row != row_) {
      return fmt::format("column {} has no product", column);
    }
    Sum<Scalar>& sum = sums_[at(place)];
    if (sum.found_in_row == row_) return fmt::format("column {} is there twice", column);
    sum.found_in_row = row_;
    return {};
  }

  /// The difference of a value from the sum at a recorded column, in words; empty if there is none.
  std::string compare(int column, Scalar const& found) const {
    Sum<Scalar> const& sum = sums_[at(places_.place(column))];
    auto const found_parts = parts_of(found);
    bool is_right = true;
    for (std::size_t part = 0; part < found_parts.size(); ++part) {
      auto const work = work_ * static_cast<std::int64_t>(found_parts.size());
      is_right = is_right && sum.parts[part].allows(found_parts[part], work);
    }
    if (is_right) return {};
    return fmt::format("column {} is {}, expected {}", column, text_of(found),
                       text_of(sum.value()));
  }

  int size() const { return static_cast<int>(columns_.size()); }

  /// The columns of the row; sorted from this call on.
  std::vector<int> const& sorted_columns() {
    std::sort(columns_.begin(), columns_.end());
    return columns_;
  }
  Scalar value(int column) const { return sums_[at(places_.place(column))].value(); }

 private:
  /// The sum at a column of the current row, zero at first.
  Sum<Scalar>& sum_at(int column) {
    Sum<Scalar>& sum = sums_[at(places_.place(column))];
    if (sum.row != row_) {
      sum.row = row_;
      sum.parts = {};
      columns_.push_back(column);
    }
    return sum;
  }

  HostMatrixOf<Scalar> a_;
  HostMatrixOf<Scalar> b_;
  PlacesOfColumns places_;
  std::vector<Sum<Scalar>> sums_;
  std::vector<int> columns_;
  int row_ = -1;
  std::int64_t work_ = 0;
};

template <class Scalar>
std::string difference_in_shape(HostMatrixOf<Scalar> const& a, HostMatrixOf<Scalar> const& b,
                                HostResultOf<Scalar> const& c) {
  if (c.graph.num_rows != a.graph.num_rows || c.graph.num_cols != b.graph.num_cols) {
    return fmt::format("C is {} x {}, expected {} x {}", c.graph.num_rows, c.graph.num_cols,
                       a.graph.num_rows, b.graph.num_cols);
  }
  if (c.graph.num_rows > 0 && c.graph.row_offsets(0) != 0) {
    return fmt::format("row_offsets[0] is {}, expected 0", c.graph.row_offsets(0));
  }
  return {};
}

template <class Scalar>
std::string difference_in_row(ReferenceRow<Scalar>& reference, HostResultOf<Scalar> const& c,
                              int row, Comparison const& comparison) {
  auto const begin = c.graph.row_offsets(at(row));
  auto const end = c.graph.row_offsets(at(row) + 1);
  if (end - begin != reference.size()) {
    return fmt::format("{} entries, expected {}", end - begin, reference.size());
  }
  if (at(end) > c.graph.columns.extent(0) || at(end) > c.values.extent(0)) {
    return fmt::format("ends at entry {}, but C holds {} columns and {} values", end,
                       c.graph.columns.extent(0), c.values.extent(0));
  }
  for (auto entry = begin; entry < end; ++entry) {
    int const column = c.graph.columns(at(entry));
    if (std::string wrong = reference.meet(column); !wrong.empty()) return wrong;
    if (comparison.sorted && entry > begin && c.graph.columns(at(entry) - 1) >= column) {
      return fmt::format("column {} follows column {}", column, c.graph.columns(at(entry) - 1));
    }
    if (!comparison.values) continue;
    if (std::string wrong = reference.compare(column, c.values(at(entry))); !wrong.empty()) {
      return wrong;
    }
  }
  return {};
}

template <class T>
Kokkos::View<T*, HostMatrix::device_type> view_of(std::string const& label,
                                                  std::vector<T> const& elements) {
  Kokkos::View<T*, HostMatrix::device_type> view(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, label), elements.size());
  std::copy(elements.begin(), elements.end(), view.data());
  return view;
}

}  // namespace

template <class Scalar>
HostMatrixOf<Scalar> reference_product(HostMatrixOf<Scalar> const& a,
                                       HostMatrixOf<Scalar> const& b) {
  ReferenceRow<Scalar> reference{a, b};
  std::vector<std::int64_t> row_offsets{0};
  std::vector<int> columns;
  std::vector<Scalar> values;
  for (int row = 0; row < a.graph.num_rows; ++row) {
    reference.compute(row);
    for (int const column : reference.sorted_columns()) {
      columns.push_back(column);
      values.push_back(reference.value(column));
    }
    row_offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  return {{a.graph.num_rows, b.graph.num_cols, view_of("row_offsets", row_offsets),
           view_of("columns", columns)},
          view_of("values", values)};
}

template <class Scalar>
std::string difference_from_reference(HostMatrixOf<Scalar> const& a, HostMatrixOf<Scalar> const& b,
                                      HostResultOf<Scalar> const& c, Comparison const& comparison) {
  if (std::string wrong = difference_in_shape(a, b, c); !wrong.empty()) return wrong;
  ReferenceRow<Scalar> reference{a, b};
  for (int row = 0; row < a.graph.num_rows; ++row) {
    reference.compute(row);
    std::string const wrong = difference_in_row(reference, c, row, comparison);
    if (!wrong.empty()) return fmt::format("row {}: {}", row, wrong);
  }
  return {};
}

template HostMatrix reference_product(HostMatrix const&, HostMatrix const&);
template HostMatrixOf<Complex> reference_product(HostMatrixOf<Complex> const&,
                                                 HostMatrixOf<Complex> const&);
template std::string difference_from_reference(HostMatrix const&, HostMatrix const&,
                                               HostResult const&, Comparison const&);
template std::string difference_from_reference(HostMatrixOf<Complex> const&,
                                               HostMatrixOf<Complex> const&,
                                               HostResultOf<Complex> const&, Comparison const&);

}  // namespace araios::perf
