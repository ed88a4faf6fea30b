# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does, beside the libraries that are in its build.
"""Usage: python3 test_spgemm_peers.py <path of the driver> [unittest arguments]"""

import csv

from driver_test import BANNER, main
from spgemm_test import PHASES, QUICK, SMALL, SpGemmTest, built_in_spaces, on_default_space


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
    SMALL, PEERS = SMALL, list(HINTS)

    def expect_right(self, peer):
        complaint = self.complaint_without(peer)
        if complaint:
            self.skipTest(complaint.strip())
        # The sum of two products cancels in one place of C, and one entry is zero: both stay.
        cancelling = self.file("c.mtx", BANNER + "3 3 5\n1 1 1\n1 2 1\n2 1 -1\n2 2 0\n3 3 2\n")
        tall = self.file("t.mtx", BANNER + "3 1 1\n3 1 2\n")
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
        for peer in set(self.present()) - {"kk"}:
            skipped = self.expect_success(*SMALL, *on_default_space(), "--peers", peer, "--offset",
                                          "size_t")
            self.assertIn(f"peer {peer} is skipped: not compiled in", skipped.stdout)
        for peer in {"eigen", "graphblas"} & set(self.present()):
            skipped = self.expect_success(*SMALL, *QUICK, "--peers", peer, "--reuse")
            self.assertIn(f"peer {peer} is skipped: it cannot compute values", skipped.stdout)

    def test_matrices_without_rows_are_left_to_kokkos_kernels(self):
        path = self.file("e.mtx", BANNER + "0 5 0\n")
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


if __name__ == "__main__":
    main()
