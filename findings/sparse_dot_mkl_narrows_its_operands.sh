#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# sparse_dot_mkl: a product changes the index type of the matrices that it was given.
#
# The interface of oneMKL with 32-bit integers cannot read 64-bit indices. The product converts them,
# and keeps the result in the operand: afterwards the caller's own matrix has 32-bit indices. Arrays
# that the caller took from the matrix before are no longer those of the matrix. Who has chosen 64
# bits, for a later sum of many matrices or to share arrays without a copy, has lost them without a
# word, by a product with a vector too.
# Seen: sparse_dot_mkl==0.9.7, mkl==2026.2.0, scipy==1.14.1, numpy==2.1.3: int64 becomes int32, and the
# array of indices is another one.
# What works: a shallow copy of the matrix for the call, or MKL_INTERFACE_LAYER=ILP64.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check sparse_dot_mkl==0.9.7 mkl==2026.2.0 \
  scipy==1.14.1 numpy==2.1.3
cat >given.py <<'P'
import sys

import numpy as np
from scipy.sparse import csr_matrix
from sparse_dot_mkl import dot_product_mkl

for other in ("vector", "matrix"):
    a = csr_matrix(np.array([[0.0, 1.0, 2.0], [3.0, 0.0, 0.0], [0.0, 4.0, 5.0]]))
    a.indices, a.indptr = a.indices.astype(np.int64), a.indptr.astype(np.int64)
    mine = a.indices
    before = a.indices.dtype
    dot_product_mkl(a, np.ones(3) if other == "vector" else a.copy())
    print(other, before, a.indices.dtype, a.indptr.dtype, a.indices is mine)
P
libraries=$PWD/packages/lib
library=$(find "$libraries" -maxdepth 1 -name 'libmkl_rt.so.*' | head -n 1)
# run [<variable>=<value>]...: with the libraries of the package.
run() {
  env MKL_RT="$library" LD_LIBRARY_PATH="$libraries" MKL_THREADING_LAYER=SEQUENTIAL "$@" \
    packages/bin/python given.py
}
found=$(run)
printf '%s\n' "$found"
[[ $found == $'vector int64 int32 int32 False\nmatrix int64 int32 int32 False' ]] ||
  { echo "the behaviour has changed" >&2; exit 1; }
found=$(run MKL_INTERFACE_LAYER=ILP64)
printf 'ILP64\n%s\n' "$found"
[[ $found == $'vector int64 int64 int64 True\nmatrix int64 int64 int64 True' ]] ||
  { echo "the behaviour of ILP64 has changed" >&2; exit 1; }
