// SPDX-License-Identifier: BSD-3-Clause
// Decides whether a host product is small, one-phase or two-phase, and by which loop.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Sampling, before products are counted.

/// Sets how many rows are sampled to select a loop.
/// Unit: rows. Tuned: two threads of Zen 4.
inline constexpr int one_phase_samples = 64;

/// Stops sampling once the sampled rows exceed the larger of this many entries of A and one in so
/// many of all its entries, so that long rows do not make the sample expensive.
/// Unit: entries, reciprocal share of entries. Not tuned: bounds the cost of the sample.
inline constexpr std::int64_t one_phase_sampled_entries = 4096;
inline constexpr std::int64_t one_phase_share_of_sampled_entries = 16;

/// Accepts so many times the products that the rules allow, once they are counted: it is late then
/// to switch to two phases.
/// Unit: ratio. Tuned: two threads of Zen 4.
inline constexpr std::int64_t one_phase_sample_tolerance = 2;

// One-phase or two-phase: bounds for all loops.

/// Takes one phase only above this many entries of A and B together.
/// Unit: entries. Tuned: two threads of Zen 4.
inline constexpr std::int64_t one_phase_min_entries = 1000;

/// Bounds the columns of B, since each thread has a SPA over all of them. The bound does not depend
/// on the number of threads, so that the loop does not either.
/// Unit: columns. Not tuned: bounds the memory of many threads.
inline constexpr std::int64_t one_phase_max_columns = std::int64_t{1} << 20;

/// Bounds the products of a group of rows, relative to the mean.
/// Unit: ratio. Not tuned: keeps threads from waiting for one group.
inline constexpr std::int64_t one_phase_max_unevenness = 3;

/// Takes that mean over at most so many groups.
/// Unit: groups. Not tuned: keeps threads from waiting for one group.
inline constexpr std::int64_t one_phase_even_groups = 16;

/// Bounds the entries of a row of A, relative to those of a mean group. Known before products are
/// counted.
/// Unit: ratio. Not tuned: keeps threads from waiting for one row.
inline constexpr std::int64_t one_phase_max_unevenness_of_entries = 2;

// The loop by blocks of rows.

/// Bounds the mean products of a row.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t one_phase_max_products_of_row = 50;

/// The same where at least half of the rows are shifted copies of the row before, which the
/// symbolic phase hardly sorts.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t one_phase_max_products_of_shared_rows = 20;

/// Rejects blocks where rows of more than vector_row_max_products products have more than one in so
/// many of all products.
/// Unit: reciprocal share of products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t one_phase_share_of_long_rows = 4;

/// Sets the size of a block, so that its factors fit L2 and sorting by SIMD leaves few lanes empty.
/// Unit: rows, entries of A, products. Not tuned: follows from L2.
inline constexpr int one_phase_block_rows = 512;
inline constexpr int one_phase_block_entries = 2048;
inline constexpr int one_phase_block_products = 4096;

// The loop by dense rows, a SPA over all columns.

/// Takes this loop from so many products of a row on average.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t dense_rows_min_products_of_row = 20;

/// Takes it from so many products of a row on for each four blocks of columns that the row spans;
/// the second where rows share their columns with the row before.
/// Unit: products per four blocks. Tuned: two threads of Zen 4 and of a Xeon with AVX-512.
inline constexpr std::int64_t dense_rows_min_products_of_four_blocks = 3;
inline constexpr std::int64_t dense_rows_min_products_of_four_blocks_of_shared_rows = 16;

/// Bounds the products in all, and with them the memory of C.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t dense_rows_max_work = std::int64_t{1} << 26;

/// The same where at least half of the rows shift, or repeat, the columns of the row before. Two
/// phases exploit both.
/// Unit: products. Tuned: two threads of a Xeon with AVX-512.
inline constexpr std::int64_t dense_rows_max_work_of_shifted_rows = 200'000;
inline constexpr std::int64_t dense_rows_max_work_of_repeated_rows = 500'000;

// Dense rows or two phases, which compress B.

/// Compares both above this many products, where C outgrows what the C library keeps.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t dense_rows_large_work = 8'000'000;

/// Keeps one phase up to so many products of a column set of B.
/// Unit: products per column set. Tuned: two threads of Zen 4.
inline constexpr double one_phase_max_products_per_set = 3.5;

/// Counts column sets in every so many-th sampled row.
/// Unit: sampled rows. Tuned: two threads of Zen 4.
inline constexpr int one_phase_rows_of_set_sample = 4;

/// Compares both above dense_rows_max_work_of_repeated_rows products as well, where at least one
/// row in so many repeats the columns of the row before.
/// Unit: reciprocal share of rows. Tuned: two threads of a Xeon with AVX-512.
inline constexpr std::int64_t dense_rows_share_of_repeated_rows = 8;

/// Keeps one phase there up to so many products of a column set of B.
/// Unit: products per column set. Tuned: two threads of a Xeon with AVX-512.
inline constexpr double one_phase_max_products_per_set_of_repeated_rows = 6.5;

// The loops by IndexedSpa and DenseSpa, which leave rows unsorted.

/// IndexedSpa: bounds the mean products of a row; up to the second, rows need not be alike.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t indexed_spa_max_products_of_row = 64;
inline constexpr std::int64_t indexed_spa_few_products_of_row = 12;

/// DenseSpa: bounds the mean products of a row.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t dense_spa_max_products_of_row = 256;

/// Bounds the products in all.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t unsorted_max_work = std::int64_t{1} << 26;

/// Bounds the blocks of columns that a row spans on average, whose part of the SPA has to stay in
/// L2.
/// Unit: blocks of columns. Tuned: two threads of Zen 4.
inline constexpr std::int64_t unsorted_max_column_blocks_of_row = 1536;

/// Counts rows as alike where at least one in so many has as many products as the row before.
/// Unit: reciprocal share of rows. Tuned: two threads of Zen 4.
inline constexpr std::int64_t unsorted_share_of_alike_rows = 4;

// The loop by IndexedSpa that then sorts each row.

/// With AVX-512: bounds the blocks of columns that a row spans on average.
/// Unit: blocks of columns. Tuned: two threads of Zen 4.
inline constexpr std::int64_t spa_then_sort_max_column_blocks_of_row = 48;

/// With AVX-512: leaves rows of more than one_phase_max_products_of_shared_rows products to other
/// loops where fewer than one row in so many is not a shifted copy of the row before.
/// Unit: reciprocal share of rows. Tuned: two threads of Zen 4.
inline constexpr std::int64_t spa_then_sort_share_of_unshifted_rows = 8;

/// Without AVX-512: bounds the blocks of columns that a row spans on average.
/// Unit: blocks of columns. Tuned: two threads of Zen 3.
inline constexpr std::int64_t spa_then_sort_max_scattered_blocks_of_row = 3072;

// The model of a branch predictor, which lets unsorted rows that are not alike use IndexedSpa.

/// Asks the model from this many products on.
/// Unit: products. Tuned: two threads of Zen 4 and of a Xeon with AVX-512.
inline constexpr std::int64_t predictor_min_work = 250'000;

/// Asks it up to so many products of a row on average.
/// Unit: products. Tuned: two threads of Zen 4 and of a Xeon with AVX-512.
inline constexpr std::int64_t predictor_max_products_of_row = 128;

/// Takes IndexedSpa where at least this share of the branches on new columns is predicted.
/// Unit: ratio. Tuned: two threads of Zen 4 and of a Xeon with AVX-512.
inline constexpr double predictor_min_share = 0.8;

/// Samples successive products from so many rows on.
/// Unit: samples. Not tuned: bounds the cost of the model.
inline constexpr int predictor_samples = 4;

/// Sets the products of a sample: one in so many of all.
/// Unit: reciprocal share of products. Not tuned: bounds the cost of the model.
inline constexpr std::int64_t predictor_share_of_products = 1024;

/// Clamps them. The first half of a sample trains the model.
/// Unit: products. Not tuned: bounds the cost of the model.
inline constexpr std::int64_t predictor_least_products = 256;
inline constexpr std::int64_t predictor_most_products = 2048;

/// Sets the histories, of twelve outcomes each, that the model tells apart.
/// Unit: histories. Not tuned: a typical two-level predictor.
inline constexpr std::size_t predictor_histories = std::size_t{1} << 12;

// Groups and chunks of rows.

/// Groups rows whose products are counted together: at least so many rows a group.
/// Unit: rows. Not tuned: no measurement on record.
inline constexpr std::int64_t one_phase_min_rows_of_group = 16;

/// Bounds the groups.
/// Unit: groups. Not tuned: no measurement on record.
inline constexpr std::int64_t one_phase_max_groups = 1024;

/// Gives a thread more than one chunk only from so many products of a chunk on.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t one_phase_min_products_of_chunk = 25'000;

/// Bounds the chunks of a thread.
/// Unit: chunks. Tuned: two threads of Zen 4.
inline constexpr std::int64_t one_phase_max_chunks_of_thread = 8;

/// Weighs an entry of A, and a row of C, when chunks are cut to equal cost.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t products_per_entry = 4;
inline constexpr std::int64_t products_per_row = 16;

// Small products, which the calling thread forms in one phase.

/// Bounds the rows and the columns of an operand.
/// Unit: rows, columns. Not tuned: no measurement on record.
inline constexpr std::int64_t small_max_order = 32'768;

/// Bounds the entries of A and B together.
/// Unit: entries. Not tuned: no measurement on record.
inline constexpr std::int64_t small_max_entries = 60'000;

/// Bounds the products; the second where there is one thread, or one entry a row of A.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t small_max_products = 9'000;
inline constexpr std::int64_t small_max_products_alone = 15'000;

/// Bounds the products of one thread where rows are long, and of any threads where rows of C are
/// long and computed in registers.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t small_max_products_of_long_rows_alone = 45'000;
inline constexpr std::int64_t small_max_products_by_registers = 250'000;

/// Counts rows as long from so many products on average.
/// Unit: products. Tuned: two threads of Zen 4.
inline constexpr std::int64_t small_long_row = 32;

/// Estimates the products before it counts them where A and B have more entries than this.
/// Unit: entries. Not tuned: no measurement on record.
inline constexpr std::int64_t small_sampled_entries = 4000;

/// Samples so many entries of A for that estimate.
/// Unit: entries. Not tuned: no measurement on record.
inline constexpr int small_samples = 64;

/// Believes this share of the estimate: numerator over denominator.
/// Unit: none. Not tuned: a guard against samples that are too high by half.
inline constexpr std::int64_t small_sample_numerator = 2;
inline constexpr std::int64_t small_sample_denominator = 3;

// Small products: the loop.

/// Computes rows of C in registers while so many elements of rows of B, zeros included, are read or
/// written for each product.
/// Unit: elements per product. Tuned: two threads of Zen 4.
inline constexpr std::int64_t small_max_elements_per_product = 16;

/// Sets the bits of single columns up to so many products of a row of C on average.
/// Unit: products per row of C. Tuned: two threads of Zen 4.
inline constexpr std::int64_t small_max_products_of_row_by_bits = 16;

/// Searches all columns for those of a row of C, without finding the first and the last, up to this
/// many columns of B.
/// Unit: columns. Tuned: two threads of Zen 4.
inline constexpr std::int64_t small_unsurveyed_columns = 1536;

/// Searches all blocks of columns that a row spans, none of them marked, from so many products per
/// block on.
/// Unit: products per block. Tuned: two threads of Zen 4.
inline constexpr std::int64_t small_min_products_per_block = 2;

/// Tests each block by a branch up to this many blocks; with more it first finds those in use.
/// Unit: blocks of columns. Tuned: two threads of Zen 4.
inline constexpr int small_max_blocks_by_branch = 8;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
