# SPDX-License-Identifier: BSD-3-Clause
# What the tests of the product driver share: arguments of short runs, and what its records hold.
"""Imported by the tests test_spgemm_*.py, whose first argument is the path of the driver."""

from driver_test import BANNER, DriverTest, run

SMALL = ["--amtx", "gen:lap2d5:10"]
ONCE = ["--repeat", "1", "--warmup", "0"]
QUICK = ["--serial", *ONCE]
COLUMNS = (
    "matrix,operation,library,algorithm,phase,space,threads,m,n,k,nnz_a,nnz_b,f_m,nnz_c,"
    "ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,gflops,checked"
).split(",")
PHASES = ["symbolic", "numeric", "noreuse", "reuse"]

# 2 x 3; the first entry is listed twice.
RECTANGULAR = BANNER + "2 3 3\n1 1 1\n1 1 2\n2 3 4\n"


def built_in_spaces():
    message = run(*SMALL, "--sycl", "0").stderr
    return message.rpartition("available: ")[2].strip().split(", ")


def on_default_space():
    """Once on Kokkos' default space: the device where there is one, which the driver must be told."""
    return [*ONCE, *(["--cuda", "0"] if "Cuda" in built_in_spaces() else [])]


class SpGemmTest(DriverTest):
    QUICK, COLUMNS, MATRIX = QUICK, COLUMNS, RECTANGULAR
