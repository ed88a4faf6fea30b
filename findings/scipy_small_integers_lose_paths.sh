#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# scipy: reachability by a product of matrices of 0 and 1 in one byte.
#
# A pattern is often stored in the smallest type that there is, and A·A is asked which vertices are
# two steps apart. Sums keep the type of the operands and wrap, which one may expect of numpy. But
# then the product drops the entries whose sum came to 0: where there are 256 ways between two
# vertices, or a multiple of it, they count as not connected. With 257 ways the entry is 1.
# Seen: scipy==1.17.1 with numpy==2.3.5, csr_array of uint8: nnz 1 for 255 ways, 0 for 256, 1 for
# 257; of int8 the same. Of bool the product is right for all.
# What works: bool for patterns, or a type that holds the counts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check scipy==1.17.1 numpy==2.3.5
cat >given.py <<'PY'
import numpy as np
import scipy.sparse as sp

for kind in (np.uint8, np.int8, np.bool_):
    found = []
    for ways in (255, 256, 257):
        out = sp.csr_array(np.ones((1, ways), kind))
        back = sp.csr_array(np.ones((ways, 1), kind))
        found.append(str((out @ back).nnz))
    print(kind.__name__.rstrip("_"), *found)
PY
found=$(packages/bin/python given.py)
printf '%s\n' "$found"
[[ $found == $'uint8 1 0 1\nint8 1 0 1\nbool 1 1 1' ]] ||
  { echo "the behaviour has changed" >&2; exit 1; }
