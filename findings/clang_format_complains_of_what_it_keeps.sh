#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `clang-format --dry-run --Werror` on a file that clang-format itself has written.
#
# A check of formatting in CI is often this command. Up to clang-format 17 it fails for every file
# whose closing comment names a nested inline namespace, though formatting the file changes no byte.
# Seen: clang-format==14.0.6 and 17.0.6 exit with 1 ("code should be clang-formatted") for a file
# that equals their own output; clang-format==18.1.8 exits with 0.
# What works with all: compare the output with the file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
cat >given.cpp <<'CPP'
namespace lib::inline v1::impl {
int f();
}  // namespace lib::inline v1::impl
CPP
# check <version> <expected exit code>
check() {
  packages/bin/pip install --quiet --disable-pip-version-check "clang-format==$1"
  packages/bin/clang-format --style=Google given.cpp | cmp - given.cpp ||
    { echo "clang-format $1 changes the file now" >&2; exit 1; }
  local code=0
  packages/bin/clang-format --style=Google --dry-run --Werror given.cpp 2>message || code=$?
  echo "clang-format $1: formatting changes nothing, --dry-run --Werror exits with $code"
  [[ $code == "$2" ]] || { echo "expected $2" >&2; exit 1; }
}
check 14.0.6 1
check 17.0.6 1
check 18.1.8 0
