# SPDX-License-Identifier: BSD-3-Clause
# Runs sweep.py as a user does: mostly with a stand-in for the driver, once with the driver itself.
"""Usage: python3 test_sweep.py <path of sweep.py> <path of the driver> [unittest arguments]"""

import csv
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SWEEP, DRIVER = "", ""
FAKE = str(pathlib.Path(__file__).resolve().with_name("fake_spgemm.py"))
MANIFEST_HEAD = "name,rows,cols,product,note,triple_product\n"
# As sweep.py --help documents them.
FAILED_PRODUCTS, USAGE, OUTPUT_ERROR, INTERRUPTED = 1, 2, 6, 130

# A 4 x 4 diagonal and a 4 x 2 prolongator of ones.
DIAGONAL = "%%MatrixMarket matrix coordinate real general\n4 4 4\n1 1 1\n2 2 2\n3 3 3\n4 4 4\n"
TALL = "%%MatrixMarket matrix coordinate real general\n4 2 4\n1 1 1\n2 1 1\n3 2 1\n4 2 1\n"


class SweepTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.output = self.folder / "out.csv"
        self.log = self.folder / "log"
        self.driver = FAKE
        (self.folder / "tmp").mkdir()

    def environment(self, **more):
        variables = dict(os.environ, FAKE_LOG=str(self.log), TMPDIR=str(self.folder / "tmp"),
                         **more)
        for name in ("OMP_NUM_THREADS", "OMP_PROC_BIND"):
            variables.pop(name, None)
        return variables

    def command(self, *arguments):
        return [sys.executable, SWEEP, "--driver", self.driver, "--output", str(self.output),
                *arguments]

    def run_sweep(self, *arguments, **environment):
        return subprocess.run(self.command(*arguments), env=self.environment(**environment),
                              capture_output=True, text=True, timeout=120, check=False)

    def expect(self, code, *arguments, words=(), **environment):
        result = self.run_sweep(*arguments, **environment)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        for word in words:
            self.assertIn(word, result.stdout + result.stderr)
        return result

    def matrices(self, rows, files):
        folder = self.folder / "matrices"
        folder.mkdir()
        (folder / "MANIFEST.csv").write_text(MANIFEST_HEAD + rows)
        for name in files:
            (folder / name).write_text("")
        return str(folder)

    def records(self):
        with open(self.output, newline="") as file:
            return list(csv.DictReader(file))

    def products(self):
        return list(dict.fromkeys((r["matrix"], r["operation"]) for r in self.records()))

    def calls(self):
        return [line.split("\t") for line in self.log.read_text().splitlines()]


class Products(SweepTest):
    def test_of_a_folder(self):
        rows = ("square,4,4,A*A,,\nwide,2,4,A*A^T,,\ntall,4,2,A^T*A,,\n"
                "mg_A,4,4,A*A,,\nmg_P,4,2,A^T*A,,work\n"
                "air_A,4,4,A*A,,\nair_P,4,2,A^T*A,,work\nair_R,2,4,A*A^T,,\n"
                "other_P,4,2,A^T*A,\"AMG of square (A is that file), and of wide\",work\n")
        folder = self.matrices(rows, [
            "square.mtx", "wide.mtx.gz", "tall.mtx.xz", "mg_A.mtx", "mg_P.mtx", "air_A.mtx",
            "air_P.mtx", "air_R.mtx", "other_P.mtx"])
        self.expect(0, "--matrices", folder)
        self.assertEqual(self.products(), [
            ("square", "A*A"), ("wide", "A*A^T"), ("tall", "A^T*A"), ("mg_A", "A*A"),
            ("mg_P", "A^T*A"), ("mg_A * mg_P", "A*B"), ("mg_P^T * (mg_A * mg_P)", "R*(A*P)"),
            ("air_A", "A*A"), ("air_P", "A^T*A"), ("air_A * air_P", "A*B"),
            ("air_R * (air_A * air_P)", "R*(A*P)"), ("air_R", "A*A^T"), ("other_P", "A^T*A"),
            ("square * other_P", "A*B"), ("other_P^T * (square * other_P)", "R*(A*P)")])
        products = json.loads(self.output.with_suffix(".json").read_text())["products"]
        self.assertEqual([(p["matrix"], p["operation"]) for p in products[::4]], self.products())

    def test_of_generators(self):
        self.expect(0, "--generate", "gen:lap3d7:4,gen:er:9:2,gen:lap3d7:4")
        self.assertEqual(self.products(), [
            ("gen:lap3d7:4", "A*A"), ("gen:lap3d7:4 * gen:lap3d7:4:P", "A*B"),
            ("gen:lap3d7:4:R * (gen:lap3d7:4 * gen:lap3d7:4:P)", "R*(A*P)"),
            ("gen:er:9:2", "A*A")])

    def test_are_chosen_by_name_and_operation(self):
        folder = self.matrices("a1,4,4,A*A,,\na2,4,4,A*A,,\nb_A,4,4,A*A,,\nb_P,4,2,A^T*A,,work\n",
                               ["a1.mtx", "b_A.mtx", "b_P.mtx"])
        self.expect(0, "--matrices", folder, "--subset", "a1,b*", "--operations", "A*P")
        self.assertEqual(self.products(), [("b_A * b_P", "A*B")])

    def test_that_cannot_be_planned_are_told_at_once(self):
        folder = self.matrices("a,4,4,A*A,,\nb_P,4,2,A^T*A,no,work\nc,4,4,A+A,,\nd,4,4,A*A,,\n",
                               ["a.mtx", "b_P.mtx", "c.mtx"])
        for arguments, words in {
            (): ["found no product", "--matrices FOLDER"],
            ("--matrices", str(self.folder)): ["--matrices", "MANIFEST.csv", "No such file"],
            ("--matrices", folder, "--subset", "z*"): ["found no product"],
            ("--matrices", folder, "--subset", "b*"): ["b_P", "expected b_A"],
            ("--matrices", folder, "--subset", "c"): ["found 'A+A'", "expected A*A, A*A^T"],
            ("--matrices", folder, "--subset", "d"): ["found no d.mtx"],
            ("--generate", "lap3d7:4"): ["found 'lap3d7:4'", "gen:lap3d7:40"],
        }.items():
            with self.subTest(arguments=arguments):
                self.expect(USAGE, *arguments, words=words)
        (pathlib.Path(folder) / "MANIFEST.csv").write_text("name,rows\na,4\n")
        self.expect(USAGE, "--matrices", folder, words=["no column cols, product"])
        self.assertFalse(self.output.exists())
        self.assertFalse(self.log.exists())

    def test_are_listed_without_being_measured(self):
        result = subprocess.run(
            [sys.executable, SWEEP, "--driver", FAKE, "--generate", "gen:er:9:2", "--list"],
            capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"{FAKE} --amtx gen:er:9:2 --bmtx gen:er:9:2 --algorithm", result.stdout)
        self.assertFalse(self.output.exists())
        self.assertFalse(self.log.exists())


class CommandLine(SweepTest):
    SMALL = ("--generate", "gen:er:9:2")

    def test_is_passed_on(self):
        self.expect(0, *self.SMALL, "--methods", "KKMEM,KKDENSE", "--threads", "3", "--repeat", "7",
                    "--warmup", "0", "--peers", "none", "--", "--offset", "size_t")
        call = self.calls()[0]
        self.assertEqual(call[2:4], ["3", "-"])
        flags = dict(zip(call[4::2], call[5::2]))
        self.assertEqual(flags["--algorithm"], "KKMEM,KKDENSE")
        self.assertEqual((flags["--repeat"], flags["--warmup"]), ("7", "0"))
        self.assertEqual((flags["--peers"], flags["--offset"]), ("none", "size_t"))
        self.assertEqual({r["algorithm"] for r in self.records()}, {"kkmem", "kkdense"})

    def test_errors_name_what_was_found(self):
        for arguments, words in {
            ("--threads", "0"): ["--threads", "'0'"],
            ("--repeat", "x"): ["--repeat", "'x'"],
            ("--warmup", "-1"): ["--warmup", "-1"],
            ("--time-limit", "nan"): ["--time-limit", "'nan'"],
            ("--operations", "A*B"): ["--operations", "found 'A*B'", "A*P"],
            ("--methods", ","): ["--methods", "found none"],
            ("--unknown",): ["--unknown"],
        }.items():
            with self.subTest(arguments=arguments):
                self.expect(USAGE, *self.SMALL, *arguments, words=words)
        self.output = self.folder / "out.txt"
        self.expect(USAGE, *self.SMALL, words=["out.txt", "ends in .csv"])
        self.output = ""
        self.expect(USAGE, *self.SMALL, words=["--output", "ends in .csv"])

    def test_help_tells_exit_codes(self):
        self.expect(0, "--help", words=["exit codes", "--resume", "R*(A*P)"])

    def test_missing_driver(self):
        self.driver = str(self.folder / "none")
        self.expect(USAGE, *self.SMALL, words=["--driver", "none"])


class Output(SweepTest):
    SMALL = ("--generate", "gen:er:9:2")

    def test_that_cannot_be_written_is_refused_at_once(self):
        self.output = self.folder / "none" / "out.csv"
        self.expect(OUTPUT_ERROR, *self.SMALL, words=["cannot write", "No such file"])
        self.output = self.folder / "folder.csv"
        self.output.mkdir()
        self.expect(OUTPUT_ERROR, *self.SMALL, words=["not a regular file"])
        self.assertFalse(self.log.exists())

    @unittest.skipIf(os.geteuid() == 0, "the superuser may write everything")
    def test_without_permission_is_refused_at_once(self):
        self.output.touch(mode=0o400)
        self.expect(OUTPUT_ERROR, *self.SMALL, "--resume", words=["Permission denied"])
        self.assertFalse(self.log.exists())

    def test_that_exists_is_kept(self):
        self.output.write_text("kept\n")
        self.expect(USAGE, *self.SMALL, words=["expected a new file or --resume"])
        self.expect(USAGE, *self.SMALL, "--resume", words=["found the columns kept"])
        self.assertEqual(self.output.read_text(), "kept\n")

    def test_shows_progress(self):
        result = self.expect(0, "--generate", "gen:lap2d5:3", "--methods", "KKMEM,DEFAULT")
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), 3)
        self.assertRegex(lines[0], r"^\[1 of 3\] gen:lap2d5:3  A\*A  araios kkmem 1\.500 ms, "
                                   r"araios 1\.500 ms  "
                                   r"\(elapsed 0:00:\d\d, about 0:00:\d\d left\)$")
        self.assertIn("about 0:00:00 left", lines[2])


class Failures(SweepTest):
    ROWS = "a,4,4,A*A,,\nfails,4,4,A*A,,\nlacks,4,4,A*A,,\nz,4,4,A*A,,\n"

    def setUp(self):
        super().setUp()
        self.source = self.matrices(self.ROWS, ["a.mtx", "fails.mtx", "lacks.mtx", "z.mtx"])

    def test_do_not_stop_the_others(self):
        result = self.expect(FAILED_PRODUCTS, "--matrices", self.source, words=[
            "FAILED: exit code 5: spgemm: fails: needs 5 bytes", "2 of 4 products failed"])
        self.assertNotIn("noise", result.stderr)
        self.assertEqual([m for m, _ in self.products()], ["a", "lacks", "z"])
        lacking = {r["algorithm"] for r in self.records() if r["matrix"] == "lacks"}
        self.assertEqual(lacking, {"kkmem", "kkdense", "kklp"})

    def test_are_tried_again_on_resume(self):
        self.expect(FAILED_PRODUCTS, "--matrices", self.source)
        before = len(self.records())
        self.expect(FAILED_PRODUCTS, "--matrices", self.source, "--resume",
                    words=["2 of 4 products are there already", "[1 of 2] fails"])
        self.assertEqual([call[0] for call in self.calls()],
                         ["a", "fails", "lacks", "z", "fails", "lacks"])
        self.assertEqual(len(self.records()), before)

    def test_of_time(self):
        folder = pathlib.Path(self.source)
        (folder / "MANIFEST.csv").write_text(MANIFEST_HEAD + "hangs,4,4,A*A,,\nz,4,4,A*A,,\n")
        (folder / "hangs.mtx").write_text("")
        self.expect(FAILED_PRODUCTS, "--matrices", self.source, "--time-limit", "3",
                    words=["hangs  A*A  FAILED: no result within 3 s"])
        self.assertEqual(self.products(), [("z", "A*A")])


class Resuming(SweepTest):
    def sweep(self, *names):
        return ("--generate", ",".join(names))

    def test_measures_what_is_missing(self):
        self.expect(0, *self.sweep("gen:er:1:1", "gen:er:2:1"))
        self.expect(0, *self.sweep("gen:er:1:1", "gen:er:2:1", "gen:er:3:1"), "--resume")
        self.assertEqual([call[0] for call in self.calls()],
                         ["gen:er:1:1", "gen:er:2:1", "gen:er:3:1"])
        self.assertEqual(len(self.records()), 24)

    def test_measures_a_product_again_whose_records_were_cut(self):
        self.expect(0, *self.sweep("gen:er:1:1", "gen:er:2:1"))
        whole = self.output.read_text()
        for cut in (1, 8, 40):
            self.output.write_text(whole[:-cut])
            self.expect(0, *self.sweep("gen:er:1:1", "gen:er:2:1"), "--resume",
                        words=["1 of 2 products are there already", "[1 of 1] gen:er:2:1"])
            self.assertEqual(self.output.read_text(), whole)

    def test_measures_a_product_again_for_other_methods(self):
        self.expect(0, *self.sweep("gen:er:1:1"), "--methods", "KKMEM")
        self.expect(0, *self.sweep("gen:er:1:1"), "--methods", "KKMEM,KKDENSE", "--resume")
        self.assertEqual(len(self.calls()), 2)
        self.assertEqual([r["algorithm"] for r in self.records()],
                         ["kkmem", "kkmem", "kkdense", "kkdense"])

    def test_starts_anew_without_a_file(self):
        self.expect(0, *self.sweep("gen:er:1:1"), "--resume")
        self.assertEqual(self.products(), [("gen:er:1:1", "A*A")])

    def test_keeps_records_of_drivers_that_had_fewer_columns(self):
        head = ("matrix,operation,library,algorithm,phase,space,threads,m,n,k,nnz_a,nnz_b,f_m,"
                "nnz_c,ms_median,ms_min,ms_max,gflops,checked\n")
        self.output.write_text(
            head + "gen:er:1:1,A*A,araios,kkmem,noreuse,OpenMP,2,1,2,3,4,5,6,7,1.5,1,2,3,ok\n")
        self.expect(0, *self.sweep("gen:er:1:1", "gen:er:2:1"), "--methods", "KKMEM", "--resume",
                    words=["1 of 2 products are there already"])
        self.assertEqual([(r["ms_max"], r["ms_q1"], r["repeats"]) for r in self.records()],
                         [("2", "", ""), ("2", "1.25", "5"), ("2", "1.25", "5")])

    def test_does_not_mix_numbers_of_threads(self):
        self.expect(0, *self.sweep("gen:er:1:1"))
        before = self.output.read_text()
        self.expect(USAGE, *self.sweep("gen:er:1:1", "gen:er:2:1"), "--resume", FAKE_THREADS="3",
                    words=["OpenMP with 2 threads", "OpenMP with 3"])
        self.assertEqual(self.output.read_text(), before)


class Signals(SweepTest):
    def test_interrupt_ends_the_driver_and_keeps_what_is_there(self):
        folder = self.matrices("a,4,4,A*A,,\nhangs,4,4,A*A,,\n", ["a.mtx", "hangs.mtx"])
        for number in (signal.SIGINT, signal.SIGTERM):
            self.log.unlink(missing_ok=True)
            with subprocess.Popen(self.command("--matrices", folder, "--resume"),
                                  env=self.environment(), stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as process:
                while not (self.log.exists() and "hangs" in self.log.read_text()):
                    self.assertIsNone(process.poll())
                    time.sleep(0.05)
                process.send_signal(number)
                stderr = process.communicate(timeout=60)[1]
            self.assertEqual(process.returncode, INTERRUPTED)
            self.assertIn("--resume", stderr)
            self.assertNotIn("Traceback", stderr)
            self.assertEqual(self.products(), [("a", "A*A")])
            self.assertFalse(list(self.folder.glob("*.part")))

    def test_a_second_sweep_waits(self):
        folder = self.matrices("hangs,4,4,A*A,,\n", ["hangs.mtx"])
        with subprocess.Popen(self.command("--matrices", folder, "--time-limit", "4"),
                              env=self.environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as first:
            while not self.log.exists():
                self.assertIsNone(first.poll())
                time.sleep(0.05)
            self.output = self.folder / "second.csv"
            self.expect(0, "--generate", "gen:er:1:1", words=["waiting for another sweep"])
            self.assertIsNotNone(first.poll())
            first.communicate(timeout=60)


class WithTheDriver(SweepTest):
    def test_products_have_the_names_that_are_expected(self):
        folder = self.matrices("d_A,4,4,A*A,,\nd_P,4,2,A^T*A,,work\n", [])
        (pathlib.Path(folder) / "d_A.mtx").write_text(DIAGONAL)
        (pathlib.Path(folder) / "d_P.mtx").write_text(TALL)
        grids = [f"gen:{name}:3"
                 for name in ("lap2d5", "lap2d9", "lap3d7", "lap3d27", "brick3d", "elasticity3d")]
        self.driver = DRIVER
        arguments = ["--matrices", folder, "--generate", ",".join(grids), "--methods",
                     "KKMEM,KKDENSE,DEFAULT", "--repeat", "1", "--warmup", "0", "--", "--serial"]
        self.expect(0, *arguments)
        self.assertEqual(len(self.products()), 4 + 3 * len(grids))
        self.assertEqual({r["checked"] for r in self.records()}, {"ok"})
        products = json.loads(self.output.with_suffix(".json").read_text())["products"]
        self.assertEqual(len(products), 3 * len(self.products()))
        self.expect(0, *arguments[:2], "--resume", *arguments[2:],
                    words=["22 of 22 products are there already"])


if __name__ == "__main__":
    SWEEP, DRIVER = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))
    unittest.main()
