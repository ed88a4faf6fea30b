#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# `namespace lib::impl {` after `namespace lib { inline namespace v1 { namespace impl {} } }`.
#
# A library that puts its code into an inline namespace, one for each instruction set or ABI version,
# may declare the nested namespace once and then reopen it by its short name. C++ says that the short
# name extends the nested namespace inside the inline one (CWG 2061). g++ does so; Clang 18, as
# ziglang 0.13.0 ships it, declares a second namespace beside it. Both compile without a warning, so
# with one compiler symbols carry the version and with the other they do not.
# Seen: g++ (Debian 12.2.0): lib::v1::impl::f(); ziglang==0.13.0 (clang 18.1.6): lib::impl::f().
# What works with both: name the inline namespace every time, `namespace lib::inline v1::impl {`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
python3 -m venv packages
packages/bin/pip install --quiet --disable-pip-version-check ziglang==0.13.0
cat >short.cpp <<'CPP'
namespace lib { inline namespace v1 { namespace impl {} } }
namespace lib::impl { int f() { return 1; } }
CPP
cat >full.cpp <<'CPP'
namespace lib { inline namespace v1 { namespace impl {} } }
namespace lib::inline v1::impl { int f() { return 1; } }
CPP
# symbol <object>: the demangled name of the one function in it.
symbol() { nm --demangle "$1" | sed -n 's/^.* T //p'; }
zig() { ZIG_GLOBAL_CACHE_DIR=$folder/cache packages/bin/python -m ziglang c++ "$@"; }
for source in short full; do
  g++ -std=c++20 -Wall -Wextra -Werror -c "$source.cpp" -o "$source.gcc.o"
  zig -std=c++20 -Wall -Wextra -Werror -c "$source.cpp" -o "$source.clang.o"
  echo "$source: g++ $(symbol "$source.gcc.o"), clang $(symbol "$source.clang.o")"
done
[[ $(symbol short.gcc.o) == "lib::v1::impl::f()" ]] || { echo "g++ has changed" >&2; exit 1; }
[[ $(symbol short.clang.o) == "lib::impl::f()" ]] || { echo "clang has changed" >&2; exit 1; }
[[ $(symbol full.gcc.o) == "$(symbol full.clang.o)" ]] || { echo "both have changed" >&2; exit 1; }
