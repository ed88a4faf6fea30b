// SPDX-License-Identifier: BSD-3-Clause
// Sorts the columns of short rows on hosts.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_VectorLanes.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <pattern/Araios_PatternTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_IndexedKeys.hpp>
#include <sort/Araios_OrderInLanes.hpp>
#include <sort/Araios_RankByCounting.hpp>
#include <sort/Araios_WidthClasses.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// The most products of a row that any ShortRowSorter sorts.
inline constexpr int short_row_capacity = tuning::vector_row_max_products;
static_assert(short_row_capacity - 1 <= std::numeric_limits<RecordedPlace>::max());

/// Sorts a few columns by counting. Writes the distinct ones in ascending order, then the place of
/// each column among these. Returns the number of distinct columns.
///
/// Shapes: columns `size`, with room for short_row_max_products; recorded size +
///         elements_of_places(size).
/// Pre:    0 <= size <= short_row_max_products.
template <class Ordinal>
std::int64_t record_by_counting(int size, Ordinal* columns, Ordinal* recorded) {
  constexpr int capacity = tuning::short_row_max_products;
  Ordinal ranks[capacity];
  rank_by_counting<capacity>(columns, size, ranks);
  bool is_rank[capacity] = {};
  Ordinal column_of_rank[capacity];
  for (int i = 0; i < size; ++i) {
    is_rank[ranks[i]] = true;
    column_of_rank[ranks[i]] = columns[i];
  }
  RecordedPlace place_of_rank[capacity];
  std::int64_t count = 0;
  for (int rank = 0; rank < size; ++rank) {
    if (!is_rank[rank]) continue;
    place_of_rank[rank] = static_cast<RecordedPlace>(count);
    recorded[count++] = column_of_rank[rank];
  }
  auto* const places = reinterpret_cast<RecordedPlace*>(recorded + count);
  for (int i = 0; i < size; ++i) places[i] = place_of_rank[ranks[i]];
  return count;
}

/// Sorts the columns of the products of rows, and finds the place of each product. With SIMD,
/// several rows are sorted together; rows are then deferred until a batch is full.
///
/// One thread repeatedly fills next_row() and calls add(), and finish_all() at the end. Sorted rows
/// are passed to finish(row, size, num_followers, write), in any order. write(recorded) writes the
/// row as record_by_counting does.
template <class Ordinal>
class ShortRowSorter {
 public:
  explicit ShortRowSorter(Ordinal num_columns) : capacity_{capacity(num_columns)} {}

  /// The most products of a row if C has num_columns columns.
  static int capacity(Ordinal /*num_columns*/) { return tuning::short_row_max_products; }
  int capacity() const { return capacity_; }

  /// Where append() stores the columns of the next row.
  Ordinal* next_row() { return columns_; }

  /// Appends columns to the next row. Returns their end.
  static Ordinal* append(Ordinal const* part, std::int64_t count, Ordinal* to) {
    return std::copy_n(part, count, to);
  }

  /// Adds a row of `size` products.
  ///
  /// Pre: their columns are at next_row(); size <= capacity().
  template <class Finish>
  void add(Ordinal row, int size, Finish const& finish) {
    finish(row, size, 0,
           [&](Ordinal* recorded) { return record_by_counting(size, columns_, recorded); });
  }

  /// Makes a row a follower of the row added last, if that is deferred. Returns whether it is.
  template <class Finish>
  bool follow_last_row(Finish const&) {
    return false;
  }

  /// Ends the followers of the row added last.
  void forget_last_row() {}

  /// Sorts and finishes all deferred rows.
  template <class Finish>
  void finish_all(Finish const&) {}

 private:
  int capacity_;
  Ordinal columns_[tuning::short_row_max_products];
};

#ifdef __AVX512F__
/// The same with AVX-512: sorts rows in batches of 16 if 32 bits hold a column and the number of a
/// product, otherwise by counting. Rows may be longer if these bits suffice for the number.
template <>
class ShortRowSorter<std::int32_t> {
 public:
  explicit ShortRowSorter(std::int32_t num_columns)
      : capacity_{capacity(num_columns)}, uses_lanes_{fit_beside(capacity_, num_columns)} {
    std::int32_t* slot = slots_;
    for (Batch& batch : batches_) {
      for (auto& columns : batch.columns) columns = std::exchange(slot, slot + slot_size);
    }
    spare_ = slot;
  }

  static int capacity(std::int32_t num_columns) {
    return fit_beside(short_row_capacity, num_columns) ? short_row_capacity
                                                       : tuning::short_row_max_products;
  }
  int capacity() const { return capacity_; }

  std::int32_t* next_row() { return spare_; }

  /// Copies whole vectors, the first without a branch: the exit of a loop over few columns would
  /// often be mispredicted.
  static std::int32_t* append(std::int32_t const* part, std::int64_t count, std::int32_t* to) {
    std::int64_t i = 0;
    do {
      auto const present = vector_lanes::first_lanes(count - i);
      _mm512_storeu_si512(to + i, _mm512_maskz_loadu_epi32(present, part + i));
      i += lanes;
    } while (i < count);
    return to + count;
  }

  template <class Finish>
  void add(std::int32_t row, int size, Finish const& finish) {
    forget_last_row();
    if (size == 0) return finish(row, 0, 0, [](std::int32_t*) { return std::int64_t{0}; });
    if (!uses_lanes_) {
      finish(row, size, 0,
             [&](std::int32_t* recorded) { return record_by_counting(size, spare_, recorded); });
      return;
    }
    Batch& batch = batches_[width_classes::class_of(size)];
    batch.take(row, size, spare_);
    batch_of_last_row_ = &batch;
    if (batch.count == lanes) finish_batch(batch, finish);
  }

  template <class Finish>
  bool follow_last_row(Finish const& finish) {
    if (batch_of_last_row_ == nullptr) return false;
    Batch& batch = *batch_of_last_row_;
    int& followers = batch.followers[batch.count - 1];
    if (followers == tuning::vector_row_max_followers) {
      finish_batch(batch, finish);
      return false;
    }
    ++followers;
    return true;
  }

  void forget_last_row() { batch_of_last_row_ = nullptr; }

  template <class Finish>
  void finish_all(Finish const& finish) {
    // Sorting a batch costs the same with unused lanes, so shorter rows fill them.
    for (std::size_t i = batches_.size(); i-- > 0;) {
      if (batches_[i].count == 0) continue;
      for (std::size_t j = i; j-- > 0;) batches_[j].fill(batches_[i]);
      finish_batch(batches_[i], finish);
    }
  }

 private:
  static constexpr int lanes = vector_lanes::lanes;
  static constexpr int slot_size = short_row_capacity + lanes;
  static constexpr std::size_t num_batches = width_classes::count;

  /// Deferred rows, each with the number of its followers.
  struct Batch {
    std::int32_t* columns[lanes];
    std::int32_t rows[lanes];
    int sizes[lanes];
    int followers[lanes];
    int count = 0;

    void take(std::int32_t row, int size, std::int32_t*& slot) {
      std::swap(columns[count], slot);
      rows[count] = row;
      sizes[count] = size;
      followers[count] = 0;
      ++count;
    }

    /// Moves rows to another batch while that has room.
    void fill(Batch& other) {
      while (count > 0 && other.count < lanes) {
        --count;
        other.take(rows[count], sizes[count], columns[count]);
        other.followers[other.count - 1] = followers[count];
      }
    }
  };

  /// Whether 32 bits hold a column and the number of one of `products` products.
  static bool fit_beside(int products, std::int32_t num_columns) {
    int const bits = indexed_keys::bits_of_number(products);
    return num_columns < std::int64_t{1} << (32 - bits);
  }

  template <class Finish>
  [[gnu::noinline]] void finish_batch(Batch& batch, Finish const& finish) {
    if (batch.count == 0) return;
    RowsInLanes rows;
    std::copy_n(batch.columns, lanes, rows.columns);
    std::copy_n(batch.sizes, batch.count, rows.sizes);
    order_.order(rows);
    for (int i = 0; i < batch.count; ++i) {
      int const size = batch.sizes[i];
      finish(batch.rows[i], size, batch.followers[i],
             [&](std::int32_t* recorded) { return order_.write(i, size, recorded); });
    }
    batch.count = 0;
    batch_of_last_row_ = nullptr;
  }

  int capacity_;
  bool uses_lanes_;
  std::array<Batch, num_batches> batches_;
  std::int32_t* spare_;
  Batch* batch_of_last_row_ = nullptr;  ///< of the row added last, if it is deferred
  OrderInLanes order_;
  alignas(64) std::int32_t slots_[(num_batches * lanes + 1) * slot_size];
};
#endif

}  // namespace araios::inline ARAIOS_ISA::impl
