# SPDX-License-Identifier: BSD-3-Clause
# Runs the matrix-vector driver as a user does, and reads its messages, exit codes and files.
"""Usage: python3 test_spmv.py <path of the driver> [unittest arguments]"""

import csv

from dense_operand_test import (BAND_ENTRIES, QUICK, SMALL, CommandLineTests, DenseOperandTest,
                                FileTests, PeerTests, TableTests)
from driver_test import BAD_INPUT, BANNER, main

COLUMNS = (
    "matrix,library,algorithm,space,threads,rows,columns,entries,row_length_mean,"
    "row_length_std_dev,row_length_variation,row_length_skewness,row_length_max,setup_ms,"
    "average_ms,ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,gflops,effective_gbs,"
    "effective_share,compulsory_gbs,compulsory_share,triad_gbs,checked"
).split(",")


class SpMvTest(DenseOperandTest):
    COLUMNS = COLUMNS
    METHODS = [("araios", "merge_path")]
    METHODS_OF_PEERS = {
        "kk": [("kokkoskernels", "SPMV_DEFAULT"), ("kokkoskernels", "SPMV_MERGE_PATH")],
        "mkl": [("mkl", "mv"), ("mkl", "mv_plain")],
        "cusparse": [("cusparse", "csr_alg1"), ("cusparse", "csr_alg2")],
    }


class CommandLine(CommandLineTests, SpMvTest):
    HELP_WORDS = ["--directory DIR", "--repeat N [10]", "compulsory"]
    USAGE_ERRORS = {
        (): ["--mtx", "expected a matrix", "--directory"],
        ("--mtx",): ["--mtx", "1 required"],
        (*SMALL, "--calls", "many"): ["--calls", "found 'many'"],
        (*SMALL, "--openmp", "0"): ["--openmp", "found '0'", "from 1 to"],
        (*SMALL, "--serial", "--openmp", "2"): ["--serial", "--openmp", "one execution space"],
        (*SMALL, "--offset", "int16"): ["--offset", "found 'int16'", "int32|size_t"],
    }


class Report(TableTests, SpMvTest):
    FIGURES = "GFLOP/s  GB/s  GB/s triad %"

    def test_statistics_and_histogram(self):
        text = self.expect_success("--mtx", self.file("r.mtx"), *QUICK).stdout
        self.assertIn("r: 3 rows, 2 columns, 3 entries", text)
        self.assertIn("mean 1.0000, standard deviation 0.8165, variation 0.8165, "
                      "skewness 0.0000, longest 2", text)
        self.assertRegex(text, r"no entry +1 rows \(33.33 %\)")
        self.assertRegex(text, r"from 1e0 +2 rows \(66.67 %\)")
        self.assertRegex(text, r"(?m)^ +set-up +median +effective +compulsory$")

    def test_repeated_entries_are_told(self):
        result = self.expect_success("--mtx", self.file("r.mtx"), *QUICK)
        self.assertIn("1 of 4 entries", result.stderr)

    def test_csv(self):
        for record in self.records_of_band():
            median = float(record["ms_median"])
            effective = BAND_ENTRIES * (8 + 8 + 4) + 200 * (8 + 4)
            compulsory = BAND_ENTRIES * (8 + 4) + 200 * (8 + 8 + 4)
            triad = float(record["triad_gbs"])
            self.expect_figure(record, "effective_gbs", 1e-6 * effective / median)
            self.expect_figure(record, "compulsory_gbs", 1e-6 * compulsory / median)
            self.expect_figure(record, "effective_share", 1e-6 * effective / median / triad)

    def test_offsets_and_checks(self):
        for extra, checked in {("--offset", "size_t"): "PASS", ("--check", "off"): "off"}.items():
            with self.subTest(extra=extra):
                for record in self.records(*SMALL, *extra):
                    self.assertEqual(record["checked"], checked)


class Peers(PeerTests, SpMvTest):
    def test_wide_offsets_are_not_for_all(self):
        if "mkl" not in self.present():
            self.skipTest("oneMKL is not in this build")
        skipped = self.skipped("--offset", "size_t")
        self.assertEqual(skipped["mkl"], "not compiled in for these offsets")


class Files(FileTests, SpMvTest):
    def ways_to_read(self, path):
        return [*super().ways_to_read(path), ["--directory", str(self.folder)]]

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


if __name__ == "__main__":
    main()
