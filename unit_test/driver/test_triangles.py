# SPDX-License-Identifier: BSD-3-Clause
# Runs the driver of triangles as a user does, and reads its messages, exit codes and files.
"""Usage: python3 test_triangles.py <path of the driver> [unittest arguments]"""

import itertools
import json

from driver_test import BAD_INPUT, BANNER, OUTPUT_ERROR, UNSUPPORTED, USAGE, DriverTest, main

COLUMNS = (
    "graph,library,algorithm,space,threads,vertices,edges,triangles,setup_ms,average_ms,"
    "ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,million_edges_per_s,checked"
).split(",")
SMALL = ["--mtx", "gen:band:50:2"]
QUICK = ["--serial", "--repeat", "2", "--calls", "2"]


OWN = [("araios", "prescribed"), ("araios", "inside"), ("araios", "planned")]
GRAPHBLAS = [("graphblas", "sandia_ll"), ("graphblas", "sandia_lut")]


class TrianglesTest(DriverTest):
    SMALL, QUICK, COLUMNS = SMALL, QUICK, COLUMNS
    PEERS = ["graphblas"]
    MATRIX = BANNER + "3 3 3\n1 2 1\n2 3 0\n3 1 1\n"

    def graph(self, num_vertices, edges):
        """A file with one direction of each edge, loops, and one edge in both directions."""
        edges = list(edges)
        both = [(j, i) for i, j in edges[:1]]
        entries = edges + both + [(i, i) for i in range(num_vertices)]
        lines = "".join(f"{i + 1} {j + 1} 1\n" for i, j in entries)
        return self.file("g.mtx", f"{BANNER}{num_vertices} {num_vertices} {len(entries)}\n{lines}")

    def expect_count(self, source, triangles, *arguments):
        records = self.records("--mtx", source, *arguments)
        for record in records:
            self.assertEqual((int(record["triangles"]), record["checked"]), (triangles, "PASS"))
        return records

    def methods_of(self, *arguments):
        return [(r["library"], r["algorithm"]) for r in self.records(*SMALL, *arguments)]


class Counts(TrianglesTest):
    def test_complete_graphs(self):
        for n in (1, 2, 3, 10):
            self.expect_count(self.graph(n, itertools.combinations(range(n), 2)),
                              n * (n - 1) * (n - 2) // 6)

    def test_cycles_stars_and_bipartite_graphs(self):
        self.expect_count(self.graph(9, [(i, (i + 1) % 9) for i in range(9)]), 0)
        self.expect_count(self.graph(9, [(0, i) for i in range(1, 9)]), 0)
        self.expect_count(self.graph(9, itertools.product(range(4), range(4, 9))), 0)

    def test_an_entry_is_an_edge_whatever_its_value(self):
        self.expect_count(self.file("zeros.mtx"), 1)

    def test_a_graph_without_vertices_or_edges(self):
        for size in ("0 0 0", "4 4 0"):
            self.expect_count(self.file("e.mtx", f"{BANNER}{size}\n"), 0)

    def test_edges_triangles_and_rates_of_a_band(self):
        # Vertices at most two apart: each of the first 48 begins one triangle.
        for record in self.expect_count("gen:band:50:2", 48):
            self.assertEqual((record["vertices"], record["edges"]), ("50", "97"))
            self.assertAlmostEqual(float(record["million_edges_per_s"]),
                                   97e-3 / float(record["ms_median"]), delta=0.5)

    def test_a_generated_graph_on_the_default_space(self):
        records = self.records("--mtx", "gen:rmat:8:8", quick=["--repeat", "2"])
        self.assertEqual(len({record["triangles"] for record in records}), 1)
        self.assertEqual({record["checked"] for record in records}, {"PASS"})

    def test_checks(self):
        self.assertEqual({r["checked"] for r in self.records(*SMALL, "--check", "off")}, {"off"})


class CommandLine(TrianglesTest):
    def test_help_names_flags_and_exit_codes(self):
        text = self.expect_success("--help").stdout
        for word in ("--mtx", "plus-pair", "--repeat", "--peers LIST [all]", "--check", "--csv",
                     "--json", "Exit codes"):
            self.assertIn(word, text)

    def test_usage_errors_name_flag_found_and_expected(self):
        self.expect_failures(USAGE, {
            (): ["--mtx", "expected a matrix"],
            ("--unknown",): ["--unknown", "not expected"],
            (*SMALL, "--repeat", "0"): ["--repeat", "found '0'", "from 1 to"],
            (*SMALL, "--check", "all"): ["--check", "found 'all'", "values|off"],
            (*SMALL, "--peers", "fast"): ["--peers", "found 'fast'", "graphblas", "all, or none"],
            (*SMALL, "--peers", "mkl"): ["--peers", "found 'mkl'", "graphblas"],
        })

    def test_absent_back_end(self):
        self.expect_failure(UNSUPPORTED, "--sycl", arguments=[*SMALL, "--sycl", "0"])


class Peers(TrianglesTest):
    def expected(self):
        return OWN + (GRAPHBLAS if self.present() else [])

    def test_all_are_the_default(self):
        for arguments in ((), ("--peers", "ALL")):
            self.assertEqual(self.methods_of(*arguments), self.expected())

    def test_none(self):
        self.assertEqual(self.methods_of("--peers", "none"), OWN)

    def test_named_twice_they_run_once(self):
        for peer in self.present():
            self.assertEqual(self.methods_of("--peers", f"{peer},{peer.upper()}"), self.expected())

    def test_one_that_is_missing_tells_how_to_get_it(self):
        if self.present():
            self.skipTest("all peers are in this build")
        self.assertRegex(self.complaint_without("graphblas"),
                         "--peers: graphblas is not in this build; .*, and configure again")

    def test_graphs_without_vertices_are_left_out(self):
        if not self.present():
            self.skipTest("no peer is in this build")
        result = self.expect_success("--mtx", self.file("e.mtx", BANNER + "0 0 0\n"), *QUICK)
        self.assertIn("no peer but Kokkos Kernels", result.stderr)

    def test_their_times_stand_beside_ours(self):
        text = self.expect_success(*SMALL, "--mtx", "gen:rmat:8:8", *QUICK).stdout
        self.assertRegex(text, r"(?m)^  entry +ms +ms noise % +ms +ms Medges/s ratio checked$")
        self.assertLessEqual(max(map(len, text.splitlines())), 100, text)
        self.assertRegex(text, r"(?m)^  araios prescribed .* 1\.00 PASS$")
        self.assertIn("  48 triangles", text)
        if self.present():
            self.assertRegex(text, r"(?m)^  48 triangles; graphblas \w+ takes [0-9.]+ times as long")
            self.assertRegex(text, r"(?m)^the fastest peer over the first method, 2 graphs: ")


class Files(TrianglesTest):
    def test_json_has_the_records_and_their_context(self):
        path = self.folder / "t.json"
        records = self.records(*SMALL, "--json", str(path))
        document = json.loads(path.read_text())
        self.assertEqual([list(record) for record in document["records"]], [COLUMNS] * len(records))
        for found, expected in zip(document["records"], records, strict=True):
            self.assertEqual((found["algorithm"], found["triangles"], found["checked"]),
                             (expected["algorithm"], 48, "PASS"))
            self.assertAlmostEqual(found["ms_median"], float(expected["ms_median"]), places=5)
        context = document["context"]
        self.assertLessEqual({"date", "machine", "compiler", "kokkos", "options"}, set(context))
        self.assertEqual("graphblas" in context, bool(self.present()))
        self.assertEqual(context["options"]["calls"], 2)

    def test_a_matrix_that_is_not_square(self):
        self.expect_failure(BAD_INPUT, "r: the matrix is 2×3, expected a square one", arguments=[
            "--mtx", self.file("r.mtx", BANNER + "2 3 1\n1 2 1\n"), *QUICK])

    def test_a_failing_graph_does_not_stop_the_others(self):
        self.expect_others_to_go_on("--mtx")

    def test_output_errors(self):
        for flag in ("--csv", "--json"):
            self.expect_failure(OUTPUT_ERROR, flag, "No such file",
                                arguments=[*SMALL, flag, str(self.folder / "none" / "x")])
        source = self.file("r.mtx")
        self.expect_failure(USAGE, "--json", "also read",
                            arguments=["--mtx", source, "--json", source])


if __name__ == "__main__":
    main()
