"""Ratings: what all results of a file say about every player at once (openskill's Plackett-Luce model)."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from statistics import fmean
from typing import Any

from kaiten.arena.job import Result
from kaiten.kit.errors import OptionError

START, SPREAD = 1500.0, 350.0


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and how sure that is; on the scale on which a newcomer has 1500."""

    name: str
    mean: float
    spread: float
    games: int


def ratings(results: Iterable[Result]) -> list[Rating]:
    """The ratings after these games, the best first. They follow from the results alone: the order is that of a hash."""
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415  (an extra, and only this pays for it)
    except ImportError:
        raise OptionError("ratings need openskill: pip install 'kaiten-sushi[arena]'") from None
    model = PlackettLuce(mu=START, sigma=SPREAD, beta=SPREAD / 2, tau=0.0)
    known: dict[str, Any] = {}
    games: dict[str, int] = {}
    for result in sorted(results, key=lambda result: blake2b(result.key.encode()).digest()):
        seats = result.seating
        if len({*seats}) < 2:
            continue
        teams = [[known.setdefault(name, model.rating(name=name))] for name in seats]
        shares = [result.share(seat) for seat in range(len(seats))]
        after = [rated for (rated,) in model.rate(teams, scores=shares)]
        for name in {*seats}:
            # Who has several seats moves by the mean of them: so one among three others of a kind is as strong as they are when
            # they win a game in four.
            own = [rated for rated, who in zip(after, seats, strict=True) if who == name]
            mu, sigma = (fmean(getattr(rated, what) for rated in own) for what in ("mu", "sigma"))
            known[name] = model.rating(name=name, mu=mu, sigma=sigma)
            games[name] = games.get(name, 0) + 1
    found = [Rating(name, rated.mu, rated.sigma, games[name]) for name, rated in known.items()]
    return sorted(found, key=lambda rating: -rating.mean)
