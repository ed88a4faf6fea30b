# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does: its flags, and what it says of those it cannot take.
"""Usage: python3 test_spgemm_command_line.py <path of the driver> [unittest arguments]"""

import csv

from driver_test import UNSUPPORTED, USAGE, main
from spgemm_test import PHASES, QUICK, SMALL, SpGemmTest, built_in_spaces


class CommandLine(SpGemmTest):
    def test_help_names_flags_defaults_and_exit_codes(self):
        for flag in ("-h", "--help"):
            text = self.expect_success(flag).stdout
            for word in ("--amtx", "--repeat N [5]", "BYTES", "Exit codes", "noreuse"):
                self.assertIn(word, text)

    def test_usage_errors_name_flag_found_and_expected(self):
        self.expect_failures(USAGE, {
            (): ["--amtx", "expected a matrix"],
            ("--unknown",): ["--unknown", "not expected"],
            (*SMALL, "stray.mtx"): ["stray.mtx", "not expected"],
            (*SMALL, "--repeat"): ["--repeat", "1 required"],
            ("--amtx",): ["--amtx", "1 required"],
            (*SMALL, "--repeat", "0"): ["--repeat", "found '0'", "from 1 to"],
            (*SMALL, "--repeat", "five"): ["--repeat", "found 'five'", "whole number"],
            (*SMALL, "--repeat", "5x"): ["--repeat", "found '5x'"],
            (*SMALL, "--repeat", "9" * 30): ["--repeat", "found '999"],
            (*SMALL, "--min-time", "1s"): ["--min-time", "found '1s'", "a number"],
            (*SMALL, "--max-noise", "200"): ["--max-noise", "found '200'", "from 0.01 to 100"],
            (*SMALL, "--warmup", "-1"): ["--warmup", "found '-1'", "from 0 to"],
            (*SMALL, "--openmp", "0"): ["--openmp", "found '0'", "from 1 to"],
            (*SMALL, "--threads", "none"): ["--threads", "found 'none'"],
            (*SMALL, "--cuda", "-1"): ["--cuda", "found '-1'", "from 0 to"],
            (*SMALL, "--serial", "--openmp", "2"): ["--serial", "--openmp", "one execution space"],
            (*SMALL, "--CCO", "1.5"): ["--CCO", "found '1.5'", "from 0 to 1"],
            (*SMALL, "--CCO", "nan"): ["--CCO", "found 'nan'"],
            (*SMALL, "--FLHCO", "1.5"): ["--FLHCO", "found '1.5'", "from 0.001 to 1"],
            (*SMALL, "--FLHCO", "0"): ["--FLHCO", "found '0'", "from 0.001 to 1"],
            (*SMALL, "--shmem", "-5"): ["--shmem", "found '-5'"],
            (*SMALL, "--hashscale", "0"): ["--hashscale", "found '0'"],
            (*SMALL, "--chunksize", "0"): ["--chunksize", "found '0'"],
            (*SMALL, "--check", "all"): ["--check", "found 'all'", "off|structure|values"],
            (*SMALL, "--check", "off", "--checkoutput"): ["--check", "--checkoutput"],
            (*SMALL, "--sorted", "--unsorted"): ["--sorted", "--unsorted"],
            (*SMALL, "--dynamic", "--static"): ["--dynamic", "--static"],
            (*SMALL, "--compress", "--no-compress"): ["--compress", "--no-compress"],
            (*SMALL, "--offset", "int16"): ["--offset", "found 'int16'", "int32|size_t"],
            (*SMALL, "--scalar", "float"): ["--scalar", "found 'float'", "double|complex"],
            (*SMALL, "--algorithm", "FAST"): ["--algorithm", "found 'FAST'", "KKMEM"],
            (*SMALL, "--algorithm", "KKMEM,"): ["--algorithm", "found ''", "KKMEM"],
            (*SMALL, "--algorithm", "kkmem,KKMEM"): ["--algorithm", "found kkmem twice"],
            (*SMALL, "--algorithm", "DEFAULT,KKSPGEMM"): ["--algorithm", "found kkspgemm twice"],
            (*SMALL, "--rmtx", "gen:lap2d5:10"): ["--rmtx", "no --bmtx", "R*(A*B)"],
            (*SMALL, "--peers", "none,fast"): ["--peers", "found 'none'", "kk, mkl, graphblas"],
            (*SMALL, "--peers", "fast"): ["--peers", "found 'fast'", "kk, mkl, graphblas"],
            (*SMALL, "--peers", ""): ["--peers", "found ''", "all, or none"],
            **{(*SMALL, "--cmtx", name): ["--cmtx", f"found '{name}'", ".mtx, .mtx.gz or .mtx.xz"]
               for name in ("c.mtx.bz2", "c.zst", "c.MTX.ZIP", "c.7z", "c.gz.mtx.Z", "c.csv",
                            "c.npz.gz", "folder/c.tar.xz", "c.mtx.gz.xz")},
            (*SMALL, *SMALL, "--cmtx", "c.mtx"): ["--cmtx", "2 products", "one --amtx"],
        })

    def test_flags_that_this_version_lacks_say_why(self):
        self.expect_failures(UNSUPPORTED, {
            (*SMALL, "--algorithm", "KKDEBUG"): ["KKDEBUG", "not available in this version",
                                                 "KKMEM"],
            (*SMALL, "--algorithm", "kkdebug"): ["KKDEBUG", "not available in this version"],
            (*SMALL, "--CIF", "colours"): ["--CIF", "colouring"],
            (*SMALL, "--COF", "colours"): ["--COF", "colouring"],
            (*SMALL, "--mklsort", "7"): ["--mklsort", "oneMKL"],
            (*SMALL, "--mklkeepout", "1"): ["--mklkeepout", "oneMKL"],
        })

    def test_absent_back_ends_and_devices(self):
        spaces = built_in_spaces()
        self.assertIn("Serial", spaces)
        for flag, space in {"threads": "Threads", "openmp": "OpenMP", "cuda": "Cuda",
                            "hip": "HIP", "sycl": "SYCL"}.items():
            absent_device = space in ("Cuda", "HIP", "SYCL")
            if space in spaces and not absent_device:
                continue
            words = [f"--{flag}", "device" if space in spaces else "available: "]
            self.expect_failure(UNSUPPORTED, *words, arguments=[*SMALL, f"--{flag}", "2000"])

    def test_flags_in_any_case(self):
        records = self.records("--AMTX", "gen:lap2d5:10", "--Algorithm", "kkMem", "--CHECKoutput",
                               "--PEERS", "None", "--hashScale", "4", "--cco", "0.5", "--Dynamic")
        self.assertEqual([r["phase"] for r in records], PHASES)
        self.assertEqual({r["algorithm"] for r in records}, {"kkmem"})

    def test_tuning_flags_are_passed_on(self):
        text = self.expect_success(*SMALL, *QUICK, "--peers", "none", "--static", "--chunksize",
                                   "7", "--algorithm", "KKMEM", "--no-compress",
                                   "--verbose").stdout
        self.assertIn("rows=7 static", text)
        self.assertNotIn("compressed", text)
        text = self.expect_success(*SMALL, *QUICK, "--peers", "none", "--compress",
                                   "--compression2step", "--verbose").stdout
        self.assertIn("compressed", text)

    def test_repeat_and_warmup_take_effect(self):
        text = self.expect_success(*SMALL, "--serial", "--peers", "none", "--repeat", "3",
                                   "--warmup", "2", "--verbose").stdout
        for phase in PHASES:
            line = next(l for l in text.splitlines() if l.strip().startswith(phase) and " ms:" in l)
            self.assertEqual(len(line.partition(":")[2].split()), 3, line)

    def test_number_of_threads(self):
        for flag, space in {"--threads": "Threads", "--openmp": "OpenMP"}.items():
            if space in built_in_spaces():
                path = self.folder / "threads.csv"
                self.expect_success(*SMALL, flag, "2", "--repeat", "1", "--peers", "none", "--csv",
                                    str(path))
                with open(path, newline="") as file:
                    record = next(csv.DictReader(file))
                self.assertEqual((record["space"], record["threads"]), (space, "2"))


if __name__ == "__main__":
    main()
