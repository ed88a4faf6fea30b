# SPDX-License-Identifier: BSD-3-Clause
# What the tests of all drivers share: runs a driver as a user does.
"""Imported by the tests of the drivers, whose first argument is the path of a driver."""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

# The first line of a Matrix Market file.
BANNER = "%%MatrixMarket matrix coordinate real general\n"
# Exit codes, as perf_test/README.md documents them.
USAGE, BAD_INPUT, UNSUPPORTED, OUT_OF_MEMORY, OUTPUT_ERROR = 2, 3, 4, 5, 6


def environment():
    variables = dict(os.environ, OMP_PROC_BIND="false", OMP_WAIT_POLICY="passive")
    for name in ("OMP_NUM_THREADS", "KOKKOS_NUM_THREADS"):
        variables.pop(name, None)
    return variables


def run(*arguments, **options):
    options.setdefault("env", environment())
    return subprocess.run([DriverTest.DRIVER, *arguments], capture_output=True, text=True,
                          timeout=300, check=False, **options)


class DriverTest(unittest.TestCase):
    DRIVER = ""  # its path
    SMALL = []  # arguments that name a small matrix
    QUICK = []  # arguments for a short run
    COLUMNS = []  # of its CSV file
    MATRIX = ""  # text of a Matrix Market file
    PEERS = []  # names of peers on its command line

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text=None):
        path = self.folder / name
        path.write_text(self.MATRIX if text is None else text)
        return str(path)

    def expect_failure(self, code, *words, arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)
        return result

    def expect_failures(self, code, words_by_arguments):
        for arguments, words in words_by_arguments.items():
            with self.subTest(arguments=arguments):
                self.expect_failure(code, *words, arguments=arguments)

    def expect_success(self, *arguments, **options):
        result = run(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def expect_empty_matrices_pass(self, flag, *arguments):
        """Runs with matrices without entries, some of them without rows or columns too."""
        for size in ("0 0 0", "0 5 0", "5 0 0", "4 4 0"):
            with self.subTest(size=size):
                path = self.file("e.mtx", f"{BANNER}{size}\n")
                self.expect_success(flag, path, *self.QUICK, *arguments)

    def expect_others_to_go_on(self, flag):
        """Runs with a matrix that is missing and one that is measured nevertheless."""
        path = self.folder / "records.csv"
        missing, present = str(self.folder / "none.mtx"), "gen:lap2d5:10"
        result = self.expect_failure(BAD_INPUT, "No such file", arguments=[
            flag, missing, flag, present, *self.QUICK, "--csv", str(path)])
        self.assertIn(present, result.stdout)
        self.assertIn(present, path.read_text())

    def complaint_without(self, peer):
        """What the driver says of a peer that is not in this build; empty where it is."""
        result = run(*self.SMALL, *self.QUICK, "--peers", peer)
        if result.returncode == 0:
            return ""
        self.assertEqual((result.returncode, result.stdout), (UNSUPPORTED, ""))
        return result.stderr

    def present(self):
        """Those of PEERS that are in this build."""
        return [peer for peer in self.PEERS if not self.complaint_without(peer)]

    def records(self, *arguments, quick=None):
        path = self.folder / "records.csv"
        self.expect_success(*(quick or self.QUICK), *arguments, "--csv", str(path))
        with open(path, newline="") as file:
            reader = csv.DictReader(file)
            self.assertEqual(reader.fieldnames, self.COLUMNS)
            return list(reader)


def main():
    DriverTest.DRIVER = os.path.abspath(sys.argv.pop(1))
    unittest.main()
