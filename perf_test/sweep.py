#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Measures methods on many products, one product at a time, with the driver spgemm.
"""Measures methods x products with the driver spgemm, one product at a time, into one CSV file.

Products are A*A of each square matrix of a folder (A*A^T or A^T*A of the others, from the column
`product` of its MANIFEST.csv), A*P and R*(A*P) of each multigrid triple (rows with a
`triple_product`), and the same for generated problems. The driver checks every product."""

import argparse
import contextlib
import csv
import fcntl
import io
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time

from entries import OWN_LIBRARY, OWN_METHOD, entry_name
from refusal import USAGE, Refusal
from sweep_products import OPERATIONS, key_of, planned_products

COLUMNS = (
    "matrix,operation,library,algorithm,phase,space,threads,m,n,k,nnz_a,nnz_b,f_m,nnz_c,"
    "ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,gflops,checked"
).split(",")
# Those of files that drivers without the others wrote.
OLD_COLUMNS = [name for name in COLUMNS if name not in ("ms_q1", "ms_q3", "repeats", "stopped")]
DEFAULT_DRIVER = "build/openmp/perf_test/spgemm"
# Synonyms of methods for --algorithm.
SYNONYMS = dict.fromkeys(("default", "kkdefault"), OWN_METHOD["spgemm"])

FAILED_PRODUCTS, OUTPUT_ERROR, INTERRUPTED = 1, 6, 130
EPILOG = f"""exit codes:
  0    every product was measured and is right
  {FAILED_PRODUCTS}    at least one product failed; the others are in the file
  {USAGE}    usage, or a manifest or a file to resume that cannot be used
  {OUTPUT_ERROR}    the output cannot be written
  {INTERRUPTED}  interrupted; --resume continues

The output is complete after every product. The driver's selections and counts are in FILE.json.
Only one sweep of a user runs at a time: a second one waits.

examples:
  perf_test/sweep.py --output all.csv --matrices FOLDER --methods KKMEM,KKDENSE,KKLP,KKSPGEMM
  perf_test/sweep.py --output grids.csv --generate gen:lap3d7:60,gen:brick3d:20 -- --offset size_t
"""


def algorithm_of(method):
    """The driver's name of a method for --algorithm."""
    return SYNONYMS.get(method.lower(), method.lower())


class WholeFile:
    """A file that is replaced atomically, so that it is never incomplete."""

    def __init__(self, path):
        # A link is kept, and its target is replaced.
        self.path = pathlib.Path(os.path.realpath(path))
        self.staging = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")

    def expect_writable(self):
        try:
            if self.path.exists() and not self.path.is_file():
                raise OSError("not a regular file")
            if self.path.exists() and not os.access(self.path, os.W_OK):
                raise PermissionError("Permission denied")
            self.staging.touch()
            self.staging.unlink()
        except OSError as error:
            raise Refusal(OUTPUT_ERROR, f"--output: cannot write {self.path}: {error}") from error

    def write(self, text):
        try:
            with open(self.staging, "w", newline="", encoding="utf-8",
                      errors="surrogateescape") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(self.staging, self.path)
        except OSError as error:
            raise Refusal(OUTPUT_ERROR, f"--output: cannot write {self.path}: {error}") from error
        finally:
            with contextlib.suppress(OSError):
                self.staging.unlink()


class Results:
    """The records and selections of all products, in FILE.csv and FILE.json."""

    def __init__(self, path):
        self.csv_file = WholeFile(path)
        self.json_file = WholeFile(pathlib.Path(path).with_suffix(".json"))
        self.records = []
        self.document = {"context": {}, "products": []}
        for file in (self.csv_file, self.json_file):
            file.expect_writable()

    def resume(self):
        """Reads the files. A product with an incomplete line is dropped."""
        try:
            text = self.csv_file.path.read_text(encoding="utf-8", errors="surrogateescape")
        except OSError as error:
            raise Refusal(USAGE, f"--resume: cannot read {self.csv_file.path}: {error}") from error
        rows = list(csv.reader(io.StringIO(text, newline="")))
        if not rows:
            return
        columns = rows[0]
        if columns not in (COLUMNS, OLD_COLUMNS):
            raise Refusal(USAGE, f"--resume: {self.csv_file.path}: found the columns "
                                 f"{','.join(columns)}, expected {','.join(COLUMNS)}")
        self.records = [dict(zip(columns, row)) for row in rows[1:]]
        broken = {tuple(row[:2]) for row in rows[1:] if len(row) != len(columns)}
        if not text.endswith("\n"):
            broken.add(tuple(rows[-1][:2]))
        for key in broken:
            self.forget(key)
        # Selections are optional: times are valid without them.
        with contextlib.suppress(OSError, ValueError):
            document = json.loads(self.json_file.path.read_text(encoding="utf-8"))
            if isinstance(document, dict) and isinstance(document.get("products"), list):
                self.document = document

    def forget(self, key):
        self.records = [r for r in self.records if key_of(r) != key]
        self.document["products"] = [
            product for product in self.document["products"] if key_of(product) != key
        ]

    def has(self, product, algorithms):
        records = [r for r in self.records if key_of(r) == product.key]
        found = {r["algorithm"] for r in records if r["library"] == OWN_LIBRARY}
        return set(algorithms) <= found and all(r["checked"] != "WRONG" for r in records)

    def add(self, product, records, document):
        self.expect_same_resources(records)
        self.forget(product.key)
        self.records += records
        if document:
            self.document["context"] = document["context"]
            self.document["products"] += document["products"]
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.records)
        self.csv_file.write(text.getvalue())
        self.json_file.write(json.dumps(self.document, indent=1) + "\n")

    def expect_same_resources(self, records):
        """Refuses times on another space or number of threads than those in the file."""
        for old, new in zip(self.records[:1], records[:1]):
            if (old["space"], old["threads"]) != (new["space"], new["threads"]):
                raise Refusal(
                    USAGE, f"{self.csv_file.path} holds times of {old['space']} with "
                    f"{old['threads']} threads, this run measures {new['space']} with "
                    f"{new['threads']}: expected another --output")


class Driver:
    """Runs the driver on one product at a time."""

    def __init__(self, options):
        self.path = options.driver
        self.time_limit = options.time_limit
        self.algorithms = [algorithm_of(method) for method in options.methods]
        self.arguments = ["--algorithm", ",".join(options.methods), "--repeat",
                          str(options.repeat), "--warmup", str(options.warmup),
                          *(["--peers", options.peers] if options.peers else []),
                          *options.driver_arguments]
        self.environment = dict(os.environ)
        if options.threads:
            self.environment["OMP_NUM_THREADS"] = str(options.threads)
            self.environment["KOKKOS_NUM_THREADS"] = str(options.threads)

    def command(self, product):
        return [self.path, *product.arguments, *self.arguments]

    def measure(self, product):
        """The records and the document of a product, and what failed, if anything."""
        with tempfile.TemporaryDirectory(prefix="araios-sweep-") as folder:
            csv_path, json_path = pathlib.Path(folder, "csv"), pathlib.Path(folder, "json")
            try:
                process = subprocess.run(
                    [*self.command(product), "--csv", str(csv_path), "--json", str(json_path)],
                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
                    timeout=self.time_limit, env=self.environment, check=False)
            except subprocess.TimeoutExpired:
                return [], None, f"no result within {self.time_limit:g} s"
            except OSError as error:
                raise Refusal(USAGE, f"--driver: cannot run {self.path}: {error}") from error
            records, document = [], None
            if csv_path.exists():
                with open(csv_path, newline="", encoding="utf-8",
                          errors="surrogateescape") as file:
                    records = list(csv.DictReader(file))
            with contextlib.suppress(OSError, ValueError):
                document = json.loads(json_path.read_text(encoding="utf-8"))
        return records, document, self.complaint(product, process, records)

    def complaint(self, product, process, records):
        if process.returncode != 0:
            said = [line for line in process.stderr.splitlines() if line.startswith("spgemm: ")]
            said = said or process.stderr.splitlines()[-1:] or ["no message"]
            return f"exit code {process.returncode}: " + "; ".join(said)
        if {key_of(r) for r in records} != {product.key}:
            return f"the driver's records are not those of {product.matrix} {product.operation}"
        missing = set(self.algorithms) - {r["algorithm"] for r in records}
        if missing:
            return f"the driver measured no {', '.join(sorted(missing))}"
        return ""


def duration(seconds):
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"


def summary(records):
    """The median noreuse of each method, or reuse if nothing else was measured."""
    phases = {r["phase"] for r in records}
    phase = "noreuse" if "noreuse" in phases else "reuse"
    return ", ".join(f"{entry_name(r['library'], r['algorithm'])} {float(r['ms_median']):.3f} ms"
                     for r in records if r["phase"] == phase)


def show(text, end="\n"):
    print(text, end=end, flush=True)


def sweep(driver, products, results):
    """Measures the products that the results lack; returns failed ones."""
    left = [p for p in products if not results.has(p, driver.algorithms)]
    if len(left) < len(products):
        show(f"{len(products) - len(left)} of {len(products)} products are there already")
    failed = []
    start = time.monotonic()
    for number, product in enumerate(left, 1):
        show(f"[{number} of {len(left)}] {product.matrix}  {product.operation}", end="  ")
        records, document, complaint = driver.measure(product)
        if records:
            results.add(product, records, document)
        elapsed = time.monotonic() - start
        rest = elapsed / number * (len(left) - number)
        if complaint:
            failed.append((product, complaint))
            show(f"FAILED: {complaint}", end="  ")
        else:
            show(summary(records), end="  ")
        show(f"(elapsed {duration(elapsed)}, about {duration(rest)} left)")
    return failed


@contextlib.contextmanager
def alone():
    """Waits until no other sweep runs: two would disturb each other's times."""
    path = pathlib.Path(tempfile.gettempdir(), f"araios-sweep-{os.getuid()}.lock")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600), "w",
              encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            show("waiting for another sweep to end")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def positive(kind):
    def read(text):
        value = kind(text)
        if not 0 < value < float("inf"):
            raise ValueError
        return value
    read.__name__ = "positive number"
    return read


def whole_number(text):
    value = int(text)
    if value < 0:
        raise ValueError
    return value


def names(text):
    return [name for name in text.split(",") if name]


def read_options(arguments):
    for_driver = []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, for_driver = arguments[:cut], arguments[cut + 1:]
    parser = argparse.ArgumentParser(
        prog="sweep.py", description=__doc__, epilog=EPILOG,
        usage="%(prog)s (--output FILE.csv | --list) [option]... [-- driver argument...]",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", metavar="FILE.csv",
                        help="output; must not exist, unless with --resume")
    parser.add_argument("--resume", action="store_true",
                        help="keep the products in FILE.csv, measure the others")
    parser.add_argument("--matrices", metavar="FOLDER", help="matrices with a MANIFEST.csv")
    parser.add_argument("--generate", metavar="LIST", type=names, default=[],
                        help="generated problems, separated by commas; grids have P and R")
    parser.add_argument("--subset", metavar="PATTERNS", type=names, default=[],
                        help="only matrices of the folder whose name matches one of them, such as "
                             "amg_*,bcsstk*; a triple has the name of its P")
    parser.add_argument("--operations", metavar="LIST", type=names, default=list(OPERATIONS),
                        help=f"from {','.join(OPERATIONS)} (all); A*A includes A*A^T and A^T*A")
    parser.add_argument("--methods", metavar="LIST", type=names,
                        default=["KKMEM", "KKDENSE", "KKLP", "KKSPGEMM"],
                        help="for the driver's --algorithm, measured in turns "
                             "(KKMEM,KKDENSE,KKLP,KKSPGEMM)")
    parser.add_argument("--peers", metavar="LIST",
                        help="for the driver's --peers (all in its build)")
    parser.add_argument("--threads", metavar="N", type=positive(int),
                        help="threads, by OMP_NUM_THREADS and KOKKOS_NUM_THREADS")
    parser.add_argument("--repeat", metavar="N", type=positive(int), default=5,
                        help="measured repetitions (%(default)s)")
    parser.add_argument("--warmup", metavar="N", type=whole_number, default=1,
                        help="unmeasured repetitions first (%(default)s)")
    parser.add_argument("--time-limit", metavar="SECONDS", type=positive(float),
                        help="for each product, which fails beyond it (no limit)")
    parser.add_argument("--driver", metavar="PATH",
                        default=str(pathlib.Path(__file__).resolve().parent.parent /
                                    DEFAULT_DRIVER),
                        help=f"the program spgemm ({DEFAULT_DRIVER} of this tree)")
    parser.add_argument("--list", action="store_true",
                        help="print the driver's command for each product, measure nothing")
    options = parser.parse_args(arguments)
    options.driver_arguments = for_driver
    unknown = set(options.operations) - set(OPERATIONS)
    if unknown or not options.operations:
        parser.error(f"--operations: found '{','.join(options.operations)}', expected names out "
                     f"of {','.join(OPERATIONS)}")
    if not options.methods:
        parser.error("--methods: found none, expected names such as KKMEM")
    if not options.list and not (options.output or "").endswith(".csv"):
        parser.error(f"--output: found '{options.output or ''}', expected a name that ends in .csv")
    return options


def run(options):
    products = planned_products(options)
    driver = Driver(options)
    if options.list:
        for product in products:
            show(shlex.join(driver.command(product)))
        return 0
    results = Results(options.output)
    if results.csv_file.path.exists():
        if not options.resume:
            raise Refusal(USAGE, f"--output: found {options.output}, expected a new file or "
                                 "--resume")
        results.resume()
    if not os.access(options.driver, os.X_OK):
        raise Refusal(USAGE, f"--driver: found no program {options.driver}, expected the path of "
                             "spgemm")
    with alone():
        failed = sweep(driver, products, results)
    if failed:
        print(f"{len(failed)} of {len(products)} products failed:", file=sys.stderr)
    for product, complaint in failed:
        print(f"  {product.matrix}  {product.operation}: {complaint}", file=sys.stderr)
    return FAILED_PRODUCTS if failed else 0


def interrupt(_number, _frame):
    raise KeyboardInterrupt


def main(arguments):
    signal.signal(signal.SIGTERM, interrupt)
    options = read_options(arguments)
    try:
        return run(options)
    except Refusal as refusal:
        print(f"sweep.py: {refusal}", file=sys.stderr)
        return refusal.code
    except KeyboardInterrupt:
        print("\nsweep.py: interrupted; the same line with --resume goes on", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
