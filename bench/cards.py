"""Model cards: write the estimates of `make strength` into the metadata of the shipped weights."""

import json
from collections import defaultdict
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np

import kaiten.players
from kaiten.arena.experiment import Estimate

FOLDER = Path(kaiten.players.__file__).parent / "weights"
LEARNED = ("policy", "search-10", "champion")


def line(found: Estimate) -> tuple[str, str]:
    """One estimate as a line of a card: the bots, and the win rate with its confidence interval."""
    low, high = (100 * end for end in found.interval)
    experiment = found.experiment
    others = experiment.others if experiment.players == 2 else f"{experiment.players - 1} {experiment.others}"
    return (
        f"{experiment.one} against {others}",
        f"{100 * found.rate:.1f}% of {found.games} games ({low:.1f} to {high:.1f})",
    )


def write(estimates: Sequence[Estimate]) -> None:
    """Write each estimate to the card of the weights it was played with, replacing an older one. The weights stay as they are."""
    by_file: dict[Path, dict[str, str]] = defaultdict(dict)
    for found in estimates:
        experiment = found.experiment
        which = "dummy" if getattr(experiment.options, "dummy", False) else str(experiment.players)
        if experiment.one in LEARNED:
            who, wins = line(found)
            by_file[FOLDER / f"{experiment.game}-{which}.npz"][who] = wins
            standing = FOLDER / f"{experiment.game}-{which}-standing.npz"
            if experiment.one == "champion" and standing.exists():
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
