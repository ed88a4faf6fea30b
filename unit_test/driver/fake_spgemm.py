#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Stands in for the driver spgemm in tests of sweep.py: the same files, at once, without products.
"""Writes a record per method and phase. Matrices whose name says so fail, hang or lack a method.

FAKE_LOG names a file that gets a line per call; FAKE_THREADS is the number of threads it tells."""

import csv
import json
import os
import pathlib
import sys
import time

COLUMNS = (
    "matrix,operation,library,algorithm,phase,space,threads,m,n,k,nnz_a,nnz_b,f_m,nnz_c,"
    "ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,gflops,checked"
).split(",")


def name_of(source):
    mark = "^T" if source.endswith("^T") else ""
    path = pathlib.Path(source.removesuffix("^T"))
    name = str(path) if str(path).startswith("gen:") else path.name.split(".mtx")[0]
    return name + mark


def product_of(flags):
    a, b = name_of(flags["--amtx"]), name_of(flags["--bmtx"])
    plain = a.removesuffix("^T")
    if "--rmtx" in flags:
        return f"{name_of(flags['--rmtx'])} * ({a} * {b})", "R*(A*P)"
    if plain != b.removesuffix("^T"):
        return f"{a} * {b}", "A*B"
    return plain, {(False, False): "A*A", (True, False): "A^T*A", (False, True): "A*A^T"}[
        (a != plain, b.endswith("^T"))]


def main():
    flags = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    matrix, operation = product_of(flags)
    with open(os.environ["FAKE_LOG"], "a", encoding="utf-8") as log:
        print("\t".join([matrix, operation, os.environ.get("OMP_NUM_THREADS", "-"),
                         os.environ.get("OMP_PROC_BIND", "-"), *sys.argv[1:]]), file=log)
    if "hangs" in matrix:
        time.sleep(100)
    if "fails" in matrix:
        print("noise\nspgemm: fails: needs 5 bytes, allowed are 4", file=sys.stderr)
        return 5
    methods = flags["--algorithm"].lower().replace("default", "kkspgemm").split(",")
    if "lacks" in matrix:
        methods.pop()
    threads = os.environ.get("FAKE_THREADS", "2")
    with open(flags["--csv"], "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for method in methods:
            for phase in ("noreuse", "reuse"):
                writer.writerow([matrix, operation, "araios", method, phase, "OpenMP", threads,
                                 *range(1, 8), "1.500000", 1, 2, 1.25, 1.75, 5, "repeat", 3, "ok"])
    products = [{"matrix": matrix, "operation": operation, "algorithm": method}
                for method in methods]
    pathlib.Path(flags["--json"]).write_text(
        json.dumps({"context": {"date": "today"}, "products": products}), encoding="utf-8")
    return 5 if "lacks" in matrix else 0


if __name__ == "__main__":
    sys.exit(main())
