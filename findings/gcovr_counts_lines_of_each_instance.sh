#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gcovr on templates: what share of the lines is executed.
#
# gcov reports a line of a template once for each instance. Older releases of gcovr add these up by
# line. Release 8 keeps them apart by function, and counts in its summary every line of every
# instance. One line then stands for many, executed in one instance and not in another, and the share
# of a library of templates falls, though no test has changed.
# Seen: one template of five lines, called for two types and on one branch for the second:
# gcovr==7.2 and gcovr==8.8 --merge-lines print 100 %, gcovr==8.8 less.
# What works: --merge-lines where statements of the source are meant.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
for version in 7.2 8.8; do
  python3 -m venv "gcovr-$version"
  "gcovr-$version/bin/pip" install --quiet --disable-pip-version-check gcovr==$version
done
cat >given.cpp <<'CPP'
template <class T>
int sign(T x) {
  if (x < 0) {
    return -1;
  }
  return 1;
}
int main() { return sign(-1) + sign(1) + sign(1.0) - 1; }
CPP
g++ -O0 --coverage given.cpp -o given
./given
share() {
  "gcovr-$1/bin/gcovr" "${@:2}" --merge-mode-functions separate --print-summary --output /dev/null 2>/dev/null |
    sed -n 's/^lines: \([0-9.]*\)%.*/\1/p'
}
old=$(share 7.2)
new=$(share 8.8)
merged=$(share 8.8 --merge-lines)
printf 'gcovr 7.2: %s %%; 8.8: %s %%; 8.8 --merge-lines: %s %%\n' "$old" "$new" "$merged"
[[ $old == 100.0 && $merged == 100.0 ]] && python3 -c "exit(not $new < 100)" ||
  { echo "the behaviour has changed" >&2; exit 1; }
