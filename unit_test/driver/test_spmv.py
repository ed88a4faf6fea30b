# SPDX-License-Identifier: BSD-3-Clause
# Runs the matrix-vector driver as a user does, and reads its messages, exit codes and files.
"""Usage: python3 test_spmv.py <path of the driver> [unittest arguments]"""

import csv
import math
import pathlib

from driver_test import BAD_INPUT, OUTPUT_ERROR, UNSUPPORTED, USAGE, DriverTest, main, run

SMALL = ["--mtx", "gen:lap2d5:10"]
QUICK = ["--serial", "--repeat", "2", "--calls", "3"]
COLUMNS = (
    "matrix,library,algorithm,space,threads,rows,columns,entries,row_length_mean,"
    "row_length_std_dev,row_length_variation,row_length_skewness,row_length_max,setup_ms,"
    "average_ms,ms_median,ms_min,ms_max,gflops,effective_gbs,effective_share,compulsory_gbs,"
    "compulsory_share,triad_gbs,checked"
).split(",")
METHODS = [("araios", "merge_path"), ("kokkoskernels", "SPMV_DEFAULT"),
           ("kokkoskernels", "SPMV_MERGE_PATH")]

BANNER = "%%MatrixMarket matrix coordinate real general\n"
# 3 x 2; the first entry is listed twice, the second row is empty.
REPEATED = BANNER + "3 2 4\n1 1 1\n1 1 2\n3 1 4\n3 2 5\n"


class SpMvTest(DriverTest):
    QUICK, COLUMNS, MATRIX = QUICK, COLUMNS, REPEATED


class CommandLine(SpMvTest):
    def test_help_names_flags_defaults_and_exit_codes(self):
        text = self.expect_success("--help").stdout
        for word in ("--mtx", "--directory DIR", "--repeat N [10]", "Exit codes", "compulsory"):
            self.assertIn(word, text)

    def test_usage_errors_name_flag_found_and_expected(self):
        for arguments, words in {
            (): ["--mtx", "expected a matrix", "--directory"],
            ("--unknown",): ["--unknown", "not expected"],
            ("--mtx",): ["--mtx", "1 required"],
            (*SMALL, "--repeat", "0"): ["--repeat", "found '0'", "from 1 to"],
            (*SMALL, "--calls", "many"): ["--calls", "found 'many'"],
            (*SMALL, "--openmp", "0"): ["--openmp", "found '0'", "from 1 to"],
            (*SMALL, "--serial", "--openmp", "2"): ["--serial", "--openmp", "one execution space"],
            (*SMALL, "--check", "all"): ["--check", "found 'all'", "values|off"],
            (*SMALL, "--peers", "fast"): ["--peers", "found 'fast'", "kk|none"],
            (*SMALL, "--offset", "int16"): ["--offset", "found 'int16'", "int32|int64|size_t"],
        }.items():
            with self.subTest(arguments=arguments):
                self.expect_failure(USAGE, *words, arguments=arguments)

    def test_absent_back_end(self):
        self.expect_failure(UNSUPPORTED, "--sycl", arguments=[*SMALL, "--sycl", "0"])


class Report(SpMvTest):
    def test_statistics_and_histogram(self):
        text = self.expect_success("--mtx", self.file("r.mtx"), *QUICK).stdout
        self.assertIn("r: 3 rows, 2 columns, 3 entries", text)
        self.assertIn("mean 1.00000, standard deviation 0.81650, variation 0.81650, "
                      "skewness 0.00000, longest 2", text)
        self.assertRegex(text, r"no entry +1 rows \(33.33 %\)")
        self.assertRegex(text, r"from 1e0 +2 rows \(66.67 %\)")
        self.assertRegex(text, r"araios +merge_path +PASS .* setup ms, .* avg ms, .* GFLOPS, "
                               r".* effective GB/s \(.* % of triad\)")

    def test_repeated_entries_are_told(self):
        result = self.expect_success("--mtx", self.file("r.mtx"), *QUICK)
        self.assertIn("1 of 4 entries", result.stderr)

    def test_csv(self):
        records = self.records("--mtx", 'gen:band:200:3')
        self.assertEqual([(r["library"], r["algorithm"]) for r in records],
                         METHODS[:len(records)])
        for record in records:
            self.assertEqual((record["rows"], record["columns"], record["entries"]),
                             ("200", "200", "1388"))
            self.assertEqual((record["space"], record["threads"]), ("Serial", "1"))
            self.assertEqual(record["checked"], "PASS")
            self.assertLessEqual(float(record["ms_min"]), float(record["ms_median"]))
            self.assertLessEqual(float(record["ms_median"]), float(record["ms_max"]))
            average = float(record["average_ms"])
            effective = 1388 * (8 + 8 + 4) + 200 * (8 + 4)
            compulsory = 1388 * (8 + 4) + 200 * (8 + 8 + 4)
            triad = float(record["triad_gbs"])
            for name, expected in {
                "gflops": 2e-6 * 1388 / average,
                "effective_gbs": 1e-6 * effective / average,
                "compulsory_gbs": 1e-6 * compulsory / average,
                "effective_share": 1e-6 * effective / average / triad,
            }.items():
                self.assertTrue(math.isclose(float(record[name]), expected, rel_tol=0.05), name)

    def test_offsets_and_checks(self):
        for extra, checked in {("--offset", "int64"): "PASS", ("--offset", "size_t"): "PASS",
                               ("--check", "off"): "off", ("--peers", "none"): "PASS"}.items():
            with self.subTest(extra=extra):
                for record in self.records(*SMALL, *extra):
                    self.assertEqual(record["checked"], checked)

    def test_empty_matrices(self):
        for size in ("0 0 0", "0 5 0", "5 0 0", "4 4 0"):
            self.expect_success("--mtx", self.file("e.mtx", f"{BANNER}{size}\n"), *QUICK)


class Files(SpMvTest):
    def test_a_failing_matrix_does_not_stop_the_others(self):
        path = self.folder / "records.csv"
        result = run("--mtx", str(self.folder / "none.mtx"), *SMALL, *QUICK, "--csv", str(path))
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("No such file", result.stderr)
        self.assertIn("gen:lap2d5:10", path.read_text())

    def test_directory(self):
        entries = "".join(f"{i} {i} 1\n" for i in range(1, 201))
        self.file("b.mtx", f"{BANNER}200 200 200\n{entries}")
        self.file("a.mtx", f"{BANNER}1 3 1\n1 1 1\n")
        self.file("few.mtx", f"{BANNER}9 9 1\n1 1 1\n")
        self.file("notes.txt", "no matrix\n")
        path = self.folder / "records.csv"
        result = self.expect_success("--directory", str(self.folder), *QUICK, "--csv", str(path))
        for progress in ("[1/3] a:", "[2/3] b:", "[3/3] few:"):
            self.assertIn(progress, result.stdout)
        self.assertEqual(result.stdout.count("skipped: trivial"), 2)
        with open(path, newline="") as file:
            self.assertEqual({record["matrix"] for record in csv.DictReader(file)}, {"b"})

    def test_bad_directories(self):
        self.expect_failure(BAD_INPUT, "--directory", "No such file",
                            arguments=["--directory", str(self.folder / "none")])
        self.expect_failure(BAD_INPUT, "--directory", "no matrix",
                            arguments=["--directory", str(self.folder)])

    def test_output_errors(self):
        self.expect_failure(OUTPUT_ERROR, "--csv", "No such file",
                            arguments=[*SMALL, "--csv", str(self.folder / "none" / "x.csv")])
        source = self.file("r.mtx")
        for arguments in (["--mtx", source], ["--directory", str(self.folder)]):
            self.expect_failure(USAGE, "--csv", "also read",
                                arguments=[*arguments, "--csv", source])
        self.assertEqual(pathlib.Path(source).read_text(), REPEATED)


if __name__ == "__main__":
    main()
