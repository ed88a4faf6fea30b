#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# SciPy: the pattern of a sparse product depends on its values, and on the block size of the format.
#
# A product of CSR or CSC matrices leaves out every entry whose sum is exactly zero. So two products
# of the same patterns can differ in their number of entries, and a pattern that was found once does
# not serve new values. Blocks of BSR are kept though all their sums are zero, but those of one
# element are not. Explicit zeros of an operand are kept in memory and vanish in each product and sum.
# Seen: scipy==1.14.1, numpy==2.1.3. [1 1; 0 0] times [1 0; -1 0] has no entries, times [1 0; -2 0]
# one; in blocks of 2 by 2 four, in blocks of 1 by 1 none.
# What works: a product of the patterns, with ones for values, has all entries.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check scipy==1.14.1 numpy==2.1.3
cat >given.py <<'P'
import numpy as np
from scipy.sparse import csr_array

a = csr_array(np.array([[1.0, 1.0], [0.0, 0.0]]))
cancels = csr_array(np.array([[1.0, 0.0], [-1.0, 0.0]]))
does_not = csr_array(np.array([[1.0, 0.0], [-2.0, 0.0]]))
ones = csr_array(abs(cancels).sign())
print("csr", (a @ cancels).nnz, (a @ does_not).nnz, "pattern", (a @ ones).nnz)
print("csc", (a.tocsc() @ cancels.tocsc()).nnz)
for block in ((1, 1), (2, 2)):
    print("bsr", *block, (a.tobsr(block) @ cancels.tobsr(block)).nnz)
zeros = a.copy()
zeros.data[:] = 0
print("zeros", zeros.nnz, "product", (a.T @ zeros).nnz, "sum", (zeros + a).nnz, (a - a).nnz)
P
found=$(packages/bin/python given.py)
printf '%s\n' "$found"
[[ $found == $'csr 0 1 pattern 1\ncsc 0\nbsr 1 1 0\nbsr 2 2 4\nzeros 2 product 0 sum 2 0' ]] ||
  { echo "the behaviour has changed" >&2; exit 1; }
