#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Eigen::Map<SparseMatrix> of rows r0 to r1 of a larger matrix, without a copy.
#
# The outer indices then begin at a later entry. Products, sums, norms and copies of such a map are
# right, so it seems to be supported. coeffs() is not: it counts from the first entry of the arrays.
# It shows the values of rows that are not in the map, and coeffs() *= 10 scales those in place.
# Seen: Debian's libeigen3-dev 3.4.0-4. Rows 2 and 3 hold 4 5 6 7; coeffs() holds 1 2 3 4.
# What works: loops over InnerIterator; inner indices and values that begin where the rows do, with
# outer indices from 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
apt-get download -q libeigen3-dev=3.4.0-4 >/dev/null 2>&1
dpkg -x libeigen3-dev_*.deb packages
cat >given.cpp <<'CPP'
#include <Eigen/SparseCore>

#include <iostream>

int main() {
  int outer[] = {0, 2, 3, 5, 7};
  int inner[] = {0, 2, 1, 0, 3, 1, 2};
  double values[] = {1, 2, 3, 4, 5, 6, 7};
  Eigen::Map<Eigen::SparseMatrix<double, Eigen::RowMajor>> rows(2, 4, 4, outer + 2, inner, values);
  std::cout << (rows * Eigen::VectorXd::Ones(4)).transpose() << ' ' << rows.sum() << '\n';
  std::cout << rows.coeffs().transpose() << '\n';
  rows.coeffs() *= 10;
  for (double const value : values) std::cout << value << ' ';
  std::cout << '\n';
}
CPP
g++ -O1 -w -isystem packages/usr/include/eigen3 given.cpp -o given
found=$(./given | tr -s ' ' | sed 's/^ //; s/ $//')
printf 'product and sum; coeffs; all values after coeffs() *= 10\n%s\n' "$found"
[[ $found == $'9 13 22\n1 2 3 4\n10 20 30 40 5 6 7' ]] || { echo "the behaviour has changed" >&2; exit 1; }
