# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does: the products of given and generated matrices.
"""Usage: python3 test_spgemm_products.py <path of the driver> [unittest arguments]"""

from driver_test import BAD_INPUT, BANNER, main
from spgemm_test import QUICK, SMALL, SpGemmTest


class Products(SpGemmTest):
    def test_operations(self):
        rectangular = self.file("r.mtx")
        tall = self.file("t.mtx", BANNER + "3 1 1\n3 1 2\n")
        for arguments, operation, shape in [
            (SMALL, "A*A", ("100", "100", "100")),
            (["--amtx", rectangular], "A*A^T", ("2", "2", "3")),
            (["--amtx", rectangular, "--bmtx", tall], "A*B", ("2", "1", "3")),
            ([*SMALL, "--bmtx", "gen:lap2d5:10"], "A*A", ("100", "100", "100")),
        ]:
            for record in self.records(*arguments):
                self.assertEqual(record["operation"], operation)
                self.assertEqual((record["m"], record["n"], record["k"]), shape)
                self.assertEqual(record["checked"], "ok")

    def test_transposes(self):
        path = self.file("r.mtx")
        for arguments, matrix, operation, shape in [
            (["--amtx", path + "^T"], "r", "A^T*A", ("3", "3", "2")),
            (["--amtx", path + "^T", "--bmtx", path], "r", "A^T*A", ("3", "3", "2")),
            (["--amtx", path, "--bmtx", path + "^T"], "r", "A*A^T", ("2", "2", "3")),
            (["--amtx", "gen:er:9:2", "--bmtx", "gen:er:9:2^T"], "gen:er:9:2", "A*A^T",
             ("9", "9", "9")),
            (["--amtx", "gen:lap2d5:4:P^T", "--bmtx", "gen:lap2d5:4"],
             "gen:lap2d5:4:P^T * gen:lap2d5:4", "A*B", ("4", "16", "16")),
        ]:
            for record in self.records(*arguments):
                self.assertEqual((record["matrix"], record["operation"]), (matrix, operation))
                self.assertEqual((record["m"], record["n"], record["k"]), shape)
                self.assertEqual(record["checked"], "ok")
        target = self.folder / "c.mtx"
        self.expect_success("--amtx", path + "^T", *QUICK, "--cmtx", str(target))
        self.assertEqual(target.read_text().splitlines()[1:], ["3 3 2", "1 1 9", "3 3 16"])

    def test_triple_product(self):
        for restrictor in ("gen:lap2d5:4:R", "gen:lap2d5:4:P^T"):
            records = self.records("--amtx", "gen:lap2d5:4", "--bmtx", "gen:lap2d5:4:P", "--rmtx",
                                   restrictor)
            for record in records:
                self.assertEqual(record["matrix"],
                                 f"{restrictor} * (gen:lap2d5:4 * gen:lap2d5:4:P)")
                self.assertEqual(record["operation"], "R*(A*P)")
                self.assertEqual((record["m"], record["n"], record["k"]), ("4", "4", "16"))
                self.assertEqual(record["checked"], "ok")

    def test_triple_product_is_that_of_its_factors(self):
        a = self.file("a.mtx")  # 3 0 0; 0 0 4
        p = self.file("p.mtx", BANNER + "3 1 2\n1 1 1\n3 1 2\n")
        r = self.file("r.mtx", BANNER + "1 2 2\n1 1 5\n1 2 1\n")
        target = self.folder / "c.mtx"
        self.expect_success("--amtx", a, "--bmtx", p, "--rmtx", r, *QUICK, "--cmtx", str(target))
        self.assertEqual(target.read_text().splitlines()[1:], ["1 1 1", "1 1 23"])
        self.expect_failure(BAD_INPUT, "R is 1 x 2", "A*B is 3 x 3",
                            arguments=["--amtx", a + "^T", "--bmtx", a, "--rmtx", r])

    def test_grid_problems_have_their_transfer(self):
        for name in ("lap2d5", "lap2d9", "lap3d7", "lap3d27", "brick3d", "elasticity3d"):
            for record in self.records("--amtx", f"gen:{name}:4", "--bmtx", f"gen:{name}:4:P"):
                self.assertEqual(record["checked"], "ok")

    def test_shapes_that_do_not_fit(self):
        rectangular = self.file("r.mtx")
        self.expect_failure(BAD_INPUT, "2 x 3", "expected",
                            arguments=["--amtx", rectangular, "--bmtx", rectangular])
        self.expect_failure(BAD_INPUT, "2 x 3", "100 x 100",
                            arguments=["--amtx", rectangular, "--bmtx", "gen:lap2d5:10"])

    def test_empty_matrices(self):
        self.expect_empty_matrices_pass("--amtx")


if __name__ == "__main__":
    main()
