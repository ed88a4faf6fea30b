# SPDX-License-Identifier: BSD-3-Clause
# What the tests of drivers share that multiply one sparse matrix by dense vectors or matrices.
"""Imported by test_spmv.py and test_spmm.py, whose first argument is the path of the driver."""

import math
import pathlib

from driver_test import BAD_INPUT, BANNER, OUTPUT_ERROR, UNSUPPORTED, USAGE, DriverTest, run

SMALL = ["--mtx", "gen:lap2d5:10"]
QUICK = ["--serial", "--repeat", "2", "--calls", "3"]
# 200 x 200.
BAND, BAND_ENTRIES = "gen:band:200:3", 1388
# 3 x 2; the first entry is listed twice, the second row is empty.
REPEATED = BANNER + "3 2 4\n1 1 1\n1 1 2\n3 1 4\n3 2 5\n"


class DenseOperandTest(DriverTest):
    QUICK, MATRIX = QUICK, REPEATED
    METHODS = []  # (library, algorithm) of records, those of peers last

    def records_of_band(self, *arguments, columns_of_b=1):
        """Checks what all drivers tell of a product with BAND, and returns the records."""
        records = self.records("--mtx", BAND, *arguments)
        self.assertEqual([(r["library"], r["algorithm"]) for r in records],
                         self.METHODS[:len(records)])
        for record in records:
            self.assertEqual((record["rows"], record["columns"], record["entries"]),
                             ("200", "200", str(BAND_ENTRIES)))
            self.assertEqual((record["space"], record["threads"]), ("Serial", "1"))
            self.assertEqual(record["checked"], "PASS")
            self.assertLessEqual(float(record["ms_min"]), float(record["ms_median"]))
            self.assertLessEqual(float(record["ms_median"]), float(record["ms_max"]))
            work = 2 * BAND_ENTRIES * columns_of_b
            self.expect_figure(record, "gflops", 1e-6 * work / float(record["average_ms"]))
        return records

    def expect_figure(self, record, name, expected):
        self.assertTrue(math.isclose(float(record[name]), expected, rel_tol=0.05), name)


class CommandLineTests:
    """Mixed into the tests of a driver, which add what it has beyond these words and flags."""
    HELP_WORDS = []
    USAGE_ERRORS = {}

    def test_help_names_flags_defaults_and_exit_codes(self):
        text = self.expect_success("--help").stdout
        for word in ("--mtx", "Exit codes", *self.HELP_WORDS):
            self.assertIn(word, text)

    def test_usage_errors_name_flag_found_and_expected(self):
        self.expect_failures(USAGE, {
            (): ["--mtx", "expected a matrix"],
            ("--unknown",): ["--unknown", "not expected"],
            (*SMALL, "--repeat", "0"): ["--repeat", "found '0'", "from 1 to"],
            (*SMALL, "--check", "all"): ["--check", "found 'all'", "values|off"],
            **self.USAGE_ERRORS,
        })

    def test_absent_back_end(self):
        self.expect_failure(UNSUPPORTED, "--sycl", arguments=[*SMALL, "--sycl", "0"])


class FileTests:
    """Mixed into the tests of a driver: matrices and records that cannot be read or written."""

    def ways_to_read(self, path):
        """Arguments with which the driver reads the matrix of a path, each way in a list."""
        return [["--mtx", path]]

    def test_a_failing_matrix_does_not_stop_the_others(self):
        path = self.folder / "records.csv"
        result = run("--mtx", str(self.folder / "none.mtx"), *SMALL, *QUICK, "--csv", str(path))
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("No such file", result.stderr)
        self.assertIn("gen:lap2d5:10", path.read_text())

    def test_output_errors(self):
        self.expect_failure(OUTPUT_ERROR, "--csv", "No such file",
                            arguments=[*SMALL, "--csv", str(self.folder / "none" / "x.csv")])
        source = self.file("r.mtx")
        for arguments in self.ways_to_read(source):
            self.expect_failure(USAGE, "--csv", "also read",
                                arguments=[*arguments, "--csv", source])
        self.assertEqual(pathlib.Path(source).read_text(), REPEATED)
