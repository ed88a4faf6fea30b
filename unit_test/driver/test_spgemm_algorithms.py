# SPDX-License-Identifier: BSD-3-Clause
# Runs the product driver as a user does: the algorithms it runs, and the flags that tune them.
"""Usage: python3 test_spgemm_algorithms.py <path of the driver> [unittest arguments]"""

import csv
import json

from driver_test import OUT_OF_MEMORY, UNSUPPORTED, USAGE, main, run
from spgemm_test import PHASES, QUICK, SMALL, SpGemmTest


class Algorithms(SpGemmTest):
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
                                   "KKMEM,KKDENSE", "--static", "--no-replay", "--peers",
                                   "none", "--verbose").stdout
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
                                       "--DENSEACCMAX", limit, "--verbose").stdout
            self.assertIn(accumulator, text)

    def test_the_pattern_of_c_is_recorded_or_not_as_asked(self):
        quick = [*SMALL, *QUICK, "--peers", "none", "--verbose"]
        self.assertIn("sequential recorded", self.expect_success(*quick, "--record").stdout)
        self.assertNotIn("sequential recorded", self.expect_success(*quick, "--no-record").stdout)
        refused = run(*quick, "--record", "--algorithm", "KKMEM")
        self.assertEqual(refused.returncode, UNSUPPORTED, refused.stderr)
        self.assertIn("record_pattern", refused.stderr)

    def test_plans_replay_where_asked_and_say_why_not(self):
        quick = [*SMALL, *QUICK, "--peers", "none", "--verbose"]
        self.assertIn("selection numeric  replay", self.expect_success(*quick, "--replay").stdout)
        self.assertIn("no replay: host replay needs a recorded pattern of C",
                      self.expect_success(*quick, "--replay", "--no-record").stdout)
        self.assertIn("selection reuse    replay", self.expect_success(*quick).stdout)
        self.assertNotIn("replay", self.expect_success(*quick, "--no-replay").stdout)
        self.assertEqual(run(*quick, "--replay", "--no-replay").returncode, USAGE)


if __name__ == "__main__":
    main()
