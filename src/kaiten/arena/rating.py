"""Ratings of bots from the results of games: the Plackett-Luce model of openskill (Weng and Lin, 2011)."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from statistics import fmean
from typing import Any

from kaiten.arena.job import Result
from kaiten.kit.extras import require

START, SPREAD = 1500.0, 350.0


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a bot and its standard deviation, on a scale where a new bot has 1500."""

    name: str
    mean: float
    spread: float
    games: int


def ratings(results: Iterable[Result]) -> list[Rating]:
    """The ratings after these games, the best first. Games are rated in the order of a hash, so their order does not matter."""
    require("arena", "a rating")
    from openskill.models import PlackettLuce  # noqa: PLC0415  (an extra, and only this pays for it)

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
            # A bot with several seats moves by their mean: so one bot among three copies of another is rated equal to it when
            # it wins one game in four.
            own = [rated for rated, seated in zip(after, seats, strict=True) if seated == name]
            mu, sigma = (fmean(getattr(rated, what) for rated in own) for what in ("mu", "sigma"))
            known[name] = model.rating(name=name, mu=mu, sigma=sigma)
            games[name] = games.get(name, 0) + 1
    found = [Rating(name, rated.mu, rated.sigma, games[name]) for name, rated in known.items()]
    return sorted(found, key=lambda rating: -rating.mean)
