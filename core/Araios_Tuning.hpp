// SPDX-License-Identifier: BSD-3-Clause
// Every threshold of the library, with its unit, its source and where it was tuned.
#pragma once

#include <cstddef>
#include <cstdint>

namespace araios::tuning {

/// Share of the work that compressed work may keep for compression to pay.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.2 (more than 15 % must be saved).
inline constexpr double compression_cutoff = 0.85;

/// Columns in one column set of a compressed row. Source: the same, §3.2.
inline constexpr int columns_per_block = 32;

/// Host: dense accumulators below this many keys, hash maps from it on.
/// Source: the same, §3.3 (k < 250 000).
inline constexpr std::int64_t dense_max_keys = 250'000;

/// Host: the pattern of C is recorded where there are at least so many products for each element of
/// the arrays over all columns, one for each thread. Tuned on two cores of an Intel Xeon, over 143
/// products: a first product is then within 10 % of the best other method in 94 % of them.
inline constexpr std::int64_t recording_min_products_per_column = 2;

/// Host: columns of C that a thread takes at once to record its rows in, until there are
/// recording_pieces_per_thread of them. Unit: columns.
inline constexpr std::int64_t recording_max_piece_columns = 64 * 1024;
inline constexpr std::int64_t recording_pieces_per_thread = 16;

/// Host: rows with equal columns, or columns moved by one from row to row, that are filled
/// together, where at least one row in rows_together_share goes with the row before. Tuned on two
/// cores of an AMD EPYC (Zen 4).
inline constexpr int lanes_of_rows = 4;
inline constexpr std::int64_t rows_together_share = 8;

/// Host: products of a row on average from which on rows whose columns are moved by one are summed
/// together at their destinations. Unit: products. Tuned on two cores of an AMD EPYC (Zen 4): with
/// 9 repeated products take 0.77 to 0.88 of the time, with 4.5 (luxembourg_osm) 1.08.
inline constexpr std::int64_t shifted_rows_min_products = 8;

/// Host: rows that are looked at to tell whether a pattern has many that are the row before, moved
/// by one column, and how many of them have to be.
inline constexpr int shifted_rows_samples = 128;
inline constexpr int shifted_rows_min_found = 64;

/// Host: B counts as scattered where compressed work keeps more than this share of the work and B
/// has at least so many columns: the column sets of a short row are then put into order by
/// counting, not in a bitmap. Tuned on two cores of an AMD EPYC (Zen 4): on uniformly random
/// columns half the time; narrower or more regular patterns lose by it.
inline constexpr double scattered_compression = 0.95;
inline constexpr std::int64_t scattered_min_columns = 65'536;

/// Host: most products of a row whose columns are put into order as they are, without column sets:
/// by counting, and by vectors, a lane for each row. Tuned on two cores of an Intel Xeon.
inline constexpr int short_row_max_products = 32;
inline constexpr int vector_row_max_products = 128;

/// Host: most rows that wait with the row whose columns they share until that is put into order.
/// Tuned on two cores of an AMD EPYC (Zen 4): without a bound their records leave the cache.
inline constexpr int vector_row_max_followers = 64;

/// Host: rows that are looked at to tell whether a product goes in one pass, and fewest entries of
/// A and B together. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int one_pass_samples = 64;
inline constexpr std::int64_t one_pass_min_entries = 1000;

/// Host: most products of a row on average for one pass by blocks of rows; and where at least half
/// of them are the row before, moved by one column, so that the symbolic phase hardly puts rows
/// into order. Tuned likewise.
inline constexpr std::int64_t one_pass_max_products_of_row = 50;
inline constexpr std::int64_t one_pass_max_products_of_shared_rows = 20;

/// Host without AVX-512: the same where rows of up to short_row_max_products products are put into
/// order by counting. Tuned on two cores of an AMD EPYC (Zen 4): with 16 products a row
/// mc2depi_structure takes 1.35 times as long as by both phases.
inline constexpr std::int64_t counted_max_products_of_shared_rows = 8;

/// Host: a product whose rows of more than vector_row_max_products products have more than one in
/// so many of all products does not go by blocks of rows. Tuned likewise.
inline constexpr std::int64_t one_pass_share_of_long_rows = 4;

/// Host: one pass by an array over all columns: fewest products of a row on average; of them for
/// four blocks of columns between the first and the last of a row, unless many are in long rows;
/// and most products in all, for which it asks for 0.8 GB. Tuned likewise: rows of 18 products are
/// faster by blocks; so is gemat12, of 2.9 products for four blocks of columns, by 1.7, while 4elt,
/// of 3.2, is slower by 1.1.
inline constexpr std::int64_t by_columns_min_products_of_row = 20;
inline constexpr std::int64_t by_columns_min_products_of_four_blocks = 3;
inline constexpr std::int64_t by_columns_max_work = std::int64_t{1} << 26;

/// Host: products from which on C outgrows what the C library keeps, so that one pass does not pay
/// where both phases compress B; most products of a column set of B for it then, and every which
/// sampled row is looked at for that. Tuned likewise: memplus, of 9.5 million products, takes 1.18
/// times as long as by both phases; with 3.1 and 3.4 products of a column set one pass takes 0.87
/// of the time, with 4.0 0.96, with 5 to 10 up to 1.5.
inline constexpr std::int64_t by_columns_large_work = 8'000'000;
inline constexpr double one_pass_max_products_per_set = 3.5;
inline constexpr int one_pass_rows_of_set_sample = 4;

/// Host: the same where at least half of the rows share their columns with the row before, moved by
/// one or as they are, which both phases make use of. Tuned likewise: nine-point stencils take 0.67
/// to 1.05 times as long with 280 000 products on two threads, by the time that a line of the cache
/// takes from core to core; steam2, of 320 000 in repeated rows, takes 0.48 to 0.85 of the time.
inline constexpr std::int64_t by_columns_min_products_of_four_blocks_of_shared_rows = 16;
inline constexpr std::int64_t by_columns_max_work_of_shifted_rows = 200'000;
inline constexpr std::int64_t by_columns_max_work_of_repeated_rows = 500'000;

/// Host: one pass where rows of C need not be sorted: most products of a row on average and in all,
/// and most blocks of columns between the first and the last of a row on average, whose places have
/// to stay in the second cache; the way by places where at least one row in so many has as many
/// products as the row before. Tuned on two cores of an AMD EPYC (Zen 4), November 2026, over 30
/// matrices: by places sorted rows take 1.1 to 1.6 times as long (0.95 on m133-b3_reordered, of
/// 1960 blocks; 0.6 on gen:er:262144:8, of 4000), but where rows are not alike 0.8 (delaunay_n14);
/// by list 1.05 to 1.4 there, 0.8 to 1.2 elsewhere, and 0.93 on wiki-Vote, of 420 products a row.
inline constexpr std::int64_t by_places_max_products_of_row = 64;
inline constexpr std::int64_t by_list_max_products_of_row = 256;
inline constexpr std::int64_t unsorted_max_work = std::int64_t{1} << 26;
inline constexpr std::int64_t unsorted_max_column_blocks_of_row = 1536;
inline constexpr std::int64_t unsorted_share_of_alike_rows = 4;

/// Host: how many times as many products may come in the end as a sample may tell: once they are
/// counted, both phases would come late. Tuned likewise, on gemat12.
inline constexpr std::int64_t one_pass_sample_tolerance = 2;

/// Host: fewest rows whose products are counted together, and most groups of them.
inline constexpr std::int64_t one_pass_min_rows_of_group = 16;
inline constexpr std::int64_t one_pass_max_groups = 1024;

/// Host: fewest products of a chunk of rows, where there is more than one a thread, and most chunks
/// of a thread. Tuned likewise: with one each lp_stocfor3 takes 1.07 times as long.
inline constexpr std::int64_t one_pass_min_products_of_chunk = 25'000;
inline constexpr std::int64_t one_pass_max_chunks_of_thread = 8;

/// Host: products that take as long as an entry of A does beside its products, and as a row of C
/// does. Tuned likewise, roughly.
inline constexpr std::int64_t products_per_entry = 4;
inline constexpr std::int64_t products_per_row = 16;

/// Host: most columns of B for one pass: each thread has an array over all of them for long rows, 9
/// bytes a column, of which 64 threads need 600 MB. Whatever their number, so that the way taken
/// does not depend on it. Not tuned.
inline constexpr std::int64_t one_pass_max_columns = std::int64_t{1} << 20;

/// Host: how many times as many products as on average a group may have for one pass; groups are
/// counted as no more than so many.
inline constexpr std::int64_t one_pass_max_unevenness = 3;
inline constexpr std::int64_t one_pass_even_groups = 16;

/// Host: rows, entries of A and products of a block of rows that are formed together in one pass:
/// their factors fit the second cache, and put into order 16 at a time few lanes stay empty.
inline constexpr int one_pass_block_rows = 512;
inline constexpr int one_pass_block_entries = 2048;
inline constexpr int one_pass_block_products = 4096;

/// Host: most column sets of a row that are put into order by counting. Tuned likewise.
inline constexpr int scattered_row_max_sets = 128;

/// Host: entries of A by which rows of B are fetched before they are multiplied. Tuned likewise.
inline constexpr int prefetched_entries = 16;

/// Host: bytes of what is read of B from which on that is done; below, it takes a tenth of the time
/// for nothing. Tuned on two cores of an AMD EPYC (Zen 4), whose second cache has as many.
inline constexpr std::size_t prefetched_min_bytes = std::size_t{1} << 20;

/// Host: bytes of C from which on one pass copies entries to it past the caches. Tuned on two cores
/// of an AMD EPYC (Zen 4), whose third cache has as many: with 19 MB and less it gains nothing.
inline constexpr std::size_t past_caches_min_bytes = std::size_t{32} << 20;

/// Host: memory of at least so many bytes is to lie in large pages (2 MiB on x86-64). Not tuned:
/// the C library hands smaller blocks out again, whose pages are there.
inline constexpr std::size_t huge_pages_min_bytes = std::size_t{8} << 20;

/// Host: bytes of a large page. Not tuned: those of x86-64; smaller pages are touched in part.
inline constexpr std::int64_t huge_page_bytes = std::int64_t{2} << 20;

/// Hash begins per entry of a row's capacity, before rounding up to a power of two.
/// Tuned on two cores of an AMD EPYC (Zen 4): against 1, long rows gain up to a quarter.
inline constexpr int hash_scale = 2;

/// Linear probing: share of the slots in use from which new keys go to the second level.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1.2 (slow above 50 %).
inline constexpr double max_occupancy = 0.5;

/// Host: teams that each thread gets on average, so that a dynamic schedule can even out rows.
/// Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int host_teams_per_thread = 64;

/// Host: most rows of one team. Unit: rows. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int host_max_rows_per_team = 256;

/// Host: a row is sorted through a bitmap of its key range while the bitmap has at most
/// size · ⌈log2 size⌉ / sort_keys_per_word words of 64 keys, otherwise by comparison.
/// Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int sort_keys_per_word = 2;

/// Host: longest row that is sorted by counting the smaller keys of each key. Unit: entries.
/// Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int sort_by_counting_max = 64;

/// Device: rows that one owner works on. Unit: rows. From the paper's team work sizes.
inline constexpr int device_rows_per_owner = 4;

/// Device: lanes of one team, over all its threads. Source: the same, §2 (teams of 4 to 64
/// threads).
inline constexpr int device_lanes_per_team = 256;

/// Device: most lanes of one team whose rows need more scratch than usual. Source: the same, §3.3.
inline constexpr int device_max_lanes_per_team = 512;

/// Device: fewest lanes of one team that owns a row: a team below it leaves lanes idle.
inline constexpr int device_min_lanes_per_team = 32;

/// Device: scratch of one team for first-level accumulators. Unit: bytes. Source: the same, §3.3.
inline constexpr std::size_t device_scratch_bytes_per_team = 16 * 1024;

/// Device: most scratch of one team, for long rows. Unit: bytes. Source: the same, §3.3.
inline constexpr std::size_t device_max_scratch_bytes_per_team = 32 * 1024;

/// Device: mean work of a row from which kklp replaces kkmem. Unit: products. Source: the same,
/// §3.3.
inline constexpr std::int64_t device_kklp_min_row_work = 256;

/// Products that are taken for one entry of C before its size is known. Source: the same, §3.3.
inline constexpr std::int64_t assumed_compression_factor = 8;

/// Bytes that an entry of C takes in a first-level accumulator, for choosing its scratch: keys of
/// four and values of eight bytes, with hash_scale begins or max_occupancy.
inline constexpr std::size_t linked_list_bytes_per_entry = 24;
inline constexpr std::size_t linear_probing_bytes_per_entry = 32;

/// Device: most bytes of the memory pool, however many owners there are; beyond it owners wait.
inline constexpr std::size_t device_max_pool_bytes = std::size_t{1} << 30;

/// Device, rows by bins: rows of B that one lane merges, and how many with more registers. Unit:
/// rows. Tuned on one H200.
inline constexpr int lane_merge_few_rows = 8;
inline constexpr int lane_merge_more_rows = 16;

/// Device, rows by bins: products of rows of C that one lane merges are at most so many times those
/// of a row of mean length, since a lane takes half a microsecond for each column, whatever the
/// others do; for few rows of B at least the first and at most the second of these numbers, and for
/// more rows none below the third and at most the fourth. A device that could hold so many times
/// the rows has too few lanes at work to hide their waits: no lane has more than the least then.
/// Units: times, products, times. Tuned on one H200.
inline constexpr double lane_merge_mean_rows = 2;
inline constexpr int lane_merge_least_products = 32;
inline constexpr int lane_merge_few_products = 64;
inline constexpr int lane_merge_least_products_of_more_rows = 64;
inline constexpr int lane_merge_more_products = 256;
inline constexpr int lane_merge_idle_lanes = 16;

/// Device, rows by bins: entries of each lane that merges which are written together.
inline constexpr int lane_merge_window = 16;

/// Device, rows by bins: most products of a row that are compared with one another. Unit: products.
/// Tuned on one H200.
inline constexpr int few_products_max = 32;

/// Device, rows by bins: most products of a row that a thread owns. Unit: products.
/// Tuned on one H200.
inline constexpr int thread_max_row_work = 8192;

/// Device, rows by bins: entries of a row of A up to which a thread walks them one by one; beyond
/// the first bound only where rows of B have thread_min_length_of_b entries on average, since each
/// takes the time of one memory access at least. Unit: entries. Tuned on one H200.
inline constexpr int thread_max_length_of_a = 64;
inline constexpr int thread_max_length_of_a_with_long_b = 160;
inline constexpr int thread_min_length_of_b = 32;

/// Device, rows by bins: entries of A that a lane looks up at once while it bounds a row, how many
/// a lane shall have on average, how many of a row for each lane of its thread beyond which several
/// lanes of the team bound it, then more of them, and then all. Unit: entries. The third tuned on
/// one H200, by 16 and 32.
inline constexpr int binning_entries_at_once = 4;
inline constexpr int binning_mean_entries_per_lane = 8;
inline constexpr int binning_max_entries_per_lane = 32;
inline constexpr int binning_longest_row_of_few_parts = 128;
inline constexpr int binning_longest_row_of_parts = 2048;

/// Device, rows by bins: entries of a row of A beyond which all teams bound it, entries of the part
/// that one of them takes at a time, and how many such rows there may be: others are bounded by
/// their team. Not tuned.
inline constexpr int binning_longest_row_of_team = 8192;
inline constexpr int binning_entries_of_published_part = 4096;
inline constexpr int binning_most_published_rows = 32;

/// Device, rows by bins, symbolic phase: upper bounds of the row size up to which rows are probed,
/// by teams beyond the second, where they have more words than the bitmap of a thread. Tuned on one
/// H200.
inline constexpr int short_probing_max_capacity = 64;
inline constexpr int probing_max_capacity = 256;
inline constexpr int team_probing_max_capacity = 2048;

/// Device, rows by bins, symbolic phase: words of the bitmap of a thread. Tuned on one H200.
inline constexpr int symbolic_short_bitmap_max_words = 256;
inline constexpr int symbolic_bitmap_max_words = 1024;

/// Device, rows by bins, numeric phase: row sizes up to which rows are probed: the first always,
/// the second where the bitmap does not fit a thread, the third, by teams, where its words are many
/// for its keys. Unit: entries. Tuned on one H200.
inline constexpr int short_probing_max_keys = 32;
inline constexpr int probing_max_keys = 128;
inline constexpr int team_probing_max_keys = 1024;

/// Device, rows by bins, numeric phase: scratch of a thread that ranks a bitmap, and most words of
/// it for each key. Unit: bytes, words. Tuned on one H200.
inline constexpr int numeric_short_bitmap_max_bytes = 4096;
inline constexpr int numeric_bitmap_max_bytes = 12288;
inline constexpr int bitmap_max_words_per_key = 3;

/// Device, rows by bins, numeric phase: scratch of a team that keeps values beside its bitmap, and
/// most products of a row for each of its keys; beyond them values accumulate in C, where more
/// teams run at once and additions to one key do not wait for each other. Unit: bytes, products.
/// Tuned on one H200.
inline constexpr std::int64_t team_bitmap_max_bytes = 13 * 1024;
inline constexpr int team_bitmap_max_products_per_key = 256;

/// The scratch where rows have so many products for each column of C on average: the others have
/// few products for each key, or too many, whose additions wait for each other. Unit: bytes,
/// products. Tuned on one H200: gen:er:3000:100 (3.3 products) takes 0.74 of the time,
/// facebook_MIT8 (1.9) 0.85; musae_crocodile (1.1) would take 1.03 times, orani678 (0.8) 1.1 times.
inline constexpr std::int64_t full_rows_bitmap_max_bytes = 46 * 1024;
inline constexpr double full_rows_min_products_per_column = 1.5;
inline constexpr double full_rows_max_products_per_column = 16;

/// Device, rows by bins: most rows of one leader, itself among them, how many of them accumulate
/// values at the same time, and the share of all rows from which on twins are handled together: one
/// in so many. Unit: rows. Not tuned; used on one H200.
inline constexpr int twin_rows_of_leader = 12;
inline constexpr int twin_rows_at_once = 3;
inline constexpr int twin_share_of_rows = 4;

/// Device, rows by bins: products that a lane reads before it uses the first, in the bitmap of a
/// thread, in that of twins, and in that of a team. Tuned on one H200.
inline constexpr int thread_bitmap_batch = 2;
inline constexpr int twin_bitmap_batch = 3;
inline constexpr int team_bitmap_batch = 4;

/// Device, rows by bins: words of the window of a team that ranks a bitmap. Tuned on one H200.
inline constexpr int bitmap_window_words = 2048;

/// Device, rows by bins: lanes of a team whose threads own rows; least and most of one that owns a
/// row by a bitmap, and by probing. Tuned on one H200.
inline constexpr int bin_lanes_of_threads = 64;
inline constexpr int bitmap_min_lanes_of_team = 256;
inline constexpr int bitmap_max_lanes_of_team = 512;
inline constexpr int probing_min_lanes_of_team = 64;
inline constexpr int probing_max_lanes_of_team = 256;

/// Device, rows by bins: the rows of a bin of threads go to teams while these need at most so many
/// times the lanes that the device has: once, and where a thread takes much scratch twice. Tuned on
/// one H200: astro-ph 1.15 to 1.2 times the speed, where bitmaps took little scratch 0.92.
inline constexpr int idle_lanes_rounds = 1;
inline constexpr int idle_lanes_rounds_of_bitmap = 2;

/// Device, rows by bins: how many times the lanes for the rows of a bin a device must have for them
/// to share the launch of another bin.
inline constexpr int shared_launch_idle_lanes = 32;

/// Device, rows by bins: fewest bins that run side by side. Tuned on one H200, by 2 and 3: bcsstk33
/// 1.2, 13 others 0.96 to 1.06 without a tendency.
inline constexpr int bins_side_by_side_min = 2;

/// Device, replay: entries of C whose products are counted from a common first one.
inline constexpr std::int64_t replay_block_entries = 64;

/// Device, replay: most products of an entry of C that one lane adds up. Tuned on one H200. Where
/// an entry has more, and entries of more than a lower bound need no more lanes than so many
/// percent of all others, that bound: bounds of 16 and 32 took 0.92 of the time on debian_relations
/// (8 and 2 percent) and 0.99 on wiki-Vote (33 and 4), but 1.2 and 1.05 on astro-ph (114 and 47).
/// Units: products, percent.
inline constexpr std::int64_t replay_heavy_entry = 64;
inline constexpr std::int64_t replay_less_heavy_entry = 32;
inline constexpr std::int64_t replay_least_heavy_entry = 16;
inline constexpr std::int64_t replay_heavy_lanes_percent = 10;

/// Device, replay: lanes that add up a heavier entry, or a part of it, the lanes of their team, the
/// heaviest entry that so few add up, in products, and the products of a part: where any entry is
/// heavier, all are cut into parts. Tuned on one H200: entries of 93 000 products take 1.03 times
/// the time with parts of 256 products, 1.05 with 1024, 1.17 with 2048, and 1.2 with a team for
/// each entry in a launch beside the other entries. Teams of 256 lanes take 1.02 to 1.06 times that
/// of teams of 128.
inline constexpr int replay_lanes_of_heavy_entry = 32;
inline constexpr int replay_lanes_of_team = 128;
inline constexpr std::int64_t replay_heaviest_entry_of_thread = 4096;
inline constexpr std::int64_t replay_products_of_part = 512;

/// Device, replay: share of rows that are twins and number of products from which on bins take less
/// time. Units: percent, products. Tuned on one H200, bins and replay in ms: cant 0.79 and 1.03,
/// elasticity 0.21 and 0.28, brick3d:32 1.62 and 2.02, two thirds of each twins; but bcsstk33, half
/// of it, 0.33 and 0.18, and bcsstk16 of 19 million products 0.13 and 0.09.
inline constexpr std::int64_t replay_outrun_twins_percent = 60;
inline constexpr std::int64_t replay_outrun_min_work = 40'000'000;

/// Device, replay: most products of an entry on average for which a lane takes two entries, and how
/// many entries there must be for each lane that the device has. Tuned on one H200: one entry a
/// lane takes 1.1 to 1.2 times as long where the mean is 1 to 2, two of them 1.03 to 1.25 times
/// where it is 2.4 to 16.
inline constexpr double replay_pairs_max_mean = 2;
inline constexpr int replay_pairs_min_entries_of_lane = 4;

/// Device, replay: products that a lane adds without a branch between them, a power of two.
/// Tuned on one H200.
inline constexpr unsigned replay_batch = 8;

/// Device: turns whose sizes of rows are added up together while teams sort rows into bins.
inline constexpr int binning_turns_per_group = 64;

/// Device: most rows of a team that sorts rows into bins; and, where such teams wait for each
/// other, how many a device could hold for each of them if they took no registers. Tuned on one
/// H200.
inline constexpr int binning_max_rows_per_team = 1024;
inline constexpr int binning_slots_per_waiting_team = 2;

/// Device: products of the longest row from which rows that teams own are shared by several teams
/// each, if there are lanes for at least so many; lanes of such a team, most teams of a row, and
/// what the bitmaps of such rows may take together. Units: products, teams, lanes, teams, bytes.
/// Tuned on one H200: by two teams orani678 takes 1.4 times as long.
inline constexpr std::int64_t shared_row_min_work = 1 << 16;
inline constexpr int shared_row_min_teams = 8;
inline constexpr int shared_row_lanes_of_team = 256;
inline constexpr int shared_row_max_teams = 256;
inline constexpr std::size_t shared_rows_max_bytes = std::size_t{64} << 20;

/// RBSparse: products that are expected for each slot of a row's table, the spread of work up to
/// which all rows get tables of one size (variance over mean), and the slots of the smallest and of
/// the largest table. Source: Tang, Zhao, Huang, Dai 2019, §4.3, §4.4.
inline constexpr double rbsparse_products_per_slot = 3.14159265358979323846;
inline constexpr double rbsparse_balanced_spread = 0.5;
inline constexpr int rbsparse_least_slots = 32;
inline constexpr int rbsparse_most_slots = 2048;

/// RBSparse, device: slots for each lane of the team that owns a row, down to
/// device_min_lanes_per_team and up to device_lanes_per_team lanes.
inline constexpr int rbsparse_slots_per_lane = 4;

/// bhSPARSE: keys that the buffers of merged rows hold at first; they double until the longest row
/// fits.
inline constexpr int bhsparse_first_buffer = 1024;

/// bhSPARSE, device: products of a row up to which a thread merges it; longer ones have a team, the
/// larger the fewer they are. Tuned on one H200: with teams for all rows of 5000 products matrices
/// of many such rows took three times as long.
inline constexpr int bhsparse_most_merged_by_thread = 8192;

/// Host: what one core takes from another at once. Unit: bytes.
inline constexpr std::size_t host_cache_line = 64;

/// Host: steps of the merge path of SpMV in one share, until there are spmv_host_max_shares of
/// them. Rows of more entries are summed in parts, one for each share.
inline constexpr std::int64_t spmv_host_steps_per_share = 1024;

/// Host: most shares of one merge path.
inline constexpr int spmv_host_max_shares = 1024;

/// Host: fewest shares of a merge path that threads walk together: so many threads have some.
inline constexpr int spmv_host_least_shares = 16;

/// Host: elements of a loop up to which the calling thread runs it alone. Tuned on two cores of an
/// Intel Xeon, where a launch takes 2 to 4 µs.
inline constexpr std::int64_t host_steps_without_launch = 4000;

/// Host: products, rows and columns together, and entries of A and B together, up to which the
/// calling thread does a whole product alone. Tuned on two cores of an Intel Xeon.
inline constexpr std::int64_t host_small_product_steps = 15'000;

/// Host: products, rows or columns of an operand, and entries of A and B together, up to which the
/// calling thread does a whole call of spgemm in one pass. Tuned on two cores of an AMD EPYC (Zen
/// 4), calls of other libraries in between: chunks of rows on two threads take 0.42 to 0.9 of the
/// time from 9000 products on, twice the time at 7000.
inline constexpr std::int64_t at_once_max_products = 9'000;

/// Host: the same for products where it is the only thread, or where rows of A have one entry on
/// average, so that rows of B are just multiplied; and for those of a single thread where rows have
/// so many products on average. Tuned likewise: chunks take 1.3 times as long for 13 800 products
/// of single entries, 1.13 times on one thread for 42 000 in long rows.
inline constexpr std::int64_t at_once_max_products_alone = 15'000;
inline constexpr std::int64_t at_once_max_products_of_long_rows_alone = 45'000;
inline constexpr std::int64_t at_once_long_row = 32;
inline constexpr std::int64_t at_once_max_order = 32'768;
inline constexpr std::int64_t at_once_max_entries = 60'000;

/// Host: entries of A and B together from which on so many entries of A tell the products roughly,
/// before all of them are counted. Units: entries, entries.
inline constexpr std::int64_t at_once_sampled_entries = 4000;
inline constexpr int at_once_samples = 64;

/// Host: where B has few columns, products for each of its rows from which on it pays to make bits
/// of their columns first, and products for each row of C up to which columns are taken one by one
/// as bits. Tuned likewise: 1.25 times the speed of marks with 28 products for a row of B, 0.88
/// with one; one by one 1.2 to 1.5 times with up to 9 for a row of C, 0.95 to 1.1 with 16 to 25.
inline constexpr std::int64_t at_once_products_per_row_of_bits = 4;
inline constexpr std::int64_t at_once_max_products_of_row_by_bits = 16;

/// Host: blocks of columns up to which a branch for each is better than to find those in use first.
/// Tuned likewise: with 13 blocks and more finding them has 1.1 to 1.25 times the speed where calls
/// of other libraries come in between, with fewer 0.93.
inline constexpr int at_once_few_blocks = 8;

/// Host: columns of B up to which the columns of a row of C are looked for among all of them in one
/// pass. Tuned likewise: beyond 2000 that takes longer than to find the first and the last.
inline constexpr std::int64_t at_once_unsurveyed_columns = 1536;

/// Host: products of a row for each block of columns between its first and its last from which on
/// all these blocks are looked at in one pass, none of them marked. Tuned likewise.
inline constexpr std::int64_t at_once_products_per_block = 2;

/// Host: where B has few columns, elements of its rows, entries or not, that are written or read
/// for each product up to which rows of C are computed in registers. Tuned likewise: 1.2 to 3 times
/// the speed below 12, 0.95 at 32.
inline constexpr std::int64_t at_once_elements_per_product = 16;

/// Host: products up to which rows are shared out in equal parts, one a thread. Tuned on two cores
/// of an AMD EPYC (Zen 4): on demand, first products of up to 100 000 take up to 1.3 times as long,
/// repeated ones up to 1.6 times; above 300 000, equal shares take up to 1.4 times as long.
inline constexpr std::int64_t host_shared_out_products = 150'000;

/// Host: steps of a merge path that another thread walks while the calling thread still returns
/// from waking it, and again before the calling thread may go on, both by a system call of libgomp
/// where it comes last. Tuned on two cores of an AMD EPYC (Zen 4): paths of 5000 steps take 0.92 to
/// 0.99 of the time with 150 to 450, those of 8000 to 16 000 as long with 200, 1.02 to 1.05 times
/// with 600.
inline constexpr std::int64_t spmv_host_steps_ahead_of_caller = 200;

/// Host: steps of a merge path that the calling thread walks alone. Tuned on two cores of an AMD
/// EPYC (Zen 4), where a step takes half a nanosecond and a launch 0.5 µs while a line of the cache
/// takes 50 ns from core to core: on two threads paths of 3500 steps take 1.1 times as long, those
/// of 4700 to 5000 steps 0.75 of the time; where a line takes 240 ns, these take 1.2 to 1.4 times
/// as long.
inline constexpr std::int64_t spmv_host_steps_of_one_thread = 4000;

/// Host: rows from this length on are summed in parts. Unit: entries.
/// Tuned on two cores of an AMD EPYC (Zen 4): twice as fast on rows of 60 entries in cache.
inline constexpr int spmv_host_long_row = 8;

/// Host: average length of the rows of a group from which they are summed by vectors that take
/// elements of x by single loads, where the processor may learn the lengths. Unit: entries. Tuned
/// on two cores of an AMD EPYC (Zen 4).
inline constexpr int spmv_host_vector_row = 6;

/// Host: successive rows that SpMV sums in one way, and most entries of all together. Units: rows,
/// entries. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int spmv_host_rows_of_group = 8;
inline constexpr std::int64_t spmv_host_entries_of_group = 1024;

/// Host: groups whose ways are found before the first of them is summed. With 256 even rows take as
/// long. Tuned on two cores of an AMD EPYC (Zen 4).
inline constexpr int spmv_host_groups_at_once = 64;

/// Host: matrices of fewer rows may have their branches learned by the processor when they are
/// multiplied again and again; in others a row whose end is mispredicted takes longer than entries
/// that are multiplied for nothing. Unit: rows. Tuned on two cores of an AMD EPYC (Zen 4): with
/// 9000 matrices of 11 000 rows take up to 1.3 times as long, with 20 000 those of 17 000 up to 1.4
/// times.
inline constexpr int spmv_host_learnable_rows = 12'000;

/// Host: the same for matrices of more rows whose merge path has fewer steps, of which each thread
/// has a part to learn. Unit: steps. Tuned on two cores of an AMD EPYC (Zen 4): on two threads
/// matrices of 14 000 to 27 000 rows and 65 000 to 227 000 steps take 0.88 to 1.02 of the time; on
/// one those of more than 200 000 up to 1.16 times as long.
inline constexpr std::int64_t spmv_host_learnable_steps = 230'000;

/// Host: fewest entries of a group of spmv_host_rows_of_group rows, none longer than `length`, that
/// are summed as if all were as long, where the processor may learn the lengths. Tuned on two cores
/// of an AMD EPYC (Zen 4): twelve entries more have 0.99 of the speed, 68 less 0.95.
constexpr int spmv_host_least_filling(int length) { return 6 * length - 12; }

/// Host: whether a gather of vector lanes takes less time than the loads that it stands for. Tuned
/// on two cores each of an Intel Xeon, where it does, and of an AMD EPYC (Zen 4): there SpMV by
/// gathers has 0.7 of the speed of plain loops.
#if defined(__znver1__) || defined(__znver2__) || defined(__znver3__) || defined(__znver4__) || \
    defined(__znver5__)
inline constexpr bool host_gathers_pay = false;
#else
inline constexpr bool host_gathers_pay = true;
#endif

/// Device: threads of a team that walks one tile of the merge path of SpMV, and steps of each.
/// Odd steps spread the threads' reads over the banks of scratch. Tuned on one H200.
inline constexpr int spmv_device_threads_per_tile = 64;
inline constexpr int spmv_device_steps_per_thread = 11;

/// Device: teams that a multiprocessor is to hold at once, where it can: compilers else take more
/// registers. Tuned on one H200, which then has 72 registers a thread, just enough, and 16 KiB of
/// scratch a team.
inline constexpr int spmv_device_least_teams = 14;

/// Device: threads of a team that search for the ends of its tile; more issue instructions in vain.
/// An even number. Tuned on one H200.
inline constexpr int spmv_device_searching_threads = 32;

/// Device: most lanes that add up one row of a tile, and how many times their even share of a tile
/// a row may be long for it. Tuned on one H200.
inline constexpr int spmv_device_lanes_of_row = 32;
inline constexpr int spmv_device_long_row_factor = 4;

/// Device: of the steps that a team of SpMV has room for, how many lie behind its tile: it takes
/// them to complete the row at its end. Longer rows are added up by parts. Tuned on one H200.
inline constexpr int spmv_device_steps_behind_tile = 128;

/// Device: successive tiles of a very long row that are counted and added up for themselves, and
/// the fewest such groups of a row: on one H200 two groups take 1.09 times as long as one count.
inline constexpr int spmv_device_tiles_of_group = 64;
inline constexpr int spmv_device_least_groups = 8;

/// Device: row ends, sums that other threads carry out, and sums of the threads of a team that a
/// thread reads at once. The second tuned on one H200.
inline constexpr int spmv_device_row_ends_at_once = 4;
inline constexpr int spmv_device_carries_at_once = 8;
inline constexpr int spmv_device_sums_at_once = 8;

/// Rows of a group of GroupedCoo where the caller does not say. Tuned on one H200: at 98 to 99.5 %
/// of zeros two rows are slower by up to a seventh, eight by a quarter.
inline constexpr int grouped_coo_rows_per_group = 4;

/// Host: columns of B that SpMM multiplies at once, so that their rows stay in cache; and of a B in
/// column-major order, which are copied together first. Unit: columns.
inline constexpr int spmm_host_columns_per_block = 64;
inline constexpr int spmm_host_columns_per_packed_block = 16;

/// Host: a row of B in column-major order that fewer entries of A read on average is not copied.
/// Unit: entries.
inline constexpr int spmm_host_least_reads_to_pack = 12;

/// Host: columns of B that are multiplied at once as they lie.
inline constexpr int spmm_host_columns_as_they_lie = 4;

/// Host: bytes of a row of B that are added to the sums of a row at once, and the same for the sums
/// of a group of rows.
inline constexpr int spmm_host_tile_bytes = 128;
inline constexpr int spmm_host_group_tile_bytes = 64;

/// Host: bytes of a vector as compilers choose them for loops.
inline constexpr int host_vector_bytes = 32;

/// Host: shares of the rows for each thread, so that a dynamic schedule can even out caches.
inline constexpr int spmm_host_shares_per_thread = 16;

/// Device: bytes of a row of B that a thread loads at once: the widest load there is.
inline constexpr int spmm_device_load_bytes = 16;

/// Device: entries whose rows of B a thread loads before it uses the first. Tuned on one H200.
inline constexpr int spmm_device_batch = 4;

/// Device: most threads of a team side by side over the columns of B; and where its groups have one
/// row, and so many entries that they read each row of B about once. Tuned on one H200: with half
/// the lanes a random float matrix of 4096 rows with 98 % of zeros takes 0.95 of the time, matrices
/// of meshes and networks 1.16 times as long.
inline constexpr int spmm_device_max_lanes = 32;
inline constexpr int spmm_device_lanes_of_rows_read_often = 16;

/// Device: threads of a team, all on the same columns of B, so that they meet its rows in cache,
/// and the fewest where teams are few. With sums of more than spmm_device_large_sums bytes a thread
/// a team has at most spmm_device_team_of_large_sums. Tuned on one H200: half the threads take a
/// tenth longer.
inline constexpr int spmm_device_largest_team = 1024;
inline constexpr int spmm_device_smallest_team = 128;
inline constexpr int spmm_device_large_sums = 128;
inline constexpr int spmm_device_team_of_large_sums = 512;

/// Device: entries of a group up to which a thread adds them up alone, if they are not more than so
/// many times the mean; and into how many shares longer ones are cut. Tuned on one H200: with 256
/// entries gen:rmat:16:16 and facebook_MIT8 take up to 1.2 times as long by rows.
inline constexpr std::int64_t spmm_device_short_group = 512;
inline constexpr std::int64_t spmm_device_long_group_factor = 4;
inline constexpr int spmm_device_shares_of_long_group = 128;

/// Device: columns of a B in column-major order that are copied to row-major order at once.
inline constexpr int spmm_device_columns_per_block = 512;

}  // namespace araios::tuning
