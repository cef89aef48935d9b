"""The random cases for other scorers: their number, reproducibility, and the sets on wasabi against brute force."""

import json
import subprocess
import sys
from itertools import permutations

from kaiten.sheet import nigiri_on_wasabi
from tests.sheet.vectors import vectors
from tests.sheet.writing import header


def test_the_same_seed_prints_the_same_cases() -> None:
    arguments = [sys.executable, "-m", "tests.sheet.vectors", "8", "3"]
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [json.loads(line) for line in lines] == json.loads(json.dumps([*vectors(8, 3)]))


def test_random_cases_have_ties_and_every_kind_of_table() -> None:
    cases = [*vectors(4000, 1)]
    reasons = {line["reason"] for case in cases for lines in case["lines"] for line in lines}
    assert reasons == {
        "most", "second", "no-second", "behind", "short", "complete", "full", "growing", "no-points", "on-wasabi", "plain",
        "open", "tokens", "all-equal", "between", "fewest", "fewest-free", "unused",
    }  # fmt: skip
    ends = [case for case in cases if case["kind"] == "end"]
    assert sum(len(case["winners"]) > 1 for case in ends) > 50
    tied = [case for case in ends if case["totals"].count(max(case["totals"])) > 1 and len(case["winners"]) == 1]
    assert len(tied) > 50
    assert {(case["players"], case["dummy"], case["penalty"]) for case in ends if case["game"] == "sushi-go"} == {
        (2, False, False), (3, False, False), (4, False, False), (5, False, False), (2, True, False), (2, True, True),
    }  # fmt: skip


def test_sets_on_wasabi_are_those_of_all_orders() -> None:
    for case in vectors(800, 2):
        for table, sets in zip(case.get("tables", []), case.get("dips", []), strict=True):
            bearing = [code for code in table if code[0] in "WN"]
            if len(bearing) < 6:
                start = header(case["game"])
                tried = {nigiri_on_wasabi(start, " ".join(order)) for order in permutations(bearing)}
                assert sets == sorted([[*dip] for dip in tried], key=json.dumps)
