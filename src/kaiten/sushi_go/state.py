"""The full state of a game at one moment, hidden cards included. Players get a `View` instead."""

from dataclasses import dataclass
from typing import Literal

from kaiten.kit.errors import OptionError, shown
from kaiten.kit.seats import check_players
from kaiten.sushi_go import tables
from kaiten.sushi_go.cards import Card, Hand, Tableau
from kaiten.sushi_go.moves import Move


@dataclass(frozen=True, slots=True)
class Options:
    """How this game is played.

    `passing` is `left`, or `both` to pass right in round 2 (SG-18). `dummy` is the two-player variant (SG-19), with
    `first_control` the seat that controls the dummy first (None: by lot), and `dummy_pudding_penalty` to make the
    fewest puddings lose points there (SG-20).
    """

    passing: Literal["left", "both"] = "left"
    dummy: bool = False
    dummy_pudding_penalty: bool = False
    first_control: int | None = None

    def __post_init__(self) -> None:
        if self.passing not in ("left", "both"):
            raise OptionError(f"pass {shown(self.passing)}: hands pass 'left' or 'both' ways")
        seats = (None, 0, 1) if self.dummy else (None, 0)
        if self.first_control not in seats:
            known = "seat 0 or seat 1" if self.dummy else "0 where there is no dummy"
            raise OptionError(f"first_control {shown(self.first_control)}: it is {known}")
        if not self.dummy:
            # Without a dummy these have no effect: store the values that records store, so that equal games have equal options.
            object.__setattr__(self, "first_control", 0)
            object.__setattr__(self, "dummy_pudding_penalty", False)


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment. Tuples are by seat; `tableaus` and `puddings` have the dummy last, where there is one."""

    options: Options
    players: int
    deck: tuple[Card, ...]
    """All 108 cards from the top, those already dealt included; empty until it is drawn."""
    round: int
    """From 1."""
    turn: int
    """From 1, in each round."""
    hands: tuple[Hand, ...]
    tableaus: tuple[Tableau, ...]
    puddings: tuple[int, ...]
    """Pudding cards since the game began (SG-16)."""
    choices: tuple[Move | None, ...]
    """What each seat has chosen, face down."""
    returned: tuple[int, ...]
    """How many chopsticks everybody knows to be in each hand, because they were returned to it (SG-4)."""
    drawn: Card | None
    """The card that the player in control drew from the dummy's pile this turn (SG-19)."""
    revealed: tuple[Move, ...]
    """The choices of the turn before; empty in the first turn of the game."""
    past: tuple[tuple[Tableau, ...], ...]
    """The tables at the end of each round that has been scored."""

    @property
    def over(self) -> bool:
        return len(self.past) == tables.ROUNDS


def hand_size(options: Options, players: int) -> int:
    """Cards dealt to each, which is also the number of turns a round (SG-2, SG-19)."""
    return tables.DUMMY_HAND_SIZE if options.dummy else tables.HAND_SIZE[players]


def check_setup(options: Options, players: int) -> None:
    """Refuse a number of players that these options do not allow."""
    check_players(players)
    if options.dummy and players != tables.DUMMY_PLAYERS:
        raise OptionError(f"{players} players with the dummy: that variant is for {tables.DUMMY_PLAYERS}")


def passes_left(options: Options, round_number: int) -> bool:
    """Whether hands pass to the left in this round (SG-7); SG-18 reverses round 2."""
    return options.passing == "left" or round_number % 2 == 1


def in_control(options: Options, round_number: int, turn: int) -> int | None:
    """The seat that controls the dummy this turn: it alternates through all rounds without a reset (SG-19)."""
    if not options.dummy or options.first_control is None:
        return None
    turns_played = (round_number - 1) * tables.DUMMY_HAND_SIZE + turn - 1
    return (options.first_control + turns_played) % tables.DUMMY_PLAYERS
