#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# find_package(Eigen3 3.3...<6): a range that two major versions are in.
#
# Eigen went from 3.4 to 5.0, so a project that builds with both writes a range. The version file
# that CMake makes for SameMajorVersion, which is the common choice, reads a range otherwise: both
# of its ends must have the major version of the package, or the upper one be the next major,
# excluded. Then such a range holds no version at all: neither the next major is found nor the
# present one, which `3.3` alone finds. Whoever widens the request to be kind to newer packages
# has lost the package. The rule is in the files of each package, so the CMake that reads them
# does not matter.
# Seen: Debian's libeigen3-dev 3.4.0-4 with cmake==3.25.2 and cmake==4.1.2: 3.3 and 3.3...<4 are
# found, 3.3...<5, 3.3...5 and 3.3...<6 are not. Version files that either CMake writes for 3.4.0
# and for 5.0.0 do the same.
# What works: one call for each major version, or none in the call and a comparison afterwards.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
apt-get download -q libeigen3-dev=3.4.0-4 >/dev/null 2>&1
dpkg -x libeigen3-dev_*.deb packages
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.19)
project(given NONE)
include(CMakePackageConfigHelpers)
foreach(version 3.4.0 5.0.0)
  set(root "${CMAKE_BINARY_DIR}/own-${version}")
  write_basic_package_version_file("${root}/Eigen3ConfigVersion.cmake"
    VERSION ${version} COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
  file(WRITE "${root}/Eigen3Config.cmake" "")
  list(APPEND roots "${root}")
endforeach()
foreach(root "${debian}" ${roots})
  set(line "")
  foreach(range 3.3 3.3...<4 3.3...<5 3.3...5 3.3...<6 5...<6)
    unset(Eigen3_DIR CACHE)
    find_package(Eigen3 ${range} CONFIG QUIET PATHS "${root}" NO_DEFAULT_PATH)
    if(Eigen3_FOUND)
      string(APPEND line " ${range}")
    endif()
  endforeach()
  get_filename_component(name "${root}" NAME)
  file(APPEND "${CMAKE_BINARY_DIR}/found" "${name} by${line}\n")
endforeach()
CMAKE
for version in 3.25.2 4.1.2; do
  python3 -m venv "cmake-$version"
  "cmake-$version/bin/pip" install --quiet --disable-pip-version-check "cmake==$version"
  "cmake-$version/bin/cmake" -S . -B "build-$version" \
    -Ddebian="$folder/packages/usr/share/eigen3/cmake" >messages
  found=$(cat "build-$version/found")
  printf 'cmake %s finds\n%s\n' "$version" "$found"
  [[ $found == "cmake by 3.3 3.3...<4
own-3.4.0 by 3.3 3.3...<4
own-5.0.0 by 5...<6" ]] ||
    { echo "the behaviour has changed" >&2; exit 1; }
done
