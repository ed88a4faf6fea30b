#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Compares two runs of a driver: what became slower or faster beyond the noise.
"""Compares the records of two runs of spgemm, sweep.py, spmv, spmm or blocks.

Records of the same product, entry, phase, back end and number of threads are a pair. A pair differs
if the intervals of its medians lie apart and the medians differ by more than --least-change. An
interval is the median +- 1.57 (q3 - q1) / sqrt(repeats): medians whose intervals lie apart differ
at a level of about 5 % (McGill, Tukey, Larsen, The American Statistician 32, 1978). Files of
drivers that did not record quartiles are judged by the least and the largest time."""

import argparse
import collections
import math
import sys

from entries import entry_name
from performance_records import (BAD_INPUT, BEST_OF_SEVERAL, driver_of, lines_of, time_of)
from profiles import geometric_mean
from refusal import USAGE, Refusal

# As in support/base/Spread.hpp.
NOTCH, LEAST_REPEATS = 1.57, 5
SLOWER = 1
EPILOG = f"""exit codes:
  0  nothing became slower beyond the noise
  {SLOWER}  something did
  {USAGE}  usage
  {BAD_INPUT}  a file cannot be used, or no pair can be judged

Noise between two runs is larger than that within one: measure on an idle machine, with --max-noise
or --repeat 11. Settings that a CSV file does not hold, such as --offset, must be the same in both.
"""

Key = collections.namedtuple("Key", "matrix operation entry phase space threads")
Pair = collections.namedtuple("Pair", "key old new")


class Time:
    """The median of a record in milliseconds, and the interval in which it lies."""

    def __init__(self, record, place):
        self.median = time_of(record["ms_median"], place, "ms_median")
        self.interval = self.interval_of(record, place)

    def interval_of(self, record, place):
        """Nothing where the record does not tell of the noise."""
        if not record.get("ms_q1"):
            low, high = (time_of(record[name], place, name) for name in ("ms_min", "ms_max"))
            return (low, high) if low < high else None
        low, high = (time_of(record[name], place, name) for name in ("ms_q1", "ms_q3"))
        repeats = time_of(record["repeats"], place, "repeats")
        if repeats < LEAST_REPEATS:
            return None
        half = NOTCH * (high - low) / math.sqrt(repeats)
        return (self.median - half, self.median + half)

    @property
    def noise(self):
        low, high = self.interval
        return (high - low) / 2 / self.median


def key_of(driver, record):
    algorithm = record["algorithm"]
    if driver == "spgemm":
        # Only the best of several algorithms has a record, and may be another in each run.
        if record["library"] in BEST_OF_SEVERAL and algorithm != "reuse":
            algorithm = "best"
        operation, phase = record["operation"], record["phase"]
    elif driver == "spmv":
        operation, phase = "A*x", "call"
    elif driver == "blocks":
        operation = f"{record['operation']}, blocks of {record['block_size']}"
        phase = record["phase"]
    else:
        operation = (f"A*B, {record['columns_of_b']} columns, {record['layout']}-major, "
                     f"{record['scalar']}")
        phase = "call"
    return Key(record["matrix"], operation, entry_name(record["library"], algorithm), phase,
               record["space"], record["threads"])


def read(path):
    """The times of a file by key; wrong results have none."""
    header, lines = lines_of(path)
    driver = driver_of(header, path)
    times = {}
    for record, place in lines:
        key = key_of(driver, record)
        if key in times:
            raise Refusal(BAD_INPUT, f"{place}: found {' '.join(key)} twice, expected it once")
        times[key] = Time(record, place) if record["checked"] not in ("WRONG", "FAIL") else None
    return times


def verdict(pair, least_change):
    """What became of a pair: slower, faster, unchanged, or not judged."""
    if not pair.old.interval or not pair.new.interval:
        return "not judged"
    ratio = pair.new.median / pair.old.median
    if pair.new.interval[0] > pair.old.interval[1] and ratio > 1 + least_change:
        return "slower"
    if pair.new.interval[1] < pair.old.interval[0] and 1 / ratio > 1 + least_change:
        return "faster"
    return "unchanged"


class Comparison:
    """All records of two runs, each with its verdict."""

    def __init__(self, old, new, least_change):
        self.pairs = collections.defaultdict(list)
        for key, time in old.items():
            if time and new.get(key):
                pair = Pair(key, time, new[key])
                self.pairs[verdict(pair, least_change)].append(pair)
        self.missing = {"new": self.left_out(old, new), "old": self.left_out(new, old)}
        if not any(self.pairs[word] for word in ("slower", "faster", "unchanged")):
            raise Refusal(BAD_INPUT, "found no pair that can be judged, expected records of the "
                                     "same products, entries, phases, back ends and numbers of "
                                     f"threads, with at least {LEAST_REPEATS} repetitions")

    @staticmethod
    def left_out(these, those):
        """Keys with a time in `these` alone, and whether the result in `those` is wrong."""
        return [(key, key in those) for key, time in these.items() if time and not those.get(key)]

    def ratios(self):
        return [pair.new.median / pair.old.median
                for word in ("slower", "faster", "unchanged") for pair in self.pairs[word]]


def pair_line(pair):
    ratio = pair.new.median / pair.old.median
    noise = "" if not (pair.old.interval and pair.new.interval) else (
        f", noise {100 * pair.old.noise:.1f} % and {100 * pair.new.noise:.1f} %")
    return (f"  {name_of(pair.key)}: {pair.old.median:.4g} ms -> {pair.new.median:.4g} ms, "
            f"{ratio:.3f} times{noise}")


def name_of(key):
    threads = f", {key.threads} threads" if key.threads else ""
    return f"{key.matrix}  {key.operation}  {key.entry}, {key.phase} ({key.space}{threads})"


def report(comparison):
    lines = []
    for word in ("slower", "faster", "not judged"):
        pairs = sorted(comparison.pairs[word],
                       key=lambda pair: pair.old.median / pair.new.median)
        if word == "faster":
            pairs.reverse()
        if not pairs and word == "not judged":
            continue
        why = f" (fewer than {LEAST_REPEATS} repetitions)" if word == "not judged" else ""
        lines += [f"{word}: {len(pairs)}{why}", *map(pair_line, pairs)]
    lines.append(f"unchanged: {len(comparison.pairs['unchanged'])}")
    for which, keys in comparison.missing.items():
        if keys:
            lines.append(f"missing in the {which} run: {len(keys)}")
        lines += [f"  {name_of(key)}{': wrong result' if wrong else ''}" for key, wrong in keys]
    ratios = comparison.ratios()
    lines.append(f"geometric mean of new / old over {len(ratios)} pairs: "
                 f"{geometric_mean(ratios):.3f}")
    return "\n".join(lines)


def read_options(arguments):
    parser = argparse.ArgumentParser(prog="compare.py", description=__doc__, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", metavar="OLD.csv", help="records of the run before")
    parser.add_argument("new", metavar="NEW.csv", help="records of the run after")
    parser.add_argument("--least-change", metavar="PERCENT", type=float, default=3,
                        help="smaller changes count as unchanged (%(default)g)")
    options = parser.parse_args(arguments)
    if not 0 <= options.least_change < math.inf:
        parser.error(f"--least-change: found {options.least_change:g}, expected 0 or more percent")
    return options


def main(arguments):
    options = read_options(arguments)
    try:
        comparison = Comparison(read(options.old), read(options.new), options.least_change / 100)
    except Refusal as refusal:
        print(f"compare.py: {refusal}", file=sys.stderr)
        return refusal.code
    print(report(comparison))
    return SLOWER if comparison.pairs["slower"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
