#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Makes performance profiles and tables from the records of sweeps.
"""Draws performance profiles of CSV files of sweep.py or spgemm, and writes tables.

A profile shows for which share of the products a method takes at most tau times as long as the
best one (Dolan, More, Mathematical Programming 91, 2002). A product that a method did not finish,
or finished with a wrong result, counts against it. Writes FILE.png, FILE.svg and FILE.md."""

import argparse
import bisect
import collections
import contextlib
import csv
import itertools
import json
import math
import pathlib
import sys

from entries import OWN_LIBRARY, OWN_METHOD, entry_name
from refusal import USAGE, Refusal

NEEDED = ("matrix", "operation", "library", "algorithm", "phase", "space", "threads", "f_m",
          "ms_median", "gflops", "checked")
PHASES = ("noreuse", "reuse", "symbolic", "numeric")
# Algorithms of other libraries with separate records; of the others only the best has records.
SHOWN_APART = ("sorted", "unsorted", "jumbled", "reuse")
# Methods with this prefix choose one of the others for each product.
CHOOSERS = OWN_METHOD["spgemm"]
CLOSE = 1.1
FACTORS = (1, CLOSE, 1.5, 2, 4)
# The figure extends slightly beyond 100 %, so that lines there are fully visible.
TOP = 1.02
PIP_LINE = "python3 -m pip install matplotlib"

BAD_INPUT, NO_FIGURES, OUTPUT_ERROR = 3, 4, 6
EPILOG = f"""exit codes:
  0  all files were written
  {USAGE}  usage
  {BAD_INPUT}  a CSV file cannot be read, or has another form
  {NO_FIGURES}  matplotlib is missing, so the Markdown alone was written
  {OUTPUT_ERROR}  an output cannot be written

FILE.json beside FILE.csv, written by sweep.py, has the selections of the choosing methods.
"""

# Okabe and Ito's colours, safe for colour-blind readers, each with its own dash pattern.
STYLES = [("#0072B2", "-"), ("#D55E00", "--"), ("#009E73", "-."), ("#CC79A7", ":"),
          ("#E69F00", (0, (5, 1, 1, 1, 1, 1))), ("#56B4E9", (0, (8, 2))), ("#000000", (0, (2, 1)))]


Product = collections.namedtuple("Product", "matrix operation space threads")


def method_of(library, algorithm):
    is_apart = library == OWN_LIBRARY or algorithm in SHOWN_APART
    return entry_name(library, algorithm) if is_apart else library


class Records:
    """Milliseconds by phase, product and method; a method that failed has none."""

    def __init__(self):
        self.ms = {}
        self.gflops = {}
        self.work = {}
        self.methods = []
        self.own_methods = {}  # the algorithm of each method of Araios
        self.selections = {}
        self.counts = {}
        self.contexts = []

    def read(self, path):
        try:
            with open(path, newline="", encoding="utf-8", errors="replace") as file:
                reader = csv.DictReader(file)
                missing = [name for name in NEEDED if name not in (reader.fieldnames or ())]
                if missing:
                    raise Refusal(BAD_INPUT, f"{path}: found no column {', '.join(missing)}, "
                                             "expected the CSV of sweep.py or spgemm")
                for record in reader:
                    self.add(record, f"{path}: line {reader.line_num}")
        except OSError as error:
            raise Refusal(BAD_INPUT, f"{path}: {error.strerror}") from error
        self.read_selections(pathlib.Path(path).with_suffix(".json"))

    def add(self, record, place):
        product = Product(*(record[name] for name in Product._fields))
        own = record["library"] == OWN_LIBRARY
        method = method_of(record["library"], record["algorithm"])
        if method not in self.methods:
            self.methods.append(method)
            if own:
                self.own_methods[method] = record["algorithm"]
        try:
            ms, gflops = float(record["ms_median"]), float(record["gflops"])
            self.work[product] = int(record["f_m"])
        except (TypeError, ValueError) as error:
            raise Refusal(BAD_INPUT, f"{place}: found a field that is no number ({error}), "
                                     "expected a whole record") from error
        if ms <= 0:
            raise Refusal(BAD_INPUT, f"{place}: ms_median: found {ms}, expected a positive time")
        key = (record["phase"], product)
        times = self.ms.setdefault(key, {})
        if method in times:
            raise Refusal(BAD_INPUT, f"{place}: found {method} on {product.matrix} "
                                     f"{product.operation} twice, expected it once in all files")
        times[method] = ms if record["checked"] != "WRONG" else math.inf
        self.gflops[(*key, method)] = gflops

    def read_selections(self, path):
        """Selections are optional: without them the tables have fewer columns."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            document = json.loads(path.read_text(encoding="utf-8"))
            self.contexts.append(document["context"])
            for product in document["products"]:
                key = (product["matrix"], product["operation"])
                self.counts[key] = product
                # A selection begins with its accumulator.
                self.selections[(*key, method_of(OWN_LIBRARY, product["algorithm"]))] = (
                    product["symbolic_selection"].partition(" ")[0],
                    product["numeric_selection"].partition(" ")[0])

    def choosers(self):
        return [m for m, algorithm in self.own_methods.items() if algorithm.startswith(CHOOSERS)]

    def products(self, phase):
        """The products that some method finished in this phase, by ascending work."""
        finished = [product for (measured, product), times in self.ms.items()
                    if measured == phase and min(times.values()) < math.inf]
        return sorted(finished, key=lambda product: (self.work[product], product))

    def methods_of(self, phase):
        """The methods with this phase: not every library has a reuse phase."""
        measured = {method for (of, _), times in self.ms.items() if of == phase
                    for method in times}
        return [method for method in self.methods if method in measured]

    def ratios(self, phase, method):
        """The method's time over that of the best method, for each product."""
        ratios = {}
        for product in self.products(phase):
            times = self.ms[(phase, product)]
            ratios[product] = times.get(method, math.inf) / min(times.values())
        return ratios


def profile(ratios):
    """Factors in ascending order, and the share of products within each."""
    ordered = sorted(ratios.values())
    factors = sorted({ratio for ratio in ordered if ratio < math.inf})
    return factors, [bisect.bisect_right(ordered, factor) / len(ordered) for factor in factors]


def share_within(ratios, factor):
    return sum(ratio <= factor for ratio in ratios.values()) / len(ratios)


def geometric_mean(numbers):
    numbers = list(numbers)
    return math.exp(math.fsum(map(math.log, numbers)) / len(numbers)) if numbers else math.nan


def spread(positions, gap, lowest, highest):
    """Moves positions apart to distances of at least `gap`, as little as possible."""
    order = sorted(range(len(positions)), key=lambda i: positions[i])
    placed = list(positions)
    for low, high in itertools.pairwise(order):
        placed[high] = max(placed[high], placed[low] + gap)
    excess = max(0, placed[order[-1]] - highest) if order else 0
    if excess:
        placed[order[-1]] -= excess
        for high, low in itertools.pairwise(reversed(order)):
            placed[low] = min(placed[low], placed[high] - gap)
    return [max(position, lowest) for position in placed]


# --- Figure -------------------------------------------------------------------------------------


def draw_panel(axes, records, phase, largest_factor):
    ends = []
    styles = dict(zip(records.methods, itertools.cycle(STYLES)))
    for method in records.methods_of(phase):
        colour, dash = styles[method]
        ratios = records.ratios(phase, method)
        factors, shares = profile(ratios)
        inside = bisect.bisect_right(factors, largest_factor)
        xs = [1, *factors[:inside], largest_factor]
        ys = [0, *shares[:inside], share_within(ratios, largest_factor)]
        axes.step(xs, ys, where="post", color=colour, linestyle=dash, linewidth=2, label=method)
        ends.append((method, ys[-1], colour))
    labels = spread([y / TOP for _, y, _ in ends], 0.055, 0, 1)
    for (method, end, colour), y in zip(ends, labels):
        axes.annotate(method, (largest_factor, end), xytext=(1.09, y),
                      textcoords=axes.transAxes, color="#222222", va="center", fontsize=9,
                      annotation_clip=False,
                      arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 1,
                                  "shrinkA": 1, "shrinkB": 0, "relpos": (0, 0.5)})
    axes.set_title(f"{phase} ({len(records.products(phase))} products)", fontsize=11)
    axes.set_xscale("log", base=2)
    axes.set_xlim(1, largest_factor)
    axes.set_ylim(0, TOP)
    ticks = [t for t in (1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 32, 64) if t <= largest_factor]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.set_yticks([i / 5 for i in range(6)], [f"{20 * i} %" for i in range(6)])
    axes.grid(color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel("at most τ times the best method's time")


def draw(records, phases, largest_factor, prefix):
    # Imported here, since the tables do not need it.
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    # Reproducible: the same input gives the same file.
    matplotlib.rcParams["svg.hashsalt"] = "araios"
    figure = Figure(figsize=(1.2 + 5.2 * len(phases), 4.6), layout="constrained")
    FigureCanvasAgg(figure)
    panels = figure.subplots(1, len(phases), squeeze=False)[0]
    for axes, phase in zip(panels, phases):
        draw_panel(axes, records, phase, largest_factor)
    panels[0].set_ylabel("share of products")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=min(len(labels), 5),
                  frameon=False, fontsize=9, handlelength=3.5)
    figure.savefig(f"{prefix}.png", dpi=150)
    figure.savefig(f"{prefix}.svg", metadata={"Date": None})


# --- Markdown -----------------------------------------------------------------------------------


def table(head, rows):
    """A Markdown table; a head that ends in a blank marks a column of numbers."""
    lines = ["| " + " | ".join(name.strip() for name in head) + " |",
             "|" + "|".join(" ---: " if name.endswith(" ") else " --- " for name in head) + "|"]
    lines += ["| " + " | ".join(cells) + " |" for cells in rows]
    return "\n".join(lines) + "\n"


def code(text):
    return "`" + text.replace("|", "\\|").replace("`", "'") + "`"


def percent(share):
    return f"{100 * share:.0f} %"


def number(value, digits=2):
    return f"{value:.{digits}f}" if math.isfinite(value) else "-"


def methods_table(records, phase):
    """The results of each method over all products of a phase."""
    head = ["method", "finished ", "best for ",
            *(f"within {factor:g} " for factor in FACTORS[1:]),
            "geometric mean of time / best ", "geometric mean of GFLOPS "]
    rows = []
    for method in records.methods_of(phase):
        ratios = records.ratios(phase, method)
        finished = [product for product, ratio in ratios.items() if ratio < math.inf]
        speeds = [records.gflops[(phase, product, method)] for product in finished]
        rows.append([
            code(method), f"{len(finished)} of {len(ratios)}", percent(share_within(ratios, 1)),
            *(percent(share_within(ratios, factor)) for factor in FACTORS[1:]),
            number(geometric_mean(ratios[product] for product in finished)),
            number(geometric_mean(speed for speed in speeds if speed > 0), 3)])
    return table(head, rows)


class Choice:
    """A choosing method compared with the best of the methods that it can choose."""

    def __init__(self, records, phase, chooser):
        fixed = [m for m in records.own_methods if m not in records.choosers()]
        self.records, self.chooser = records, chooser
        self.lines = []
        for product in records.products(phase):
            times = records.ms[(phase, product)]
            rivals = {m: times[m] for m in fixed if times.get(m, math.inf) < math.inf}
            if rivals:
                best = min(rivals, key=rivals.get)
                own = times.get(chooser, math.inf)
                self.lines.append((product, best, rivals[best], own, own / rivals[best]))

    def chosen(self, product):
        key = (product.matrix, product.operation, self.chooser)
        return " / ".join(self.records.selections.get(key, ("-",)))

    def verdict(self):
        ratios = {product: ratio for product, _, _, _, ratio in self.lines}
        finished = [ratio for ratio in ratios.values() if ratio < math.inf]
        close = sum(ratio <= CLOSE for ratio in ratios.values())
        return (f"{code(self.chooser)} takes at most 10 % longer than the best method for "
                f"{close} of {len(ratios)} products ({percent(close / len(ratios))}); the "
                f"geometric mean of its time over the best one's is "
                f"{number(geometric_mean(finished))}, the largest "
                f"{number(max(finished, default=math.nan))}.\n")

    def summary(self):
        """How often each choice occurred with each best method, and how often it was close."""
        groups = collections.defaultdict(list)
        for product, best, _, _, ratio in self.lines:
            groups[(self.chosen(product), best)].append(ratio)
        rows = [[chosen, code(best), str(len(ratios)),
                 percent(sum(r <= CLOSE for r in ratios) / len(ratios)),
                 number(geometric_mean(r for r in ratios if r < math.inf))]
                for (chosen, best), ratios in sorted(groups.items())]
        return table(["chosen (symbolic / numeric)", "best method", "products ", "within 10 % ",
                      "geometric mean of time / best "], rows)

    def details(self):
        rows = [[code(product.matrix), code(product.operation), self.chosen(product), code(best),
                 number(best_ms, 3), number(own_ms, 3), number(ratio)]
                for product, best, best_ms, own_ms, ratio in self.lines]
        return table(["matrix", "operation", "chosen", "best method", "best ms ",
                      f"{self.chooser} ms ", "ratio "], rows)


def products_table(records, phase):
    """The products by ascending work, with their counts."""
    best_gflops = {}
    for (measured, product, _), speed in records.gflops.items():
        if measured == phase:
            best_gflops[product] = max(speed, best_gflops.get(product, 0))
    rows = []
    for product in records.products(phase):
        counts = records.counts.get((product.matrix, product.operation), {})
        shares = [counts.get(name) for name in ("CF", "CMRF")]
        rows.append([
            code(product.matrix), code(product.operation), str(records.work[product]),
            *(str(counts.get(name, "-")) for name in ("maxrf", "nnz_c", "maxrs")),
            *(number(share) if share is not None else "-" for share in shares),
            number(best_gflops[product], 3)])
    return table(["matrix", "operation", "f_m ", "maxrf ", "nnz(C) ", "maxrs ", "CF ", "CMRF ",
                  "best GFLOPS "], rows)


def origin(records):
    """The origin of the times, as far as the files record it."""
    resources = sorted({(p.space, p.threads) for _, p in records.ms})
    lines = ["- Execution: " + ", ".join(f"{space}, {threads} threads"
                                         for space, threads in resources)]
    for context in records.contexts:
        machine = context.get("machine", {}).get("processor")
        commit = context.get("araios", {}).get("commit")
        repeat = context.get("options", {}).get("repeat")
        if machine and commit:
            lines.append(f"- {context.get('date')}: {machine}; commit {commit}; medians of "
                         f"{repeat} repetitions")
    return "\n".join(lines) + "\n"


def markdown(records, phases, name, with_figure):
    text = ["# Performance profiles\n", origin(records)]
    if with_figure:
        text.append(f"![Share of products over the factor to the best method]({name}.png)\n")
    for phase in phases:
        text += [f"## Methods, {phase}\n", methods_table(records, phase)]
    for chooser in records.choosers():
        for phase in phases:
            choice = Choice(records, phase, chooser)
            if choice.lines:
                text += [f"## What {chooser} chose, {phase}\n", choice.verdict(),
                         choice.summary(), choice.details()]
    text += ["## Products\n", products_table(records, phases[0])]
    return "\n".join(text)


def read_options(arguments):
    parser = argparse.ArgumentParser(prog="profiles.py", description=__doc__, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", metavar="FILE.csv", nargs="+", help="records of one or more runs")
    parser.add_argument("--output", metavar="FILE", required=True,
                        help="output path, without .png, .svg and .md")
    parser.add_argument("--phases", metavar="LIST", default="noreuse,reuse",
                        help=f"from {','.join(PHASES)} (%(default)s)")
    parser.add_argument("--largest-factor", metavar="X", type=float, default=4,
                        help="largest factor of the figure (%(default)s)")
    options = parser.parse_args(arguments)
    options.phases = options.phases.split(",")
    if not set(options.phases) <= set(PHASES):
        parser.error(f"--phases: found '{','.join(options.phases)}', expected names out of "
                     f"{','.join(PHASES)}")
    if not 1 < options.largest_factor < math.inf:
        parser.error(f"--largest-factor: found {options.largest_factor:g}, expected more than 1")
    return options


def run(options):
    records = Records()
    for path in options.csv:
        records.read(path)
    phases = [phase for phase in options.phases if records.products(phase)]
    if not phases:
        raise Refusal(BAD_INPUT, f"{', '.join(options.csv)}: found no finished product, expected "
                                 f"records of the phases {', '.join(options.phases)}")
    code_of_run = 0
    try:
        try:
            draw(records, phases, options.largest_factor, options.output)
        except ImportError:
            print(f"profiles.py: no figures without matplotlib, which comes with\n  {PIP_LINE}",
                  file=sys.stderr)
            code_of_run = NO_FIGURES
        text = markdown(records, phases, pathlib.Path(options.output).name, code_of_run == 0)
        pathlib.Path(f"{options.output}.md").write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(OUTPUT_ERROR, f"--output: cannot write {options.output}: "
                                    f"{error.strerror}") from error
    return code_of_run


def main(arguments):
    options = read_options(arguments)
    try:
        return run(options)
    except Refusal as refusal:
        print(f"profiles.py: {refusal}", file=sys.stderr)
        return refusal.code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
