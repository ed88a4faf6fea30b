# SPDX-License-Identifier: BSD-3-Clause
# Runs performance.py on small files whose means are known, and checks the pages of the repository.
"""Usage: python3 test_performance.py <path of performance.py> [unittest arguments]"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PERFORMANCE = ""
HEAD = ("driver,setting,phase,matrix,operation,work,library,algorithm,ms_median,ms_min,checked,"
        "date,machine,threads,compiler,version\n")
SPGEMM = ("matrix,operation,library,algorithm,phase,space,threads,m,n,k,nnz_a,nnz_b,f_m,nnz_c,"
          "ms_median,ms_min,ms_max,gflops,checked\n")
SPMV = ("matrix,library,algorithm,space,threads,rows,columns,entries,row_length_mean,ms_median,"
        "ms_min,checked\n")
SPMM = ("matrix,library,algorithm,space,threads,scalar,layout,rows,columns,entries,columns_of_b,"
        "ms_median,ms_min,checked\n")
README = "# A\n\n<!-- speed table begins -->\nold\n<!-- speed table ends -->\n\nend\n"
CONFIGURATION = ("Kokkos::Cuda[ 0 ] Tesla capability 7.0, Memory: 1 GiB\n"
                 "Kokkos::Cuda[ 1 ] NVIDIA Abacus capability 9.0, Memory: 1 GiB : Selected\n")
# As performance.py --help documents them.
OUTDATED, USAGE, BAD_INPUT, OUTPUT_ERROR = 1, 2, 3, 6


def row(matrix, method, ms, **other):
    """A kept row; `method` is `library algorithm`."""
    library, algorithm = method.split()
    fields = {"driver": "spgemm", "setting": "", "phase": "noreuse", "operation": "A*A",
              "work": 100000, "least": ms, "checked": "ok", "date": "2026-11-29",
              "machine": "abacus", "threads": 2, "version": "1"} | other
    names = ("setting", "phase", "matrix", "operation", "work", "library", "algorithm", "ms",
             "least", "checked", "date", "machine", "threads", "compiler", "version")
    known = fields | {"matrix": matrix, "library": library, "algorithm": algorithm, "ms": ms,
                      "compiler": "GNU 12"}
    return ",".join([fields["driver"], *(str(known[name]) for name in names)]) + "\n"


def record(matrix, method, ms, **other):
    """A record of the driver spgemm."""
    library, algorithm = method.split()
    fields = {"phase": "noreuse", "space": "OpenMP", "checked": "ok", "least": ms} | other
    return (f"{matrix},A*A,{library},{algorithm},{fields['phase']},{fields['space']},2,1,2,3,4,5,"
            f"90000,7,{ms},{fields['least']},99,1,{fields['checked']}\n")


OWN = "araios kkspgemm"


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "README.md").write_text(README)
        (self.root / "docs").mkdir()
        self.page_path = self.root / "docs" / "performance.md"

    def keep(self, text, name="host/spgemm.csv"):
        path = self.root / "docs" / "performance" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HEAD + text)
        return path

    def run_performance(self, *arguments):
        return subprocess.run([sys.executable, PERFORMANCE, "--root", str(self.root), *arguments],
                              capture_output=True, text=True, timeout=60, check=False)

    def expect(self, code, *arguments, words=()):
        result = self.run_performance(*arguments)
        self.assertEqual(result.returncode, code, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def page(self):
        self.expect(0)
        return self.page_path.read_text()

    def readme(self):
        self.expect(0)
        return (self.root / "README.md").read_text()


class Page(Files):
    def test_means_and_least(self):
        self.keep(row("a", OWN, 1) + row("a", "mkl sorted", 2) + row("a", "eigen sorted", 8) +
                  row("b", OWN, 2) + row("b", "mkl sorted", 16) + row("b", "eigen sorted", 4))
        text = self.page()
        # Ratios of a: 2 and 8; of b: 8 and 2.
        for line in ("| SpGEMM, first call | best other | 2 | 2.00 | 2.00 | `a` | "
                     "29 November 2026 |",
                     "|  | oneMKL sorted | 2 | 4.00 | 2.00 | `a` |  |",
                     "|  | Eigen | 2 | 4.00 | 2.00 | `b` |  |",
                     "| matrix | product | multiply-adds | ms | least ms | best other | Eigen | "
                     "oneMKL sorted |",
                     "| `b` | `A*A` | 100000 | 2.00 | 2.00 | 2.00 | 2.00 | 8.00 |"):
            self.assertIn(line, text)
        self.assertIn("## abacus, 2 threads\n", text)
        self.assertIn("[docs/performance/host](performance/host/)", text)
        self.assertIn("Made by perf_test/performance.py", text)

    def test_ties(self):
        self.keep(row("a", OWN, 3) + row("a", "mkl sorted", 3) + row("a", "eigen sorted", 3) +
                  row("b", OWN, 3) + row("b", "mkl sorted", 3) + row("b", "eigen sorted", 3))
        text = self.page()
        for name in ("| SpGEMM, first call | best other", "|  | Eigen", "|  | oneMKL sorted"):
            self.assertIn(f"{name} | 2 | 1.00 | 1.00 | `a` |", text)

    def test_missing_peers_count_where_they_are(self):
        self.keep(row("a", OWN, 1) + row("a", "mkl sorted", 4) + row("b", OWN, 1) +
                  row("b", "eigen sorted", 9) + row("c", OWN, 1))
        text = self.page()
        self.assertIn("| best other | 2 | 6.00 | 4.00 | `a` |", text)
        self.assertIn("| oneMKL sorted | 1 | 4.00 | 4.00 | `a` |", text)
        self.assertIn("| `b` | `A*A` | 100000 | 1.00 | 1.00 | 9.00 | 9.00 | - |", text)
        self.assertIn("| `c` | `A*A` | 100000 | 1.00 | 1.00 | - | - | - |", text)

    def test_a_machine_without_any_peer(self):
        self.keep(row("a", OWN, 1))
        self.assertIn("| `a` | `A*A` | 100000 | 1.00 | 1.00 |\n", self.page())
        self.assertIn("| SpGEMM, first call | 1 | - |", self.readme())

    def test_unsorted_rows_are_not_the_best_of_those_that_sort(self):
        peers = (("mkl unsorted", 1), ("graphblas jumbled", 1), ("mkl sorted", 2))
        for setting, phase, best in (("", "noreuse", 2), ("unsorted", "noreuse", 1),
                                     ("", "reuse", 1)):
            with self.subTest(setting=setting, phase=phase):
                self.keep("".join(row("a", method, ms, setting=setting, phase=phase)
                                  for method, ms in ((OWN, 1), *peers)))
                self.assertIn(f"| best other | 1 | {best}.00 |", self.page())

    def test_the_fastest_of_several_has_no_column(self):
        self.keep(row("a", OWN, 1) + row("a", "several sorted", 2, version="X and Y") +
                  row("a", "mkl sorted", 3))
        text = self.page()
        self.assertIn("| best other | 1 | 2.00 |", text)
        self.assertIn("| best other | oneMKL sorted |", text)
        self.assertIn("the fastest of X and Y", text)

    def test_small_products_and_phases_are_apart(self):
        self.keep("".join(row(matrix, method, ms, work=work, phase=phase)
                          for matrix, work, ms in (("a", 50000, 2), ("b", 50001, 3))
                          for phase in ("noreuse", "reuse")
                          for method, ms in ((OWN, 1), ("eigen sorted", ms))))
        text = self.page()
        for title, mean in (("SpGEMM, first call", 3), ("SpGEMM, repeated call", 3),
                            ("Small SpGEMM, first call", 2), ("Small SpGEMM, repeated call", 2)):
            self.assertIn(f"| {title} | best other | 1 | {mean}.00 |", text)
            self.assertIn(f"### {title}\n", text)

    def test_all_drivers(self):
        spmv = {"driver": "spmv", "phase": "call", "operation": "A*x"}
        spmm = {"driver": "spmm", "phase": "call", "operation": "A*B"}
        self.keep(row("a", "araios merge_path", 0.0123456, **spmv, work="") +
                  row("a", "cusparse csr_alg1", 0.02, **spmv) +
                  row("a", "kokkoskernels SPMV_DEFAULT", 4, **spmv) +
                  row("a", "kokkoskernels SPMV_MERGE_PATH", 3, **spmv), "host/spmv.csv")
        self.keep("".join(row("a", method, ms, **spmm, setting=f"{columns} columns")
                          for columns in (64, 8)
                          for method, ms in (("araios rows", 1), ("araios groups_of_4", 0.5),
                                             ("cusparse csr_alg2", columns))), "host/spmm.csv")
        text = self.page()
        self.assertIn("| matrix | product | multiply-adds | ms | least ms | best other | "
                      "cuSPARSE default | Kokkos Kernels |", text)
        self.assertIn("| `a` | `A*x` | - | 0.0123 | 0.0123 | 1.62 | 1.62 | 243 |", text)
        # The other method of Araios is told, and is no other library.
        self.assertIn("| SpMM, 8 columns | best other | 1 | 8.00 | 8.00 |", text)
        self.assertIn("|  | Araios groups of 4 | 1 | 0.50 | 0.50 |", text)
        self.assertLess(text.index("SpMM, 8 columns"), text.index("SpMM, 64 columns"))
        # In the README all settings of SpMM are one line.
        self.assertIn("| SpMM | 2 | 22.6 (8.00) | cuSPARSE 22.6 (8.00) |", self.readme())

    def test_dates_and_what_was_transcribed(self):
        self.keep(row("a", OWN, 1, date="2026-10-31", least="") +
                  row("b", OWN, 1, date="2026-11-02", least="") + row("b", "mkl sorted", 1))
        text = self.page()
        self.assertIn("- Measured 31 October to 29 November 2026.", text)
        self.assertIn("rounded figures were transcribed", text)
        self.assertIn("| 1.00 | - |", text)

    def test_every_folder_is_a_machine(self):
        self.keep(row("a", OWN, 1), "one/spgemm.csv")
        self.keep(row("a", OWN, 1, machine="giant", threads=""), "two/spgemm.csv")
        text = self.page()
        self.assertIn("## abacus, 2 threads\n", text)
        self.assertIn("## giant\n", text)


class Readme(Files):
    def test_only_the_part_between_the_markers_changes(self):
        self.keep(row("a", OWN, 1) + row("a", "mkl sorted", 2))
        text = self.readme()
        self.assertTrue(text.startswith("# A\n\n<!-- speed table begins -->\n| calls |"))
        self.assertTrue(text.endswith("has all.\n<!-- speed table ends -->\n\nend\n"))
        self.assertNotIn("old", text)
        self.assertIn("| SpGEMM, first call | 1 | 2.00 (2.00) | oneMKL sorted 2.00 (2.00) |", text)
        self.assertEqual(self.readme(), text)

    def test_markers_are_needed(self):
        self.keep(row("a", OWN, 1))
        begin, end = "<!-- speed table begins -->", "<!-- speed table ends -->"
        for text, words in {"# A\n": [begin, "0 times"], begin + README: [begin, "2 times"],
                            f"{end}\n{begin}\n": [f"found {end} before"]}.items():
            (self.root / "README.md").write_text(text)
            self.expect(BAD_INPUT, words=["README.md", *words])
            self.assertFalse(self.page_path.exists())


class Check(Files):
    def test_tells_what_is_not_as_the_files_give(self):
        self.keep(row("a", OWN, 1) + row("a", "mkl sorted", 2))
        self.expect(OUTDATED, "--check", words=["performance.md: line 1: found 'None'",
                                                "README.md: line 4: found 'old'"])
        self.assertFalse(self.page_path.exists())
        self.expect(0)
        self.expect(0, "--check")
        self.keep(row("a", OWN, 1) + row("a", "mkl sorted", 3))
        self.expect(OUTDATED, "--check", words=["oneMKL sorted 3.00", "run perf_test/performance"])

    def test_the_pages_of_the_repository(self):
        result = subprocess.run([sys.executable, PERFORMANCE, "--check"], capture_output=True,
                                text=True, timeout=60, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)


class Refusals(Files):
    def test_rows(self):
        good = row("a", OWN, 1)
        for text, words in {
            good + row("a", "mkl sorted", 2, checked="WRONG"): ["line 3", "found 'WRONG'",
                                                                "not verified"],
            row("a", OWN, 1, checked="off"): ["line 2", "found 'off'", "expected ok"],
            row("a", OWN, 1, checked=""): ["line 2", "found ''", "expected ok"],
            good + good: ["line 3", "once more", "line 2"],
            row("a", "mkl sorted", 1): ["line 2", "no row of araios kkspgemm"],
            row("a", OWN, 0): ["line 2", "ms_median: found '0'"],
            row("a", OWN, "fast"): ["line 2", "found 'fast'"],
            row("a", OWN, 1, least=2): ["line 2", "ms_min: found 2", "median 1"],
            row("a", OWN, 1, work="much"): ["line 2", "found 'much'"],
            row("a", OWN, 1, date="today"): ["line 2", "found 'today'", "2026-11-29"],
            row("a", OWN, 1, phase="numeric"): ["line 2", "found phase 'numeric'"],
            good + row("b", OWN, 1, threads=3): ["line 3", "abacus with 3", "abacus with 2"],
            good + "spgemm,,noreuse\n": ["line 3", "found 3 fields, expected 16"],
        }.items():
            with self.subTest(text=text):
                self.keep(text)
                self.expect(BAD_INPUT, words=["spgemm.csv", *words])
        self.assertFalse(self.page_path.exists())

    def test_files(self):
        self.expect(BAD_INPUT, words=["found no row"])
        path = self.keep("")
        self.expect(BAD_INPUT, words=["found no row"])
        path.write_text("matrix,ms\na,1\n")
        self.expect(BAD_INPUT, words=["line 1", "found the columns matrix,ms"])

    def test_usage(self):
        for arguments, word in (
            (("--take", "x.csv"), "--into"), (("--into", "x.csv"), "--take"),
            (("--take", "x.csv", "--into", "x"), "ends in .csv"),
            (("--take", "x.csv", "--into", "x.csv", "--check"), "--check"),
        ):
            self.expect(USAGE, *arguments, words=[word])

    def test_unwritable_page(self):
        self.keep(row("a", OWN, 1))
        self.page_path.mkdir()
        self.expect(OUTPUT_ERROR, words=["cannot write", "performance.md"])


class Taking(Files):
    def run_file(self, text, name="run.csv", head=SPGEMM, **options):
        path = self.root / name
        path.write_text(head + text)
        context = {
            "date": "2026-11-29T01:02:03Z", "machine": {"processor": "abacus"},
            "araios": {"version": "0.2.0", "commit": "f00"}, "compiler": {"name": "GNU 12"},
            "kokkos": {"version": "4.5.1", "configuration": CONFIGURATION},
            "mkl": {"version": "2026.2"}, "options": options}
        path.with_suffix(".json").write_text(json.dumps({"context": context, "products": []}))
        return str(path)

    def take(self, *arguments, name="host/spgemm.csv", code=0, words=()):
        path = self.root / "docs" / "performance" / name
        self.expect(code, "--take", *arguments, "--into", str(path), words=words)
        return path.read_text() if code == 0 else ""

    def test_keeps_what_the_tables_need(self):
        run = self.run_file(record("a", OWN, 2, least=1) + record("a", OWN, 1, phase="reuse") +
                            record("a", OWN, 1, phase="symbolic") + record("a", "araios kkmem", 3) +
                            record("a", "mkl sorted", 4) + record("a", "kokkoskernels KK_DENSE", 5))
        self.assertEqual(self.take(run), HEAD + "".join(
            f"spgemm,,{phase},a,A*A,90000,{method},{ms},{least},ok,2026-11-29,abacus,2,GNU 12,"
            f"{version}\n" for phase, method, ms, least, version in (
                ("noreuse", "araios,kkspgemm", 2, 1, "0.2.0 f00"),
                ("reuse", "araios,kkspgemm", 1, 1, "0.2.0 f00"),
                ("noreuse", "mkl,sorted", 4, 4, "2026.2"),
                ("noreuse", "kokkoskernels,best", 5, 5, ""))))
        self.assertIn("| SpGEMM, first call | best other | 1 | 2.00 |", self.page_path.read_text())
        self.expect(0, "--check")

    def test_settings_come_from_the_context(self):
        for options, setting in (({"result_sorted": False}, "unsorted"),
                                 ({"fresh_memory": True}, "new memory"), ({}, "")):
            run = self.run_file(record("a", OWN, 1), **options)
            self.assertIn(f"spgemm,{setting},noreuse", self.take(run))

    def test_several_runs(self):
        runs = [self.run_file(record("a", OWN, ms, least=ms / 2) +
                              record("a", f"kokkoskernels KK{ms}", 2 * ms), f"run{ms}.csv")
                for ms in (4, 1, 2)]
        runs.append(self.run_file(record("b", OWN, 7), "more.csv"))
        text = self.take(*runs)
        self.assertIn("kkspgemm,2,0.5,ok", text)
        self.assertIn("kokkoskernels,best,4,2,ok", text)
        self.assertIn("kkspgemm,7,7,ok", text)

    def test_other_drivers(self):
        context = ("--context", self.run_file("").replace(".csv", ".json"))
        run = self.run_file("a,araios,merge_path,Cuda,9,1,2,30,1.5,0.5,0.4,PASS\n", "v.csv", SPMV)
        self.assertIn("spmv,,call,a,A*x,30,araios,merge_path,0.5,0.4,ok,2026-11-29,NVIDIA Abacus,,",
                      self.take(run, *context, name="gpu/spmv.csv"))
        run = self.run_file("a,araios,rows,Cuda,9,double,row,1,2,30,64,0.5,0.4,PASS\n", "m.csv",
                            SPMM)
        self.assertIn('spmm,"64 columns, row-major, double",call,a,A*B,1920,araios,rows,0.5,0.4,ok',
                      self.take(run, *context, name="gpu/spmm.csv"))

    def test_the_machine_can_be_named(self):
        run = self.run_file(record("a", OWN, 1))
        self.assertIn(",my abacus,2,", self.take(run, "--machine", "my abacus"))

    def test_refuses_what_was_not_verified(self):
        for checked in ("WRONG", "off", "FAIL", ""):
            run = self.run_file(record("a", OWN, 1) + record("a", "mkl sorted", 1, checked=checked))
            self.take(run, code=BAD_INPUT, words=["run.csv: line 3", f"found '{checked}'",
                                                  "mkl sorted made of a was not verified"])
        self.assertFalse((self.root / "docs" / "performance").exists())

    def test_refuses_other_files(self):
        run = self.run_file("", head="matrix,ms\n")
        self.take(run, code=BAD_INPUT, words=["line 1", "found the columns matrix,ms"])
        run = self.run_file("")
        self.take(run, code=BAD_INPUT, words=["found no record"])
        pathlib.Path(run).with_suffix(".json").write_text("{}")
        self.take(run, code=BAD_INPUT, words=["run.json", "--context"])
        self.take(str(self.root / "none.csv"), code=BAD_INPUT, words=["none.json"])


if __name__ == "__main__":
    PERFORMANCE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
