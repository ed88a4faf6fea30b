// SPDX-License-Identifier: BSD-3-Clause
// Whether branch predictors learn which products of a row are the first ones at their column.
#pragma once

#include <accumulators/Araios_MultiplicativeHash.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_ShiftedRows.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_RowSample.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Models a two-level branch predictor: a saturating two-bit counter for each history of the last
/// outcomes.
///
/// Source: Yeh and Patt, Two-level adaptive training branch prediction, MICRO-24, 1991.
class BranchPredictorModel {
 public:
  /// Whether the predictor is right about the next outcome. Then trains it with that outcome.
  bool predicts(bool is_taken) {
    std::int8_t& counter = counters_[history_];
    bool const predicted = (counter >= 2) == is_taken;
    counter = static_cast<std::int8_t>(std::clamp(counter + (is_taken ? 1 : -1), 0, 3));
    history_ = (history_ * 2 + (is_taken ? 1 : 0)) % counters_.size();
    return predicted;
  }

 private:
  std::array<std::int8_t, tuning::predictor_histories> counters_{};
  std::size_t history_ = 0;
};

/// The columns that a row of C has so far: a hash table with linear probing.
///
/// Pre: a row adds at most `capacity` columns.
template <class Ordinal>
class MetColumns {
  static constexpr int bits = 10;

 public:
  static constexpr std::int64_t capacity = (1 << bits) / 2;

  /// Empties the table in O(1): slots of earlier rows count as free.
  void begin_row() { ++row_; }

  /// Inserts a column. Returns whether the row did not have it yet.
  bool is_new(Ordinal column) {
    std::size_t place = multiplicative_hash(static_cast<std::uint32_t>(column), 32 - bits);
    while (slots_[place].row == row_ && slots_[place].column != column) {
      place = (place + 1) % slots_.size();
    }
    bool const is_first = slots_[place].row != row_;
    slots_[place] = {row_, column};
    return is_first;
  }

 private:
  struct Slot {
    std::int64_t row;
    Ordinal column;
  };

  std::array<Slot, 1 << bits> slots_{};
  std::int64_t row_ = 0;
};

/// Counts how often the model predicts whether a column is new in its row.
template <class Ordinal>
class PredictedColumns {
 public:
  void begin_row() {
    met_.begin_row();
    left_ = met_.capacity;
  }

  /// Inserts columns of the row, as many as its table can still hold. The first `num_learnt` only
  /// train the model; the others are counted as well. Returns the number of inserted columns.
  std::int64_t meet(Ordinal const* columns, std::int64_t length, std::int64_t num_learnt) {
    std::int64_t const count = std::min(length, left_);
    left_ -= count;
    for (std::int64_t i = 0; i < count; ++i) {
      bool const is_predicted = model_.predicts(met_.is_new(columns[i]));
      if (i < num_learnt) continue;
      predicted_ += is_predicted ? 1 : 0;
      ++counted_;
    }
    return count;
  }

  /// Whether the predicted share of the counted columns is at least predictor_min_share.
  bool are_most() const {
    return static_cast<double>(predicted_) >=
           tuning::predictor_min_share * static_cast<double>(std::max<std::int64_t>(counted_, 1));
  }

 private:
  BranchPredictorModel model_;
  MetColumns<Ordinal> met_;
  std::int64_t left_ = 0;
  std::int64_t predicted_ = 0;
  std::int64_t counted_ = 0;
};

/// Whether branch predictors learn which products of A·B are the first ones at their column. Runs
/// the model over successive rows from a few sampled rows on.
///
/// Units: products those of A·B, approximately; they set the length of the samples.
/// Pre:   as sample_rows.
template <class GraphA, class GraphB>
bool new_columns_are_predictable(GraphA const& a, GraphB const& b, std::int64_t products) {
  using Ordinal = typename GraphA::ordinal_type;
  std::int64_t const of_place =
      std::clamp<std::int64_t>(products / tuning::predictor_share_of_products,
                               tuning::predictor_least_products, tuning::predictor_most_products);
  std::int64_t const num_learnt = of_place / 2;
  PredictedColumns<Ordinal> predicted;
  for (int place = 0; place < tuning::predictor_samples; ++place) {
    std::int64_t seen = 0;
    for (Ordinal row = sampled_row(place, a.num_rows); row < a.num_rows && seen < of_place;
         ++row, ++seen) {
      if (!row_offsets_valid(a, row)) continue;
      predicted.begin_row();
      for_each_row_of_b(a, b, row, [&](Ordinal row_of_b, std::int64_t length) {
        auto const* const columns = b.columns.data() + b.row_offsets(row_of_b);
        seen += predicted.meet(columns, length, num_learnt - seen);
      });
    }
  }
  return predicted.are_most();
}

}  // namespace araios::inline ARAIOS_ISA::impl
