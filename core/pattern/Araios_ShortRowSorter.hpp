// SPDX-License-Identifier: BSD-3-Clause
// The columns of rows of few products, put into order on hosts.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_IndexedKeys.hpp>
#include <host_simd/Araios_RankByCounting.hpp>
#include <host_simd/Araios_VectorLanes.hpp>
#include <pattern/Araios_OrderInLanes.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <pattern/Araios_PatternTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Most products of a row that any ShortRowSorter puts into order.
inline constexpr int short_row_capacity = tuning::vector_row_max_products;
static_assert(short_row_capacity - 1 <= std::numeric_limits<RecordedPlace>::max());

/// Writes the distinct ones of a few columns in ascending order, behind them the place of each
/// column among these, and returns how many are distinct.
///
/// Shapes: columns: size, with room for short_row_max_products; recorded: size +
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

/// Puts the columns of the products of rows into order, and finds the place of each. Where vectors
/// do so for several rows at once, rows wait for others to come.
///
/// One thread fills next_row() and adds that row, again and again, and finishes all rows at the
/// end. Rows that are done are handed to finish(row, size, num_followers, write), in any order:
/// write(recorded) is record_by_counting of the row.
template <class Ordinal>
class ShortRowSorter {
 public:
  explicit ShortRowSorter(Ordinal num_columns) : capacity_{capacity(num_columns)} {}

  /// Most products of a row of so many columns.
  static int capacity(Ordinal /*num_columns*/) { return tuning::short_row_max_products; }
  int capacity() const { return capacity_; }

  /// The place of the columns of the row that is added next, for append().
  Ordinal* next_row() { return columns_; }

  /// Copies columns behind those that are there. Returns the place behind them.
  static Ordinal* append(Ordinal const* part, std::int64_t count, Ordinal* to) {
    return std::copy_n(part, count, to);
  }

  /// Adds a row of so many products. Pre: their columns lie at next_row(); size <= capacity().
  template <class Finish>
  void add(Ordinal row, int size, Finish const& finish) {
    finish(row, size, 0,
           [&](Ordinal* recorded) { return record_by_counting(size, columns_, recorded); });
  }

  /// Counts a row as a follower of the one that was added last, if that waits.
  template <class Finish>
  bool follow_last_row(Finish const&) {
    return false;
  }

  /// The next row to follow does not belong to the row that was added last.
  void forget_last_row() {}

  template <class Finish>
  void finish_all(Finish const&) {}

 private:
  int capacity_;
  Ordinal columns_[tuning::short_row_max_products];
};

#ifdef __AVX512F__
/// The same by vectors, 16 rows at once, of more products, where a column leaves bits of 32 for the
/// number of a product.
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

  /// Whole vectors, the first without a condition: a loop over a few columns would often end where
  /// nothing foretold it.
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
    Batch& batch = batches_[batch_of_steps[static_cast<std::size_t>((size + step - 1) / step)]];
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
    // Lanes that nobody has would be sorted as well: rows of fewer products fill them.
    for (std::size_t i = batches_.size(); i-- > 0;) {
      if (batches_[i].count == 0) continue;
      for (std::size_t j = i; j-- > 0;) batches_[j].fill(batches_[i]);
      finish_batch(batches_[i], finish);
    }
  }

 private:
  static constexpr int lanes = vector_lanes::lanes;
  static constexpr int slot_size = short_row_capacity + lanes;
  /// Where rows wait for others of about as many products, by their number in steps of 8: up to 8,
  /// 16, 32, 48, 64, 96 and 128.
  static constexpr int step = lanes / 2;
  static constexpr std::array<std::uint8_t, short_row_capacity / step + 1> batch_of_steps{
      0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6};
  static constexpr int num_batches = 7;

  /// Rows that wait, each with the number of rows that follow it.
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

    /// Hands rows to another batch while that has room.
    void fill(Batch& other) {
      while (count > 0 && other.count < lanes) {
        --count;
        other.take(rows[count], sizes[count], columns[count]);
        other.followers[other.count - 1] = followers[count];
      }
    }
  };

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
  Batch* batch_of_last_row_ = nullptr;  ///< of the row that was added last, if that waits
  OrderInLanes order_;
  alignas(64) std::int32_t slots_[(num_batches * lanes + 1) * slot_size];
};
#endif

}  // namespace araios::inline ARAIOS_ISA::impl
