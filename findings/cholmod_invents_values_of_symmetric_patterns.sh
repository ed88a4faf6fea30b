#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# cholmod_read_sparse on Matrix Market files of patterns, without values.
#
# One expects ones for such files, and has them of CHOLMOD, if the file is `general`. If it says
# `symmetric`, CHOLMOD makes up a positive definite matrix: -1 beside the diagonal, and on it one
# more than the number of neighbours. Diagonal entries that the file does not list are not added,
# so the matrix is not always definite either. Graphs of collections are files of this kind; who
# compares their products between libraries compares other matrices, and so does who counts paths
# by A·A.
# Seen: SuiteSparse 5.12.0 (Debian's libcholmod3 1:5.12.0+dfsg-2): the path of three vertices with
# loops at its ends has 2 and -1 for values, as a general file 1.
# What works: cholmod_read_matrix with prefer = 1, which stores both triangles with ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
suitesparse=(libsuitesparse-dev libcholmod3 libamd2 libcamd2 libccolamd2 libcolamd2
  libsuitesparseconfig5)
apt-get download -q "${suitesparse[@]/%/=1:5.12.0+dfsg-2}" libmetis5 libblas3 liblapack3 \
  libgfortran5 libquadmath0 libgomp1 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" packages; done
cat >symmetric.mtx <<'MTX'
%%MatrixMarket matrix coordinate pattern symmetric
3 3 4
1 1
2 1
3 2
3 3
MTX
cat >general.mtx <<'MTX'
%%MatrixMarket matrix coordinate pattern general
3 3 6
1 1
2 1
1 2
3 2
2 3
3 3
MTX
cat >given.c <<'C'
#include <cholmod.h>
#include <stdio.h>

/* Prints how a matrix is stored, and its entries by columns. */
static void show(char const* call, cholmod_sparse* a, cholmod_common* common) {
  int const *offsets = a->p, *rows = a->i;
  double const* values = a->x;
  printf("%s, %s:", call, a->stype ? "upper triangle" : "all");
  for (size_t j = 0; j < a->ncol; ++j)
    for (int k = offsets[j]; k < offsets[j + 1]; ++k)
      printf(" %d,%d=%g", rows[k] + 1, (int)j + 1, values[k]);
  printf("\n");
  cholmod_free_sparse(&a, common);
}

int main(int argc, char** argv) {
  cholmod_common common;
  cholmod_start(&common);
  for (int i = 1; i < argc; ++i) {
    FILE* file = fopen(argv[i], "r");
    if (!file) return 1;
    show(argv[i], cholmod_read_sparse(file, &common), &common);
    rewind(file);
    int type;
    show("  with prefer = 1", cholmod_read_matrix(file, 1, &type, &common), &common);
    fclose(file);
  }
  cholmod_finish(&common);
}
C
libraries=$folder/packages/usr/lib/x86_64-linux-gnu
paths=$libraries:$libraries/blas:$libraries/lapack
gcc -O1 -Wall given.c -Ipackages/usr/include/suitesparse "$libraries/libcholmod.so.3" \
  -Wl,--allow-shlib-undefined -o given
found=$(LD_LIBRARY_PATH=$paths ./given general.mtx symmetric.mtx)
printf '%s\n' "$found"
ones="1,1=1 2,1=1 1,2=1 3,2=1 2,3=1 3,3=1"
[[ $found == "general.mtx, all: $ones
  with prefer = 1, all: $ones
symmetric.mtx, upper triangle: 1,1=2 1,2=-1 2,3=-1 3,3=2
  with prefer = 1, all: $ones" ]] || { echo "the behaviour has changed" >&2; exit 1; }
