// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room one_phase.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Host: rows that are looked at to tell whether a product goes in one pass, and fewest entries of
/// A and B together. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int one_phase_samples = 64;
inline constexpr std::int64_t one_phase_min_entries = 1000;

/// Host: entries of A behind which no more of these rows are looked at, and the same as one in so
/// many of all its entries, where that is more: else a few very long rows cost more than their
/// product.
inline constexpr std::int64_t one_phase_sampled_entries = 4096;
inline constexpr std::int64_t one_phase_share_of_sampled_entries = 16;

/// Host: most products of a row on average for one pass by blocks of rows; and where at least half
/// of them are the row before, moved by one column, so that the symbolic phase hardly puts rows
/// into order. Tuned likewise.
inline constexpr std::int64_t one_phase_max_products_of_row = 50;
inline constexpr std::int64_t one_phase_max_products_of_shared_rows = 20;

/// Host: a product whose rows of more than vector_row_max_products products have more than one in
/// so many of all products does not go by blocks of rows. Tuned likewise.
inline constexpr std::int64_t one_phase_share_of_long_rows = 4;

/// Host: one pass by an array over all columns: fewest products of a row on average; of them for
/// four blocks of columns between the first and the last of a row, unless many are in long rows;
/// and most products in all, for which it asks for 0.8 GB. Tuned likewise: rows of 18 products are
/// faster by blocks; so is gemat12, of 2.9 products for four blocks of columns, by 1.7, while 4elt,
/// of 3.2, is slower by 1.1.
inline constexpr std::int64_t dense_rows_min_products_of_row = 20;
inline constexpr std::int64_t dense_rows_min_products_of_four_blocks = 3;
inline constexpr std::int64_t dense_rows_max_work = std::int64_t{1} << 26;

/// Host: products from which on C outgrows what the C library keeps, so that one pass does not pay
/// where both phases compress B; most products of a column set of B for it then, and every which
/// sampled row is looked at for that. Tuned likewise: memplus, of 9.5 million products, takes 1.18
/// times as long as by both phases; with 3.1 and 3.4 products of a column set one pass takes 0.87
/// of the time, with 4.0 0.96, with 5 to 10 up to 1.5.
inline constexpr std::int64_t dense_rows_large_work = 8'000'000;
inline constexpr double one_phase_max_products_per_set = 3.5;
inline constexpr int one_phase_rows_of_set_sample = 4;

/// Host: the same for products of more than dense_rows_max_work_of_repeated_rows of which at least
/// one row in so many repeats the columns of the row before. Tuned on two cores of an Intel Xeon
/// (Emerald Rapids), November 2026: by both phases bcsstk13 takes 0.84 of the time, ex6 0.93,
/// meshtying_Q 0.72, of 7.0 to 8.1 products of a column set; without such rows orani678, of 9.2,
/// takes 1.05 times as long, and web-indochina-2004, of 6.2, 1.5.
inline constexpr std::int64_t dense_rows_share_of_repeated_rows = 8;
inline constexpr double one_phase_max_products_per_set_of_repeated_rows = 6.5;

/// Host: the same where at least half of the rows share their columns with the row before, moved by
/// one or as they are, which both phases make use of. Tuned likewise: nine-point stencils take 0.67
/// to 1.05 times as long with 280 000 products on two threads, by the time that a line of the cache
/// takes from core to core; steam2, of 320 000 in repeated rows, takes 0.48 to 0.85 of the time.
inline constexpr std::int64_t dense_rows_min_products_of_four_blocks_of_shared_rows = 16;
inline constexpr std::int64_t dense_rows_max_work_of_shifted_rows = 200'000;
inline constexpr std::int64_t dense_rows_max_work_of_repeated_rows = 500'000;

/// Host: one pass where rows of C need not be sorted: most products of a row on average and in all,
/// and most blocks of columns between the first and the last of a row on average, whose places have
/// to stay in the second cache; the way by places where at least one row in so many has as many
/// products as the row before. Tuned on two cores of an AMD EPYC (Zen 4), November 2026, over 30
/// matrices: by places sorted rows take 1.1 to 1.6 times as long (0.95 on m133-b3_reordered, of
/// 1960 blocks; 0.6 on gen:er:262144:8, of 4000), but where rows are not alike 0.8 (delaunay_n14);
/// by list 1.05 to 1.4 there, 0.8 to 1.2 elsewhere, and 0.93 on wiki-Vote, of 420 products a row.
/// Alike or not, rows of few products go by places: 0.58 of the time on amg_bodyy5_rs_P and 0.60 on
/// USpowerGrid, of 6 and 10 products a row; bcspwr10, of 18, takes 1.13 times as long.
inline constexpr std::int64_t indexed_spa_max_products_of_row = 64;
inline constexpr std::int64_t indexed_spa_few_products_of_row = 12;
inline constexpr std::int64_t dense_spa_max_products_of_row = 256;
inline constexpr std::int64_t unsorted_max_work = std::int64_t{1} << 26;
inline constexpr std::int64_t unsorted_max_column_blocks_of_row = 1536;
inline constexpr std::int64_t unsorted_share_of_alike_rows = 4;

/// Host with AVX-512: rows that are alike go by places and are put into order behind that up to so
/// many blocks of columns between the first and the last of a row on average; unless fewer than one
/// row in so many is not the row before, moved by one column, and all are longer than
/// one_phase_max_products_of_shared_rows. Tuned on two cores of an AMD EPYC (Zen 4), November 2026,
/// over the 34 matrices whose unsorted rows go by places: 0.81 to 0.96 of the time (bodyy5 0.82,
/// amg_advection2d_air_R 0.90), orsreg_1 1.00; beyond these bounds commanche_dual (68 blocks) takes
/// 1.2, wing (750) 2.2, Chebyshev2 and amg_laplace3d_sa_A (shifted) 1.4 to 1.5 times as long.
inline constexpr std::int64_t spa_then_sort_max_column_blocks_of_row = 48;
inline constexpr std::int64_t spa_then_sort_share_of_unshifted_rows = 8;

/// Host without AVX-512: the same for all rows of up to indexed_spa_max_products_of_row products,
/// alike or not, shifted or not. Tuned on two cores of an AMD EPYC (Zen 3), November 2026, over 16
/// products: 0.45 to 0.95 of the best other way (cvxbqp1, qp_kkt_aug2dc, lp_stocfor3, orsreg_1 0.45
/// to 0.68, m133-b3_reordered, of 2006 blocks, 0.7, five- and seven-point stencils 0.69 to 0.95),
/// debian_relations 1.00; gen:er:262144:8, of 4096 blocks, 1.1. Of 150 products a row cage9 takes
/// 1.4 times as long, copter2, of 205, 0.82 of the time.
inline constexpr std::int64_t spa_then_sort_max_scattered_blocks_of_row = 3072;

/// Host: products from which on rows that are not alike go by places, too, where processors
/// foretell at least such a share of those that are the first ones at their column; most products
/// of a row on average for it. Tuned on two cores of an Intel Xeon (Emerald Rapids) and of an AMD
/// EPYC (Zen 4), November 2026: cvxbqp1 takes 0.67 of the time, of which 0.83 are foretold,
/// Franz6_id1959_aug 0.63, amg_laplace3d_sa_P 0.46 to 0.79 and ch7-8-b3_reordered 0.76, of which
/// 0.95 are; by places delaunay_n14 takes 1.6 times as long, of which 0.56 are, rgg_n_2_15_s0 1.3
/// times, of which 0.72 to 0.77 are; with 200 products a row and more copter2 1.5 times, of which
/// 0.82 are, and t2dah_e 1.3 times, of which 0.95 are.
inline constexpr std::int64_t predictor_min_work = 250'000;
inline constexpr double predictor_min_share = 0.8;
inline constexpr std::int64_t predictor_max_products_of_row = 128;

/// Host: places at which successive products are foretold, and how many of them: one of so many of
/// the whole product, at least and at most, 6 ns each, half of which are for learning; and courses
/// of twelve outcomes. With fewer products less is foretold of what many are foretold of.
inline constexpr int predictor_samples = 4;
inline constexpr std::int64_t predictor_share_of_products = 1024;
inline constexpr std::int64_t predictor_least_products = 256;
inline constexpr std::int64_t predictor_most_products = 2048;
inline constexpr std::size_t predictor_histories = std::size_t{1} << 12;

/// Host: how many times as many products may come in the end as a sample may tell: once they are
/// counted, both phases would come late. Tuned likewise, on gemat12.
inline constexpr std::int64_t one_phase_sample_tolerance = 2;

/// Host: fewest rows whose products are counted together, and most groups of them.
inline constexpr std::int64_t one_phase_min_rows_of_group = 16;
inline constexpr std::int64_t one_phase_max_groups = 1024;

/// Host: fewest products of a chunk of rows, where there is more than one a thread, and most chunks
/// of a thread. Tuned likewise: with one each lp_stocfor3 takes 1.07 times as long.
inline constexpr std::int64_t one_phase_min_products_of_chunk = 25'000;
inline constexpr std::int64_t one_phase_max_chunks_of_thread = 8;

/// Host: products that take as long as an entry of A does beside its products, and as a row of C
/// does. Tuned likewise, roughly.
inline constexpr std::int64_t products_per_entry = 4;
inline constexpr std::int64_t products_per_row = 16;

/// Host: most columns of B for one pass: each thread has an array over all of them for long rows, 9
/// bytes a column, of which 64 threads need 600 MB. Whatever their number, so that the way taken
/// does not depend on it. Not tuned.
inline constexpr std::int64_t one_phase_max_columns = std::int64_t{1} << 20;

/// Host: how many times as many products as on average a group may have for one pass; groups are
/// counted as no more than so many.
inline constexpr std::int64_t one_phase_max_unevenness = 3;
inline constexpr std::int64_t one_phase_even_groups = 16;

/// Host: how many times as many entries as a group has on average a row of A may have for one pass,
/// groups counted likewise: that is known before products are counted, which takes a tenth of the
/// time of qp_A_boyd1, whose longest row has 2.3 times as many.
inline constexpr std::int64_t one_phase_max_unevenness_of_entries = 2;

/// Host: rows, entries of A and products of a block of rows that are formed together in one pass:
/// their factors fit the second cache, and put into order 16 at a time few lanes stay empty.
inline constexpr int one_phase_block_rows = 512;
inline constexpr int one_phase_block_entries = 2048;
inline constexpr int one_phase_block_products = 4096;

/// Host: products up to which the calling thread does a whole call of spgemm in one pass. Tuned on
/// two cores of an AMD EPYC (Zen 4), calls of other libraries in between: chunks of rows on two
/// threads take 0.42 to 0.9 of the time from 9000 products on, twice the time at 7000.
inline constexpr std::int64_t small_max_products = 9'000;

/// Host: the same for products where it is the only thread, or where rows of A have one entry on
/// average, so that rows of B are just multiplied; and for those of a single thread where rows have
/// so many products on average. Tuned likewise: chunks take 1.3 times as long for 13 800 products
/// of single entries, 1.13 times on one thread for 42 000 in long rows.
inline constexpr std::int64_t small_max_products_alone = 15'000;
inline constexpr std::int64_t small_max_products_of_long_rows_alone = 45'000;
inline constexpr std::int64_t small_long_row = 32;

/// Host: the same where rows of C have small_long_row products on average and are computed in
/// registers, whatever the number of threads. Tuned on two cores of an AMD EPYC (Zen 4), November
/// 2026: they take 0.2 to 0.8 ns a product, by two threads in any other way 0.6 to 10.
inline constexpr std::int64_t small_max_products_by_registers = 250'000;

/// Host: rows or columns of an operand, and entries of A and B together, for all of these.
inline constexpr std::int64_t small_max_order = 32'768;
inline constexpr std::int64_t small_max_entries = 60'000;

/// Host: entries of A and B together from which on so many entries of A tell the products roughly,
/// before all of them are counted. Units: entries, entries.
inline constexpr std::int64_t small_sampled_entries = 4000;
inline constexpr int small_samples = 64;

/// Host: where B has few columns, products for each of its rows from which on it pays to make bits
/// of their columns first, and products for each row of C up to which columns are taken one by one
/// as bits. Tuned likewise: 1.25 times the speed of marks with 28 products for a row of B, 0.88
/// with one; one by one 1.2 to 1.5 times with up to 9 for a row of C, 0.95 to 1.1 with 16 to 25.
inline constexpr std::int64_t small_min_products_per_bitmap_of_b = 4;
inline constexpr std::int64_t small_max_products_of_row_by_bits = 16;

/// Host: blocks of columns up to which a branch for each is better than to find those in use first.
/// Tuned likewise: with 13 blocks and more finding them has 1.1 to 1.25 times the speed where calls
/// of other libraries come in between, with fewer 0.93.
inline constexpr int small_max_blocks_by_branch = 8;

/// Host: columns of B up to which the columns of a row of C are looked for among all of them in one
/// pass. Tuned likewise: beyond 2000 that takes longer than to find the first and the last.
inline constexpr std::int64_t small_unsurveyed_columns = 1536;

/// Host: products of a row for each block of columns between its first and its last from which on
/// all these blocks are looked at in one pass, none of them marked. Tuned likewise.
inline constexpr std::int64_t small_min_products_per_block = 2;

/// Host: where B has few columns, elements of its rows, entries or not, that are written or read
/// for each product up to which rows of C are computed in registers. Tuned likewise: 1.2 to 3 times
/// the speed below 12, 0.95 at 32.
inline constexpr std::int64_t small_max_elements_per_product = 16;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
