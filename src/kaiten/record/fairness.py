"""Whether the deal was fixed before play: the seeds, revealed after the game, give the same chance again."""

import hashlib
from dataclasses import replace
from typing import Any

from kaiten.kit.chance import ALGORITHM, SERVER_SEED_BYTES, Chance, Drawn, Owed, SeededChance
from kaiten.kit.errors import ChanceError
from kaiten.kit.game import settled
from kaiten.record.errors import RecordError
from kaiten.record.record import Record, RecordedChance


def commitment(server_seed: bytes) -> str:
    """What a table publishes before the deal: SHA-256 of its server seed, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def fairness(chance: SeededChance) -> dict[str, Any]:
    """What a record carries so that anyone can check the deal."""
    return {
        "algorithm": ALGORITHM,
        "commitment": commitment(chance.server_seed),
        "server_seed": chance.server_seed.hex(),
        "seat_seeds": [seed.hex() for seed in chance.seat_seeds],
    }


def seeded_chance(record: Record) -> SeededChance | None:
    """The chance that the record's seeds give, from the start; None where it carries no revealed seeds."""
    proof = record.more.get("fairness")
    if proof is None:
        return None
    if not isinstance(proof, dict):
        raise RecordError(f"fairness is {proof!r}: it should be an object")
    if proof.get("algorithm") != ALGORITHM:
        raise RecordError(f"fairness: algorithm {proof.get('algorithm')!r} is not known: it is {ALGORITHM}")
    if "server_seed" not in proof:
        return None
    seats = proof.get("seat_seeds")
    if not isinstance(seats, list) or len(seats) != len(record.players):
        raise RecordError(f"fairness: seat_seeds is {seats!r}: it should hold one for each of the players")
    server_seed = _read_seed("server_seed", proof["server_seed"])
    if len(server_seed) != SERVER_SEED_BYTES:
        raise RecordError(f"fairness: server_seed has {len(server_seed)} bytes: it should be {SERVER_SEED_BYTES}")
    return SeededChance(server_seed, [_read_seed("seat_seeds", seed) for seed in seats])


def check_fairness(record: Record) -> None:
    """Refuse a record whose seeds do not give its commitment or its chance; silent where no seeds are revealed."""
    chance = seeded_chance(record)
    if chance is None:
        return
    promised = record.more["fairness"].get("commitment")
    if promised != commitment(chance.server_seed):
        raise RecordError(f"fairness: the server seed does not give the commitment {promised!r}")
    given = _first_difference(record, record.options, chance)
    if given is None:
        return
    # A record always names who controls the dummy first; where that came by lot, the lot was drawn before the deck.
    if getattr(record.options, "dummy", False):
        by_lot = replace(record.options, first_control=None)
        if _first_difference(record, by_lot, SeededChance(chance.server_seed, chance.seat_seeds)) is None:
            return
    raise RecordError(f"fairness: the seeds do not give the recorded {given}")


class _DifferenceError(ChanceError):
    pass


class _Compared:
    """Answers from the record, and stops where the seeds would have answered otherwise."""

    def __init__(self, record: Record, seeded: Chance) -> None:
        draws = dict(record.draws)
        draws["first_control"] = (getattr(record.options, "first_control", None) or 0,)
        self._recorded = RecordedChance(draws)
        self._seeded = seeded

    def draw(self, owed: Owed) -> Drawn:
        drawn = self._recorded.draw(owed)
        if self._seeded.draw(owed) != drawn:
            raise _DifferenceError(owed.name)
        return drawn


def _first_difference(record: Record, options: Any, seeded: SeededChance) -> str | None:
    game, chance = record.rules, _Compared(record, seeded)
    try:
        state = settled(game, game.new(options, len(record.players)), chance)
        for seat, text in record.choices:
            state = settled(game, game.choose(state, seat, game.parse_move(text)), chance)
    except _DifferenceError as difference:
        return str(difference)
    return None


def _read_seed(name: str, text: Any) -> bytes:
    try:
        seed = bytes.fromhex(text)
        if seed.hex() != text:
            raise ValueError
    except (TypeError, ValueError):
        raise RecordError(f"fairness: {name} holds {text!r}: a seed is written in lower-case hex") from None
    return seed
