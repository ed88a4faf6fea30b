#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# oneMKL: a matrix handle whose arrays get new values, before and after mkl_sparse_optimize.
#
# mkl_sparse_d_create_csr takes the caller's arrays without a copy, and mkl_sparse_d_mv sees new
# values that are written there. After mkl_sparse_set_mv_hint and mkl_sparse_optimize it does not:
# the product goes on with the old values, and its status is success. A time loop that changes
# values in place is right until somebody adds the two calls for speed.
# Seen: mkl==2025.3.1 multiplies by the old values; without the two calls by the new ones.
# What works: mkl_sparse_d_update_values, whose time belongs to a fair comparison.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check mkl==2025.3.1 mkl-include==2025.3.1
cat >given.c <<'C'
#include <mkl_spblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 2000 };

/* Row 5 of A x for a tridiagonal A of equal values and x of ones. */
static double row_5(sparse_matrix_t a, struct matrix_descr type) {
  static double x[n], y[n];
  for (int i = 0; i < n; ++i) x[i] = 1;
  mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1, a, type, x, 0, y);
  return y[5];
}

int main(int argc, char** argv) {
  static int row_offsets[n + 1], columns[3 * n];
  static double values[3 * n], tens[3 * n];
  int nnz = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = i - 1; j <= i + 1; ++j) {
      if (j < 0 || j >= n) continue;
      columns[nnz] = j;
      values[nnz] = 1;
      tens[nnz++] = 10;
    }
    row_offsets[i + 1] = nnz;
  }
  sparse_matrix_t a;
  struct matrix_descr const type = {.type = SPARSE_MATRIX_TYPE_GENERAL};
  mkl_sparse_d_create_csr(&a, SPARSE_INDEX_BASE_ZERO, n, n, row_offsets, row_offsets + 1, columns,
                          values);
  if (argc > 1 && strcmp(argv[1], "prepared") == 0) {
    mkl_sparse_set_mv_hint(a, SPARSE_OPERATION_NON_TRANSPOSE, type, 1000);
    mkl_sparse_optimize(a);
  }
  double const before = row_5(a, type);
  memcpy(values, tens, sizeof(values));
  double const after = row_5(a, type);
  mkl_sparse_d_update_values(a, nnz, NULL, NULL, tens);
  printf("%g %g %g\n", before, after, row_5(a, type));
}
C
library=$(echo packages/lib/libmkl_rt.so.*)
gcc given.c -Ipackages/include "$library" -Wl,-rpath,"$folder/packages/lib" -o given
export MKL_THREADING_LAYER=SEQUENTIAL
plain=$(./given) prepared=$(./given prepared)
echo "A x before, after new values in place, after update_values: plain $plain, prepared $prepared"
[[ $plain == "3 30 30" && $prepared == "3 3 30" ]] || { echo "the behaviour has changed" >&2; exit 1; }
