#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# oneMKL: new values for a handle of rows r0 to r1 of a larger matrix.
#
# mkl_sparse_d_create_csr takes rows_start and rows_end, so rows of a larger matrix need no copy, and
# products of such a handle are right. mkl_sparse_d_update_values counts otherwise: it refuses the
# number of entries that the rows have. It takes the number of all entries up to the last row, or 0
# for all, and then reads that many values, those of the rows before among them. Who passes the new
# values of the rows alone, with 0, has it read past their end.
# Seen: mkl==2025.3.1. Of 7 entries 4 are in the rows: 4 values give SPARSE_STATUS_INVALID_VALUE (3),
# 7 values succeed, and the last four are taken.
# What works: arrays that begin where the rows do, with rows_start from 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check mkl==2025.3.1 mkl-include==2025.3.1
cat >given.c <<'C'
#include <mkl_spblas.h>
#include <stdio.h>

int main(void) {
  int offsets[] = {0, 2, 3, 5, 7}, columns[] = {0, 2, 1, 0, 3, 1, 2};
  double values[] = {1, 2, 3, 4, 5, 6, 7}, more[] = {11, 12, 13, 14, 15, 16, 17};
  double x[] = {1, 1, 1, 1}, y[2];
  struct matrix_descr type = {SPARSE_MATRIX_TYPE_GENERAL, 0, 0};
  sparse_matrix_t rows;
  mkl_sparse_d_create_csr(&rows, SPARSE_INDEX_BASE_ZERO, 2, 4, offsets + 2, offsets + 3, columns,
                          values);
  mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1, rows, type, x, 0, y);
  printf("product %g %g\n", y[0], y[1]);
  printf("update of 4: %d\n", mkl_sparse_d_update_values(rows, 4, NULL, NULL, more + 3));
  printf("update of 7: %d\n", mkl_sparse_d_update_values(rows, 7, NULL, NULL, more));
  mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1, rows, type, x, 0, y);
  printf("product %g %g\n", y[0], y[1]);
  return 0;
}
C
gcc -O1 given.c -Ipackages/include packages/lib/libmkl_rt.so.* -Wl,-rpath,"$PWD/packages/lib" -o given
found=$(MKL_THREADING_LAYER=SEQUENTIAL ./given)
printf '%s\n' "$found"
[[ $found == $'product 9 13\nupdate of 4: 3\nupdate of 7: 0\nproduct 29 33' ]] ||
  { echo "the behaviour has changed" >&2; exit 1; }
