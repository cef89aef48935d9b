"""A hundred test vectors for `hmac-sha256/1`: seeds in; lot, deck, red belt, bags and rolls out."""

import hashlib
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import Lot, SeededChance, Shuffle
from kaiten.sushi_roll import tables

COUNT = 100


def vector(number: int) -> dict[str, Any]:
    """The vector with this number. Seeds are made from the number; seat seeds of 16 bytes, some empty, as bots have."""
    players = 2 + number % 4
    server_seed = hashlib.sha256(b"kaiten vector %d" % number).digest()
    seats = [hashlib.sha256(b"kaiten vector %d seat %d" % (number, seat)).digest()[:16] for seat in range(players)]
    seats = [b"" if (number + seat) % 5 == 0 else seed for seat, seed in enumerate(seats)]
    return {
        "players": players,
        "server_seed": server_seed.hex(),
        "seat_seeds": [seed.hex() for seed in seats],
        "sushi_go": _cards(SeededChance(server_seed, seats), lot=False),
        "sushi_go_dummy_by_lot": _cards(SeededChance(server_seed, seats), lot=True),
        "sushi_roll": _dice(SeededChance(server_seed, seats), players),
    }


def _cards(chance: SeededChance, *, lot: bool) -> dict[str, Any]:
    first = {"first_control": chance.draw(Lot("first_control", 2))} if lot else {}
    deck = chance.draw(Shuffle("deck", tuple(card.code for card in sushi_go.DECK), len(sushi_go.DECK)))
    return {**first, "deck": " ".join(deck) if isinstance(deck, tuple) else ""}


def _dice(chance: SeededChance, players: int) -> dict[str, Any]:
    """The red belt, then the draws of a whole game in which every seat always takes its first die: three bags and all rolls."""
    state = sushi_roll.new(sushi_roll.Options(), players)
    red_belt, bags, rolls = None, [], []
    while not state.over:
        owed = sushi_roll.owed(state)
        if owed is None:
            state = sushi_roll.choose(state, sushi_roll.actors(state)[0], sushi_roll.Take(0))
            continue
        drawn = chance.draw(owed)
        state = sushi_roll.settle(state, drawn)
        if isinstance(drawn, int):
            red_belt = drawn
        elif owed.name == "bag":
            each = tables.DICE_EACH[players]
            bags.append([" ".join(drawn[seat * each : (seat + 1) * each]) for seat in range(players)])
        else:
            rolls.append(" ".join(drawn))
    return {"red_belt": red_belt, "bags": bags, "rolls": rolls}
