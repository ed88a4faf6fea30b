// SPDX-License-Identifier: BSD-3-Clause
// Sparse products by their definition: dense matrices that know which elements are stored.
#pragma once

#include "HostMatrix.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <vector>

namespace araios_test {

/// A matrix with all its elements, and a mark for those of its pattern.
template <class Scalar>
struct MarkedDense {
  struct Element {
    Scalar value{};
    bool is_stored = false;
  };

  std::int64_t rows;
  std::int64_t cols;
  std::vector<Element> elements;

  MarkedDense(std::int64_t num_rows, std::int64_t num_cols)
      : rows{num_rows},
        cols{num_cols},
        elements(static_cast<std::size_t>(num_rows) * static_cast<std::size_t>(num_cols)) {}

  Element& at(std::int64_t row, std::int64_t col) {
    return elements[static_cast<std::size_t>(row * cols + col)];
  }
  Element const& at(std::int64_t row, std::int64_t col) const {
    return elements[static_cast<std::size_t>(row * cols + col)];
  }
};

/// A matrix as the oracle takes it; repeated entries add up.
template <class Scalar>
MarkedDense<Scalar> marked(HostMatrix<Scalar> const& a) {
  MarkedDense<Scalar> dense{a.pattern.num_rows, a.pattern.num_cols};
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
      auto& element = dense.at(row, a.pattern.column(entry));
      element = {element.value + a.value(entry), true};
    }
  }
  return dense;
}

/// Each element of op(A), for an op of values.
template <class Scalar, class Op>
MarkedDense<Scalar> with_values_of(MarkedDense<Scalar> a, Op const& op) {
  for (auto& element : a.elements) element.value = op(element.value);
  return a;
}

template <class Scalar>
MarkedDense<Scalar> transpose_of(MarkedDense<Scalar> const& a) {
  MarkedDense<Scalar> t{a.cols, a.rows};
  for (std::int64_t row = 0; row < a.rows; ++row) {
    for (std::int64_t col = 0; col < a.cols; ++col) t.at(col, row) = a.at(row, col);
  }
  return t;
}

template <class Scalar>
MarkedDense<Scalar> product_of(MarkedDense<Scalar> const& a, MarkedDense<Scalar> const& b) {
  MarkedDense<Scalar> c{a.rows, b.cols};
  for (std::int64_t row = 0; row < a.rows; ++row) {
    for (std::int64_t col = 0; col < b.cols; ++col) {
      auto& element = c.at(row, col);
      for (std::int64_t k = 0; k < a.cols; ++k) {
        if (!a.at(row, k).is_stored || !b.at(k, col).is_stored) continue;
        element = {element.value + a.at(row, k).value * b.at(k, col).value, true};
      }
    }
  }
  return c;
}

template <class Scalar>
MarkedDense<Scalar> sum_of(MarkedDense<Scalar> a, MarkedDense<Scalar> const& b) {
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    a.elements[i].value += b.elements[i].value;
    a.elements[i].is_stored = a.elements[i].is_stored || b.elements[i].is_stored;
  }
  return a;
}

/// Whether a matrix has exactly these elements and this pattern, with ascending columns.
template <class Scalar, class Value>
testing::AssertionResult same_elements(HostMatrix<Value> const& found,
                                       MarkedDense<Scalar> const& expected) {
  auto const& pattern = found.pattern;
  if (pattern.num_rows != expected.rows || pattern.num_cols != expected.cols) {
    return testing::AssertionFailure() << "found " << pattern.num_rows << "×" << pattern.num_cols
                                       << ", expected " << expected.rows << "×" << expected.cols;
  }
  std::int64_t entry = 0;
  for (std::int64_t row = 0; row < expected.rows; ++row) {
    for (std::int64_t col = 0; col < expected.cols; ++col) {
      auto const& element = expected.at(row, col);
      if (!element.is_stored) continue;
      bool const is_there = entry < pattern.row_end(row) && entry < pattern.num_entries() &&
                            entry >= pattern.row_begin(row) && pattern.column(entry) == col;
      if (is_there && static_cast<Scalar>(found.value(entry)) == element.value) {
        ++entry;
        continue;
      }
      std::ostringstream text;
      text << "row " << row << ", column " << col << ": expected " << element.value;
      if (is_there) text << ", found " << static_cast<Scalar>(found.value(entry));
      return testing::AssertionFailure() << text.str() << ", entry " << entry;
    }
    if (pattern.row_end(row) != entry) {
      return testing::AssertionFailure()
             << "row " << row << " ends at " << pattern.row_end(row) << ", expected " << entry;
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace araios_test
