// SPDX-License-Identifier: BSD-3-Clause
// A serial reference of the product, and a row-by-row comparison with it.
#include "problem/Reference.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// The sum at one column of the current row. Wider than the values, so that cancelling sums of
/// finite products do not overflow.
struct Sum {
  long double value = 0;
  long double magnitude = 0;
  int row = -1;           ///< row of the sum
  int found_in_row = -1;  ///< row of C that has this column
};

/// The columns of B by places: all of them, or those in use where these are few beside all.
class PlacesOfColumns {
 public:
  explicit PlacesOfColumns(HostMatrix const& b) : num_cols_{b.graph.num_cols} {
    auto const& columns = b.graph.columns;
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
class ReferenceRow {
 public:
  ReferenceRow(HostMatrix a, HostMatrix b)
      : a_{std::move(a)}, b_{std::move(b)}, places_{b_}, sums_(places_.count()) {}

  void compute(int row) {
    row_ = row;
    columns_.clear();
    work_ = 0;
    for (auto a_entry = a_.graph.row_offsets(at(row)); a_entry < a_.graph.row_offsets(at(row) + 1);
         ++a_entry) {
      auto const b_row = at(a_.graph.columns(at(a_entry)));
      auto const factor = static_cast<long double>(a_.values(at(a_entry)));
      for (auto b_entry = b_.graph.row_offsets(b_row); b_entry < b_.graph.row_offsets(b_row + 1);
           ++b_entry) {
        add(b_.graph.columns(at(b_entry)), factor * b_.values(at(b_entry)));
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
    Sum& sum = sums_[at(place)];
    if (sum.found_in_row == row_) return fmt::format("column {} is there twice", column);
    sum.found_in_row = row_;
    return {};
  }

  /// The difference of a value from the sum at a recorded column, in words; empty if there is none.
  std::string compare(int column, double found) const {
    Sum const& sum = sums_[at(places_.place(column))];
    if (std::isfinite(sum.magnitude)) {
      // Partial sums in double may overflow in one order but not in another.
      if (sum.magnitude > std::numeric_limits<double>::max()) return {};
      long double const tolerance =
          std::numeric_limits<double>::epsilon() * static_cast<long double>(work_) * sum.magnitude;
      // Sums below the normal range are rounded to multiples of the smallest denormal.
      long double const smallest =
          static_cast<long double>(work_) * std::numeric_limits<double>::denorm_min();
      if (std::fabs(found - sum.value) <= tolerance + smallest) return {};
    } else if (found == static_cast<double>(sum.value) ||
               (std::isnan(found) && std::isnan(sum.value))) {
      return {};
    }
    return fmt::format("column {} is {}, expected {}", column, found,
                       static_cast<double>(sum.value));
  }

  int size() const { return static_cast<int>(columns_.size()); }

  /// The columns of the row; sorted from this call on.
  std::vector<int> const& sorted_columns() {
    std::sort(columns_.begin(), columns_.end());
    return columns_;
  }
  double value(int column) const {
    return static_cast<double>(sums_[at(places_.place(column))].value);
  }

 private:
  void add(int column, long double product) {
    Sum& sum = sums_[at(places_.place(column))];
    if (sum.row != row_) {
      sum.row = row_;
      sum.value = 0;
      sum.magnitude = 0;
      columns_.push_back(column);
    }
    sum.value += product;
    sum.magnitude += std::fabs(product);
    ++work_;
  }

  HostMatrix a_;
  HostMatrix b_;
  PlacesOfColumns places_;
  std::vector<Sum> sums_;
  std::vector<int> columns_;
  int row_ = -1;
  std::int64_t work_ = 0;
};

std::string difference_in_shape(HostMatrix const& a, HostMatrix const& b, HostResult const& c) {
  if (c.graph.num_rows != a.graph.num_rows || c.graph.num_cols != b.graph.num_cols) {
    return fmt::format("C is {} x {}, expected {} x {}", c.graph.num_rows, c.graph.num_cols,
                       a.graph.num_rows, b.graph.num_cols);
  }
  if (c.graph.num_rows > 0 && c.graph.row_offsets(0) != 0) {
    return fmt::format("row_offsets[0] is {}, expected 0", c.graph.row_offsets(0));
  }
  return {};
}

std::string difference_in_row(ReferenceRow& reference, HostResult const& c, int row,
                              Comparison const& comparison) {
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

HostMatrix reference_product(HostMatrix const& a, HostMatrix const& b) {
  ReferenceRow reference{a, b};
  std::vector<std::int64_t> row_offsets{0};
  std::vector<int> columns;
  std::vector<double> values;
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

std::string difference_from_reference(HostMatrix const& a, HostMatrix const& b, HostResult const& c,
                                      Comparison const& comparison) {
  if (std::string wrong = difference_in_shape(a, b, c); !wrong.empty()) return wrong;
  ReferenceRow reference{a, b};
  for (int row = 0; row < a.graph.num_rows; ++row) {
    reference.compute(row);
    std::string const wrong = difference_in_row(reference, c, row, comparison);
    if (!wrong.empty()) return fmt::format("row {}: {}", row, wrong);
  }
  return {};
}

}  // namespace araios::perf
