# SPDX-License-Identifier: BSD-3-Clause
# Runs the sparse × dense driver as a user does, and reads its messages, exit codes and files.
"""Usage: python3 test_spmm.py <path of the driver> [unittest arguments]"""

import math
import pathlib

from driver_test import BAD_INPUT, OUTPUT_ERROR, UNSUPPORTED, USAGE, DriverTest, main, run

SMALL = ["--mtx", "gen:lap2d5:10"]
QUICK = ["--serial", "--repeat", "2", "--calls", "3"]
COLUMNS = (
    "matrix,library,algorithm,space,threads,scalar,layout,rows,columns,entries,columns_of_b,"
    "setup_ms,average_ms,ms_median,ms_min,ms_max,gflops,checked"
).split(",")
METHODS = [("araios", "rows"), ("araios", "groups_of_4"), ("kokkoskernels", "spmv_of_vectors")]

BANNER = "%%MatrixMarket matrix coordinate real general\n"
# 3 x 2; the first entry is listed twice, the second row is empty.
REPEATED = BANNER + "3 2 4\n1 1 1\n1 1 2\n3 1 4\n3 2 5\n"


class SpMmTest(DriverTest):
    QUICK, COLUMNS, MATRIX = QUICK, COLUMNS, REPEATED


class CommandLine(SpMmTest):
    def test_help_names_flags_defaults_and_exit_codes(self):
        text = self.expect_success("--help").stdout
        for word in ("--mtx", "--columns N [64]", "--layout row|column [row]",
                     "--scalar float|double [double]", "--from-dense", "Exit codes"):
            self.assertIn(word, text)

    def test_usage_errors_name_flag_found_and_expected(self):
        for arguments, words in {
            (): ["--mtx", "expected a matrix"],
            ("--unknown",): ["--unknown", "not expected"],
            (*SMALL, "--columns", "0"): ["--columns", "found '0'", "from 1 to"],
            (*SMALL, "--layout", "both"): ["--layout", "found 'both'", "row|column"],
            (*SMALL, "--scalar", "half"): ["--scalar", "found 'half'", "float|double"],
            (*SMALL, "--rows-per-group", "5"): ["--rows-per-group", "found '5'", "4|8|16"],
            (*SMALL, "--repeat", "0"): ["--repeat", "found '0'", "from 1 to"],
            (*SMALL, "--peers", "fast"): ["--peers", "found 'fast'", "all|none"],
            (*SMALL, "--check", "all"): ["--check", "found 'all'", "values|off"],
        }.items():
            with self.subTest(arguments=arguments):
                self.expect_failure(USAGE, *words, arguments=arguments)

    def test_absent_back_end(self):
        self.expect_failure(UNSUPPORTED, "--sycl", arguments=[*SMALL, "--sycl", "0"])


class Report(SpMmTest):
    def test_lines(self):
        result = self.expect_success("--mtx", self.file("r.mtx"), "--columns", "5", *QUICK)
        self.assertIn("r: 3 rows, 2 columns, 3 entries; B 2 x 5, double by row", result.stdout)
        self.assertRegex(result.stdout, r"araios +rows +PASS .* setup ms, .* avg ms, .* GFLOPS")
        self.assertIn("1 of 4 entries", result.stderr)

    def test_csv(self):
        records = self.records("--mtx", "gen:band:200:3", "--columns", "12")
        self.assertEqual([(r["library"], r["algorithm"]) for r in records],
                         METHODS[:len(records)])
        self.assertGreaterEqual(len(records), 2)
        for record in records:
            self.assertEqual((record["rows"], record["columns"], record["entries"],
                              record["columns_of_b"]), ("200", "200", "1388", "12"))
            self.assertEqual((record["space"], record["threads"], record["scalar"],
                              record["layout"]), ("Serial", "1", "double", "row"))
            self.assertEqual(record["checked"], "PASS")
            self.assertLessEqual(float(record["ms_min"]), float(record["ms_median"]))
            self.assertLessEqual(float(record["ms_median"]), float(record["ms_max"]))
            expected = 2e-6 * 1388 * 12 / float(record["average_ms"])
            self.assertTrue(math.isclose(float(record["gflops"]), expected, rel_tol=0.05))

    def test_layouts_scalars_and_formats(self):
        for layout in ("row", "column"):
            for scalar in ("float", "double"):
                for extra in (["--rows-per-group", "8"], ["--from-dense"]):
                    with self.subTest(layout=layout, scalar=scalar, extra=extra):
                        records = self.records("--mtx", "gen:rmat:7:8", "--columns", "19",
                                               "--layout", layout, "--scalar", scalar, *extra)
                        self.assertEqual({r["checked"] for r in records}, {"PASS"})
                        self.assertEqual({(r["layout"], r["scalar"]) for r in records},
                                         {(layout, scalar)})

    def test_checks_and_peers(self):
        self.assertEqual({r["checked"] for r in self.records(*SMALL, "--check", "off")}, {"off"})
        self.assertEqual({r["library"] for r in self.records(*SMALL, "--peers", "none")},
                         {"araios"})

    def test_empty_matrices(self):
        for size in ("0 0 0", "0 5 0", "5 0 0", "4 4 0"):
            with self.subTest(size=size):
                self.expect_success("--mtx", self.file("e.mtx", f"{BANNER}{size}\n"), *QUICK,
                                    "--peers", "none")


class Files(SpMmTest):
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
        self.expect_failure(USAGE, "--csv", "also read",
                            arguments=["--mtx", source, "--csv", source])
        self.assertEqual(pathlib.Path(source).read_text(), REPEATED)


if __name__ == "__main__":
    main()
