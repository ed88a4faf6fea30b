#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# JAX: how many entries a product of two sparse matrices has.
#
# Shapes of JAX may not depend on values, so the product of two BCOO matrices has room for every pair
# of an entry of A and one of B, or for every element of C if that is less. For operands of some size
# it is the latter: the product of two sparse matrices takes more memory than a dense C, and nse, its
# number of stored elements, says so. What is not filled are indices beyond the shape.
# Seen: jax==0.10.2 on hosts, 1000×1000 with 3000 entries: nse 1000000 for a C of 9030 entries;
# sum_duplicates() outside of jit brings it to 9030, after the memory has been taken.
# What works: bcoo_sum_duplicates at once, where C fits as a dense matrix; another library otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check jax==0.10.2 jaxlib==0.10.2 \
  scipy==1.17.1 numpy==2.3.5
cat >given.py <<'PY'
import scipy.sparse as sp
from jax.experimental import sparse

a = sp.random_array((1000, 1000), density=0.003, rng=1, format="coo")
given = sparse.BCOO.from_scipy_sparse(a)
product = given @ given
print(given.nse, product.nse, product.sum_duplicates().nse, (a.tocsr() @ a.tocsr()).nnz)
PY
found=$(JAX_PLATFORMS=cpu packages/bin/python given.py)
echo "entries of A, of A·A, of A·A compacted, by scipy: $found"
[[ $found == "3000 1000000 9030 9030" ]] || { echo "the behaviour has changed" >&2; exit 1; }
