# SPDX-License-Identifier: BSD-3-Clause
# Runs the driver of blocks as a user does, and reads its messages, exit codes and files.
"""Usage: python3 test_blocks.py <path of the driver> [unittest arguments]"""

import json
import pathlib

from driver_test import BAD_INPUT, BANNER, OUTPUT_ERROR, UNSUPPORTED, USAGE, DriverTest, main

COLUMNS = (
    "matrix,library,algorithm,space,threads,operation,phase,block_size,rows,entries,blocks,"
    "multiply_adds,setup_ms,average_ms,ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,gflops,"
    "checked"
).split(",")
SMALL = ["--mtx", "gen:elasticity3d:4"]
QUICK = ["--repeat", "2", "--calls", "2"]
OWN = ["blocks", "scalar"]
SPARSE = [("A*A", "noreuse"), ("A*A", "reuse")]
DENSE = [("A*x", "call"), ("A*B, 8 columns", "call")]
TRIPLE = [("R*(A*P)", "noreuse"), ("R*(A*P)", "reuse")]
# What Kokkos Kernels computes too.
OF_PEER = [*SPARSE, ("A*x", "call")]


class BlocksTest(DriverTest):
    SMALL, QUICK, COLUMNS = SMALL, QUICK, COLUMNS
    PEERS = ["kk"]
    # 4 x 4; the first entry is listed twice.
    MATRIX = BANNER + "4 4 4\n1 1 1\n1 1 2\n3 1 4\n4 4 5\n"

    def products_of(self, records):
        """The methods of each product, by operation and phase, in the order of the file."""
        products = {}
        for record in records:
            products.setdefault((record["operation"], record["phase"]), []).append(
                (record["library"], record["algorithm"]))
        return products

    def expected(self, products, with_peer):
        return {product: [("araios", name) for name in OWN] +
                [("kokkoskernels", "blocks")] * (with_peer and product in OF_PEER)
                for product in products}

    def expect_products(self, records, products, with_peer=None):
        with_peer = bool(self.present()) if with_peer is None else with_peer
        self.assertEqual(self.products_of(records), self.expected(products, with_peer))
        self.assertEqual({record["checked"] for record in records}, {"PASS"})


class Products(BlocksTest):
    def test_a_generated_grid_has_all(self):
        for source in ("gen:elasticity3d:4", "gen:brick3d:3"):
            records = self.records("--mtx", source)
            self.expect_products(records, [*SPARSE, *DENSE, *TRIPLE])
            self.assertEqual({record["block_size"] for record in records}, {"3"})

    def test_sizes_of_blocks(self):
        for size in ("1", "2", "5", "9"):
            with self.subTest(size=size):
                records = self.records("--mtx", "gen:band:90:4", "--block-size", size)
                self.expect_products(records, [*SPARSE, *DENSE])
                self.assertEqual({record["block_size"] for record in records}, {size})

    def test_counts_and_rates(self):
        for record in self.records("--mtx", "gen:band:8:0", "--block-size", "4", "--columns", "3"):
            self.assertEqual((record["rows"], record["entries"], record["blocks"]),
                             ("8", "8", "2"))
            work = 24 if record["operation"] == "A*B, 3 columns" else 8
            self.assertEqual(int(record["multiply_adds"]), work)
            self.assertAlmostEqual(float(record["gflops"]), 2e-6 * work / float(
                record["ms_median"]), delta=0.1 + 0.05 * float(record["gflops"]))

    def test_a_given_prolongator_with_blocks_of_its_own(self):
        records = self.records("--mtx", "gen:brick3d:4", "--pmtx", "gen:band:192:3",
                               "--coarse-block-size", "6")
        self.expect_products(records, [*SPARSE, *DENSE, *TRIPLE])

    def test_serial(self):
        self.expect_products(self.records(*SMALL, "--serial"), [*SPARSE, *DENSE, *TRIPLE],
                             with_peer=not self.skipped("--serial"))

    def skipped(self, *arguments):
        text = self.expect_success(*SMALL, *QUICK, *arguments).stdout
        return "peer kk is skipped: not compiled in" in text or not self.present()

    def test_checks(self):
        self.assertEqual({r["checked"] for r in self.records(*SMALL, "--check", "off")}, {"off"})

    def test_without_entries(self):
        for size in ("0 0 0", "4 4 0"):
            path = self.file("e.mtx", f"{BANNER}{size}\n")
            self.expect_success("--mtx", path, "--block-size", "2", *QUICK)

    def test_peers(self):
        self.expect_products(self.records(*SMALL, "--peers", "none"), [*SPARSE, *DENSE, *TRIPLE],
                             with_peer=False)
        if not self.present():
            self.assertRegex(self.complaint_without("kk"), "--peers: kk is not in this build; ")


class CommandLine(BlocksTest):
    def test_help_names_flags_and_exit_codes(self):
        text = self.expect_success("--help").stdout
        for word in ("--mtx", "--block-size N", "--coarse-block-size N", "--pmtx SOURCE",
                     "--columns N [8]", "--repeat N [10]", "--peers LIST [all]", "--json",
                     "Exit codes"):
            self.assertIn(word, text)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_usage_errors_name_flag_found_and_expected(self):
        self.expect_failures(USAGE, {
            (): ["--mtx", "expected a matrix"],
            ("--mtx", "gen:band:9:1", *QUICK): ["gen:band:9:1: --block-size: found none",
                                                "gen:elasticity3d"],
            (*SMALL, "--block-size", "0"): ["--block-size", "found '0'", "from 1 to 1024"],
            (*SMALL, "--columns", "0"): ["--columns", "found '0'", "from 1 to"],
            (*SMALL, "--peers", "mkl"): ["--peers", "found 'mkl'", "kk"],
        })

    def test_absent_back_end(self):
        self.expect_failure(UNSUPPORTED, "--sycl", arguments=[*SMALL, "--sycl", "0"])

    def test_shapes_that_do_not_fit(self):
        path = self.file("r.mtx", BANNER + "2 4 1\n1 2 1\n")
        self.expect_failures(BAD_INPUT, {
            ("--mtx", path, "--block-size", "2"): ["r: A is 2 x 4, expected a square matrix"],
            ("--mtx", "gen:band:9:1", "--block-size", "2"):
                ["A is 9 x 9, expected multiples of the 2 rows and 2 columns"],
            (*SMALL, "--pmtx", "gen:band:9:1"): ["P is 9 x 9, expected 192 rows"],
            (*SMALL, "--coarse-block-size", "5"): ["P is 192 x 24", "3 rows and 5 columns"],
        })


class Report(BlocksTest):
    def test_table_fits_100_columns_and_tells_units(self):
        long = self.file("a" * 120 + ".mtx")
        result = self.expect_success("--mtx", "gen:band:8:0", "--mtx", long, "--block-size", "4",
                                     *QUICK)
        text = result.stdout
        self.assertLessEqual(max(map(len, text.splitlines())), 100, text)
        self.assertRegex(text, r"(?m)^  entry +ms +ms noise % +GFLOP/s ratio checked$")
        self.assertIn("gen:band:8:0: 8 rows, 8 entries, 2 blocks of 4 x 4, 25.0 % full\n", text)
        self.assertIn("  without a triple product: --pmtx names no P\n", text)
        self.assertIn(" A*A, the whole call: 8 multiply-adds\n", text)
        self.assertRegex(text, r"(?m)^  araios blocks .* 1\.00 PASS$")
        self.assertIn("1 of 4 entries", result.stderr)

    def test_json_has_the_records_and_their_context(self):
        path = self.folder / "t.json"
        records = self.records(*SMALL, "--json", str(path))
        document = json.loads(path.read_text())
        self.assertEqual([list(record) for record in document["records"]],
                         [COLUMNS] * len(records))
        self.assertEqual(document["context"]["options"]["calls"], 2)

    def test_a_failing_matrix_does_not_stop_the_others(self):
        path = self.folder / "records.csv"
        result = self.expect_failure(BAD_INPUT, "No such file", arguments=[
            "--mtx", str(self.folder / "none.mtx"), *SMALL, *QUICK, "--csv", str(path),
            "--block-size", "3"])
        self.assertIn("[2/2] gen:elasticity3d:4", result.stdout)
        self.assertIn("gen:elasticity3d:4", path.read_text())

    def test_output_errors(self):
        for flag in ("--csv", "--json"):
            self.expect_failure(OUTPUT_ERROR, flag, "No such file",
                                arguments=[*SMALL, flag, str(self.folder / "none" / "x")])
        source = self.file("r.mtx")
        for flag in ("--mtx", "--pmtx"):
            self.expect_failure(USAGE, "--csv", "also read",
                                arguments=[*SMALL, flag, source, "--csv", source])
        self.assertEqual(pathlib.Path(source).read_text(), self.MATRIX)


if __name__ == "__main__":
    main()
