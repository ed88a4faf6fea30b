# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does, and reads its messages, exit codes and files.
"""Usage: python3 test_spgemm.py <path of the driver> [unittest arguments]"""

import csv
import gzip
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import time
import unittest

from driver_test import (BAD_INPUT, OUT_OF_MEMORY, OUTPUT_ERROR, UNSUPPORTED, USAGE, DriverTest,
                         environment, main, run)

SMALL = ["--amtx", "gen:lap2d5:10"]
QUICK = ["--serial", "--repeat", "1", "--warmup", "0"]
COLUMNS = (
    "matrix,operation,library,algorithm,phase,space,threads,m,n,k,nnz_a,nnz_b,f_m,nnz_c,"
    "ms_median,ms_min,ms_max,gflops,checked"
).split(",")
PHASES = ["symbolic", "numeric", "noreuse", "reuse"]

# 2 x 3; the first entry is listed twice.
RECTANGULAR = "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 1\n1 1 2\n2 3 4\n"


def built_in_spaces():
    message = run(*SMALL, "--sycl", "0").stderr
    return message.rpartition("available: ")[2].strip().split(", ")


class SpGemmTest(DriverTest):
    QUICK, COLUMNS, MATRIX = QUICK, COLUMNS, RECTANGULAR


class CommandLine(SpGemmTest):
    def test_help_names_flags_defaults_and_exit_codes(self):
        for flag in ("-h", "--help"):
            text = self.expect_success(flag).stdout
            for word in ("--amtx", "--repeat N [5]", "BYTES", "Exit codes", "noreuse"):
                self.assertIn(word, text)

    def test_usage_errors_name_flag_found_and_expected(self):
        for arguments, words in {
            (): ["--amtx", "expected a matrix"],
            ("--unknown",): ["--unknown", "not expected"],
            (*SMALL, "stray.mtx"): ["stray.mtx", "not expected"],
            (*SMALL, "--repeat"): ["--repeat", "1 required"],
            ("--amtx",): ["--amtx", "1 required"],
            (*SMALL, "--repeat", "0"): ["--repeat", "found '0'", "from 1 to"],
            (*SMALL, "--repeat", "five"): ["--repeat", "found 'five'", "whole number"],
            (*SMALL, "--repeat", "5x"): ["--repeat", "found '5x'"],
            (*SMALL, "--repeat", "9" * 30): ["--repeat", "found '999"],
            (*SMALL, "--warmup", "-1"): ["--warmup", "found '-1'", "from 0 to"],
            (*SMALL, "--openmp", "0"): ["--openmp", "found '0'", "from 1 to"],
            (*SMALL, "--threads", "none"): ["--threads", "found 'none'"],
            (*SMALL, "--cuda", "-1"): ["--cuda", "found '-1'", "from 0 to"],
            (*SMALL, "--serial", "--openmp", "2"): ["--serial", "--openmp", "one execution space"],
            (*SMALL, "--CCO", "1.5"): ["--CCO", "found '1.5'", "from 0 to 1"],
            (*SMALL, "--CCO", "nan"): ["--CCO", "found 'nan'"],
            (*SMALL, "--FLHCO", "1.5"): ["--FLHCO", "found '1.5'", "from 0 to 1"],
            (*SMALL, "--shmem", "-5"): ["--shmem", "found '-5'"],
            (*SMALL, "--hashscale", "0"): ["--hashscale", "found '0'"],
            (*SMALL, "--chunksize", "0"): ["--chunksize", "found '0'"],
            (*SMALL, "--check", "all"): ["--check", "found 'all'", "off|structure|values"],
            (*SMALL, "--check", "off", "--checkoutput"): ["--check", "--checkoutput"],
            (*SMALL, "--sorted", "--unsorted"): ["--sorted", "--unsorted"],
            (*SMALL, "--dynamic", "--static"): ["--dynamic", "--static"],
            (*SMALL, "--compress", "--no-compress"): ["--compress", "--no-compress"],
            (*SMALL, "--offset", "int16"): ["--offset", "found 'int16'", "int32|int64|size_t"],
            (*SMALL, "--algorithm", "FAST"): ["--algorithm", "found 'FAST'", "KKMEM"],
            (*SMALL, "--algorithm", "KKMEM,"): ["--algorithm", "found ''", "KKMEM"],
            (*SMALL, "--algorithm", "kkmem,KKMEM"): ["--algorithm", "found kkmem twice"],
            (*SMALL, "--algorithm", "DEFAULT,KKSPGEMM"): ["--algorithm", "found kkspgemm twice"],
            (*SMALL, "--rmtx", "gen:lap2d5:10"): ["--rmtx", "no --bmtx", "R*(A*B)"],
            (*SMALL, "--peers", "none,fast"): ["--peers", "found 'none'", "kk, mkl, graphblas"],
            (*SMALL, "--peers", "fast"): ["--peers", "found 'fast'", "kk, mkl, graphblas"],
            (*SMALL, "--peers", ""): ["--peers", "found ''", "all, or none"],
            (*SMALL, *SMALL, "--cmtx", "c.mtx"): ["--cmtx", "2 products", "one --amtx"],
        }.items():
            with self.subTest(arguments=arguments):
                self.expect_failure(USAGE, *words, arguments=arguments)

    def test_flags_that_this_version_lacks_say_why(self):
        for arguments, words in {
            ("--algorithm", "KKDEBUG"): ["KKDEBUG", "not available in this version", "KKMEM"],
            ("--algorithm", "kkdebug"): ["KKDEBUG", "not available in this version"],
            ("--CIF", "colours"): ["--CIF", "colouring"],
            ("--COF", "colours"): ["--COF", "colouring"],
            ("--mklsort", "7"): ["--mklsort", "oneMKL"],
            ("--mklkeepout", "1"): ["--mklkeepout", "oneMKL"],
        }.items():
            with self.subTest(arguments=arguments):
                self.expect_failure(UNSUPPORTED, *words, arguments=[*SMALL, *arguments])

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

    def test_algorithms(self):
        for name, ran in {"DEFAULT": "kkspgemm", "KKDEFAULT": "kkspgemm", "KKSPGEMM": "kkspgemm",
                          "KKMEM": "kkmem", "KKDENSE": "kkdense",
                          "RBSPARSE": "rbsparse", "BHSPARSE": "bhsparse"}.items():
            records = self.records(*SMALL, "--peers", "none", "--algorithm", name)
            self.assertEqual({r["algorithm"] for r in records}, {ran})

    def test_algorithms_in_a_list_are_entries_of_their_own(self):
        path = self.folder / "records.json"
        records = self.records(*SMALL, "--algorithm", "KKDENSE,kkmem", "--json", str(path))
        own = [(r["algorithm"], r["phase"]) for r in records if r["library"] == "araios"]
        self.assertEqual(own, [(name, phase) for name in ("kkdense", "kkmem") for phase in PHASES])
        self.assertEqual({r["checked"] for r in records}, {"ok"})
        products = json.loads(path.read_text(encoding="utf-8"))["products"]
        for product, name, accumulator in zip(products, ("kkdense", "kkmem"),
                                              ("dense", "linked_list"), strict=True):
            self.assertEqual(product["algorithm"], name)
            self.assertIn(accumulator, product["numeric_selection"])

    def test_flags_hold_for_all_algorithms_wherever_they_stand(self):
        text = self.expect_success(*SMALL, *QUICK, "--chunksize", "7", "--algorithm",
                                   "KKMEM,KKDENSE", "--static", "--peers", "none").stdout
        self.assertEqual(text.count("rows=7 static"), 4)

    def test_an_algorithm_that_fails_does_not_stop_the_others(self):
        # Dense accumulators need a place for each of the 20000 columns.
        path = self.folder / "records.csv"
        result = run("--amtx", "gen:band:20000:1", *QUICK, "--algorithm", "KKDENSE,KKMEM",
                     "--no-compress", "--memory-cap", "150000", "--csv", str(path))
        self.assertEqual(result.returncode, OUT_OF_MEMORY, result.stderr)
        self.assertIn("araios kkdense: ", result.stderr)
        with open(path, newline="") as file:
            records = list(csv.DictReader(file))
        self.assertEqual({r["algorithm"] for r in records if r["library"] == "araios"}, {"kkmem"})
        self.assertEqual({r["checked"] for r in records}, {"ok"})

    def test_dense_limit_decides_the_accumulator(self):
        for limit, accumulator in {"0": "linked_list", "250000": "dense"}.items():
            text = self.expect_success(*SMALL, *QUICK, "--peers", "none", "--no-record",
                                       "--DENSEACCMAX", limit).stdout
            self.assertIn(accumulator, text)

    def test_the_pattern_of_c_is_recorded_or_not_as_asked(self):
        quick = [*SMALL, *QUICK, "--peers", "none"]
        self.assertIn("recorded", self.expect_success(*quick, "--record").stdout)
        self.assertNotIn("recorded", self.expect_success(*quick, "--no-record").stdout)
        refused = run(*quick, "--record", "--algorithm", "KKMEM")
        self.assertEqual(refused.returncode, UNSUPPORTED, refused.stderr)
        self.assertIn("record_pattern", refused.stderr)

    def test_hosts_say_that_plans_do_not_replay(self):
        quick = [*SMALL, *QUICK, "--peers", "none"]
        self.assertIn("no replay: only devices do", self.expect_success(*quick, "--replay").stdout)
        self.assertNotIn("replay", self.expect_success(*quick).stdout)
        self.assertEqual(run(*quick, "--replay", "--no-replay").returncode, USAGE)

    def test_tuning_flags_are_passed_on(self):
        text = self.expect_success(*SMALL, *QUICK, "--peers", "none", "--static", "--chunksize",
                                   "7", "--algorithm", "KKMEM", "--no-compress").stdout
        self.assertIn("rows=7 static", text)
        self.assertNotIn("compressed", text)
        text = self.expect_success(*SMALL, *QUICK, "--peers", "none", "--compress",
                                   "--compression2step").stdout
        self.assertIn("compressed", text)

    def test_repeat_and_warmup_take_effect(self):
        text = self.expect_success(*SMALL, "--serial", "--peers", "none", "--repeat", "3",
                                   "--warmup", "2", "--verbose").stdout
        for phase in PHASES:
            line = next(l for l in text.splitlines() if l.strip().startswith(phase) and " ms:" in l)
            self.assertEqual(len(line.partition(":")[2].split()), 3, line)

    def test_statistics(self):
        text = self.expect_success(*SMALL, *QUICK, "--flop", "--compress").stdout
        self.assertRegex(
            text, r"f_m 2148  maxrf 25  nnz\(C\) 1104  maxrs 13  CF 0\.\d+  CMRF 0\.\d+")
        text = self.expect_success(*SMALL, *QUICK, "--CRWC", "--no-compress").stdout
        self.assertIn("CF not counted  CMRF not counted", text)

    def test_statistics_in_json(self):
        path = self.folder / "records.json"
        for flag, counted in {"--compress": True, "--no-compress": False}.items():
            self.expect_success(*SMALL, *QUICK, flag, "--json", str(path))
            product = json.loads(path.read_text(encoding="utf-8"))["products"][0]
            for name, value in {"f_m": 2148, "maxrf": 25, "nnz_c": 1104, "maxrs": 13}.items():
                self.assertEqual(product[name], value)
            for name in ("CF", "CMRF"):
                self.assertEqual(product[name] is not None, counted)
                if counted:
                    self.assertTrue(0 < product[name] < 1, product[name])

    def test_number_of_threads(self):
        for flag, space in {"--threads": "Threads", "--openmp": "OpenMP"}.items():
            if space in built_in_spaces():
                path = self.folder / "threads.csv"
                self.expect_success(*SMALL, flag, "2", "--repeat", "1", "--peers", "none", "--csv",
                                    str(path))
                with open(path, newline="") as file:
                    record = next(csv.DictReader(file))
                self.assertEqual((record["space"], record["threads"]), (space, "2"))


class Matrices(SpGemmTest):
    def test_operations(self):
        rectangular = self.file("r.mtx")
        tall = self.file("t.mtx", "%%MatrixMarket matrix coordinate real general\n3 1 1\n3 1 2\n")
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

    def test_transposed_sources_that_are_missing_are_named(self):
        self.expect_failure(BAD_INPUT, "none.mtx", "No such file",
                            arguments=["--amtx", str(self.folder / "none.mtx^T")])

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
        banner = "%%MatrixMarket matrix coordinate real general\n"
        p = self.file("p.mtx", banner + "3 1 2\n1 1 1\n3 1 2\n")
        r = self.file("r.mtx", banner + "1 2 2\n1 1 5\n1 2 1\n")
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

    def test_repeated_entries_are_told(self):
        result = self.expect_success("--amtx", self.file("r.mtx"), *QUICK)
        self.assertIn("1 of 3 entries", result.stderr)

    def test_empty_matrices(self):
        for size in ("0 0 0", "0 5 0", "5 0 0", "4 4 0"):
            path = self.file("e.mtx", f"%%MatrixMarket matrix coordinate real general\n{size}\n")
            self.expect_success("--amtx", path, *QUICK)

    def test_bad_files(self):
        banner = "%%MatrixMarket matrix coordinate real general\n"
        for text, words in {
            "": [],
            "hello\n": [],
            banner: [],
            banner + "2 2\n": [],
            banner + "2 2 2\n1 1 1\n": [],
            banner + "2 2 1\n0 1 1\n": [],
            banner + "2 2 1\n3 1 1\n": ["ine 3"],
            banner + "2 2 1\n1 1 x\n": ["ine 3"],
            banner.replace("real", "complex") + "1 1 1\n1 1 1 1\n": ["complex"],
            banner.replace("coordinate", "array") + "1 1\n1\n": ["array"],
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

    def test_too_large_for_the_ordinal(self):
        text = "%%MatrixMarket matrix coordinate real general\n3000000000 1 1\n1 1 1\n"
        self.expect_failure(UNSUPPORTED, "3000000000", "32-bit",
                            arguments=["--amtx", self.file("huge.mtx", text)])

    def test_a_failing_matrix_does_not_stop_the_others(self):
        path = self.folder / "records.csv"
        result = run("--amtx", str(self.folder / "none.mtx"), *SMALL, *QUICK, "--csv", str(path))
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("gen:lap2d5:10", result.stdout)
        self.assertIn("gen:lap2d5:10", path.read_text())

    def test_memory_cap(self):
        self.expect_failure(OUT_OF_MEMORY, "needs", "allowed are 100",
                            arguments=["--amtx", "gen:lap3d7:20", "--memory-cap", "100"])


class Peers(SpGemmTest):
    # What stands in the table for each peer that runs on hosts: (library, algorithm), and the
    # phases that it has. Kokkos Kernels' algorithm is the best of several.
    ENTRIES = {
        "kk": {("kokkoskernels", None): PHASES},
        "mkl": {("mkl", "sorted"): ["noreuse", "reuse"], ("mkl", "unsorted"): ["noreuse", "reuse"]},
        "graphblas": {("graphblas", "sorted"): ["noreuse"], ("graphblas", "jumbled"): ["noreuse"]},
        "eigen": {("eigen", "sorted"): ["noreuse"]},
    }
    HINTS = {"kk": "Kokkos Kernels", "mkl": "MKL_ROOT", "graphblas": "libgraphblas-dev",
             "eigen": "libeigen3-dev", "cusparse": "CUDA"}

    def complaint_without(self, peer):
        """What the driver says of a peer that is not in this build; empty where it is."""
        result = run(*SMALL, *QUICK, "--peers", peer)
        if result.returncode == 0:
            return ""
        self.assertEqual((result.returncode, result.stdout), (UNSUPPORTED, ""))
        return result.stderr

    def present(self):
        return [peer for peer in self.HINTS if not self.complaint_without(peer)]

    def expect_right(self, peer):
        complaint = self.complaint_without(peer)
        if complaint:
            self.skipTest(complaint.strip())
        banner = "%%MatrixMarket matrix coordinate real general\n"
        # The sum of two products cancels in one place of C, and one entry is zero: both stay.
        cancelling = self.file("c.mtx", banner + "3 3 5\n1 1 1\n1 2 1\n2 1 -1\n2 2 0\n3 3 2\n")
        tall = self.file("t.mtx", banner + "3 1 1\n3 1 2\n")
        for arguments in (SMALL, ["--amtx", "gen:rmat:9:8"], ["--amtx", self.file("r.mtx")],
                          ["--amtx", self.file("r.mtx"), "--bmtx", tall],
                          ["--amtx", cancelling], ["--amtx", "gen:er:1:0"],
                          ["--amtx", "gen:lap2d5:9", "--bmtx", "gen:lap2d5:9:P"],
                          ["--amtx", "gen:lap2d5:9", "--bmtx", "gen:lap2d5:9:P", "--rmtx",
                           "gen:lap2d5:9:R"]):
            with self.subTest(arguments=arguments):
                entries = {}
                for record in self.records(*arguments, "--peers", peer):
                    self.assertEqual(record["checked"], "ok")
                    if record["library"] != "araios":
                        name = None if peer == "kk" else record["algorithm"]
                        entries.setdefault((record["library"], name), []).append(record["phase"])
                self.assertEqual(entries, self.ENTRIES[peer])

    def test_kokkos_kernels(self):
        self.expect_right("kk")

    def test_mkl(self):
        self.expect_right("mkl")

    def test_graphblas(self):
        self.expect_right("graphblas")

    def test_eigen(self):
        self.expect_right("eigen")

    def test_those_that_are_missing_tell_how_to_get_them(self):
        missing = {peer: text for peer in self.HINTS if (text := self.complaint_without(peer))}
        if not missing:
            self.skipTest("all peers are in this build")
        for peer, text in missing.items():
            self.assertIn(f"--peers: {peer} is not in this build", text)
            self.assertIn(self.HINTS[peer], text)

    def test_all_are_the_default(self):
        present = [peer for peer in self.present() if peer in self.ENTRIES]
        expected = {library for peer in present for library, _ in self.ENTRIES[peer]}
        for arguments in ((), ("--peers", "ALL"), ("--peers", ",".join(present) or "none")):
            libraries = {record["library"] for record in self.records(*SMALL, *arguments)}
            self.assertEqual(libraries, {"araios"} | expected)

    def test_named_twice_they_run_once(self):
        for peer in set(self.present()) & set(self.ENTRIES):
            once, twice = (self.records(*SMALL, "--peers", names)
                           for names in (peer, f"{peer},{peer.upper()}"))
            self.assertEqual(len(once), len(twice))

    def test_skipped_ones_are_told(self):
        for peer in self.present():
            skipped = self.expect_success(*SMALL, *QUICK, "--peers", peer, "--offset", "int64")
            self.assertIn(f"peer {peer} is skipped: not compiled in", skipped.stdout)
        for peer in {"eigen", "graphblas"} & set(self.present()):
            skipped = self.expect_success(*SMALL, *QUICK, "--peers", peer, "--reuse")
            self.assertIn(f"peer {peer} is skipped: it cannot compute values", skipped.stdout)

    def test_matrices_without_rows_are_left_to_kokkos_kernels(self):
        path = self.file("e.mtx", "%%MatrixMarket matrix coordinate real general\n0 5 0\n")
        for peer in set(self.present()) & {"mkl", "graphblas", "eigen"}:
            result = self.expect_success("--amtx", path, *QUICK, "--peers", peer)
            self.assertIn("no peer but Kokkos Kernels", result.stderr)

    def test_all_threads_are_theirs(self):
        if "OpenMP" not in built_in_spaces():
            self.skipTest("OpenMP is not in this build")
        path = self.folder / "threads.csv"
        self.expect_success("--amtx", "gen:rmat:9:8", "--openmp", "3", "--repeat", "2", "--csv",
                            str(path))
        with open(path, newline="") as file:
            self.assertEqual({(r["threads"], r["checked"]) for r in csv.DictReader(file)},
                             {("3", "ok")})


class Output(SpGemmTest):
    def test_estimate(self):
        text = self.expect_success(*SMALL, *QUICK, "--estimate").stdout
        self.assertRegex(text, r"f_m 2148, nnz\(C\) at most (1[1-9]|2[01])\d\d\n")
        cap = re.search(r"--memory-cap (\d+) is enough", text).group(1)
        self.expect_success(*SMALL, *QUICK, "--memory-cap", cap)

    def test_csv(self):
        records = self.records(*SMALL)
        own = [record for record in records if record["library"] == "araios"]
        self.assertEqual([record["phase"] for record in own], PHASES)
        for record in records:
            self.assertEqual(record["f_m"], "2148")
            self.assertEqual(record["nnz_c"], "1104")
            self.assertEqual((record["space"], record["threads"]), ("Serial", "1"))
            self.assertEqual(record["checked"], "ok")
            median = float(record["ms_median"])
            self.assertLessEqual(float(record["ms_min"]), median)
            self.assertLessEqual(median, float(record["ms_max"]))
            self.assertAlmostEqual(float(record["gflops"]), 2e-6 * 2148 / median, delta=0.1)

    def test_csv_quotes(self):
        name = 'a,"b"'
        for record in self.records("--amtx", self.file(name + ".mtx")):
            self.assertEqual(record["matrix"], name)

    def test_reuse_alone(self):
        for record in self.records(*SMALL, "--reuse"):
            self.assertEqual(record["phase"], "reuse")

    def test_check_levels(self):
        for level, checked in {"off": "off", "structure": "ok", "values": "ok"}.items():
            for record in self.records(*SMALL, "--check", level):
                self.assertEqual(record["checked"], checked)

    def test_all_kinds_of_calls_are_right(self):
        for extra in (["--unsorted"], ["--fresh-memory"], ["--offset", "int64"],
                      ["--offset", "size_t"], ["--shmem", "0"]):
            with self.subTest(extra=extra):
                for record in self.records(*SMALL, *extra):
                    self.assertEqual(record["checked"], "ok")

    def test_bounds(self):
        path = self.folder / "records.json"
        text = self.expect_success(*SMALL, *QUICK, "--peers", "none", "--bounds", "--json",
                                   str(path)).stdout
        self.assertRegex(text, r"triad [\d.]+ GB/s, multiply-adds in registers [\d.]+ per ns")
        self.assertRegex(text, r"times these: noreuse [\d.]+ / [\d.]+, reuse [\d.]+ / [\d.]+")
        document = json.loads(path.read_text(encoding="utf-8"))
        rates, bounds = document["context"]["rates"], document["products"][0]["bounds"]
        # A, which is B, has 460 entries, C has 1104; both have 101 row offsets of four bytes.
        self.assertEqual(bounds["compulsory_bytes"], 12 * (460 + 1104) + 2 * 101 * 4)
        self.assertAlmostEqual(bounds["traffic_ms"] * rates["triad_gbs"] * 1e6,
                               bounds["compulsory_bytes"], delta=1)
        self.assertAlmostEqual(bounds["work_ms"] * rates["multiply_adds_per_ns"] * 1e6, 2148,
                               delta=1)
        for phase in ("noreuse", "reuse"):
            ms = next(r["ms_median"] for r in document["records"] if r["phase"] == phase)
            for name in ("traffic", "work"):
                self.assertAlmostEqual(bounds[f"{phase}_over_{name}"] * bounds[f"{name}_ms"], ms)

    def test_json(self):
        path = self.folder / "records.json"
        name = self.file("é,b.mtx")
        self.expect_success(*SMALL, "--amtx", name, *QUICK, "--json", str(path),
                            env=dict(environment(), OMP_PLACES="threads"))
        document = json.loads(path.read_text(encoding="utf-8"))
        for key in ("date", "machine", "compiler", "kokkos", "environment", "araios"):
            self.assertIn(key, document["context"])
        self.assertEqual(document["context"]["environment"]["OMP_PLACES"], "threads")
        self.assertEqual(list(document["records"][0]), COLUMNS)
        self.assertEqual({r["matrix"] for r in document["records"]}, {"gen:lap2d5:10", "é,b"})
        self.assertEqual([p["matrix"] for p in document["products"]], ["gen:lap2d5:10", "é,b"])

    def test_json_of_a_name_that_is_not_text(self):
        path = os.fsencode(self.folder) + b"/\xff.mtx"
        with open(path, "w") as file:
            file.write(RECTANGULAR)
        target = self.folder / "records.json"
        result = subprocess.run([DriverTest.DRIVER, "--amtx", path, *QUICK, "--json", str(target)],
                                capture_output=True, timeout=300, check=False, env=environment())
        self.assertEqual(result.returncode, 0, result.stderr)
        json.loads(target.read_text(encoding="utf-8"))

    def test_product_file(self):
        # The product is that of the values as they were read, although reuse changes them.
        source = self.file("r.mtx")
        plain, packed = self.folder / "c.mtx", self.folder / "c.mtx.gz"
        self.expect_success("--amtx", source, *QUICK, "--cmtx", str(plain))
        self.expect_success("--amtx", source, *QUICK, "--cmtx", str(packed))
        expected = ["2 2 2", "1 1 9", "2 2 16"]
        self.assertEqual(plain.read_text().splitlines()[1:], expected)
        with gzip.open(packed, "rt") as file:
            self.assertEqual(file.read().splitlines()[1:], expected)


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
        alias = self.folder / "alias.csv"
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
                # The table's head shows that the run has begun.
                process.stdout.readline()
                time.sleep(0.2)
                process.send_signal(number)
                stderr = process.communicate(timeout=60)[1]
            self.assertEqual(process.returncode, 128 + number)
            self.assertIn("interrupted", stderr)
            self.assertEqual(pathlib.Path(path).read_text(), "kept\n")
            self.expect_clean_folder("old.csv")


if __name__ == "__main__":
    main()
