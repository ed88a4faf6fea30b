# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does: the threads it pins, and what it says on a terminal.
"""Usage: python3 test_spgemm_process.py <path of the driver> [unittest arguments]"""

import json
import os
import pty
import signal
import subprocess
import unittest

from driver_test import BAD_INPUT, UNSUPPORTED, DriverTest, environment, main, run
from spgemm_test import ONCE, QUICK, SMALL, SpGemmTest, built_in_spaces

DECIDING = ("OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY")


def environment_with(**variables):
    """Without any variable that decides where threads run, but these."""
    clean = {name: value for name, value in environment().items() if name not in DECIDING}
    return {**clean, **variables}


class PinnedThreads(SpGemmTest):
    def setUp(self):
        super().setUp()
        if "OpenMP" not in built_in_spaces():
            self.skipTest("Kokkos has no OpenMP here")

    def environment_of_run(self, *arguments, **variables):
        """The variables of OpenMP that the driver saw, and what it said."""
        path = self.folder / "records.json"
        result = self.expect_success(*arguments, *ONCE, "--peers", "none", "--json", str(path),
                                     env=environment_with(**variables))
        context = json.loads(path.read_text(encoding="utf-8"))["context"]
        seen = {name: value for name, value in context["environment"].items() if name in DECIDING}
        return seen, result.stderr

    def test_are_spread_where_the_environment_is_silent(self):
        for space in ([], ["--openmp", "2"], ["--serial"]):
            seen, said = self.environment_of_run(*SMALL, *space)
            self.assertEqual(seen, {"OMP_PROC_BIND": "spread", "OMP_PLACES": "threads"})
            self.assertEqual(said, "")

    def test_are_left_to_an_environment_that_decides(self):
        for name, value in {"OMP_PROC_BIND": "false", "OMP_PLACES": "cores",
                            "GOMP_CPU_AFFINITY": "0"}.items():
            self.assertEqual(self.environment_of_run(*SMALL, **{name: value})[0].get(name), value)
            self.assertEqual(len(self.environment_of_run(*SMALL, **{name: value})[0]), 1)

    def test_leave_arguments_as_they_are(self):
        name = "a  'b\"\\ $HOME *"
        text = self.expect_success("--amtx", self.file(name + ".mtx"), *QUICK, "--peers", "none",
                                   env=environment_with()).stdout
        self.assertIn(name, text)

    def test_leave_exit_codes_and_messages_once(self):
        for code, arguments, word in ((BAD_INPUT, ["--amtx", str(self.folder / "none")], "No such"),
                                      (UNSUPPORTED, [*SMALL, "--sycl", "0"], "available")):
            result = run(*arguments, env=environment_with())
            self.assertEqual(result.returncode, code, result.stderr)
            self.assertEqual(result.stderr.count(word), 1)

    def test_leave_the_process_to_signals(self):
        path = self.file("old.csv", "kept\n")
        arguments = ["--amtx", "gen:lap3d7:20", "--serial", "--repeat", "1000000", "--csv", path]
        with subprocess.Popen([DriverTest.DRIVER, *arguments], env=environment_with(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            while len(os.listdir(self.folder)) < 2:
                self.assertIsNone(process.poll())
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.communicate(timeout=60), (
                "", "interrupted: unfinished output files are removed\n"))
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)


class Progress(SpGemmTest):
    ARGUMENTS = ["--amtx", "gen:lap3d7:15", "--serial", "--repeat", "7", "--peers", "none"]

    def on_terminal(self, *arguments):
        """What stdout, which is a pipe, and stderr, which is a terminal, get."""
        main_side, terminal = pty.openpty()
        self.addCleanup(os.close, main_side)
        with subprocess.Popen([DriverTest.DRIVER, *arguments], env=environment(),
                              stdout=subprocess.PIPE, stderr=terminal) as process:
            os.close(terminal)
            said = b""
            # Where the other side is closed, reading fails.
            try:
                while chunk := os.read(main_side, 4096):
                    said += chunk
            except OSError:
                pass
            stdout = process.communicate(timeout=300)[0]
        self.assertEqual(process.returncode, 0, said)
        return stdout.decode(), said.decode()

    def test_is_shown_on_a_terminal_and_cleared(self):
        stdout, said = self.on_terminal(*self.ARGUMENTS)
        lines = said.split("\r\033[K")
        self.assertEqual(lines[:3], ["", "gen:lap3d7:15: reading",
                                     "gen:lap3d7:15: copying the operands"])
        for text in ("noreuse warm-up 1 of 1, araios kkspgemm",
                     "noreuse repetition 1 of 7, araios kkspgemm",
                     "checking noreuse, araios kkspgemm",
                     "reuse repetition 1 of 7, araios kkspgemm",
                     "checking reuse, araios kkspgemm"):
            self.assertIn(f"gen:lap3d7:15: {text}", lines)
        self.assertEqual(lines[-1], "", "the last line is cleared")
        self.assertNotIn("\033", stdout)

    def test_is_not_for_files_and_pipes(self):
        self.assertEqual(self.expect_success(*self.ARGUMENTS).stderr, "")


if __name__ == "__main__":
    main()
