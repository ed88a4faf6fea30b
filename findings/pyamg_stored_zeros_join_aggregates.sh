#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# pyamg: stored zeros in the matrix of smoothed_aggregation_solver.
#
# Products with a fixed pattern, and matrices assembled from elements, store entries whose value
# came to zero. Multigrid should not care: A·x is the same. But the default measure of strength,
# `symmetric` with theta = 0, keeps each entry that is stored, and what is connected by a zero
# goes into one aggregate. Two problems that have nothing to do with each other then share coarse
# unknowns, and the hierarchy has other sizes than for the matrix without the zeros. Galerkin
# products of two libraries are compared on other hierarchies, if one of them drops zeros and the
# other keeps them.
# Seen: pyamg==5.4.1, scipy==1.17.1, numpy==2.3.5. Two chains of 4 unknowns with a zero between
# them: 8, 3 and 1 unknowns for 8, 4 and 2. ruge_stuben_solver, and theta = 0.1, give 8, 4 and 2
# for both.
# What works: eliminate_zeros() of a copy.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check pyamg==5.4.1 scipy==1.17.1 numpy==2.3.5
cat >given.py <<'PY'
import numpy as np
import pyamg
import scipy.sparse as sp

chain = sp.coo_array(pyamg.gallery.poisson((4,)))
without = sp.csr_array(sp.block_diag([chain, chain]))
entries = without.tocoo()
zeros = sp.csr_array((np.append(entries.data, [0.0, 0.0]),
                      (np.append(entries.row, [3, 4]), np.append(entries.col, [4, 3]))))
assert np.array_equal(zeros.toarray(), without.toarray()) and zeros.nnz == without.nnz + 2
clean = zeros.copy()
clean.eliminate_zeros()
for name, solver in (
    ("default", lambda a: pyamg.smoothed_aggregation_solver(a, max_coarse=2)),
    ("theta", lambda a: pyamg.smoothed_aggregation_solver(a, strength=("symmetric", {"theta": 0.1}),
                                                          max_coarse=2)),
    ("classical", lambda a: pyamg.ruge_stuben_solver(a, max_coarse=2)),
):
    sizes = [[level.A.shape[0] for level in solver(a).levels] for a in (without, zeros, clean)]
    print(name, *("-".join(map(str, each)) for each in sizes))
PY
found=$(packages/bin/python -W ignore given.py)
printf 'unknowns of the levels without zeros, with zeros, after eliminate_zeros\n%s\n' "$found"
[[ $found == "default 8-4-2 8-3-1 8-4-2
theta 8-4-2 8-4-2 8-4-2
classical 8-4-2 8-4-2 8-4-2" ]] || { echo "the behaviour has changed" >&2; exit 1; }
