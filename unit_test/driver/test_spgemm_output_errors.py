# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does, with outputs that cannot or must not be written.
"""Usage: python3 test_spgemm_output_errors.py <path of the driver> [unittest arguments]"""

import os
import pathlib
import signal
import stat
import subprocess
import time
import unittest

from driver_test import OUTPUT_ERROR, USAGE, DriverTest, environment, main, run
from spgemm_test import QUICK, RECTANGULAR, SMALL, SpGemmTest


class OutputErrors(SpGemmTest):
    FLAGS = ("--csv", "--json", "--cmtx")

    def expect_clean_folder(self, *names):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))

    def test_unwritable_paths_fail_before_the_run(self):
        for flag in self.FLAGS:
            missing = str(self.folder / "none" / "x")
            result = self.expect_failure(OUTPUT_ERROR, flag, missing, "No such file",
                                         arguments=[*SMALL, flag, missing])
            self.assertEqual(result.stdout, "")
            self.expect_failure(OUTPUT_ERROR, flag, "is a directory",
                                arguments=[*SMALL, flag, str(self.folder)])
        self.expect_clean_folder()

    @unittest.skipIf(os.geteuid() == 0, "the superuser may write everything")
    def test_no_permission(self):
        locked = self.file("locked.csv", "kept\n")
        os.chmod(locked, stat.S_IRUSR)
        self.expect_failure(OUTPUT_ERROR, "--csv", "Permission denied",
                            arguments=[*SMALL, "--csv", locked])
        self.assertEqual(pathlib.Path(locked).read_text(), "kept\n")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs the device /dev/full")
    def test_full_disk(self):
        for flag in self.FLAGS:
            self.expect_failure(OUTPUT_ERROR, flag, "/dev/full", "No space left",
                                arguments=[*SMALL, *QUICK, flag, "/dev/full"])
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs the device /dev/full")
    def test_table_is_not_lost_unseen(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([DriverTest.DRIVER, *SMALL, *QUICK], stdout=full,
                                    stderr=subprocess.PIPE, text=True, timeout=300, check=False,
                                    env=environment())
        self.assertEqual(result.returncode, OUTPUT_ERROR)
        self.assertIn("stdout", result.stderr)

    def test_input_is_not_overwritten(self):
        source = self.file("r.mtx")
        alias = self.folder / "alias.mtx"
        alias.symlink_to("r.mtx")
        for flag in self.FLAGS:
            for path in (source, f"{self.folder}/./r.mtx", str(alias)):
                self.expect_failure(USAGE, flag, "also read",
                                    arguments=["--amtx", source, flag, path])
                self.expect_failure(USAGE, flag, "also read",
                                    arguments=[*SMALL, "--bmtx", source, flag, path])
                self.expect_failure(USAGE, flag, "also read",
                                    arguments=[*SMALL, "--bmtx", "gen:lap2d5:10:P", "--rmtx",
                                               source, flag, path])
                self.expect_failure(USAGE, flag, "also read",
                                    arguments=["--amtx", source + "^T", flag, path])
        self.assertEqual(pathlib.Path(source).read_text(), RECTANGULAR)

    def test_two_outputs_in_one_file(self):
        path = str(self.folder / "x")
        self.expect_failure(USAGE, "--csv", "--json",
                            arguments=[*SMALL, "--csv", path, "--json", f"{self.folder}/./x"])
        result = run(*SMALL, "--csv", "x", "--json", "./x", cwd=self.folder)
        self.assertEqual(result.returncode, USAGE)
        self.expect_clean_folder()

    def test_a_link_is_followed(self):
        (self.folder / "link.csv").symlink_to("real.csv")
        self.expect_success(*SMALL, *QUICK, "--csv", str(self.folder / "link.csv"))
        self.assertTrue((self.folder / "link.csv").is_symlink())
        self.assertIn("matrix,", (self.folder / "real.csv").read_text())
        self.expect_clean_folder("link.csv", "real.csv")

    def test_usage_error_leaves_an_old_file(self):
        path = self.file("old.csv", "kept\n")
        run(*SMALL, "--csv", path, "--repeat", "0")
        self.assertEqual(pathlib.Path(path).read_text(), "kept\n")

    def test_interrupt_leaves_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            path = self.file("old.csv", "kept\n")
            arguments = ["--amtx", "gen:lap3d7:20", "--serial", "--repeat", "1000000", "--verbose"]
            with subprocess.Popen([DriverTest.DRIVER, *arguments, "--csv", path], env=environment(),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True) as process:
                # The unfinished file shows that the run has begun.
                while len(os.listdir(self.folder)) < 2:
                    self.assertIsNone(process.poll())
                    time.sleep(0.05)
                process.send_signal(number)
                stderr = process.communicate(timeout=60)[1]
            self.assertEqual(process.returncode, 128 + number)
            self.assertIn("interrupted", stderr)
            self.assertEqual(pathlib.Path(path).read_text(), "kept\n")
            self.expect_clean_folder("old.csv")


if __name__ == "__main__":
    main()
