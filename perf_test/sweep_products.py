# SPDX-License-Identifier: BSD-3-Clause
"""The products of a sweep: of a folder of matrices, and of generated problems."""

import csv
import dataclasses
import fnmatch
import pathlib
import re

from refusal import USAGE, Refusal

OPERATIONS = ("A*A", "A*P", "R*(A*P)")
GRID_PROBLEMS = ("lap2d5", "lap2d9", "lap3d7", "lap3d27", "brick3d", "elasticity3d")


@dataclasses.dataclass(frozen=True)
class Product:
    """One product: its name in the driver's records, and the driver's arguments for it."""

    matrix: str
    operation: str
    arguments: tuple

    @property
    def key(self):
        return (self.matrix, self.operation)


def key_of(record):
    """The key of the product of a record or a selection."""
    return (record.get("matrix"), record.get("operation"))


class Source:
    """A matrix: its name in tables, and the driver's argument for it."""

    def __init__(self, name, argument):
        self.name = name
        self.argument = argument

    def transposed(self):
        return Source(self.name + "^T", self.argument + "^T")


def squared(a, operation):
    """The product of a matrix with itself or its transpose."""
    pair = {
        "A*A": (a, a), "A*A^T": (a, a.transposed()), "A^T*A": (a.transposed(), a),
    }[operation]
    return Product(a.name, operation,
                   ("--amtx", pair[0].argument, "--bmtx", pair[1].argument))


def multigrid(a, p, r, operations):
    """A*P and R*(A*P), if requested."""
    pair = ("--amtx", a.argument, "--bmtx", p.argument)
    name = f"{a.name} * {p.name}"
    if "A*P" in operations:
        yield Product(name, "A*B", pair)
    if "R*(A*P)" in operations:
        yield Product(f"{r.name} * ({name})", "R*(A*P)", (*pair, "--rmtx", r.argument))


class Manifest:
    """The matrices that a folder's MANIFEST.csv describes."""

    NEEDED = ("name", "rows", "cols", "product", "note", "triple_product")

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        path = self.folder / "MANIFEST.csv"
        try:
            with open(path, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        except (OSError, ValueError) as error:
            raise Refusal(USAGE, f"--matrices: cannot read {path}: {error}") from error
        missing = [name for name in self.NEEDED if not rows or rows[0].get(name) is None]
        if missing:
            raise Refusal(USAGE, f"{path}: found no column {', '.join(missing)}, "
                                 f"expected rows with {', '.join(self.NEEDED)}")
        self.rows = {row["name"]: row for row in rows}

    def source(self, name):
        for suffix in (".mtx.xz", ".mtx.gz", ".mtx"):
            path = self.folder / (name + suffix)
            if path.exists():
                return Source(name, str(path))
        raise Refusal(USAGE, f"{self.folder}: MANIFEST.csv names {name}, "
                             f"found no {name}.mtx, {name}.mtx.gz or {name}.mtx.xz")

    def triple(self, name):
        """A, P and R of the prolongator `name`; R is its transpose unless a file has it."""
        base = name.removesuffix("P")
        rows = self.rows[name]["rows"]
        # If the matrix is not named after its prolongator, the note has its name.
        candidates = [base + "A", *re.findall(r"[\w.+-]+", self.rows[name]["note"])]
        for candidate in candidates:
            a = self.rows.get(candidate)
            if a and a["rows"] == a["cols"] == rows:
                p = self.source(name)
                r = self.source(base + "R") if base + "R" in self.rows else p.transposed()
                return self.source(candidate), p, r
        raise Refusal(USAGE, f"{self.folder}/MANIFEST.csv: found no matrix of the prolongator "
                             f"{name}, expected {base}A or a name in its note")

    def products(self, patterns, operations):
        for name, row in self.rows.items():
            if patterns and not any(fnmatch.fnmatchcase(name, p) for p in patterns):
                continue
            if "A*A" in operations:
                if row["product"] not in ("A*A", "A*A^T", "A^T*A"):
                    raise Refusal(USAGE, f"{self.folder}/MANIFEST.csv: product of {name}: found "
                                         f"'{row['product']}', expected A*A, A*A^T or A^T*A")
                yield squared(self.source(name), row["product"])
            if row["triple_product"]:
                yield from multigrid(*self.triple(name), operations)


def generated(name, operations):
    """The products of a model problem."""
    a = Source(name, name)
    if "A*A" in operations:
        yield squared(a, "A*A")
    kind = name.split(":")[1]
    if kind in GRID_PROBLEMS:
        p, r = (Source(name + role, name + role) for role in (":P", ":R"))
        yield from multigrid(a, p, r, operations)


def planned_products(options):
    products = []
    if options.matrices:
        products += Manifest(options.matrices).products(options.subset, options.operations)
    for name in options.generate:
        if not re.fullmatch(r"gen:\w+(:\d+)+", name):
            raise Refusal(USAGE, f"--generate: found '{name}', expected names such as "
                                 "gen:lap3d7:40 (see spgemm --help)")
        products += generated(name, options.operations)
    if not products:
        raise Refusal(USAGE, "found no product to measure, expected --matrices FOLDER or "
                             "--generate LIST, and a --subset and --operations that leave some")
    # A problem given twice is measured once.
    return list({product.key: product for product in products}.values())
