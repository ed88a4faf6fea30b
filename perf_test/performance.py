#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Makes the performance page and the README's table of speed from kept runs of the drivers.
"""Writes docs/performance.md, and the table of speed in README.md, from docs/performance/*/*.csv.

Each folder there is one machine. --take first converts runs of the drivers to such a file, and
refuses unverified results. --check writes nothing and reports whether both pages are up to date."""

import argparse
import collections
import datetime
import itertools
import math
import pathlib
import sys
import textwrap

from entries import OWN_LIBRARY, OWN_METHOD
from performance_records import BAD_INPUT, read_machines, take
from profiles import code, geometric_mean, table
from refusal import USAGE, Refusal

OUTDATED, OUTPUT_ERROR = 1, 6
EPILOG = f"""exit codes:
  0  both pages were written, or are up to date
  {OUTDATED}  --check: a page is not up to date
  {USAGE}  usage
  {BAD_INPUT}  a file cannot be read, or has a row that cannot be used or was not verified
  {OUTPUT_ERROR}  a file cannot be written

examples:
  perf_test/performance.py --take build/spgemm.csv --into docs/performance/h200/spgemm.csv
  perf_test/performance.py --take build/spmv.csv --context build/spgemm.json \\
      --into docs/performance/h200/spmv.csv
"""

BEGIN, END = "<!-- speed table begins -->", "<!-- speed table ends -->"
PAGE, README, FOLDER = "docs/performance.md", "README.md", "docs/performance"
# Products of at most this many multiply-adds take microseconds, and have separate tables.
SMALL_WORK = 50_000
SMALL_TEXT = f"{SMALL_WORK:_} multiply-adds".replace("_", " ")
DRIVERS = {"spgemm": "SpGEMM", "spmv": "SpMV", "spmm": "SpMM"}
PHASES = {"noreuse": "first call", "reuse": "repeated call", "call": ""}
# Entries named here have their own column. All others of a library share a column, which has the
# fastest of them.
ENTRIES = {
    ("mkl", "sorted"): "oneMKL sorted", ("mkl", "unsorted"): "oneMKL unsorted",
    ("mkl", "mv"): "oneMKL prepared", ("mkl", "mv_plain"): "oneMKL plain",
    ("graphblas", "sorted"): "GraphBLAS sorted", ("graphblas", "jumbled"): "GraphBLAS jumbled",
    ("cusparse", "reuse"): "cuSPARSE reuse", ("cusparse", "csr_alg1", "spmv"): "cuSPARSE default",
    ("cusparse", "csr_alg2", "spmv"): "cuSPARSE merge-based",
}
LIBRARIES = {"araios": "Araios", "kokkoskernels": "Kokkos Kernels", "mkl": "oneMKL",
             "graphblas": "GraphBLAS", "eigen": "Eigen", "cusparse": "cuSPARSE",
             "cublas": "cuBLAS", "cub": "CUB", "several": "the fastest of"}
# The fastest of several libraries that the source does not distinguish; it has no column.
SEVERAL = "several"
# These leave rows of C unsorted, so they do less than a first call that sorts.
UNSORTED = (("mkl", "unsorted"), ("graphblas", "jumbled"))
PAGE_WIDTH, README_CELL = 100, 64

INTRODUCTION = f"""# Performance

<!-- Made by perf_test/performance.py: change the CSV files, not this page. -->

`perf_test/performance.py` made this page from the CSV files in [{FOLDER}](performance/):
a folder for each machine. [Renewing the figures](tuning.md#renewing-the-figures) says how those are
measured. Every result was checked.

- All ratios are times of other libraries over that of Araios for the same product. Above 1, Araios
  is faster.
- A mean is the geometric mean over the products that both have. The least is the least ratio.
- *Best other* is the fastest other library of each product. In first calls that sort C it leaves
  out entries that do not: oneMKL unsorted and GraphBLAS jumbled.
- *Small* products have at most {SMALL_TEXT}.
- Times are medians. "-" is not measured. [drivers.md](drivers.md#other-libraries) says what is
  timed.
"""


def day(text):
    date = datetime.date.fromisoformat(text)
    return f"{date.day} {date:%B %Y}"


def days(dates):
    """`1 May 2026`, or `1 May to 2 June 2026`, without repeated months and years."""
    first, last = day(min(dates)).split(), day(max(dates)).split()
    if first == last:
        return " ".join(first)
    while first[-1] == last[len(first) - 1]:
        first.pop()
    return f"{' '.join(first)} to {' '.join(last)}"


def rounded(value):
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def milliseconds(text):
    """Three significant digits, without an exponent."""
    if not text:
        return "-"
    value = float(text)
    return f"{value:.{max(0, 2 - math.floor(math.log10(value)))}f}"


def label_of(row):
    library, algorithm = row["library"], row["algorithm"]
    if library == OWN_LIBRARY:
        return "Araios " + algorithm.replace("_", " ")
    fallback = LIBRARIES.get(library, library)
    return ENTRIES.get((library, algorithm),
                       ENTRIES.get((library, algorithm, row["driver"]), fallback))


class Group:
    """The products of one table: of one driver, setting and phase."""

    def __init__(self, key):
        self.driver, self.setting, self.phase, self.is_small = key
        self.own = {}
        self.others = collections.defaultdict(dict)
        self.best = {}
        self.dates = set()

    def add(self, row):
        product = (row["matrix"], row["operation"])
        self.dates.add(row["date"])
        if (row["library"], row["algorithm"]) == (OWN_LIBRARY, OWN_METHOD[self.driver]):
            self.own[product] = row
            return
        ms = float(row["ms_median"])
        if row["library"] != SEVERAL:
            times = self.others[label_of(row)]
            times[product] = min(ms, times.get(product, math.inf))
        if self.counts_for_best(row):
            self.best[product] = min(ms, self.best.get(product, math.inf))

    def counts_for_best(self, row):
        sorts = self.phase == "noreuse" and "unsorted" not in self.setting
        entry = (row["library"], row["algorithm"])
        return row["library"] != OWN_LIBRARY and not (sorts and entry in UNSORTED)

    @property
    def title(self):
        words = ["small" if self.is_small else "", DRIVERS[self.driver], self.setting]
        name = " ".join(filter(None, words[:2]))
        return ", ".join(filter(None, [name[0].upper() + name[1:], self.setting,
                                       PHASES[self.phase]]))

    def columns(self):
        """Ratios by product: first of the best other library, then of each entry."""
        times = {"best other": self.best} if self.best else {}
        times |= dict(sorted(self.others.items(), key=lambda item: item[0].lower()))
        return {label: {product: ms / float(self.own[product]["ms_median"])
                        for product, ms in of_label.items()}
                for label, of_label in times.items()}

    def products(self):
        return sorted(self.own, key=lambda product: (int(self.own[product]["work"] or 0), product))


def groups_of(rows):
    """Groups by driver, the plain setting and the first phase before others."""
    work = {(row["matrix"], row["operation"]): int(row["work"] or SMALL_WORK + 1) for row in rows}
    groups = {}
    for row in rows:
        is_small = row["driver"] == "spgemm" and work[row["matrix"], row["operation"]] <= SMALL_WORK
        key = (row["driver"], row["setting"], row["phase"], is_small)
        groups.setdefault(key, Group(key)).add(row)
    kinds = list(DRIVERS)
    order = sorted(groups, key=lambda key: (kinds.index(key[0]), key[3], key[1] != "",
                                            length_first(key[1]), key[2]))
    return [groups[key] for key in order]


def length_first(setting):
    """Sorts settings that begin with a number by that number."""
    number = setting.partition(" ")[0]
    return (int(number) if number.isdigit() else -1, setting)


# --- The page -----------------------------------------------------------------------------------


def overview(groups):
    rows = []
    for group in groups:
        title = group.title
        for label, ratios in group.columns().items():
            least = min(ratios, key=ratios.get)
            rows.append([title, label, str(len(ratios)), rounded(geometric_mean(ratios.values())),
                         rounded(ratios[least]), code(least[0]),
                         days(group.dates) if title else ""])
            title = ""
    return table(["calls", "other", "products ", "mean ", "least ", "of", "measured"], rows)


def details(group):
    columns = group.columns()
    head = ["matrix", "product", "multiply-adds ", "ms ", "least ms ",
            *(f"{label} " for label in columns)]
    rows = []
    for product in group.products():
        own = group.own[product]
        ratios = (of_label.get(product) for of_label in columns.values())
        rows.append([code(product[0]), code(product[1]), own["work"] or "-",
                     milliseconds(own["ms_median"]), milliseconds(own["ms_min"]),
                     *("-" if ratio is None else rounded(ratio) for ratio in ratios)])
    return f"### {group.title}\n\n{table(head, rows)}"


def origin(machine):
    """Compilers, versions and dates, as far as the rows record them."""
    versions = collections.defaultdict(set)
    for row in machine.rows:
        versions[LIBRARIES.get(row["library"], row["library"])].add(row["version"])
    named = [f"{name} {', '.join(sorted(known - {''}))}"
             for name, known in sorted(versions.items()) if known - {""}]
    compilers = ", ".join(sorted({row["compiler"] for row in machine.rows}))
    lines = [f"- Measured {days([row['date'] for row in machine.rows])}.",
             f"- Compiler: {compilers}.", f"- Versions: {'; '.join(named)}.",
             f"- Numbers: [{FOLDER}/{machine.name}](performance/{machine.name}/)."]
    if not all(row["ms_min"] for row in machine.rows):
        lines.append("- Where least times are missing, rounded figures were transcribed from the "
                     "[notes](lab/2026-11-performance.md), which tell how they were measured.")
    return "\n".join(textwrap.fill(line, PAGE_WIDTH, subsequent_indent="  ",
                                   break_on_hyphens=False) for line in lines) + "\n"


def page(machines):
    text = [INTRODUCTION]
    for machine in machines:
        groups = groups_of(machine.rows)
        text += [f"## {machine.title}\n", origin(machine), overview(groups)]
        text += [details(group) for group in groups]
    return "\n".join(text)


# --- The README's table -------------------------------------------------------------------------


def spmm_at_once(groups):
    """All settings of SpMM as one group; each setting and matrix is a separate product."""
    merged = Group(("spmm", "", "call", False))
    for group in groups:
        for label in (label for label in group.others if not label.startswith("Araios")):
            merged.others[label] |= {(p, group.setting): ms
                                     for p, ms in group.others[label].items()}
        merged.own |= {(p, group.setting): row for p, row in group.own.items()}
        merged.best |= {(p, group.setting): ms for p, ms in group.best.items()}
    return [merged] if groups else []


SHOWN_SETTINGS = ("", "alone beside research codes")


def readme_groups(groups):
    """What the README shows: small products and settings of SpGEMM are left to the page."""
    shown = [group for group in groups
             if group.driver != "spmm" and not group.is_small and group.setting in SHOWN_SETTINGS]
    return shown + spmm_at_once([group for group in groups if group.driver == "spmm"])


def mean_and_least(ratios):
    return f"{rounded(geometric_mean(ratios.values()))} ({rounded(min(ratios.values()))})"


def readme_rows(group):
    """A row, with more rows below if the cell of single libraries is too wide."""
    columns = group.columns()
    best = columns.pop("best other", {})
    cells = [""]
    for label, ratios in columns.items():
        text = f"{label} {mean_and_least(ratios)}"
        if cells[-1] and len(cells[-1]) + len(text) > README_CELL:
            cells.append("")
        cells[-1] += f"{'; ' if cells[-1] else ''}{text}"
    first = [group.title, str(len(best or group.own)), mean_and_least(best) if best else "-",
             cells[0]]
    return [first, *(["", "", "", cell] for cell in cells[1:])]


def readme_table(machines):
    rows = []
    for machine in machines:
        rows.append([f"**{machine.title}**", "", "", ""])
        for group in readme_groups(groups_of(machine.rows)):
            rows += readme_rows(group)
    dates = [row["date"] for machine in machines for row in machine.rows]
    return (f"{table(['calls', 'products ', 'best other', 'single libraries'], rows)}\n"
            f"Measured {days(dates)}; SpGEMM of more than {SMALL_TEXT}. "
            f"[{PAGE}]({PAGE}) has all.\n")


def readme(text, machines, path):
    """The README with the part between its markers replaced."""
    for marker in (BEGIN, END):
        if text.count(marker) != 1:
            raise Refusal(BAD_INPUT, f"{path}: found the line {marker} {text.count(marker)} times, "
                                     "expected it once")
    before, _, rest = text.partition(BEGIN)
    _, marker, after = rest.partition(END)
    if not marker:
        raise Refusal(BAD_INPUT, f"{path}: found {END} before {BEGIN}, expected it behind")
    return f"{before}{BEGIN}\n{readme_table(machines)}{END}{after}"


# --- The command --------------------------------------------------------------------------------


def content(path):
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Refusal(BAD_INPUT, f"{path}: cannot read it: {error.strerror}") from error


def pages(root):
    """The text of each generated page, by its path."""
    folder = root / FOLDER
    machines = read_machines(folder) if folder.is_dir() else []
    if not machines:
        raise Refusal(BAD_INPUT, f"{folder}: found no row, expected CSV files in a folder for "
                                 "each machine")
    return {root / PAGE: page(machines),
            root / README: readme(content(root / README), machines, root / README)}


def outdated(expected):
    """Prints where each page that is not as expected begins to differ."""
    code_of_run = 0
    for path, text in expected.items():
        found = content(path).splitlines() if path.exists() else []
        wanted = text.splitlines()
        for number, (old, new) in enumerate(itertools.zip_longest(found, wanted), 1):
            if old != new:
                print(f"performance.py: {path}: line {number}: found '{old}', expected '{new}'; "
                      "run perf_test/performance.py", file=sys.stderr)
                code_of_run = OUTDATED
                break
    return code_of_run


def read_options(arguments):
    parser = argparse.ArgumentParser(prog="performance.py", description=__doc__, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true",
                        help="write nothing; fail if a page is not up to date")
    parser.add_argument("--take", metavar="RUN.csv", nargs="+",
                        help="runs of spgemm, sweep.py, spmv or spmm; of a product in several runs "
                             "the median of medians is kept")
    parser.add_argument("--into", metavar="FILE.csv",
                        help=f"file for them, in {FOLDER}/MACHINE; replaced if it exists")
    parser.add_argument("--context", metavar="RUN.json",
                        help="JSON of a run of spgemm on that machine (the one beside RUN.csv)")
    parser.add_argument("--machine", metavar="NAME",
                        help="its name in the tables (default: from the context)")
    parser.add_argument("--root", metavar="FOLDER", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent,
                        help="folder of README.md and docs (the repository)")
    options = parser.parse_args(arguments)
    if bool(options.take) != bool(options.into) or (options.take and options.check):
        parser.error("--take and --into belong together, without --check")
    if options.into and not options.into.endswith(".csv"):
        parser.error(f"--into: found '{options.into}', expected a name that ends in .csv")
    return options


def run(options):
    try:
        if options.take:
            take(options.take, options.into, options.context, options.machine)
        expected = pages(options.root)
        if options.check:
            return outdated(expected)
        for path, text in expected.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(OUTPUT_ERROR, f"cannot write {error.filename}: {error.strerror}") from error
    return 0


def main(arguments):
    options = read_options(arguments)
    try:
        return run(options)
    except Refusal as refusal:
        print(f"performance.py: {refusal}", file=sys.stderr)
        return refusal.code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
