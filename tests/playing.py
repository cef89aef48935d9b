"""Shared helpers: set-ups of both games, random games, and constructed positions."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import SeededChance, Stream
from kaiten.kit.game import AnyGame, GameName, settled
from kaiten.record import GAMES, Record, Recording

Setup = tuple[GameName, int, Any]

PLAYERS = range(2, 6)
CARD_OPTIONS = {
    "": sushi_go.Options(),
    "pass-both": sushi_go.Options(passing="both"),
    "dummy": sushi_go.Options(dummy=True, first_control=1),
    "dummy-penalty": sushi_go.Options(dummy=True, first_control=0, dummy_pudding_penalty=True),
    "dummy-lot": sushi_go.Options(dummy=True),
}
SETUPS: dict[str, Setup] = {
    f"sushi-go-{players}{'-' if name else ''}{name}": ("sushi-go", players, options)
    for name, options in CARD_OPTIONS.items()
    for players in PLAYERS
    if players == 2 or not options.dummy
} | {f"sushi-roll-{players}": ("sushi-roll", players, sushi_roll.Options()) for players in PLAYERS}

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")

setups = st.sampled_from(sorted(SETUPS)).map(SETUPS.__getitem__)
seeds = st.integers(0, 2**64 - 1)


def key(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def chance(seed: int, players: int = 0) -> SeededChance:
    return SeededChance(key(seed), [b""] * players)


def begin(setup: Setup, seed: int) -> Any:
    """A state with everything dealt."""
    name, players, options = setup
    game = GAMES[name]
    return settled(game, game.new(options, players), chance(seed, players))


def random_states(setup: Setup, seed: int) -> Iterator[Any]:
    """Every state of a game played at random, those that owe chance included."""
    name, players, options = setup
    game, dealer, source = GAMES[name], chance(seed, players), Stream(key(seed), [b"moves"])
    state = game.new(options, players)
    yield state
    while True:
        owed = game.owed(state)
        if owed is not None:
            state = game.settle(state, dealer.draw(owed))
        elif actors := game.actors(state):
            seat = actors[source.uniform(len(actors))]
            state = game.choose(state, seat, random_move(game, state, seat, source))
        else:
            return
        yield state


def random_move(game: AnyGame, state: Any, seat: int, source: Stream) -> Any:
    """A random legal move; in the dice game each kind of action is equally likely, since most moves are menus."""
    moves = game.legal(state, seat)
    kinds = sorted({type(move).__name__ for move in moves})
    kind = kinds[source.uniform(len(kinds))]
    moves = tuple(move for move in moves if type(move).__name__ == kind)
    return moves[source.uniform(len(moves))]


def random_record(setup: Setup, seed: int, choices: int | None = None) -> Record:
    """A random game, to the end or for this number of choices."""
    name, players, options = setup
    game = Recording(name, NAMES[:players], options, chance(seed, players))
    source = Stream(key(seed), [b"moves"])
    made = 0
    while (actors := game.rules.actors(game.state)) and made != choices:
        seat = actors[source.uniform(len(actors))]
        game.choose(seat, random_move(game.rules, game.state, seat, source))
        made += 1
    return game.record()


def cards(*texts: str) -> tuple[sushi_go.Tableau, ...]:
    return tuple(sushi_go.parse_cards(text) for text in texts)


def trays(*texts: str) -> tuple[sushi_roll.Tray, ...]:
    return tuple(sushi_roll.parse_faces(text) for text in texts)


def card_position(
    *hands: str,
    tableaus: tuple[str, ...] = (),
    options: sushi_go.Options | None = None,
    round_number: int = 1,
    turn: int = 2,
    **fields: Any,
) -> sushi_go.State:
    """A position of the card game: hands and tables in notation, regardless of the deck."""
    options = options or sushi_go.Options()
    state: sushi_go.State = begin(("sushi-go", len(hands), options), 0)
    laid = (*tableaus, *[""] * (len(state.tableaus) - len(tableaus)))
    return replace(
        state,
        round=round_number,
        turn=turn,
        hands=tuple(tuple(sorted(hand)) for hand in cards(*hands)),
        tableaus=cards(*laid),
        drawn=None,
        **fields,
    )


def choose_all(state: sushi_go.State, *moves: str) -> sushi_go.State:
    """All seats choose, in notation."""
    for seat, move in enumerate(moves):
        state = sushi_go.choose(state, seat, sushi_go.parse_move(move))
    return state


def legal_cards(state: sushi_go.State, seat: int = 0) -> list[str]:
    return [sushi_go.format_move(move) for move in sushi_go.legal(state, seat)]


def dice_position(*belts: str, red: int = 0, **fields: Any) -> sushi_roll.State:
    """A position of the dice game: belts in notation, dice rolled, regardless of the bag."""
    state: sushi_roll.State = begin(("sushi-roll", len(belts), sushi_roll.Options()), 0)
    return replace(state, belts=trays(*belts), red=red, **fields)


def act(state: sushi_roll.State, *actions: str) -> sushi_roll.State:
    """Actions of the seat whose turn it is, one after another; rolls stay owed."""
    for action in actions:
        (seat,) = sushi_roll.actors(state)
        state = sushi_roll.choose(state, seat, sushi_roll.parse_move(action))
    return state
