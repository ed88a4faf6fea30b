#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the tests: changes the library in one place at a time and counts what no test notices.

One build carries all mutants; an environment variable switches one on. A mutant is killed when a
test binary fails, crashes or takes ten times as long. Only binaries that reach it are run.
"""

import argparse
import csv
import json
import math
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
from rooms import read_rooms  # noqa: E402

FIELDS = ("number", "path", "line", "kind", "original", "verdict", "binary", "test")


def choose(sites, count, seed):
    """Chooses sites that do not overlap: from each room as the root of the number that it has."""
    generator = random.Random(seed)
    rooms = {}
    for site in sites:
        rooms.setdefault(site.path.rpartition("/")[0], []).append(site)
    weights = {room: math.sqrt(len(members)) for room, members in rooms.items()}
    chosen = []
    for room, members in sorted(rooms.items()):
        wanted = round(count * weights[room] / sum(weights.values()))
        generator.shuffle(members)
        taken = []
        for site in members:
            if len(taken) < wanted and not any(
                    site.path == other.path and site.begin < other.end and other.begin < site.end
                    for other in taken):
                taken.append(site)
        chosen += taken
    return sorted(chosen, key=lambda site: (site.path, site.begin))


def copy_tree(target):
    """Copies the files of the working tree. What CMake has fetched and built is shared."""
    shutil.rmtree(target, ignore_errors=True)
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    (target / "build").mkdir()
    (target / "build/deps").symlink_to(ROOT / "build/deps")


class Build:
    """A copy of the tree, in which sites are replaced, and its build."""

    def __init__(self, folder):
        self.folder = folder
        self.tree, self.build = folder / "tree", folder / "build"

    def configure(self):
        copy_tree(self.tree)
        subprocess.run(
            ["cmake", "-S", self.tree, "-B", self.build, "-DCMAKE_BUILD_TYPE=Release",
             "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DAraios_ENABLE_TESTS=ON",
             "-DAraios_ENABLE_BENCHMARKS=OFF", "-DAraios_ENABLE_KOKKOSKERNELS=OFF",
             "-DAraios_TEST_REDUCED_TYPES=ON", "-DAraios_WARNINGS_AS_ERRORS=OFF",
             "-DKokkos_ENABLE_OPENMP=ON", "-DKokkos_ENABLE_SERIAL=ON", "-DKokkos_ARCH_NATIVE=ON",
             f"-DCMAKE_CXX_FLAGS=-I{self.tree / 'unit_test/mutants'}"],
            check=True, stdout=subprocess.DEVNULL)

    def arguments(self):
        """How a test is compiled, as libclang takes it."""
        commands = json.loads((self.build / "compile_commands.json").read_text())
        command = next(c for c in commands if c["file"].endswith("TestRowRanges.cpp"))
        words = shlex.split(command["command"])[1:]
        kept = [word for word in words if re.match(r"-(I|D|std|f|m)", word)]
        for flag, value in zip(words, words[1:]):
            if flag == "-isystem":
                kept += [flag, value]
        resources = subprocess.run(["clang", "-print-resource-dir"], check=True,
                                   capture_output=True, text=True).stdout.strip()
        return kept + ["-resource-dir", resources]

    def write(self, sites):
        """Puts the mutants into the tree; {number: site}."""
        files = {}
        for number, site in sites.items():
            files.setdefault(site.path, []).append((site, number))
        for path, members in files.items():
            text = (ROOT / path).read_text()
            for site, number in sorted(members, key=lambda member: -member[0].begin):
                # Lines keep their numbers, by which compilers complain.
                lines = "\n" * text.count("\n", site.begin, site.end)
                mutated = " ".join(site.replacement.replace("{n}", str(number)).split()) + lines
                text = text[:site.begin] + mutated + text[site.end:]
            text = text.replace("#pragma once\n\n", "#pragma once\n#include <Mutant.hpp>\n", 1)
            if (self.tree / path).read_text() != text:
                (self.tree / path).write_text(text)

    def compile(self, jobs):
        """Returns the output of the compilers, empty where all compile."""
        made = subprocess.run(["cmake", "--build", self.build, "--parallel", str(jobs), "--",
                               "-k"], capture_output=True, text=True, check=False)
        return "" if made.returncode == 0 else made.stdout + made.stderr

    def binaries(self):
        return sorted(p for p in (self.build / "unit_test").glob("test_*")
                      if p.is_file() and os.access(p, os.X_OK))


def run_binary(binary, number, limit, reached=None):
    """Returns None if the tests pass, or else what failed."""
    environment = dict(os.environ, ARAIOS_MUTANT=str(number), OMP_NUM_THREADS="2",
                       OMP_PROC_BIND="false", OMP_WAIT_POLICY="passive")
    if reached:
        environment["ARAIOS_MUTANTS_REACHED"] = str(reached)
    with tempfile.TemporaryDirectory() as folder:
        environment["TMPDIR"] = folder
        try:
            result = subprocess.run([binary, "--gtest_fail_fast", "--gtest_brief=1"], cwd=folder,
                                    env=environment, timeout=limit, capture_output=True,
                                    text=True, errors="replace", check=False)
        except subprocess.TimeoutExpired:
            return "takes too long"
    if result.returncode == 0:
        return None
    failed = re.search(r"\[  FAILED  \] (\S+)", result.stdout)
    return failed[1] if failed else f"ends by {result.returncode}"


def baseline(build, folder):
    """Seconds of each binary without a mutant, and the mutants that it reaches."""
    seconds, reached = {}, {}
    for binary in build.binaries():
        record = folder / f"{binary.name}.reached"
        record.unlink(missing_ok=True)
        start = time.monotonic()
        failed = run_binary(binary, 0, 3600, record)
        if failed:
            sys.exit(f"{binary.name} fails without a mutant: {failed}")
        seconds[binary] = time.monotonic() - start
        reached[binary] = set(map(int, record.read_text().split())) if record.exists() else set()
    return seconds, reached


def judge(number, seconds, reached):
    """Runs the binaries that reach a mutant, the fastest first."""
    binaries = sorted((b for b in seconds if number in reached[b]), key=seconds.get)
    for binary in binaries:
        failed = run_binary(binary, number, 30 + 10 * seconds[binary])
        if failed:
            return "killed", binary.name, failed
    return ("survived", "", "") if binaries else ("not reached", "", "")


def drop_what_does_not_compile(build, sites, jobs):
    """Compiles, without the mutants on lines of which compilers complain. Returns the others."""
    while True:
        build.write(sites)
        complaints = build.compile(jobs)
        if not complaints:
            return sites
        # Where an error is reported, or else what led there.
        for pattern in (r"tree/(\S+?):(\d+):\d+: error", r"tree/(\S+?):(\d+):\d+:   required"):
            lines = {(path, int(line)) for path, line in re.findall(pattern, complaints)}
            bad = [n for n, site in sites.items() if (site.path, site.line) in lines]
            if bad:
                break
        if not bad:
            sys.exit(complaints[-4000:])
        for number in bad:
            print(f"{number} {sites[number].path}:{sites[number].line} {sites[number].kind}: "
                  "does not compile", flush=True)
            # The file without this mutant, even where it has no other.
            shutil.copy2(ROOT / sites[number].path, build.tree / sites[number].path)
            del sites[number]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="mutants (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the choice (default: 1)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/mutants")
    parser.add_argument("--rooms", nargs="*", help="rooms alone, such as core/spmv")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    try:
        from sites import Finder
    except ImportError:
        sys.exit("mutants: needs libclang and its Python bindings: apt-get install python3-clang")

    build = Build(options.folder)
    build.configure()
    paths = [p for p in read_rooms()[0]
             if not options.rooms or p.rpartition("/")[0] in options.rooms]
    sites = Finder(build.tree, paths).read(build.arguments())
    print(f"{len(sites)} sites in {len(paths)} headers", flush=True)
    chosen = dict(enumerate(choose(sites, options.count, options.seed), 1))
    chosen = drop_what_does_not_compile(build, chosen, options.jobs)
    seconds, reached = baseline(build, options.folder)
    print(f"{len(seconds)} binaries, {sum(seconds.values()):.0f} s without a mutant", flush=True)

    with (options.folder / "results.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(FIELDS)
        verdicts = {}
        with ThreadPoolExecutor(options.jobs) as pool:
            for number, verdict in zip(chosen, pool.map(
                    lambda n: judge(n, seconds, reached), chosen)):
                site = chosen[number]
                text = (ROOT / site.path).read_text()[site.begin:site.end]
                writer.writerow((number, site.path, site.line, site.kind,
                                 " ".join(text.split()), *verdict))
                file.flush()
                verdicts[verdict[0]] = verdicts.get(verdict[0], 0) + 1
                print(f"{number} {site.path}:{site.line} {site.kind}: {' '.join(verdict)}",
                      flush=True)
    print(verdicts)


if __name__ == "__main__":
    main()
