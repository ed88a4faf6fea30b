# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does, on files and matrices that it refuses or remarks on.
"""Usage: python3 test_spgemm_matrices.py <path of the driver> [unittest arguments]"""

import os

from driver_test import BAD_INPUT, BANNER, OUT_OF_MEMORY, UNSUPPORTED, main
from spgemm_test import QUICK, SpGemmTest


class Matrices(SpGemmTest):
    def test_repeated_entries_are_told(self):
        result = self.expect_success("--amtx", self.file("r.mtx"), *QUICK)
        self.assertIn("1 of 3 entries", result.stderr)

    def test_rounded_integers_are_told(self):
        text = BANNER.replace("real", "integer") + "1 3 3\n1 1 9007199254740993\n1 2 1\n1 3 2\n"
        result = self.expect_success("--amtx", self.file("i.mtx", text), *QUICK)
        self.assertIn("1 of 3 integers of", result.stderr)
        self.assertIn("do not fit a double and are rounded, the first is 9007199254740993 in "
                      "line 3", result.stderr)

    def test_files_as_programs_write_them(self):
        for text in (
            BANNER + "2 2 2\n1 1 0.5771964-104\n2 2 0.25+101\n",
            BANNER.replace("general", "symmetric") + "3 3 2\n2 1 4\n1 3 5\n",
            BANNER + "2 2 2\n1 1 2.5 % note\n2 2 1\n",
        ):
            with self.subTest(text=text):
                result = self.expect_success("--amtx", self.file("m.mtx", text), *QUICK)
                self.assertEqual(result.stderr, "")

    def test_bad_files(self):
        for text, words in {
            "": [],
            "hello\n": [],
            BANNER: [],
            BANNER + "2 2\n": [],
            BANNER + "2 2 2\n1 1 1\n": [],
            BANNER + "2 2 1\n0 1 1\n": [],
            BANNER + "2 2 1\n3 1 1\n": ["ine 3"],
            BANNER + "2 2 1\n1 1 x\n": ["ine 3"],
            BANNER.replace("general", "symmetric") + "2 2 2\n2 1 1\n1 2 1\n": ["ine 4", "ine 3"],
            "# Nodes: 3\n0\t1\n": ["edge list"],
            BANNER.replace("coordinate", "array") + "1 1\n1\n": ["array"],
        }.items():
            with self.subTest(text=text):
                path = self.file("bad.mtx", text)
                self.expect_failure(BAD_INPUT, "bad.mtx", *words, arguments=["--amtx", path])

    def test_unreadable_sources(self):
        self.expect_failure(BAD_INPUT, "none.mtx", "No such file",
                            arguments=["--amtx", str(self.folder / "none.mtx")])
        self.expect_failure(BAD_INPUT, "directory", arguments=["--amtx", str(self.folder)])
        self.expect_failure(BAD_INPUT, "gen:lap9d:4", "gen:lap3d7:N",
                            arguments=["--amtx", "gen:lap9d:4"])
        locked = self.file("locked.mtx")
        os.chmod(locked, 0)
        if os.geteuid() != 0:
            self.expect_failure(BAD_INPUT, "Permission denied", arguments=["--amtx", locked])

    def test_transposed_sources_that_are_missing_are_named(self):
        self.expect_failure(BAD_INPUT, "none.mtx", "No such file",
                            arguments=["--amtx", str(self.folder / "none.mtx^T")])

    def test_too_large_for_the_ordinal(self):
        text = BANNER + "3000000000 1 1\n1 1 1\n"
        self.expect_failure(UNSUPPORTED, "3000000000", "32-bit",
                            arguments=["--amtx", self.file("huge.mtx", text)])

    def test_a_failing_matrix_does_not_stop_the_others(self):
        self.expect_others_to_go_on("--amtx")

    def test_memory_cap(self):
        self.expect_failure(OUT_OF_MEMORY, "needs", "allowed are 100",
                            arguments=["--amtx", "gen:lap3d7:20", "--memory-cap", "100"])


if __name__ == "__main__":
    main()
