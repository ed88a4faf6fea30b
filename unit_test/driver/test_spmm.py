# SPDX-License-Identifier: BSD-3-Clause
# Runs the sparse × dense driver as a user does, and reads its messages, exit codes and files.
"""Usage: python3 test_spmm.py <path of the driver> [unittest arguments]"""

from dense_operand_test import (QUICK, SMALL, CommandLineTests, DenseOperandTest, FileTests,
                                PeerTests, TableTests)
from driver_test import main

COLUMNS = (
    "matrix,library,algorithm,space,threads,scalar,layout,rows,columns,entries,columns_of_b,"
    "setup_ms,average_ms,ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,gflops,"
    "checked"
).split(",")


class SpMmTest(DenseOperandTest):
    COLUMNS = COLUMNS
    METHODS = [("araios", "rows"), ("araios", "groups_of_4")]
    METHODS_OF_PEERS = {
        "kk": [("kokkoskernels", "spmv_of_vectors")],
        "mkl": [("mkl", "mm")],
        "cusparse": [("cusparse", "csr_alg1"), ("cusparse", "csr_alg2"), ("cusparse", "csr_alg3"),
                     ("cublas", "gemm")],
    }


class CommandLine(CommandLineTests, SpMmTest):
    HELP_WORDS = ["--columns N [64]", "--layout row|column [row]",
                  "--scalar float|double [double]", "--from-dense"]
    USAGE_ERRORS = {
        (*SMALL, "--columns", "0"): ["--columns", "found '0'", "from 1 to"],
        (*SMALL, "--layout", "both"): ["--layout", "found 'both'", "row|column"],
        (*SMALL, "--scalar", "half"): ["--scalar", "found 'half'", "float|double"],
        (*SMALL, "--rows-per-group", "5"): ["--rows-per-group", "found '5'", "4|8|16"],
        (*SMALL, "--lanes", "3"): ["lanes is 3", "power of two"],
        (*SMALL, "--lanes", "4", "--teamsize", "6"): ["team_size is 6", "multiple of the 4 lanes"],
        (*SMALL, "--columns-per-block", "0"): ["--columns-per-block", "found '0'", "from 1 to"],
    }


class Report(TableTests, SpMmTest):
    FIGURES = "  GFLOP/s"

    def test_size(self):
        result = self.expect_success("--mtx", self.file("r.mtx"), "--columns", "5", *QUICK)
        self.assertIn("r: 3 rows, 2 columns, 3 entries; B 2 x 5, double by row", result.stdout)
        self.assertIn("1 of 4 entries", result.stderr)

    def test_csv(self):
        records = self.records_of_band("--columns", "12", columns_of_b=12)
        self.assertGreaterEqual(len(records), 2)
        for record in records:
            self.assertEqual((record["columns_of_b"], record["scalar"], record["layout"]),
                             ("12", "double", "row"))

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

    def test_shapes_of_the_product(self):
        for flags in (["--columns-per-block", "7"], ["--lanes", "8", "--teamsize", "64"]):
            with self.subTest(flags=flags):
                records = self.records("--mtx", "gen:rmat:7:8", "--columns", "19", *flags)
                self.assertEqual({r["checked"] for r in records}, {"PASS"})

    def test_checks(self):
        self.assertEqual({r["checked"] for r in self.records(*SMALL, "--check", "off")}, {"off"})


class Peers(PeerTests, SpMmTest):
    def test_a_peer_that_is_not_compiled_in_is_told(self):
        if "kk" not in self.present():
            self.skipTest("Kokkos Kernels is not in this build")
        self.assertIn("not compiled in for this scalar", self.skipped("--scalar", "float")["kk"])


class Files(FileTests, SpMmTest):
    pass


if __name__ == "__main__":
    main()
