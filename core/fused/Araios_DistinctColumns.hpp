// SPDX-License-Identifier: BSD-3-Clause
// The distinct columns of a row on hosts, in the order in which they first come.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// Finds the distinct ones of listed columns, by marks over the columns that the row spans; where
/// these are too many, by sorting.
template <class Ordinal>
class DistinctColumns {
 public:
  explicit DistinctColumns(std::int64_t most_marks) : most_marks_{most_marks} {}

  /// Lists no column, and has room for `count`. Throws: std::bad_alloc.
  Ordinal* begin_row(std::int64_t count) {
    if (given_.size() < to_size(count)) given_.resize(to_size(count));
    if (distinct_.size() < to_size(count) + 1) distinct_.resize(to_size(count) + 1);
    return given_.data();
  }

  /// Finds the distinct columns of the first `count` listed ones. Calls put(number, bits) for each
  /// 64 of them, in order: a bit is set where its column comes for the first time. Throws:
  /// std::bad_alloc.
  template <class Put>
  void find(std::int64_t count, Put const& put) {
    size_ = 0;
    span_ = 0;
    if (count == 0) return;
    // A plain loop becomes one of vectors.
    Ordinal least = given_[0];
    Ordinal most = given_[0];
    for (std::int64_t i = 1; i < count; ++i) {
      least = std::min(least, given_[to_size(i)]);
      most = std::max(most, given_[to_size(i)]);
    }
    first_ = least;
    span_ = std::int64_t{most} - least + 1;
    if (span_ <= most_marks_) {
      find_by_marks(count, put);
    } else {
      find_by_sorting(count, put);
    }
  }

  std::int64_t size() const { return size_; }
  Ordinal* begin() { return distinct_.data(); }
  Ordinal* end() { return distinct_.data() + size_; }
  /// How many columns there are from the smallest to the largest.
  std::int64_t span() const { return span_; }

 private:
  using Mark = std::uint32_t;
  static constexpr std::int64_t bits_of_word = 64;

  static std::size_t to_size(std::int64_t count) { return static_cast<std::size_t>(count); }

  template <class Put>
  void find_by_marks(std::int64_t count, Put const& put) {
    if (marks_.size() < to_size(span_) || ++mark_ == 0) {
      marks_.assign(std::max(2 * to_size(span_), marks_.size()), 0);
      mark_ = 1;
    }
    Mark* const marks = marks_.data();
    Mark const stamp = mark_;
    Ordinal const least = first_;
    Ordinal* next = distinct_.data();
    for (std::int64_t begin = 0; begin < count; begin += bits_of_word) {
      Ordinal const* const given = given_.data() + begin;
      std::int64_t const size = std::min(bits_of_word, count - begin);
      std::uint64_t bits = 0;
      for (std::int64_t i = 0; i < size; ++i) {
        // Without a branch, which would often be mispredicted.
        Mark* const mark = marks + (given[i] - least);
        std::uint64_t const is_new = *mark != stamp ? 1 : 0;
        *mark = stamp;
        *next = given[i];
        next += is_new;
        bits |= is_new << i;
      }
      put(begin / bits_of_word, bits);
    }
    size_ = next - distinct_.data();
  }

  template <class Put>
  void find_by_sorting(std::int64_t count, Put const& put) {
    order_.resize(to_size(count));
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::int64_t i, std::int64_t j) {
      return given_[to_size(i)] < given_[to_size(j)];
    });
    words_.assign(to_size((count + bits_of_word - 1) / bits_of_word), 0);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      std::int64_t const place = order_[i];
      if (i > 0 && given_[to_size(order_[i - 1])] == given_[to_size(place)]) continue;
      words_[to_size(place / bits_of_word)] |= std::uint64_t{1} << (place % bits_of_word);
    }
    for (std::int64_t i = 0; i < count; ++i) {
      std::uint64_t const bits = words_[to_size(i / bits_of_word)];
      if (i % bits_of_word == 0) put(i / bits_of_word, bits);
      if (((bits >> (i % bits_of_word)) & 1) != 0) distinct_[to_size(size_++)] = given_[to_size(i)];
    }
  }

  std::int64_t most_marks_;
  std::vector<Ordinal> given_;
  std::vector<Ordinal> distinct_;
  std::int64_t size_ = 0;
  Ordinal first_ = 0;
  std::int64_t span_ = 0;
  std::vector<Mark> marks_;
  Mark mark_ = 0;
  std::vector<std::int64_t> order_;
  std::vector<std::uint64_t> words_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
