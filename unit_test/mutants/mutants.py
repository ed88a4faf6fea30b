#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the tests: changes the library in one place at a time and counts what no test notices.

One build carries all mutants; an environment variable switches one on. A mutant is killed when a
test binary fails, crashes or takes ten times as long. Only binaries that reach it are run.

  mutants.py build   chooses mutants, and compiles the tests with all of them
  mutants.py run     switches them on one by one; works wherever the binaries do
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

MUTANT_FIELDS = ("number", "path", "line", "kind", "original")
VERDICT_FIELDS = (*MUTANT_FIELDS, "verdict", "binary", "test")


def choose(sites, count, seed):
    """Chooses sites that do not overlap: from each room as the root of the number that it has."""
    rooms = {}
    for site in sites:
        rooms.setdefault(site.path.rpartition("/")[0], []).append(site)
    weights = {room: math.sqrt(len(members)) for room, members in rooms.items()}
    chosen = []
    for room, members in sorted(rooms.items()):
        wanted = round(count * weights[room] / sum(weights.values()))
        random.Random(f"{seed} {room}").shuffle(members)
        taken = []
        for site in members:
            if len(taken) < wanted and not any(
                    site.path == other.path and site.begin < other.end and other.begin < site.end
                    for other in taken):
                taken.append(site)
        chosen += taken
    return sorted(chosen, key=lambda site: (site.path, site.begin))


def write_if_other(path, data):
    """Leaves a file alone that has this content, so that it is not compiled again."""
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def mutated(text, mutants):
    """The text of a file with its mutants; [(site, number)]."""
    for site, number in sorted(mutants, key=lambda mutant: -mutant[0].begin):
        # Lines keep their numbers, by which compilers complain.
        lines = "\n" * text.count("\n", site.begin, site.end)
        replacement = " ".join(site.replacement.replace("{n}", str(number)).split())
        text = text[:site.begin] + replacement + lines + text[site.end:]
    return text.replace("#pragma once\n\n", "#pragma once\n#include <Mutant.hpp>\n", 1)


class Build:
    """A copy of the tree, in which sites are replaced, and its build."""

    def __init__(self, folder):
        self.folder = folder
        self.tree, self.build = folder / "tree", folder / "build"

    def write(self, sites):
        """Copies the working tree, with these mutants; {number: site}. What CMake has fetched and
        built is shared."""
        mutants = {}
        for number, site in sites.items():
            mutants.setdefault(site.path, []).append((site, number))
        names = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
            check=True, capture_output=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if not (ROOT / name).is_file():
                continue
            data = (ROOT / name).read_bytes()
            if name in mutants:
                data = mutated(data.decode(), mutants[name]).encode()
            write_if_other(self.tree / name, data)
            shutil.copymode(ROOT / name, self.tree / name)
        (self.tree / "build").mkdir(exist_ok=True)
        if not (self.tree / "build/deps").exists():
            (self.tree / "build/deps").symlink_to((ROOT / "build/deps").resolve())

    def configure(self, cmake_arguments):
        include = f"-I{self.tree / 'unit_test/mutants'}"
        subprocess.run(
            ["cmake", "-S", self.tree, "-B", self.build, "-DCMAKE_BUILD_TYPE=Release",
             "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DAraios_ENABLE_TESTS=ON",
             "-DAraios_ENABLE_BENCHMARKS=OFF", "-DAraios_ENABLE_KOKKOSKERNELS=OFF",
             "-DAraios_TEST_REDUCED_TYPES=ON", "-DAraios_WARNINGS_AS_ERRORS=OFF",
             "-DKokkos_ENABLE_OPENMP=ON", "-DKokkos_ENABLE_SERIAL=ON", "-DKokkos_ARCH_NATIVE=ON",
             f"-DCMAKE_CXX_FLAGS={include}", f"-DCMAKE_CUDA_FLAGS={include}", *cmake_arguments],
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

    def compile(self, jobs, targets):
        """Returns the output of the compilers, empty where all compile."""
        chosen = ["--target", *targets] if targets else []
        made = subprocess.run(["cmake", "--build", self.build, "--parallel", str(jobs), *chosen,
                               "--", "-k"], capture_output=True, text=True, check=False)
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


class All:
    """Holds every number."""

    def __contains__(self, number):
        return True


def baseline(build, options):
    """Seconds of each binary without a mutant, and the mutants that it reaches."""
    seconds, reached = {}, {}
    for binary in build.binaries():
        record = options.folder / f"{binary.name}.reached"
        record.unlink(missing_ok=True)
        start = time.monotonic()
        failed = run_binary(binary, 0, 3600, record)
        if failed:
            sys.exit(f"{binary.name} fails without a mutant: {failed}")
        seconds[binary] = time.monotonic() - start
        reached[binary] = (All() if options.on_device else
                           set(map(int, record.read_text().split())) if record.exists() else set())
    return seconds, reached


def judge(number, seconds, reached):
    """Runs the binaries that reach a mutant, the fastest first."""
    binaries = sorted((b for b in seconds if number in reached[b]), key=seconds.get)
    for binary in binaries:
        failed = run_binary(binary, number, 30 + 10 * seconds[binary])
        if failed:
            return "killed", binary.name, failed
    return ("survived", "", "") if binaries else ("not reached", "", "")


def drop_what_does_not_compile(build, sites, options):
    """Compiles, without the mutants on lines of which compilers complain. Returns the others."""
    while True:
        build.write(sites)
        complaints = build.compile(options.jobs, options.targets)
        if not complaints:
            return sites
        # Where an error is reported, or else what led there.
        for pattern in (r"tree/(\S+?):(\d+):\d+: error", r"tree/(\S+?)\((\d+)\): error",
                        r"tree/(\S+?):(\d+):\d+:   required"):
            lines = {(path, int(line)) for path, line in re.findall(pattern, complaints)}
            bad = [n for n, site in sites.items() if (site.path, site.line) in lines]
            if bad:
                break
        if not bad:
            sys.exit(complaints[-4000:])
        for number in bad:
            print(f"{number} {sites[number].path}:{sites[number].line} {sites[number].kind}: "
                  "does not compile", flush=True)
            del sites[number]


def build_mutants(options):
    try:
        from sites import Finder
    except ImportError:
        sys.exit("mutants: needs libclang and its Python bindings: apt-get install python3-clang")
    build = Build(options.folder)
    if not build.tree.exists():
        build.write({})
    build.configure(options.cmake)
    paths = [p for p in read_rooms()[0]
             if not options.rooms or p.rpartition("/")[0] in options.rooms]
    parsed = Build(options.parsed_as)
    sites = Finder(ROOT, parsed.tree, paths).read(parsed.arguments())
    print(f"{len(sites)} sites in {len(paths)} headers", flush=True)
    chosen = dict(enumerate(choose(sites, options.count, options.seed), 1))
    if options.numbers:
        chosen = {number: chosen[number] for number in options.numbers}
    chosen = drop_what_does_not_compile(build, chosen, options)
    with (options.folder / "mutants.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(MUTANT_FIELDS)
        for number, site in chosen.items():
            original = (ROOT / site.path).read_text()[site.begin:site.end]
            writer.writerow((number, site.path, site.line, site.kind, " ".join(original.split())))
    print(f"{len(chosen)} mutants in {len(build.binaries())} binaries", flush=True)


def run_mutants(options):
    with (options.folder / "mutants.csv").open(newline="") as file:
        mutants = [m for m in csv.DictReader(file)
                   if not options.numbers or int(m["number"]) in options.numbers]
    seconds, reached = baseline(Build(options.folder), options)
    print(f"{len(seconds)} binaries, {sum(seconds.values()):.0f} s without a mutant", flush=True)
    counts = {}
    with (options.folder / "results.csv").open("w", newline="") as file, \
            ThreadPoolExecutor(options.jobs) as pool:
        writer = csv.DictWriter(file, VERDICT_FIELDS)
        writer.writeheader()
        verdicts = pool.map(lambda m: judge(int(m["number"]), seconds, reached), mutants)
        for mutant, (verdict, binary, test) in zip(mutants, verdicts):
            writer.writerow(dict(mutant, verdict=verdict, binary=binary, test=test))
            file.flush()
            counts[verdict] = counts.get(verdict, 0) + 1
            print(f"{mutant['number']} {mutant['path']}:{mutant['line']} {mutant['kind']}: "
                  f"{verdict} {binary} {test}", flush=True)
    print(counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("build", "run"))
    parser.add_argument("--folder", type=Path, default=ROOT / "build/mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--numbers", type=int, nargs="*", help="of the choice, these mutants alone")
    choice = parser.add_argument_group("build")
    choice.add_argument("--count", type=int, default=370, help="places to choose (default: 370)")
    choice.add_argument("--seed", type=int, default=1, help="of the choice (default: 1)")
    choice.add_argument("--rooms", nargs="*", help="rooms alone, such as core/spmv")
    choice.add_argument("--parsed-as", type=Path, metavar="FOLDER",
                        help="a build for hosts, whose flags clang understands, for a device's")
    choice.add_argument("--targets", nargs="*", help="test binaries alone, such as test_spmv")
    choice.add_argument("--cmake", nargs="*", default=[],
                        help="arguments, such as Kokkos_ENABLE_CUDA=ON")
    running = parser.add_argument_group("run")
    running.add_argument("--on-device", action="store_true",
                         help="runs all binaries: devices do not tell which ones reach a mutant")
    options = parser.parse_args()
    options.folder = options.folder.resolve()
    options.parsed_as = (options.parsed_as or options.folder).resolve()
    options.cmake = [f"-D{argument}" for argument in options.cmake]
    (build_mutants if options.step == "build" else run_mutants)(options)


if __name__ == "__main__":
    main()
