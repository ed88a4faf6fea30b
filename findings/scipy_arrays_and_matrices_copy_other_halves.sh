#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# scipy: CSR with offsets of 64 bits and columns of 32 bits, shared without a copy.
#
# Kokkos Kernels and Trilinos often keep row offsets in 64 bits and columns in 32, since there are
# more entries than rows. scipy has one type for both, so one array is copied. csr_matrix narrows
# the offsets, where their values fit, and goes on with the caller's columns. csr_array widens the
# columns, which are the large array, and goes on with the caller's offsets. A move from matrices
# to arrays, which scipy advises, thus doubles the memory of the columns and swaps which array
# follows later changes of the caller. With unsigned offsets (size_t), csr_array copies both.
# Seen: scipy==1.14.1 with numpy==2.1.3, scipy==1.17.1 with numpy==2.3.5.
# What works: offsets of 32 bits for both where the entries can be counted so; csr_matrix
# otherwise, if the copy must be the small one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
cat >given.py <<'PY'
import numpy as np
import scipy.sparse as sp

values, columns = np.ones(4), np.array([0, 2, 1, 2], np.int32)
for kind in (np.int64, np.uint64, np.int32):
    offsets = np.array([0, 2, 3, 4], kind)
    for make in (sp.csr_matrix, sp.csr_array):
        given = make((values, columns, offsets), shape=(3, 3))
        shared = [name for name, mine, its in (("offsets", offsets, given.indptr),
                                               ("columns", columns, given.indices))
                  if np.shares_memory(mine, its)]
        print(kind.__name__, make.__name__, given.indptr.dtype, given.indices.dtype, *shared)
PY
expected="int64 csr_matrix int32 int32 columns
int64 csr_array int64 int64 offsets
uint64 csr_matrix int32 int32 columns
uint64 csr_array int64 int64
int32 csr_matrix int32 int32 offsets columns
int32 csr_array int32 int32 offsets columns"
for versions in "scipy==1.14.1 numpy==2.1.3" "scipy==1.17.1 numpy==2.3.5"; do
  read -r -a packages <<<"$versions"
  python3 -m venv --clear packages
  packages/bin/pip install --quiet --disable-pip-version-check "${packages[@]}"
  found=$(packages/bin/python given.py)
  printf '%s: given offsets; types of offsets and columns; arrays shared\n%s\n' "$versions" "$found"
  [[ $found == "$expected" ]] || { echo "the behaviour has changed" >&2; exit 1; }
done
