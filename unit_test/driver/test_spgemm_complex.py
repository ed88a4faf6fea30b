# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does, with complex matrices.
"""Usage: python3 test_spgemm_complex.py <path of the driver> [unittest arguments]"""

import json

from driver_test import UNSUPPORTED, main
from spgemm_test import PHASES, QUICK, SMALL, SpGemmTest, built_in_spaces, on_default_space

GENERAL = "%%MatrixMarket matrix coordinate complex general\n"
# 1+2i  3; 0  -1i
SQUARE = GENERAL + "2 2 3\n1 1 1 2\n1 2 3 0\n2 2 0 -1\n"
HERMITIAN = "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 0 2\n"


class Complex(SpGemmTest):
    def product_of(self, *arguments):
        """The lines of C after its size line, and the banner."""
        target = self.folder / "c.mtx"
        self.expect_success(*arguments, "--scalar", "complex", *on_default_space(), "--cmtx",
                            str(target))
        lines = target.read_text().splitlines()
        self.assertEqual(lines[0] + "\n", GENERAL)
        return lines[2:]

    def test_products(self):
        square = self.file("s.mtx", SQUARE)
        hermitian = self.file("h.mtx", HERMITIAN)
        real = self.file("r.mtx", SQUARE.replace("complex", "real").replace("1 1 1 2", "1 1 1")
                         .replace("1 2 3 0", "1 2 3").replace("2 2 0 -1", "2 2 -1"))
        for arguments, entries in [
            (["--amtx", square], ["1 1 -3 4", "1 2 3 3", "2 2 -1 0"]),
            (["--amtx", hermitian], ["1 1 5 0", "1 2 0 -2", "2 1 0 2", "2 2 4 0"]),
            (["--amtx", square, "--bmtx", hermitian],
             ["1 1 1 8", "1 2 4 -2", "2 1 2 0"]),
            # Transposes are not conjugated.
            (["--amtx", square, "--bmtx", square + "^T"],
             ["1 1 6 4", "1 2 0 -3", "2 1 0 -3", "2 2 -1 0"]),
            (["--amtx", real], ["1 1 1 0", "1 2 0 0", "2 2 1 0"]),
        ]:
            with self.subTest(arguments=arguments):
                self.assertEqual(self.product_of(*arguments), entries)

    def test_every_method_is_right_in_every_phase(self):
        for arguments in (SMALL, ["--amtx", self.file("s.mtx", SQUARE)],
                          ["--amtx", "gen:rmat:8:8"],
                          ["--amtx", "gen:lap2d5:9", "--bmtx", "gen:lap2d5:9:P", "--rmtx",
                           "gen:lap2d5:9:R"]):
            with self.subTest(arguments=arguments):
                records = self.records(
                    *arguments, "--scalar", "complex", "--algorithm",
                    "KKSPGEMM,KKMEM,KKLP,KKDENSE,RBSPARSE,BHSPARSE", quick=on_default_space())
                self.assertEqual({record["checked"] for record in records}, {"ok"})
                self.assertEqual({record["library"] for record in records}, {"araios"})
                self.assertEqual({record["phase"] for record in records}, set(PHASES))

    def test_bounds_count_wide_values_and_four_multiply_adds(self):
        path = self.folder / "records.json"
        self.expect_success(*SMALL, *on_default_space(), "--scalar", "complex", "--peers", "none",
                            "--bounds", "--estimate", "--json", str(path))
        document = json.loads(path.read_text(encoding="utf-8"))
        self.assertEqual(document["context"]["options"]["scalar"], "complex")
        bounds = document["products"][0]["bounds"]
        self.assertEqual(bounds["compulsory_bytes"], 20 * (460 + 1104) + 2 * 101 * 4)
        rate = document["context"]["rates"]["multiply_adds_per_ns"]
        self.assertAlmostEqual(bounds["work_ms"] * rate * 1e6, 4 * 2148, delta=1)

    def test_empty_matrices(self):
        for size in ("0 0 0", "0 5 0", "5 0 0", "4 4 0"):
            path = self.file("e.mtx", f"{GENERAL}{size}\n")
            self.expect_success("--amtx", path, *on_default_space(), "--scalar", "complex")

    def test_without_the_flag_the_driver_is_real(self):
        for text in (SQUARE, HERMITIAN):
            path = self.file("s.mtx", text)
            for arguments in (["--amtx", path], [*SMALL, "--bmtx", path],
                              ["--amtx", path, "--scalar", "double"]):
                self.expect_failure(
                    UNSUPPORTED, "s.mtx: line 1: field 'complex' does not fit a matrix of real",
                    "expected a real file, or spgemm with --scalar complex",
                    arguments=[*arguments, *QUICK])

    def test_types_that_are_not_compiled_in(self):
        self.expect_failure(
            UNSUPPORTED, "--scalar: found complex", "--offset int32 alone",
            arguments=[*SMALL, *on_default_space(), "--scalar", "complex", "--offset", "size_t"])
        if built_in_spaces() != ["Serial"]:
            self.expect_failure(UNSUPPORTED, "--scalar: found complex on Serial with --offset int32, "
                                "expected double",
                                arguments=[*SMALL, *QUICK, "--scalar", "complex"])


if __name__ == "__main__":
    main()
