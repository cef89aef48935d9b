"""The summary of the strength of the bots: it has every bar, and docs/strength.md has its figures."""

from pathlib import Path

from bench.strength import BARS, SUMMARY, experiments, from_summary, row, to_summary

DOCS = Path(__file__).parents[2] / "docs" / "strength.md"


def test_the_summary_has_every_experiment_with_a_bar_and_reads_back() -> None:
    text = SUMMARY.read_text(encoding="utf-8")
    found = [*from_summary(text)]
    assert [each.experiment for each, bar in found if bar] == [each for each, bar in experiments() if bar]
    assert to_summary([each for each, _ in found]) == text
    assert all(each.settled for each, bar in found if bar)


def test_the_bars_in_the_documentation_are_those_of_the_summary() -> None:
    documented = DOCS.read_text(encoding="utf-8")
    rows = [row(each, bar=True) for each, bar in from_summary(SUMMARY.read_text(encoding="utf-8")) if bar]
    assert len(rows) == len(BARS)
    for line in rows:
        cells = line.split(" | ")
        shown = " | ".join([*cells[:-2], cells[-1]])  # without the thinking time, which differs by machine
        assert shown in documented, f"docs/strength.md lacks this row: {shown}"
