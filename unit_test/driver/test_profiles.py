# SPDX-License-Identifier: BSD-3-Clause
# Runs profiles.py on small tables whose shares and means are known.
"""Usage: python3 test_profiles.py <path of profiles.py> [unittest arguments]"""

import importlib.util
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROFILES = ""
HEAD = ("matrix,operation,library,algorithm,phase,space,threads,m,n,k,nnz_a,nnz_b,f_m,nnz_c,"
        "ms_median,ms_min,ms_max,gflops,checked\n")
# As profiles.py --help documents them.
USAGE, BAD_INPUT, NO_FIGURES, OUTPUT_ERROR = 2, 3, 4, 6
HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None

# Milliseconds of kkmem, kkdense, kkspgemm and Kokkos Kernels; None where it did not finish.
TIMES = {"a": (1, 2, 1, 4), "b": (4, 1, 1.05, 2), "c": (2, 1, 3, None), "d": (1, 8, 1, 2)}


def line(matrix, method, ms, phase="noreuse", **other):
    fields = {"library": "kokkoskernels" if method == "SPGEMM_KK" else "araios", "f_m": 1000,
              "gflops": 8 / ms, "checked": "ok", "threads": 2, **other}
    return (f"{matrix},A*A,{fields['library']},{method},{phase},OpenMP,{fields['threads']},"
            f"1,2,3,4,5,{fields['f_m']},7,{ms},0.5,9,{fields['gflops']},{fields['checked']}\n")


def lines_of(times, phase="noreuse"):
    methods = ("kkmem", "kkdense", "kkspgemm", "SPGEMM_KK")
    return "".join(line(matrix, method, ms, phase, f_m=1000 + ord(matrix))
                   for matrix, row in times.items() for method, ms in zip(methods, row) if ms)


def load_profiles():
    folder = str(pathlib.Path(PROFILES).parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module("profiles")


class Arithmetic(unittest.TestCase):
    def setUp(self):
        self.profiles = load_profiles()

    def test_profile_counts_those_that_failed(self):
        ratios = {"a": 1.0, "b": 3.0, "c": math.inf, "d": 1.0}
        self.assertEqual(self.profiles.profile(ratios), ([1.0, 3.0], [0.5, 0.75]))
        self.assertEqual(self.profiles.share_within(ratios, 2), 0.5)
        self.assertEqual(self.profiles.share_within(ratios, 3), 0.75)

    def test_geometric_mean(self):
        self.assertAlmostEqual(self.profiles.geometric_mean([1, 4, 16]), 4)
        self.assertTrue(math.isnan(self.profiles.geometric_mean([])))

    def test_labels_keep_apart_and_inside(self):
        for ends in ([1, 1, 1, 1], [0, 0, 0], [0.5, 0.52, 0.9], [1, 0.2, 0.99, 0.21], [0.3], []):
            with self.subTest(ends=ends):
                placed = self.profiles.spread(ends, 0.05, 0, 1)
                self.assertTrue(all(0 <= y <= 1 for y in placed), placed)
                ordered = sorted(placed)
                for low, high in zip(ordered, ordered[1:]):
                    self.assertGreaterEqual(high - low, 0.05 - 1e-12)
                # A curve that ends lower has its label lower.
                for i, end in enumerate(ends):
                    for j, other in enumerate(ends):
                        self.assertFalse(end < other and placed[i] > placed[j])
        self.assertEqual(self.profiles.spread([0.2, 0.8], 0.05, 0, 1), [0.2, 0.8])


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.prefix = self.folder / "figure"

    def file(self, text, name="times.csv"):
        path = self.folder / name
        path.write_text(HEAD + text)
        return str(path)

    def run_profiles(self, *arguments, **environment):
        return subprocess.run(
            [sys.executable, PROFILES, *arguments, "--output", str(self.prefix)],
            env=dict(os.environ, **environment), capture_output=True, text=True, timeout=120,
            check=False)

    def expect(self, code, *arguments, words=(), **environment):
        result = self.run_profiles(*arguments, **environment)
        self.assertEqual(result.returncode, code, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)
        return result

    def without_matplotlib(self):
        """The environment in which importing it fails."""
        folder = self.folder / "none"
        folder.mkdir(exist_ok=True)
        (folder / "matplotlib.py").write_text("raise ImportError\n")
        return {"PYTHONPATH": str(folder)}

    def markdown(self, *arguments):
        self.expect(NO_FIGURES, *arguments, **self.without_matplotlib())
        return self.prefix.with_suffix(".md").read_text()


class Markdown(Files):
    def test_methods(self):
        text = self.markdown(self.file(lines_of(TIMES)))
        # Ratios to the best: 1 4 2 1; 2 1 1 8; 1 1.05 3 1; 4 2 none 2.
        for row in (
            "| `araios kkmem` | 4 of 4 | 50 % | 50 % | 50 % | 75 % | 100 % | 1.68 | 4.757 |",
            "| `araios kkdense` | 4 of 4 | 50 % | 50 % | 50 % | 75 % | 75 % | 2.00 | 4.000 |",
            "| `araios` | 4 of 4 | 50 % | 75 % | 75 % | 75 % | 100 % | 1.33 | 6.005 |",
            "| `kokkoskernels` | 3 of 4 | 0 % | 0 % | 0 % | 50 % | 75 % | 2.52 | 3.175 |",
        ):
            self.assertIn(row, text)

    def test_choices(self):
        path = self.file(lines_of(TIMES))
        text = self.markdown(path)
        self.assertIn("at most 10 % longer than the best method for 3 of 4 products (75 %)", text)
        self.assertIn("is 1.33, the largest 3.00", text)
        self.assertIn("| `c` | `A*A` | - | `araios kkdense` | 1.000 | 3.000 | 3.00 |", text)
        pathlib.Path(path).with_suffix(".json").write_text(json.dumps({
            "context": {"machine": {"processor": "abacus"}, "araios": {"commit": "f00"}},
            "products": [
                {"matrix": matrix, "operation": "A*A", "algorithm": "kkspgemm", "f_m": 1000,
                 "symbolic_selection": "dense one-level", "numeric_selection": "linked_list two",
                 "maxrf": 11, "nnz_c": 12, "maxrs": 13, "CF": 0.25, "CMRF": None}
                for matrix in TIMES]}))
        text = self.markdown(path)
        self.assertIn("| dense / linked_list | `araios kkdense` | 2 | 50 % | 1.77 |", text)
        self.assertIn("| dense / linked_list | `araios kkmem` | 2 | 100 % | 1.00 |", text)
        self.assertIn("abacus; commit f00", text)
        self.assertIn("| `a` | `A*A` | 1097 | 11 | 12 | 13 | 0.25 | - | 8.000 |", text)

    def test_every_choosing_method_has_its_table(self):
        text = self.markdown(self.file("".join(
            line("a", method, 1) for method in ("kklp", "kkspgemm", "kkspgemm-2018"))))
        for chooser in ("araios", "araios kkspgemm-2018"):
            self.assertIn(f"## What {chooser} chose, noreuse", text)
        self.assertNotIn("What araios kklp chose", text)
        self.assertNotIn("`araios` | 1 | 100 %", text)

    def test_wrong_results_count_as_failures(self):
        text = self.markdown(self.file(line("a", "kkmem", 1, checked="WRONG") +
                                       line("a", "kkdense", 2)))
        self.assertIn("| `araios kkmem` | 0 of 1 | 0 % |", text)
        self.assertIn("| `araios kkdense` | 1 of 1 | 100 % |", text)

    def test_phases_are_apart(self):
        both = lines_of(TIMES) + lines_of({"a": (3, 1, 1, 1)}, "reuse")
        text = self.markdown(self.file(both))
        self.assertIn("## Methods, noreuse", text)
        self.assertIn("| `araios kkmem` | 1 of 1 | 0 % | 0 % | 0 % | 0 % | 100 % | 3.00 |", text)
        text = self.markdown(self.file(both), "--phases", "reuse")
        self.assertNotIn("noreuse", text)

    def test_other_libraries_have_a_line_for_each_entry_in_the_phases_they_have(self):
        text = self.markdown(self.file("".join(
            line("a", "kkmem", 1, phase) + line("a", "sorted", 4, phase, library="mkl") +
            line("a", "unsorted", 2, phase, library="mkl") for phase in ("noreuse", "reuse")) +
            line("a", "alg2", 8, library="cusparse") + line("a", "sorted", 8, library="eigen")))
        noreuse, _, reuse = text.partition("## Methods, reuse")
        for name in ("araios kkmem", "mkl sorted", "mkl unsorted", "cusparse", "eigen sorted"):
            self.assertIn(f"| `{name}` | 1 of 1 |", noreuse)
        self.assertIn("| `mkl unsorted` | 1 of 1 | 0 % | 0 % | 0 % | 100 % |", reuse)
        for name in ("cusparse", "eigen"):
            self.assertNotIn(name, reuse.partition("\n## ")[0])

    def test_several_files_and_numbers_of_threads(self):
        paths = [self.file(line("a", "kkmem", 1) + line("a", "kkdense", 2), "two.csv"),
                 self.file(line("a", "kkmem", 2, threads=4) +
                           line("a", "kkdense", 1, threads=4), "four.csv")]
        text = self.markdown(*paths)
        self.assertIn("OpenMP, 2 threads, OpenMP, 4 threads", text)
        self.assertIn("| `araios kkmem` | 2 of 2 | 50 % |", text)

    def test_names_cannot_break_the_tables(self):
        text = self.markdown(self.file(line("a|`b", "kkmem", 1)))
        self.assertIn("| `a\\|'b` |", text)


class Figures(Files):
    def test_without_matplotlib_the_line_to_get_it_is_said(self):
        self.expect(NO_FIGURES, self.file(lines_of(TIMES)), **self.without_matplotlib(),
                    words=["python3 -m pip install matplotlib"])
        self.assertFalse(self.prefix.with_suffix(".png").exists())
        self.assertNotIn(".png", self.prefix.with_suffix(".md").read_text())

    @unittest.skipUnless(HAS_MATPLOTLIB, "needs matplotlib")
    def test_are_drawn(self):
        path = self.file(lines_of(TIMES) + lines_of(TIMES, "reuse"))
        self.expect(0, path)
        self.assertTrue(self.prefix.with_suffix(".png").read_bytes().startswith(b"\x89PNG"))
        svg = self.prefix.with_suffix(".svg").read_text()
        for word in ("noreuse (4 products)", "share of products", "kokkoskernels"):
            self.assertIn(f"<!-- {word} -->", svg)
        self.assertIn("(figure.png)", self.prefix.with_suffix(".md").read_text())
        self.expect(0, path)
        self.assertEqual(self.prefix.with_suffix(".svg").read_text(), svg)


class Errors(Files):
    def test_bad_input(self):
        good = line("a", "kkmem", 1)
        for text, words in {
            good + good: ["line 3", "araios kkmem on a A*A twice"],
            good + line("b", "kkmem", 1).replace(",1000,", ",many,"): ["line 3", "'many'"],
            good + "b,A*A,araios,kkmem,noreuse,Open\n": ["line 3", "a whole record"],
            line("a", "kkmem", -1): ["line 2", "ms_median", "found -1"],
            line("a", "kkmem", 1, "symbolic"): ["no finished product", "noreuse, reuse"],
            "": ["no finished product"],
        }.items():
            with self.subTest(text=text):
                self.expect(BAD_INPUT, self.file(text), words=["times.csv", *words])
        self.assertEqual(list(self.folder.glob("figure*")), [])

    def test_other_files(self):
        other = self.folder / "other.csv"
        other.write_text("matrix,ms\na,1\n")
        self.expect(BAD_INPUT, str(other), words=["other.csv", "no column operation"])
        self.expect(BAD_INPUT, str(self.folder / "none.csv"), words=["none.csv", "No such file"])

    def test_usage(self):
        path = self.file(lines_of(TIMES))
        self.expect(USAGE, path, "--phases", "all", words=["found 'all'", "noreuse"])
        self.expect(USAGE, path, "--largest-factor", "1", words=["found 1"])
        self.expect(USAGE, words=["FILE.csv"])

    def test_unwritable_output(self):
        self.prefix = self.folder / "none" / "figure"
        (self.folder / "x").mkdir()
        self.expect(OUTPUT_ERROR, self.file(lines_of(TIMES)), words=["cannot write", "No such"])


if __name__ == "__main__":
    PROFILES = os.path.abspath(sys.argv.pop(1))
    unittest.main()
