# SPDX-License-Identifier: BSD-3-Clause
# What the tests of drivers share that multiply one sparse matrix by dense vectors or matrices.
"""Imported by test_spmv.py and test_spmm.py, whose first argument is the path of the driver."""

import json
import math
import pathlib
import re

from driver_test import BANNER, OUTPUT_ERROR, UNSUPPORTED, USAGE, DriverTest

SMALL = ["--mtx", "gen:lap2d5:10"]
QUICK = ["--serial", "--repeat", "2", "--calls", "3"]
# 200 x 200.
BAND, BAND_ENTRIES = "gen:band:200:3", 1388
# 3 x 2; the first entry is listed twice, the second row is empty.
REPEATED = BANNER + "3 2 4\n1 1 1\n1 1 2\n3 1 4\n3 2 5\n"


class DenseOperandTest(DriverTest):
    SMALL, QUICK, MATRIX = SMALL, QUICK, REPEATED
    PEERS = ["kk", "mkl", "cusparse"]
    METHODS = []  # (library, algorithm) of this library's records
    METHODS_OF_PEERS = {}  # those of each peer, by its name on the command line

    def skipped(self, *arguments):
        """Why the driver leaves out peers of this build that are named, by their names."""
        peers = ",".join(self.present()) or "none"
        text = self.expect_success(*SMALL, *QUICK, "--peers", peers, *arguments).stdout
        return dict(re.findall(r"^peer (\w+) is skipped: (.+)$", text, re.MULTILINE))

    def expect_methods(self, records, *peers):
        """This library's methods come first, then those of each peer that runs here."""
        present, skipped = self.present(), self.skipped()
        expected = [method for peer in peers if peer in present and peer not in skipped
                    for method in self.METHODS_OF_PEERS[peer]]
        self.assertEqual([(r["library"], r["algorithm"]) for r in records],
                         self.METHODS + expected)
        self.assertEqual({r["checked"] for r in records}, {"PASS"})

    def records_of_band(self, *arguments, columns_of_b=1):
        """Checks what all drivers tell of a product with BAND, and returns the records."""
        records = self.records("--mtx", BAND, *arguments)
        self.expect_methods(records, *self.METHODS_OF_PEERS)
        for record in records:
            self.assertEqual((record["rows"], record["columns"], record["entries"]),
                             ("200", "200", str(BAND_ENTRIES)))
            self.assertEqual((record["space"], record["threads"]), ("Serial", "1"))
            times = [float(record[f"ms_{name}"]) for name in ("min", "q1", "median", "q3", "max")]
            self.assertEqual(times, sorted(times))
            work = 2 * BAND_ENTRIES * columns_of_b
            self.expect_figure(record, "gflops", 1e-6 * work / float(record["ms_median"]))
        return records

    def expect_figure(self, record, name, expected):
        self.assertTrue(math.isclose(float(record[name]), expected, rel_tol=0.05), name)


class CommandLineTests:
    """Mixed into the tests of a driver, which add what it has beyond these words and flags."""
    HELP_WORDS = []
    USAGE_ERRORS = {}

    def test_help_names_flags_defaults_and_exit_codes(self):
        text = self.expect_success("--help").stdout
        for word in ("--mtx", "--peers LIST [all]", "Exit codes", *self.HELP_WORDS):
            self.assertIn(word, text)

    def test_usage_errors_name_flag_found_and_expected(self):
        self.expect_failures(USAGE, {
            (): ["--mtx", "expected a matrix"],
            ("--unknown",): ["--unknown", "not expected"],
            (*SMALL, "--repeat", "0"): ["--repeat", "found '0'", "from 1 to"],
            (*SMALL, "--min-time", "-1"): ["--min-time", "found '-1'", "from 0 to"],
            (*SMALL, "--max-noise", "0"): ["--max-noise", "found '0'", "from 0.01 to 100"],
            (*SMALL, "--check", "all"): ["--check", "found 'all'", "values|off"],
            (*SMALL, "--peers", "fast"): ["--peers", "found 'fast'", "kk, mkl, cusparse"],
            (*SMALL, "--peers", "kk,eigen"): ["--peers", "found 'eigen'", "all, or none"],
            **self.USAGE_ERRORS,
        })

    def test_repetitions_end_by_time_or_noise(self):
        quick = ["--serial", "--calls", "3"]
        for record in self.records(*SMALL, "--min-time", "0.02", quick=quick):
            self.assertEqual(record["stopped"], "reached")
            self.assertGreaterEqual(float(record["ms_max"]) * int(record["repeats"]), 20)
        for record in self.records(*SMALL):
            self.assertEqual((record["stopped"], record["repeats"]), ("repeat", "2"))

    def test_absent_back_end(self):
        self.expect_failure(UNSUPPORTED, "--sycl", arguments=[*SMALL, "--sycl", "0"])


class PeerTests:
    """Mixed into the tests of a driver: the libraries that are measured beside this one."""

    def test_lists_of_peers(self):
        names = self.present()
        for peers in (*([name] for name in names), names[::-1]):
            with self.subTest(peers=peers):
                listed = ",".join(peers) or "none"
                self.expect_methods(self.records(*SMALL, "--peers", listed), *peers)

    def test_all_are_the_default(self):
        for arguments in ((), ("--peers", "ALL")):
            self.expect_methods(self.records(*SMALL, *arguments), *self.METHODS_OF_PEERS)

    def test_those_that_are_missing_tell_how_to_get_them(self):
        for peer in set(self.METHODS_OF_PEERS) - set(self.present()):
            self.assertRegex(self.complaint_without(peer),
                             f"--peers: {peer} is not in this build; .*, and configure again")

    def test_matrices_of_all_kinds(self):
        for source in ("gen:rmat:9:8", self.file("r.mtx"), "gen:er:1:0"):
            with self.subTest(source=source):
                self.expect_methods(self.records("--mtx", source), *self.METHODS_OF_PEERS)

    def test_none(self):
        self.expect_methods(self.records(*SMALL, "--peers", "none"))

    def test_named_twice_they_run_once(self):
        for peer in self.present():
            self.expect_methods(self.records(*SMALL, "--peers", f"{peer},{peer.upper()}"), peer)

    def test_skipped_ones_are_told(self):
        for peer, reason in self.skipped().items():
            self.assertRegex(reason, "^it runs with --cuda$|^not compiled in for", peer)

    def test_matrices_without_rows_are_left_to_kokkos_kernels(self):
        if "mkl" not in self.present():
            self.skipTest("oneMKL is not in this build")
        result = self.expect_success("--mtx", self.file("e.mtx", BANNER + "0 5 0\n"), *QUICK)
        self.assertIn("no peer but Kokkos Kernels", result.stderr)

    def test_empty_matrices(self):
        self.expect_empty_matrices_pass("--mtx")


class TableTests:
    """Mixed into the tests of a driver: what it prints."""
    FIGURES = ""  # the names of its figures, as a pattern

    def test_table_fits_100_columns_and_tells_units(self):
        long = self.file("a" * 120 + ".mtx")
        text = self.expect_success(*SMALL, "--mtx", long, "--serial", "--calls", "1").stdout
        self.assertLessEqual(max(map(len, text.splitlines())), 100, text)
        self.assertRegex(text, rf"(?m)^  entry +ms +ms noise % {self.FIGURES} ratio checked$")
        library, algorithm = self.METHODS[0]
        number = r" +\d+\.\d+"
        self.assertRegex(text, rf"(?m)^  {library} {algorithm}({number})+ +1\.00 PASS$")

    def test_json_has_the_records_and_their_context(self):
        path = self.folder / "t.json"
        records = self.records(*SMALL, "--json", str(path))
        document = json.loads(path.read_text())
        self.assertEqual([list(record) for record in document["records"]],
                         [self.COLUMNS] * len(records))
        for found, expected in zip(document["records"], records, strict=True):
            self.assertEqual((found["algorithm"], found["checked"]),
                             (expected["algorithm"], "PASS"))
            self.assertAlmostEqual(found["ms_median"], float(expected["ms_median"]), places=5)
        context = document["context"]
        self.assertLessEqual({"date", "machine", "compiler", "kokkos", "options"}, set(context))
        self.assertEqual(context["options"]["calls"], 3)


class FileTests:
    """Mixed into the tests of a driver: matrices and records that cannot be read or written."""

    def ways_to_read(self, path):
        """Arguments with which the driver reads the matrix of a path, each way in a list."""
        return [["--mtx", path]]

    def test_a_failing_matrix_does_not_stop_the_others(self):
        self.expect_others_to_go_on("--mtx")

    def test_complex_files_name_the_driver_that_takes_them(self):
        path = self.file("c.mtx", BANNER.replace("real", "complex") + "1 1 1\n1 1 1 0\n")
        self.expect_failure(UNSUPPORTED, "c.mtx: line 1: field 'complex'",
                            "spgemm with --scalar complex", arguments=["--mtx", path, *QUICK])

    def test_output_errors(self):
        source = self.file("r.mtx")
        for flag in ("--csv", "--json"):
            self.expect_failure(OUTPUT_ERROR, flag, "No such file",
                                arguments=[*SMALL, flag, str(self.folder / "none" / "x")])
            for arguments in self.ways_to_read(source):
                self.expect_failure(USAGE, flag, "also read",
                                    arguments=[*arguments, flag, source])
        self.assertEqual(pathlib.Path(source).read_text(), REPEATED)
