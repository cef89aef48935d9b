"""Writes what `make strength` has measured onto the cards of the weights that are shipped."""

import json
from collections import defaultdict
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

import kaiten.players
from kaiten.arena.question import Answer

FOLDER = Path(kaiten.players.__file__).parent / "weights"
LEARNED = ("policy", "search-10", "champion")


def entry(found: Answer) -> dict[str, Any]:
    """One answer, in a line of a card."""
    low, high = found.interval
    return {
        "one": found.question.one,
        "against": found.question.others,
        "wins": round(found.rate, 4),
        "interval": [round(low, 4), round(high, 4)],
        "games": found.games,
    }


def write(answers: Sequence[Answer]) -> None:
    """Each onto the card of the weights that it was played with. The weights stay as they are, bit by bit."""
    by_file: dict[Path, list[dict[str, Any]]] = defaultdict(list)
    for found in answers:
        question = found.question
        which = "dummy" if getattr(question.options, "dummy", False) else str(question.players)
        if question.one in LEARNED:
            by_file[FOLDER / f"{question.game}-{which}.npz"].append(entry(found))
    for file, entries in sorted(by_file.items()):
        with np.load(BytesIO(file.read_bytes()), allow_pickle=False) as data:
            arrays = {name: data[name] for name in data.files}
        card = json.loads(str(arrays["card"]))
        card["strength"] = entries
        arrays["card"] = np.array(json.dumps(card))
        with file.open("wb") as out:
            np.savez_compressed(out, **arrays)
