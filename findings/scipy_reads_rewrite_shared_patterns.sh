#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# scipy: a sum or a norm of one matrix moves the entries of another that shares its pattern.
#
# Stiffness and mass matrices of one mesh have one pattern, and csr_array takes the same indices
# for both without a copy. Several calls that only seem to read a matrix first sort its rows and
# add its repeated entries, in place: its values move along, those of the other matrix stay. The
# other matrix is wrong from then on, without a word, and its checks still pass. Products and
# transposes leave the arrays alone, so a test may see nothing until somebody adds a norm to the
# log.
# Seen: scipy==1.14.1 with numpy==2.1.3 and scipy==1.17.1 with numpy==2.3.5, rows that are not
# sorted: max, abs, count_nonzero, norm and spsolve spoil the other matrix; sum does so in 1.17.1
# alone.
# What works: sum_duplicates() of one matrix, before the other takes its indices; or a copy of
# them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
cat >given.py <<'PY'
import numpy as np
import scipy.sparse as sp
from scipy.sparse import linalg

calls = {
    "product": lambda a: a @ a,
    "transpose": lambda a: a.T.tocsr(),
    "diagonal": lambda a: a.diagonal(),
    "sum": lambda a: a.sum(),
    "max": lambda a: a.max(),
    "abs": abs,
    "count_nonzero": lambda a: a.count_nonzero(),
    "norm": linalg.norm,
    "spsolve": lambda a: linalg.spsolve(a, np.ones(3)),
}
right = [[20.0, 0.0, 10.0], [0.0, 30.0, 40.0], [50.0, 0.0, 0.0]]


def pair(is_sorted):
    """A matrix, its rows sorted or not, and ten times the matrix on the same indices."""
    columns, offsets = np.array([2, 0, 2, 1, 0], np.int32), np.array([0, 2, 4, 5], np.int32)
    one = sp.csr_array((np.array([1.0, 2.0, 4.0, 3.0, 5.0]), columns, offsets), shape=(3, 3))
    if is_sorted:
        one.sum_duplicates()
    other = sp.csr_array((10 * one.data, one.indices, one.indptr), shape=(3, 3))
    assert other.toarray().tolist() == right
    return one, other


kept, spoiled = [], []
for name, call in calls.items():
    one, other = pair(is_sorted=False)
    call(one)
    other.check_format()
    (kept if other.toarray().tolist() == right else spoiled).append(name)
    one, other = pair(is_sorted=True)
    call(one)
    assert other.toarray().tolist() == right, "sum_duplicates() first does not help"
print("kept by", *kept)
print("spoiled by", *spoiled)
PY
# check <scipy> <numpy> <expected calls that keep> <expected calls that spoil>
check() {
  python3 -m venv "packages-$1"
  "packages-$1/bin/pip" install --quiet --disable-pip-version-check "scipy==$1" "numpy==$2"
  local found
  found=$("packages-$1/bin/python" -W ignore given.py)
  printf 'scipy %s: the other matrix is\n%s\n' "$1" "$found"
  [[ $found == "kept by $3"$'\n'"spoiled by $4" ]] ||
    { echo "the behaviour has changed" >&2; exit 1; }
}
check 1.14.1 2.1.3 "product transpose diagonal sum" "max abs count_nonzero norm spsolve"
check 1.17.1 2.3.5 "product transpose diagonal" "sum max abs count_nonzero norm spsolve"
