#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Eigen::loadMarket on Matrix Market files that are symmetric, and on files without values.
#
# Both are common in collections. loadMarket returns true for both. Of a symmetric file it stores the
# triangle that the file lists, as if the matrix were general. Of a pattern file it stores the entries
# with values that were never set. A benchmark that reads both with Eigen multiplies other matrices
# than the library beside it.
# Seen: Debian's libeigen3-dev 3.4.0-4 reads 4 of 6 entries of a symmetric file, and values other than
# 1 of a pattern file.
# What works: getMarketHeader, and selfadjointView where it says symmetric; ones set by hand.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
apt-get download -q libeigen3-dev=3.4.0-4 >/dev/null 2>&1
dpkg -x libeigen3-dev_*.deb packages
cat >symmetric.mtx <<'MTX'
%%MatrixMarket matrix coordinate real symmetric
3 3 4
1 1 2
2 1 -1
3 2 -1
3 3 2
MTX
cat >pattern.mtx <<'MTX'
%%MatrixMarket matrix coordinate pattern general
3 3 3
1 1
2 1
3 2
MTX
cat >given.cpp <<'CPP'
#include <Eigen/SparseCore>
#include <unsupported/Eigen/SparseExtra>

#include <iostream>

int main() {
  Eigen::SparseMatrix<double> a;
  Eigen::SparseMatrix<double> b;
  bool const is_read = Eigen::loadMarket(a, "symmetric.mtx");
  std::cout << is_read << ' ' << a.nonZeros() << ' ' << a.coeff(1, 0) << ' ' << a.coeff(0, 1) << '\n';
  bool const is_pattern_read = Eigen::loadMarket(b, "pattern.mtx");
  bool const are_ones = b.coeff(0, 0) == 1 && b.coeff(1, 0) == 1 && b.coeff(2, 1) == 1;
  std::cout << is_pattern_read << ' ' << b.nonZeros() << ' ' << are_ones << '\n';
}
CPP
g++ -O1 -w -isystem packages/usr/include/eigen3 given.cpp -o given
found=$(./given)
printf 'symmetric: read, entries, a(2,1), a(1,2); pattern: read, entries, all ones\n%s\n' "$found"
[[ $found == $'1 4 -1 0\n1 3 0' ]] || { echo "the behaviour has changed" >&2; exit 1; }
