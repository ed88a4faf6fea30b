# SPDX-License-Identifier: BSD-3-Clause
"""The format in which runs of the drivers are kept, and the conversion of a run to it.

A kept file holds rows of one machine and one number of threads: a time of one method of one library
for one product and phase. It has what the tables of performance.py need, and no more."""

import csv
import datetime
import json
import math
import pathlib
import re
import statistics

from entries import OWN_LIBRARY, OWN_METHOD
from refusal import USAGE, Refusal

COLUMNS = ("driver,setting,phase,matrix,operation,work,library,algorithm,ms_median,ms_min,checked,"
           "date,machine,threads,compiler,version").split(",")
# What identifies a row; the other columns say what was measured, and where.
KEY = ("driver", "setting", "phase", "matrix", "operation", "library", "algorithm")
# Every row of a file and of a folder has the same values of these.
COMMON = ("machine", "threads")
PHASES = {"spgemm": ("noreuse", "reuse"), "spmv": ("call",), "spmm": ("call",)}
# A column that occurs only in the CSV of this driver.
MARKS = {"spgemm": "f_m", "spmv": "row_length_mean", "spmm": "columns_of_b", "blocks": "block_size"}
# spgemm records only the best algorithm of these libraries, which may differ from run to run.
BEST_OF_SEVERAL = ("kokkoskernels", "cusparse")
DEVICE_SPACES = ("Cuda", "HIP", "SYCL")
VERIFIED = {"ok": "ok", "PASS": "ok"}

BAD_INPUT = 3


def time_of(text, place, name):
    """A positive number of milliseconds."""
    try:
        ms = float(text)
    except (TypeError, ValueError):
        ms = math.nan
    if not 0 < ms < math.inf:
        raise Refusal(BAD_INPUT, f"{place}: {name}: found '{text}', expected a positive time")
    return ms


def verified(record, place):
    """`ok`, if the result of the record was checked and right."""
    checked = record.get("checked")
    if checked not in VERIFIED:
        raise Refusal(BAD_INPUT, f"{place}: checked: found '{checked}', expected ok: what "
                                 f"{record['library']} {record['algorithm']} made of "
                                 f"{record['matrix']} was not verified")
    return VERIFIED[checked]


def lines_of(path):
    """The header of a CSV file, and each record with its position; refuses incomplete records."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.reader(file)
            header = next(reader, [])
            rows = [(row, f"{path}: line {reader.line_num}") for row in reader]
    except (OSError, ValueError) as error:
        raise Refusal(BAD_INPUT, f"{path}: cannot read it: {error}") from error
    for row, place in rows:
        if len(row) != len(header):
            raise Refusal(BAD_INPUT, f"{place}: found {len(row)} fields, expected {len(header)}")
    return header, [(dict(zip(header, row)), place) for row, place in rows]


# --- Kept files ---------------------------------------------------------------------------------


def expect_row(row, place):
    """Refuses a row that the tables cannot or must not use."""
    if row["phase"] not in PHASES.get(row["driver"], ()):
        raise Refusal(BAD_INPUT, f"{place}: found phase '{row['phase']}' of driver "
                                 f"'{row['driver']}', expected one of {PHASES}")
    median = time_of(row["ms_median"], place, "ms_median")
    # Transcribed rows have no least time.
    if row["ms_min"] and time_of(row["ms_min"], place, "ms_min") > median:
        raise Refusal(BAD_INPUT, f"{place}: ms_min: found {row['ms_min']}, expected at most the "
                                 f"median {row['ms_median']}")
    if not re.fullmatch(r"\d*", row["work"]):
        raise Refusal(BAD_INPUT, f"{place}: work: found '{row['work']}', expected a whole number "
                                 "or nothing")
    try:
        datetime.date.fromisoformat(row["date"])
    except ValueError as error:
        raise Refusal(BAD_INPUT, f"{place}: date: found '{row['date']}', expected a day such as "
                                 "2026-11-29") from error
    verified(row, place)


class Machine:
    """All rows of one folder, which is one machine."""

    def __init__(self, folder):
        self.name = folder.name
        self.rows = []
        self.places = {}
        self.common = None
        for path in sorted(folder.glob("*.csv")):
            self.read(path)
        self.expect_own_times()

    def read(self, path):
        header, lines = lines_of(path)
        if header != COLUMNS:
            raise Refusal(BAD_INPUT, f"{path}: line 1: found the columns {','.join(header)}, "
                                     f"expected {','.join(COLUMNS)}")
        for row, place in lines:
            expect_row(row, place)
            self.add(row, place)

    def add(self, row, place):
        common = tuple(row[name] for name in COMMON)
        self.common = self.common or common
        if common != self.common:
            raise Refusal(BAD_INPUT, f"{place}: found {' with '.join(common)} threads, expected "
                                     f"{' with '.join(self.common)} as above: a folder is one "
                                     "machine")
        key = tuple(row[name] for name in KEY)
        if key in self.places:
            raise Refusal(BAD_INPUT, f"{place}: found {' '.join(filter(None, key))} once more, "
                                     f"expected it only in {self.places[key]}")
        self.places[key] = place
        self.rows.append(row)

    def expect_own_times(self):
        """Without a time of Araios there is nothing to compare."""
        for key, place in self.places.items():
            own = (*key[:5], OWN_LIBRARY, OWN_METHOD[key[0]])
            if own not in self.places:
                raise Refusal(BAD_INPUT, f"{place}: found no row of {OWN_LIBRARY} {own[-1]} for "
                                         f"{' '.join(filter(None, key[:5]))}, expected one beside "
                                         "those of other libraries")

    @property
    def title(self):
        machine, threads = self.common
        return f"{machine}, {threads} threads" if threads else machine


def read_machines(folder):
    machines = [Machine(path) for path in sorted(folder.iterdir()) if path.is_dir()]
    return [machine for machine in machines if machine.rows]


# --- Runs of the drivers ------------------------------------------------------------------------


class Context:
    """Where and when a run was made, from the JSON file of a run."""

    def __init__(self, path, machine):
        self.path = path
        try:
            context = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["context"]
            self.date = context["date"][:10]
            self.processor = context["machine"]["processor"]
            self.compiler = context["compiler"]["name"]
            self.options = context["options"]
            self.configuration = context["kokkos"]["configuration"]
            araios = context["araios"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Refusal(BAD_INPUT, f"{path}: found no whole context ({error!r}), expected the "
                                     "JSON file of a run; --context names another") \
                from error
        self.given_machine = machine
        self.versions = {name: str(facts["version"]) for name, facts in context.items()
                         if isinstance(facts, dict) and "version" in facts}
        self.versions[OWN_LIBRARY] = f"{araios['version']} {araios.get('commit', '')}".strip()

    def machine(self, space):
        if self.given_machine:
            return self.given_machine
        device = re.search(r"Kokkos::\w+\[ \d+ \] (.+?) capability.*Selected", self.configuration)
        if space not in DEVICE_SPACES:
            return self.processor
        if not device:
            raise Refusal(USAGE, f"{self.path}: found no name of a device, "
                                 "expected --machine NAME")
        return device[1]

    def spgemm_setting(self):
        words = ["" if self.options.get("result_sorted", True) else "unsorted",
                 "new memory" if self.options.get("fresh_memory") else "",
                 "64-bit offsets" if self.options.get("offset_bytes", 4) == 8 else ""]
        return ", ".join(filter(None, words))


def driver_of(header, path):
    for driver, mark in MARKS.items():
        if mark in header and "ms_median" in header:
            return driver
    raise Refusal(BAD_INPUT, f"{path}: line 1: found the columns {','.join(header)}, expected the "
                             "CSV file of spgemm, sweep.py, spmv, spmm or blocks")


def product_of(driver, record, context):
    """The fields that drivers record differently."""
    if driver == "spgemm":
        return {"setting": context.spgemm_setting(), "phase": record["phase"],
                "operation": record["operation"], "work": record["f_m"]}
    if driver == "spmv":
        return {"setting": "", "phase": "call", "operation": "A*x", "work": record["entries"]}
    columns = record["columns_of_b"]
    return {"setting": f"{columns} columns, {record['layout']}-major, {record['scalar']}",
            "phase": "call", "operation": "A*B", "work": int(record["entries"]) * int(columns)}


def algorithm_of(driver, record):
    one_of_several = driver == "spgemm" and record["library"] in BEST_OF_SEVERAL
    return "best" if one_of_several and record["algorithm"] != "reuse" else record["algorithm"]


def is_kept(driver, row):
    """Leaves out phases within a call, and methods that are not a default of Araios."""
    own_choice = row["algorithm"] == OWN_METHOD[driver] or row["library"] != OWN_LIBRARY
    return row["phase"] in PHASES[driver] and (own_choice or driver == "spmm")


def rows_of_run(path, context):
    """The rows of one run, all verified."""
    header, lines = lines_of(path)
    driver = driver_of(header, path)
    if driver not in PHASES:
        raise Refusal(BAD_INPUT, f"{path}: found a run of {driver}, expected one of "
                                 f"{', '.join(PHASES)}")
    for record, place in lines:
        row = {"driver": driver, **product_of(driver, record, context)}
        row |= {name: record[name] for name in ("matrix", "library", "ms_median", "ms_min")}
        row["algorithm"] = algorithm_of(driver, record)
        if not is_kept(driver, row):
            continue
        on_device = record["space"] in DEVICE_SPACES
        row |= {"checked": verified(record, place), "date": context.date,
                "machine": context.machine(record["space"]),
                "threads": "" if on_device else record["threads"], "compiler": context.compiler,
                "version": context.versions.get(record["library"], "")}
        expect_row({name: str(value) for name, value in row.items()}, place)
        yield row


def of_rounds(rows):
    """One row from those of several runs: the median of their medians, the least of all times."""
    if len(rows) == 1:
        return rows[0]
    median = statistics.median(float(row["ms_median"]) for row in rows)
    least = min(float(row["ms_min"]) for row in rows)
    return rows[-1] | {"ms_median": f"{median:g}", "ms_min": f"{least:g}"}


def take(runs, output, context_path, machine):
    """Writes the runs into one kept file."""
    rounds = {}
    for run in runs:
        context = Context(context_path or pathlib.Path(run).with_suffix(".json"), machine)
        for row in rows_of_run(run, context):
            rounds.setdefault(tuple(row[name] for name in KEY), []).append(row)
    if not rounds:
        raise Refusal(BAD_INPUT, f"{', '.join(runs)}: found no record, expected a measured product")
    output = pathlib.Path(output)
    output.parent.mkdir(parents=True, exist_ok=True)
    with open(output, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(of_rounds(rows) for rows in rounds.values())

