#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# binsparse: a file whose descriptor says "structure": "symmetric_lower".
#
# Binsparse is the binary format that shall follow Matrix Market, and version 0.1 of its
# specification has the key `structure` for matrices of which one triangle is stored. The
# reference implementation for Python does not look at it. It loads the triangle as if it were the
# matrix, keeps nothing that would tell, and writes the file again without the key: a conversion
# from one container to another turns a symmetric matrix into a triangular one for good. Nor is
# its check of the version a help: it refuses "0.1", which the examples of the specification and
# the reference implementation for C write, and takes "0.1.0", with the key or without.
# Seen: binsparse==0.1.4, scipy==1.17.1, numpy==2.3.5: 5 of 7 entries, A·1 = 2 1 1 for 1 0 1.
# What works: the descriptor read by hand, and the other triangle added where it has the key.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check binsparse==0.1.4 scipy==1.17.1 \
  numpy==2.3.5
cat >given.py <<'PY'
import json

import numpy as np
import scipy.sparse as sp
from binsparse import load_binsparse, save_binsparse
from binsparse.conversions import to_scipy
from binsparse.errors import BinsparseParseError

descriptor = {
    "format": "CSR",
    "shape": [3, 3],
    "number_of_stored_values": 5,
    "structure": "symmetric_lower",
    "data_types": {"pointers_to_1": "int32", "indices_1": "int32", "values": "float64"},
}
for path, version in (("short.npz", "0.1"), ("given.npz", "0.1.0")):
    text = json.dumps({"binsparse": {"version": version, **descriptor}})
    np.savez(path, binsparse=np.array(text), pointers_to_1=np.array([0, 1, 3, 5], np.int32),
             indices_1=np.array([0, 0, 1, 1, 2], np.int32),
             values=np.array([2.0, -1.0, 2.0, -1.0, 2.0]))


def structure(path):
    """The key in the descriptor of a file, or none."""
    return json.loads(str(np.load(path)["binsparse"]))["binsparse"].get("structure", "none")


try:
    load_binsparse("short.npz")
    print("0.1 loaded")
except BinsparseParseError:
    print("0.1 refused")
tensor = load_binsparse("given.npz")
save_binsparse(tensor, "again.npz")
half = to_scipy(tensor)
whole = half + sp.tril(half, -1).T
for matrix in (half, whole):
    print(matrix.nnz, *(matrix @ np.ones(3)))
print(structure("given.npz"), structure("again.npz"))
PY
found=$(packages/bin/python given.py)
printf 'version; entries and A·1 as loaded, by hand; structure in the file, its copy\n%s\n' "$found"
[[ $found == $'0.1 refused\n5 2.0 1.0 1.0\n7 1.0 0.0 1.0\nsymmetric_lower none' ]] ||
  { echo "the behaviour has changed" >&2; exit 1; }
