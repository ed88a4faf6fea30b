# SPDX-License-Identifier: BSD-3-Clause
# Runs compare.py on small files whose differences and noise are known.
"""Usage: python3 test_compare.py <path of compare.py> [unittest arguments]"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMPARE = ""
OLD_HEAD = ("matrix,operation,library,algorithm,phase,space,threads,m,n,k,nnz_a,nnz_b,f_m,nnz_c,"
            "ms_median,ms_min,ms_max,gflops,checked\n")
HEAD = OLD_HEAD.replace("ms_max,", "ms_max,ms_q1,ms_q3,repeats,stopped,")
SPMM_HEAD = ("matrix,library,algorithm,space,threads,scalar,layout,rows,columns,entries,"
             "columns_of_b,setup_ms,average_ms,ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,"
             "gflops,checked\n")
BLOCKS_HEAD = ("matrix,library,algorithm,space,threads,operation,phase,block_size,rows,entries,"
               "blocks,multiply_adds,setup_ms,average_ms,ms_median,ms_min,ms_max,ms_q1,ms_q3,"
               "repeats,stopped,gflops,checked\n")
# As compare.py --help documents them.
SLOWER, USAGE, BAD_INPUT = 1, 2, 3


def line(matrix, ms, iqr=0.0, repeats=16, **other):
    """A record whose interval of the median is +- 1.57/4 of the interquartile range."""
    fields = {"library": "araios", "algorithm": "kkspgemm", "phase": "noreuse", "threads": 2,
              "checked": "ok", **other}
    return (f"{matrix},A*A,{fields['library']},{fields['algorithm']},{fields['phase']},OpenMP,"
            f"{fields['threads']},1,2,3,4,5,6,7,{ms},{ms - iqr},{ms + iqr},{ms - iqr / 2},"
            f"{ms + iqr / 2},{repeats},repeat,1,{fields['checked']}\n")


def old_line(matrix, ms, low, high):
    return f"{matrix},A*A,araios,kkmem,reuse,OpenMP,2,1,2,3,4,5,6,7,{ms},{low},{high},1,ok\n"


class CompareTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def expect(self, code, old, new, *arguments, words=(), head=HEAD, old_head=None):
        """Compares two texts, and returns what is printed."""
        for name, text in (("old.csv", (old_head or head) + old), ("new.csv", head + new)):
            (self.folder / name).write_text(text)
        result = subprocess.run([sys.executable, COMPARE, "old.csv", "new.csv", *arguments],
                                cwd=self.folder, capture_output=True, text=True, timeout=60,
                                check=False)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        for word in words:
            self.assertIn(word, result.stdout + result.stderr)
        return result.stdout


class Verdicts(CompareTest):
    def test_slower_beyond_the_noise(self):
        self.expect(SLOWER, line("a", 10, 0.5), line("a", 12, 0.5), words=[
            "slower: 1\n  a  A*A  araios, noreuse (OpenMP, 2 threads): 10 ms -> 12 ms, "
            "1.200 times, noise 2.0 % and 1.6 %", "faster: 0", "unchanged: 0"])

    def test_faster_beyond_the_noise(self):
        self.expect(0, line("a", 12, 0.5), line("a", 10, 0.5),
                    words=["slower: 0", "faster: 1\n  a  A*A", "0.833 times", "unchanged: 0"])

    def test_within_the_noise_is_unchanged(self):
        # The intervals are 10 +- 1.57 and 12 +- 1.57, which overlap; at 13.2 they do not.
        self.expect(0, line("a", 10, 4), line("a", 12, 4), words=["slower: 0", "unchanged: 1"])
        self.expect(SLOWER, line("a", 10, 4), line("a", 13.2, 4), words=["slower: 1"])
        self.expect(0, line("a", 13.1, 4), line("a", 10, 4), words=["faster: 0", "unchanged: 1"])
        self.expect(0, line("a", 13.2, 4), line("a", 10, 4), words=["faster: 1"])

    def test_more_repetitions_find_smaller_changes(self):
        self.expect(0, line("a", 10, 2), line("a", 11, 2), words=["unchanged: 1"])
        self.expect(SLOWER, line("a", 10, 2, 64), line("a", 11, 2, 64), words=["slower: 1"])

    def test_small_changes_are_unchanged_however_sure(self):
        old, new = line("a", 100), line("a", 102)
        self.expect(0, old, new, words=["unchanged: 1"])
        self.expect(SLOWER, old, new, "--least-change", "1", words=["slower: 1"])
        self.expect(0, new, old, "--least-change", "1", words=["faster: 1"])

    def test_the_largest_changes_come_first(self):
        text = self.expect(SLOWER, line("a", 10) + line("b", 10) + line("c", 10) + line("d", 10),
                           line("a", 11) + line("b", 20) + line("c", 9) + line("d", 5))
        places = [text.index(f"  {name}  A*A") for name in ("b", "a", "d", "c")]
        self.assertEqual(places, sorted(places))
        self.assertIn("geometric mean of new / old over 4 pairs: 0.997", text)

    def test_few_repetitions_are_not_judged(self):
        self.expect(0, line("a", 10, repeats=4) + line("b", 10),
                    line("a", 99, repeats=4) + line("b", 10),
                    words=["not judged: 1 (fewer than 5 repetitions)\n  a  A*A", "unchanged: 1"])
        self.expect(BAD_INPUT, line("a", 10, repeats=4), line("a", 99, repeats=4),
                    words=["no pair that can be judged", "at least 5 repetitions"])


class Pairing(CompareTest):
    def test_of_entries_phases_and_back_ends(self):
        variants = [{}, {"algorithm": "kkmem"}, {"phase": "reuse"}, {"threads": 4},
                    {"library": "mkl", "algorithm": "sorted"}]
        old = "".join(line("a", 10, **variant) for variant in variants)
        for slower, name in enumerate(("araios, noreuse (OpenMP, 2", "araios kkmem, noreuse",
                                       "araios, reuse", "noreuse (OpenMP, 4", "mkl sorted")):
            with self.subTest(name=name):
                new = "".join(line("a", 20 if i == slower else 10, **variant)
                              for i, variant in enumerate(variants))
                text = self.expect(SLOWER, old, new, words=["slower: 1", "unchanged: 4"])
                self.assertIn(name, text.splitlines()[1])

    def test_the_best_of_several_algorithms_is_one_entry(self):
        self.expect(SLOWER, line("a", 10, library="kokkoskernels", algorithm="SPGEMM_KK"),
                    line("a", 20, library="kokkoskernels", algorithm="SPGEMM_KK_DENSE"),
                    words=["kokkoskernels best, noreuse"])

    def test_what_is_missing_is_listed(self):
        text = self.expect(0, line("a", 10) + line("b", 10) + line("c", 10),
                           line("a", 10) + line("c", 10, checked="WRONG") + line("d", 10))
        self.assertIn("missing in the new run: 2\n  b  A*A  araios, noreuse (OpenMP, 2 threads)\n"
                      "  c  A*A  araios, noreuse (OpenMP, 2 threads): wrong result\n", text)
        self.assertIn("missing in the old run: 1\n  d  A*A", text)

    def test_of_files_without_quartiles_is_by_least_and_largest_times(self):
        for ranges, word in {((10, 9, 11), (12, 11.5, 13)): "slower: 1",
                             ((10, 9, 11), (12, 10.5, 13)): "unchanged: 1",
                             ((10, 9, 11), (7, 6, 8)): "faster: 1"}.items():
            with self.subTest(word=word):
                old, new = (old_line("a", *of_run) for of_run in ranges)
                self.expect(SLOWER if "slower" in word else 0, old, new, head=OLD_HEAD,
                            words=[word])
        self.expect(SLOWER, old_line("a", 10, 9, 11),
                    line("a", 20, 1, algorithm="kkmem", phase="reuse"), old_head=OLD_HEAD,
                    words=["slower: 1"])
        self.expect(BAD_INPUT, old_line("a", 10, 10, 10), old_line("a", 20, 20, 20),
                    head=OLD_HEAD, words=["no pair"])

    def test_of_dense_operands_is_by_shape_and_type(self):
        def record(columns, scalar, ms):
            return (f"a,araios,rows,OpenMP,2,{scalar},row,9,9,9,{columns},0,1,{ms},{ms},{ms},{ms},"
                    f"{ms},10,repeat,1,PASS\n")
        old = record(8, "float", 1) + record(8, "double", 1) + record(16, "float", 1)
        new = record(8, "float", 1) + record(8, "double", 2) + record(16, "float", 1)
        self.expect(SLOWER, old, new, head=SPMM_HEAD, words=[
            "slower: 1\n  a  A*B, 8 columns, row-major, double  araios rows, call", "unchanged: 2"])


    def test_records_of_blocks(self):
        def record(operation, phase, ms):
            return (f"a,araios,blocks,OpenMP,2,{operation},{phase},3,9,9,3,27,0,{ms},{ms},{ms},{ms},"
                    f"{ms},{ms},16,repeat,1,PASS\n")
        old = record("A*A", "noreuse", 1) + record("A*A", "reuse", 1) + record("A*x", "call", 1)
        new = record("A*A", "noreuse", 1) + record("A*A", "reuse", 2) + record("A*x", "call", 1)
        self.expect(SLOWER, old, new, head=BLOCKS_HEAD, words=[
            "slower: 1\n  a  A*A, blocks of 3  araios blocks, reuse", "unchanged: 2"])


class Errors(CompareTest):
    def test_bad_input(self):
        good = line("a", 10)
        for new, words in {
            good + good: ["new.csv: line 3", "noreuse OpenMP 2 twice"],
            line("a", 10).replace(",10,", ",ten,", 1): ["new.csv: line 2", "found 'ten'"],
            "a,A*A,araios\n": ["new.csv: line 2", "found 3 fields"],
            line("z", 10): ["no pair that can be judged"],
            "": ["no pair that can be judged"],
        }.items():
            with self.subTest(new=new):
                self.expect(BAD_INPUT, good, new, words=words)
        self.expect(BAD_INPUT, "a,1\n", "a,1\n", head="matrix,ms\n",
                    words=["old.csv: line 1", "expected the CSV file of spgemm"])

    def test_usage(self):
        self.expect(USAGE, line("a", 1), line("a", 1), "--least-change", "-1", words=["found -1"])
        self.expect(USAGE, line("a", 1), line("a", 1), "--least-change", "nan", words=["found nan"])
        self.expect(USAGE, "", "", "third.csv", words=["third.csv"])


if __name__ == "__main__":
    COMPARE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
