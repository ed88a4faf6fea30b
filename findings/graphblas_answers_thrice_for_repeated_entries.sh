#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# python-graphblas: entries that repeat, in a matrix of scipy.
#
# Finite-element codes assemble with entries that repeat, and scipy's matrices add them: in products,
# in toarray() and on conversion. graphblas.io.from_scipy_sparse refuses them in a coo_array, with a
# word on the remedy. A csr_array or csc_array it takes as it is, and then has both: products add
# them, an element is the first of them, and to_dense() shows the last.
# Seen: python-graphblas==2025.2.0 with suitesparse-graphblas==9.4.5.0, scipy==1.17.1: entries 1 and
# 2 of one place are 3 by scipy, and 3, 1 and 2 here.
# What works: sum_duplicates() of a copy first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check python-graphblas==2025.2.0 \
  suitesparse-graphblas==9.4.5.0 scipy==1.17.1 numpy==2.3.5
cat >given.py <<'PY'
import graphblas
import numpy as np
import scipy.sparse as sp

places, values = (np.array([0, 0, 1]), np.array([0, 0, 1])), np.array([1.0, 2.0, 5.0])
csr = sp.csr_array((values, places[1], np.array([0, 2, 3])), shape=(2, 2))
for given in (csr, sp.csc_array((values, places[0], csr.indptr), shape=(2, 2)),
              sp.coo_array((values, places), shape=(2, 2))):
    try:
        taken = graphblas.io.from_scipy_sparse(given)
    except ValueError:
        print(given.format, "refused")
        continue
    ones = graphblas.Vector.from_dense([1.0, 1.0])
    print(given.format, given.toarray()[0, 0], (taken @ ones).new()[0].new().value,
          taken[0, 0].new().value, taken.to_dense(fill_value=0)[0, 0])
PY
found=$(packages/bin/python given.py)
printf '%s\n' "$found"
[[ $found == $'csr 3.0 3.0 1.0 2.0\ncsc 3.0 3.0 1.0 2.0\ncoo refused' ]] ||
  { echo "the behaviour has changed" >&2; exit 1; }
