"""Commit-reveal: the deal was fixed before play if the seeds, revealed after the game, give the same draws again."""

import hashlib
from collections.abc import Sequence
from typing import Any

from kaiten.kit.chance import ALGORITHM, SERVER_SEED_BYTES, Drawn, Owed, SeededChance
from kaiten.record.errors import RecordError, as_json
from kaiten.record.record import Record

Trail = Sequence[tuple[Owed, Drawn]]
"""The draws of a game in order: each with its result."""


def commitment(server_seed: bytes) -> str:
    """The commitment that a table publishes before the deal: SHA-256 of its server seed, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def fairness(chance: SeededChance) -> dict[str, Any]:
    """A record's field `fairness`: the seeds, with which anyone can check the deal."""
    return {
        "algorithm": ALGORITHM,
        "commitment": commitment(chance.server_seed),
        "server_seed": chance.server_seed.hex(),
        "seat_seeds": [seed.hex() for seed in chance.seat_seeds],
    }


def seeded_chance(record: Record) -> SeededChance | None:
    """The `SeededChance` of the record's seeds, before its first draw; None where the record reveals no seeds."""
    proof = record.more.get("fairness")
    if proof is None:
        return None
    if not isinstance(proof, dict):
        raise RecordError(f"fairness is {as_json(proof)}: it should be an object")
    if proof.get("algorithm") != ALGORITHM:
        raise RecordError(f"fairness: algorithm {as_json(proof.get('algorithm'))} is not known: it is {ALGORITHM}")
    if "server_seed" not in proof:
        return None
    seats = proof.get("seat_seeds")
    if not isinstance(seats, list) or len(seats) != len(record.players):
        raise RecordError(f"fairness: seat_seeds is {as_json(seats)}: it should hold one for each of the players")
    server_seed = _read_seed("server_seed", proof["server_seed"])
    if len(server_seed) != SERVER_SEED_BYTES:
        raise RecordError(f"fairness: server_seed has {len(server_seed)} bytes: it should be {SERVER_SEED_BYTES}")
    return SeededChance(server_seed, [_read_seed("seat_seeds", seed) for seed in seats])


def check_fairness(record: Record, trail: Trail) -> None:
    """Refuse a record whose seeds do not give its commitment or its draws; do nothing where it reveals none."""
    chance = seeded_chance(record)
    if chance is None:
        return
    promised = record.more["fairness"].get("commitment")
    if promised != commitment(chance.server_seed):
        raise RecordError(f"fairness: the server seed does not give the commitment {as_json(promised)}")
    different = _first_difference(chance, trail)
    lots = record.rules.option_lots(record.options)
    if different is not None and lots:
        # A record always names who controls the dummy first; where that came by lot, the lot was drawn before the deck.
        different = _first_difference(SeededChance(chance.server_seed, chance.seat_seeds), [*lots, *trail])
    if different is not None:
        raise RecordError(f"fairness: the seeds do not give the recorded {different}")


def _first_difference(chance: SeededChance, trail: Trail) -> str | None:
    return next((owed.name for owed, drawn in trail if chance.draw(owed) != drawn), None)


def _read_seed(name: str, text: Any) -> bytes:
    try:
        seed = bytes.fromhex(text)
        if seed.hex() != text:
            raise ValueError
    except (TypeError, ValueError):
        raise RecordError(f"fairness: {name} holds {as_json(text)}: a seed is written in lower-case hex") from None
    return seed
