"""Twin deals: two games that look the same to one viewer up to a moment, with their draws and choices."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import Drawn, Owed, SeededChance, Stream
from kaiten.kit.game import settled
from kaiten.kit.seats import slide_left, slide_right
from kaiten.sushi_go import Card
from kaiten.sushi_go.cards import CODES, DECK
from kaiten.sushi_go.play import controller
from kaiten.sushi_go.state import hand_size, passes_left
from tests.playing import random_move


@dataclass(frozen=True, slots=True)
class Deal:
    """Two games, A and B. What is public before `stop` is equal; what the viewer cannot know differs."""

    options: Any
    players: int
    viewer: int | None
    drawn: tuple[tuple[Drawn, ...], tuple[Drawn, ...]]
    turns: tuple[tuple[Any, ...], ...]
    """Sushi Go!: the choices of all seats by turn. Sushi Roll: (seat, action) pairs."""
    states: tuple[tuple[Any, ...], tuple[Any, ...]]
    """States of each game before each turn, the last one before the turn that reveals the difference."""
    last: Any = None
    """Sushi Roll: the (seat, action) that reveals the difference."""


class _RecordingChance:
    """Chance that records its draws."""

    def __init__(self, key: bytes) -> None:
        self.made: list[Drawn] = []
        self._chance = SeededChance(key)

    def draw(self, owed: Owed) -> Drawn:
        self.made.append(self._chance.draw(owed))
        return self.made[-1]


class _RecordedChance:
    """Chance that replays recorded draws."""

    def __init__(self, drawn: tuple[Drawn, ...]) -> None:
        self._drawn = [*drawn]

    def draw(self, _: Owed) -> Drawn:
        return self._drawn.pop(0)


def dice(players: int, viewer: int | None, source: Stream) -> Deal:
    """Sushi Roll: equal rolls up to an action after which the twins' rolls differ."""
    draws, options = _RecordingChance(_key(source)), sushi_roll.Options()
    state = settled(sushi_roll, sushi_roll.new(options, players), draws)
    actions: list[tuple[int, Any]] = []
    states, before = [state], [len(draws.made)]
    while seats := sushi_roll.actors(state):
        move = random_move(sushi_roll, state, seats[0], source)
        actions.append((seats[0], move))
        state = settled(sushi_roll, sushi_roll.choose(state, seats[0], move), draws)
        states.append(state)
        before.append(len(draws.made))
    rolls = [number for number in range(len(actions)) if before[number + 1] > before[number]]
    stop = rolls[source.uniform(len(rolls))]
    shared = tuple(draws.made[: before[stop]])
    path = tuple(states[: stop + 1])
    drawn = tuple(draws.made), shared
    return Deal(options, players, viewer, drawn, tuple(actions[:stop]), (path, path), actions[stop])


def cards(options: sushi_go.Options, players: int, viewer: int | None, source: Stream) -> Deal:
    """Sushi Go!: the cards that the viewer has not seen at some moment are redealt."""
    size = hand_size(options, players)
    stop = source.uniform(3 * size)
    draws = _RecordingChance(_key(source))
    state = settled(sushi_go, sushi_go.new(options, players), draws)
    seen = _SeenCards(state, viewer)
    turns = []
    for _ in range(stop):
        moves = tuple([random_move(sushi_go, state, seat, source) for seat in range(players)])
        turns.append(moves)
        state = _after(state, moves)
        seen.reveal(moves, state)
    first = tuple(draws.made)
    second = (*first[:-1], tuple([CODES[card] for card in seen.redeal_unseen(source)]))
    paths = [tuple(_path(options, players, drawn, turns)) for drawn in (first, second)]
    for one, other in zip(*paths):
        # If this fails, this module is wrong: the views have to be equal.
        assert sushi_go.view(one, viewer) == sushi_go.view(other, viewer)
    return Deal(options, players, viewer, (first, second), tuple(turns), (paths[0], paths[1]))


def _path(options: Any, players: int, drawn: tuple[Drawn, ...], turns: list[Any]) -> Iterator[sushi_go.State]:
    state = settled(sushi_go, sushi_go.new(options, players), _RecordedChance(drawn))
    yield state
    for moves in turns:
        state = _after(state, moves)
        yield state


def _after(state: sushi_go.State, moves: tuple[Any, ...]) -> sushi_go.State:
    for seat, move in enumerate(moves):
        state = sushi_go.choose(state, seat, move)
    return state


class _SeenCards:
    """Position of every card of the deck, and which ones the viewer has seen."""

    def __init__(self, state: sushi_go.State, viewer: int | None) -> None:
        self._viewer = viewer
        self._state = state
        self._known: set[int] = set()
        self._hands: list[list[int]] = []
        self._laid: list[list[int]] = []
        self._deal()

    def reveal(self, moves: tuple[Any, ...], after: sushi_go.State) -> None:
        """Apply a turn; `after` is the state after the hands were passed."""
        for seat, move in enumerate(moves):
            # Used chopsticks were on the table before this turn, and go back in public.
            used = (
                next(place for place in self._laid[seat] if self._is(place, Card.CHOPSTICKS))
                if move.cards[1:]
                else None
            )
            self._laid[seat] += [self._play(seat, card) for card in move.cards]
            if move.dummy is not None:
                self._play(seat, move.dummy)
            if used is not None:
                self._laid[seat].remove(used)
                self._hands[seat].append(used)
        before, self._state = self._state, after
        if after.over:
            return
        if after.round != before.round:
            self._deal()
            return
        slide = slide_left if passes_left(before.options, before.round) else slide_right
        self._hands = [*slide(tuple(self._hands))]
        self._look()

    def redeal_unseen(self, source: Stream) -> tuple[Card, ...]:
        """The deck with the unseen cards in another order."""
        deck = [*self._state.deck]
        unknown = [place for place in range(len(DECK)) if place not in self._known]
        kinds = [deck[place] for place in unknown]
        for place in unknown:
            deck[place] = kinds.pop(source.uniform(len(kinds)))
        return tuple(deck)

    def _deal(self) -> None:
        state = self._state
        size = hand_size(state.options, state.players)
        start = (state.round - 1) * len(state.tableaus) * size
        self._hands = [[*range(start + seat * size, start + (seat + 1) * size)] for seat in range(state.players)]
        self._laid = [[] for _ in range(state.players)]
        self._look()

    def _look(self) -> None:
        """The controller draws; the viewer sees their new hand."""
        state, seat = self._state, controller(self._state)
        if seat is not None:
            size = hand_size(state.options, state.players)
            self._hands[seat].append(state.round * len(state.tableaus) * size - size + state.turn - 1)
        if self._viewer is not None:
            self._known.update(self._hands[self._viewer])

    def _play(self, seat: int, card: Card) -> int:
        places = [place for place in self._hands[seat] if self._is(place, card)]
        place = min(places, key=lambda one: one not in self._known)
        self._hands[seat].remove(place)
        self._known.add(place)
        return place

    def _is(self, place: int, card: Card) -> bool:
        return self._state.deck[place] == card


def _key(source: Stream) -> bytes:
    return bytes([source.uniform(256) for _ in range(32)])
