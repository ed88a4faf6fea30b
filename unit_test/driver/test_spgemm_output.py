# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does, and reads what it prints and writes.
"""Usage: python3 test_spgemm_output.py <path of the driver> [unittest arguments]"""

import gzip
import json
import lzma
import os
import re
import subprocess

from driver_test import BAD_INPUT, BANNER, UNSUPPORTED, DriverTest, environment, main
from spgemm_test import (COLUMNS, PHASES, QUICK, RECTANGULAR, SMALL, SpGemmTest,
                         built_in_spaces, on_default_space)


class Output(SpGemmTest):
    def test_estimate(self):
        text = self.expect_success(*SMALL, *QUICK, "--estimate").stdout
        self.assertRegex(text, r"f_m 2148, nnz\(C\) at most (1[1-9]|2[01])\d\d\n")
        cap = re.search(r"--memory-cap (\d+) is enough", text).group(1)
        self.expect_success(*SMALL, *QUICK, "--memory-cap", cap)

    def test_table_fits_100_columns_and_tells_units(self):
        for source in (SMALL, ["--amtx", self.file("a" * 90 + ".mtx")]):
            text = self.expect_success(*source, "--serial", "--algorithm", "DEFAULT,KKSPGEMM-2018",
                                       "--peers", "none").stdout
            lines = text.splitlines()
            self.assertLessEqual(max(map(len, lines)), 100, text)
            self.assertRegex(lines[1], r"^ +entry +ms +noise % +GFLOP/s +ratio +ms +noise % +ratio "
                                       r"+checked$")
            time, noise = r" +\d+\.\d\d\d", r" +\d+\.\d"
            call = f"{time}{noise}{time} +{{}}{time}{noise} +{{}} ok$"
            self.assertRegex(lines[-2], "^  araios " + call.format("1.00", "1.00"))
            ratio = r"\d+\.\d\d"
            self.assertRegex(lines[-1], "^  araios kkspgemm-2018" + call.format(ratio, ratio))
        self.assertIn("  2 multiply-adds, 2 entries in C", text)

    def test_table_has_no_head_without_rows(self):
        missing = str(self.folder / "none.mtx")
        result = self.expect_failure(BAD_INPUT, "No such file",
                                     arguments=["--amtx", missing, *QUICK])
        self.assertEqual(result.stdout, "")
        result = self.expect_failure(BAD_INPUT, "No such file", arguments=[
            "--amtx", missing, *SMALL, *SMALL, *QUICK])
        self.assertEqual(result.stdout.count("GFLOP/s"), 1)

    def test_few_repetitions_tell_no_noise(self):
        text = self.expect_success(*SMALL, *QUICK, "--peers", "none").stdout
        self.assertRegex(text, r"  araios +[\d.]+ +- +[\d.]+ +1\.00 +[\d.]+ +- +1\.00 ok")

    def test_csv(self):
        records = self.records(*SMALL)
        own = [record for record in records if record["library"] == "araios"]
        self.assertEqual([record["phase"] for record in own], PHASES)
        for record in records:
            self.assertEqual(record["f_m"], "2148")
            self.assertEqual(record["nnz_c"], "1104")
            self.assertEqual((record["space"], record["threads"]), ("Serial", "1"))
            self.assertEqual(record["checked"], "ok")
            self.assertEqual((record["repeats"], record["stopped"]), ("1", "repeat"))
            median = float(record["ms_median"])
            for name in ("ms_min", "ms_max", "ms_q1", "ms_q3"):
                self.assertEqual(float(record[name]), median)
            self.assertAlmostEqual(float(record["gflops"]), 2e-6 * 2148 / median, delta=0.1)

    def test_repetitions_end_by_time_or_noise(self):
        path = self.folder / "records.json"
        # So much noise is reached as soon as it is known.
        for flags, least in {("--min-time", "0.05"): 2, ("--max-noise", "100"): 6}.items():
            records = self.records(*SMALL, "--peers", "none", *flags, "--json", str(path),
                                   quick=["--serial", "--repeat", "2"])
            for record in records:
                self.assertEqual((record["stopped"], record["checked"]), ("reached", "ok"))
                self.assertGreaterEqual(int(record["repeats"]), least)
                times = [float(record[f"ms_{name}"])
                         for name in ("min", "q1", "median", "q3", "max")]
                self.assertEqual(times, sorted(times))
                if "--min-time" in flags and record["phase"] in ("noreuse", "reuse"):
                    self.assertGreaterEqual(times[-1] * int(record["repeats"]), 50)
        document = json.loads(path.read_text(encoding="utf-8"))
        self.assertEqual({r["stopped"] for r in document["records"]}, {"reached"})
        options = document["context"]["options"]
        self.assertEqual([options[name] for name in ("repeat", "min_time_s", "max_noise")],
                         [2, 0, 1])

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
        for extra in (["--unsorted"], ["--fresh-memory"], ["--shmem", "0"]):
            with self.subTest(extra=extra):
                for record in self.records(*SMALL, *extra):
                    self.assertEqual(record["checked"], "ok")

    def test_offsets_of_all_types_are_right(self):
        for offset in ("int32", "size_t"):
            with self.subTest(offset=offset):
                records = self.records(*SMALL, "--offset", offset, quick=on_default_space())
                self.assertEqual({record["checked"] for record in records}, {"ok"})

    def test_other_spaces_say_which_offsets_they_have(self):
        if built_in_spaces() == ["Serial"]:
            self.skipTest("Serial is the default space")
        # Nothing is said of a matrix, which is not even looked for.
        result = self.expect_failure(
            UNSUPPORTED, "spgemm: --offset: found size_t, expected int32", "not for Serial",
            arguments=["--amtx", str(self.folder / "none.mtx"), *QUICK, "--offset", "size_t"])
        self.assertEqual(result.stdout, "")

    def test_bounds(self):
        path = self.folder / "records.json"
        text = self.expect_success(*SMALL, *QUICK, "--peers", "none", "--bounds", "--json",
                                   str(path)).stdout
        self.assertRegex(text, r"triad [\d.]+ GB/s, multiply-adds in registers [\d.]+ per ns, "
                               r"call on an empty matrix [\d.]+ us")
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
        expected = ["2 2 2", "1 1 9", "2 2 16"]
        for names, opened in (("c", "c.mtx", "c.MTX", "c.txt", "c_0.5", "a.b/c"), open), \
                             (("c.gz", "c.mtx.gz", "C.MTX.GZ", "c.txt.Gz"), gzip.open), \
                             (("c.xz", "c.mtx.xz", "C.MTX.XZ"), lzma.open):
            for name in names:
                with self.subTest(name=name):
                    path = self.folder / name
                    path.parent.mkdir(exist_ok=True)
                    self.expect_success("--amtx", source, *QUICK, "--cmtx", str(path))
                    with opened(path, "rt") as file:
                        self.assertEqual(file.read().splitlines()[1:], expected)

    def test_nan_has_no_sign_in_the_product_file(self):
        source = self.file("i.mtx", BANNER + "1 2 2\n1 1 inf\n1 2 -inf\n")
        zero = self.file("z.mtx", BANNER + "2 2 2\n1 1 0\n2 2 -nan\n")
        path = self.folder / "c.mtx"
        self.expect_success("--amtx", source, "--bmtx", zero, *QUICK, "--cmtx", str(path))
        self.assertEqual(path.read_text().splitlines()[2:], ["1 1 nan", "1 2 nan"])

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


if __name__ == "__main__":
    main()
