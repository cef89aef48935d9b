"""Redaction: the view of one seat, the only place where hidden cards and choices are left out.

Everything that a player or a spectator is shown, and everything that a bot gets, is a `View`.
"""

from dataclasses import dataclass

from kaiten.kit.seats import check_seat
from kaiten.kit.tally import Tally
from kaiten.sushi_go import play, scoring, tables
from kaiten.sushi_go.cards import Card, Hand, Tableau
from kaiten.sushi_go.moves import Move, choices
from kaiten.sushi_go.scoring import Outcome
from kaiten.sushi_go.state import Options, State, hand_size, in_control, passes_left


@dataclass(frozen=True, slots=True)
class Known:
    """A hand as a seat knows it: its size, and the cards of it that the seat has seen; the others are hidden."""

    size: int
    cards: Hand


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or a spectator (`seat` None), may know. Tuples are by seat, the dummy last where there is one."""

    seat: int | None
    players: int
    options: Options
    round: int
    turn: int
    hands: tuple[Known, ...]
    """Your own hand whole; of a hand that you passed on, what is left of it; else returned chopsticks only (SG-4)."""
    tableaus: tuple[Tableau, ...]
    puddings: tuple[int, ...]
    """Pudding cards of each, since the game began."""
    chosen: Move | None
    """Your own choice, which you may still change."""
    ready: tuple[bool, ...]
    """Who has chosen."""
    revealed: tuple[Move, ...]
    """The choices of the turn before, by seat."""
    drawn: Card | None
    """In control, the card you drew for the dummy."""
    pile: int
    """Cards left in the dummy's pile."""
    undealt: int
    """Cards left in the draw pile."""
    past: tuple[tuple[Tableau, ...], ...]
    """The tables of the rounds that have been scored."""

    @property
    def hand(self) -> Hand:
        """Your own hand; a spectator has none."""
        return () if self.seat is None else self.hands[self.seat].cards

    @property
    def in_control(self) -> int | None:
        """The seat that controls the dummy this turn."""
        return in_control(self.options, self.round, self.turn)

    @property
    def legal(self) -> tuple[Move, ...]:
        """Each distinct choice of this seat, once."""
        if self.seat is None:
            return ()
        return choices(self.hand, self.tableaus[self.seat], in_control=self.in_control == self.seat)

    @property
    def turns(self) -> int:
        """Turns a round."""
        return hand_size(self.options, self.players)

    @property
    def passes_left(self) -> bool:
        """Whether hands go to the left this round, from seat i to seat i + 1."""
        return passes_left(self.options, self.round)

    @property
    def tally(self) -> tuple[Tally, ...]:
        """What each table is worth so far this round, and what it lacks."""
        return scoring.tally_round(self.tableaus)

    @property
    def dessert(self) -> tuple[Tally, ...]:
        """What the puddings would be worth if the game ended now."""
        return scoring.tally_end(self.puddings, loss=scoring.pudding_loss(self.options, self.players))

    @property
    def rounds(self) -> tuple[tuple[int, ...], ...]:
        """The scores of the rounds played."""
        return tuple([scoring.score_round(tableaus) for tableaus in self.past])

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        done = len(self.past) == tables.ROUNDS
        return scoring.outcome(self.past, self.puddings, self.options) if done else None


def view(state: State, seat: int | None) -> View:
    """Redact a state to what this seat may know; None is a spectator."""
    check_seat(seat, state.players)
    return View(
        seat=seat,
        players=state.players,
        options=state.options,
        round=state.round,
        turn=state.turn,
        hands=tuple([_known(state, seat, holder) for holder in range(state.players)]),
        tableaus=state.tableaus,
        puddings=state.puddings,
        chosen=None if seat is None else state.choices[seat],
        ready=tuple([choice is not None for choice in state.choices]),
        revealed=state.revealed,
        drawn=state.drawn if seat is not None and play.controller(state) == seat else None,
        pile=len(play.dummy_pile(state)),
        undealt=len(play.undealt(state)),
        past=state.past,
    )


def _known(state: State, seat: int | None, holder: int) -> Known:
    hand = state.hands[holder]
    if seat is not None:
        if seat == holder:
            return Known(len(hand), hand)
        steps = holder - seat if passes_left(state.options, state.round) else seat - holder
        # A hand that this seat held k turns ago is now k seats away; every card taken from it since was revealed.
        if steps % state.players < state.turn:
            if state.drawn is not None and play.controller(state) == holder:
                place = hand.index(state.drawn)
                return Known(len(hand), hand[:place] + hand[place + 1 :])
            return Known(len(hand), hand)
    return Known(len(hand), (Card.CHOPSTICKS,) * state.returned[holder])
