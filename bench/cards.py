"""Writes what `make strength` has measured onto the cards of the weights that are shipped."""

import json
from collections import defaultdict
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np

import kaiten.players
from kaiten.arena.question import Answer

FOLDER = Path(kaiten.players.__file__).parent / "weights"
LEARNED = ("policy", "search-10", "champion")


def line(found: Answer) -> tuple[str, str]:
    """One answer, as it stands on a card: who against whom, and what came of it."""
    low, high = (100 * end for end in found.interval)
    question = found.question
    others = question.others if question.players == 2 else f"{question.players - 1} {question.others}"
    return (
        f"{question.one} against {others}",
        f"{100 * found.rate:.1f}% of {found.games} games ({low:.1f} to {high:.1f})",
    )


def write(answers: Sequence[Answer]) -> None:
    """Each onto the card of the weights that it was played with, in the place of an older one. The weights stay as they are."""
    by_file: dict[Path, dict[str, str]] = defaultdict(dict)
    for found in answers:
        question = found.question
        which = "dummy" if getattr(question.options, "dummy", False) else str(question.players)
        if question.one in LEARNED:
            who, wins = line(found)
            by_file[FOLDER / f"{question.game}-{which}.npz"][who] = wins
            standing = FOLDER / f"{question.game}-{which}-standing.npz"
            if question.one == "champion" and standing.exists():
                by_file[standing][who] = wins
    for file, lines in sorted(by_file.items()):
        with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as data:
            arrays = {name: data[name] for name in data.files}
        card = json.loads(str(arrays["card"]))
        before = dict(entry.split(": ", 1) for entry in card.get("strength", []))
        card["strength"] = [f"{who}: {wins}" for who, wins in {**before, **lines}.items()]
        arrays["card"] = np.array(json.dumps(card))
        with file.open("wb") as out:
            np.savez_compressed(out, **arrays)
