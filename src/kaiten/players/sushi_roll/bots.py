"""Trained players of Sushi Roll: `policy` plays as it leans, `search-10` looks ahead, the `champion` looks longer and knows endings.

All see a view and nothing else.
"""

import numpy as np

from kaiten.fast.chance import seeded
from kaiten.fast.jit import kernel
from kaiten.fast.packed_counts import Int, Numbers, Words
from kaiten.fast.sushi_roll import codec
from kaiten.fast.sushi_roll.constants import FACES
from kaiten.kit.chance import RandomSource
from kaiten.players.budget import USUAL, Budget, within
from kaiten.players.sushi_roll.endgame import STILL_TO_ACT, end
from kaiten.players.sushi_roll.policy import MOST_OPTIONS, ONE_OF, Weights
from kaiten.players.sushi_roll.rollout import look, options
from kaiten.players.sushi_roll.sequential_halving import MOST_CHOICES, find_choices, search
from kaiten.players.weights import Trained, shipped
from kaiten.sushi_roll import NAME, Move, View
from kaiten.sushi_roll.dice import DIP

SIMULATIONS, WIDEST = 600, 14
"""Of `search-10`, for each move: about five milliseconds with two players; and how many choices it looks at."""
PRIOR = 0.15
"""What the policy leans to counts as much as some fifteen tries: a step of one in a leaning is a hundredth of a win."""
MANY_SIMULATIONS, MANY_CHOICES = 5_000, 24
"""Of the champion: about forty milliseconds a move with two players, eighty with five."""


def trained(which: int) -> Trained:
    """What is shipped for so many players."""
    return shipped(NAME, which)


def policy(view: View, source: RandomSource) -> Move:  # noqa: ARG001  (all bots get one)
    """What the policy leans to most."""
    moves, leant = leanings(view)
    return codec.move_of(int(moves[leant.argmax()]), view.seat or 0, view.players)


def search_10(view: View, source: RandomSource) -> Move:
    """The choice that a search of a fixed number of games finds best."""
    return searched(view, source, SIMULATIONS, WIDEST)


def champion(view: View, source: RandomSource, budget: Budget = USUAL) -> Move:
    """The best there is: exact at the end of a round, and a long search before it."""
    if sum([len(belt) for belt in view.belts]) <= STILL_TO_ACT and len(view.belts[view.seat or 0]) == 1:
        return ending(view)[0]
    return within(budget, MANY_SIMULATIONS, lambda simulations: searched(view, source, simulations, MANY_CHOICES))


def searched(view: View, source: RandomSource, simulations: int, widest: int) -> Move:
    """The choice that so many games find best; the same view, source and number give the same."""
    seat, learned = view.seat or 0, trained(view.players)
    moves, leant = choices(view)
    best = np.argsort(-leant, kind="stable")[:widest]
    moves, worth = moves[best], PRIOR * leant[best]
    seed = seeded(source.uniform(1 << 30))
    search(seed, learned.weights, learned.model, *arrays(view), *_where(view), simulations, moves, worth)
    return codec.move_of(int(moves[0]), seat, view.players)


def ending(view: View) -> tuple[Move, Weights]:
    """The best move when one or two are still to act, with one die each; what it is worth to take, to pay a menu, to swap."""
    seat, values = view.seat or 0, np.zeros(3)
    belts, _, trays, numbers = arrays(view)
    model = trained(view.players).model
    move = end(model, belts, trays, numbers, seat, view.red or 0, view.round - 1, values)
    return codec.move_of(int(move), seat, view.players), values


def leanings(view: View) -> tuple[Numbers, Weights]:
    """What the policy may do, by the numbers of moves, and how much it leans to each."""
    moves, leant = np.zeros(MOST_OPTIONS, np.int64), np.zeros(MOST_OPTIONS)
    among = _lean(trained(view.players).weights, *arrays(view), *_where(view), moves, leant)
    return moves[:among], leant[:among]


def choices(view: View) -> tuple[Numbers, Weights]:
    """The same for all that a search looks at."""
    moves, leant = np.zeros(MOST_CHOICES, np.int64), np.zeros(MOST_CHOICES)
    among = find_choices(trained(view.players).weights, *arrays(view), *_where(view), moves, leant)
    return moves[:among], leant[:among]


def _where(view: View) -> tuple[int, int, int, int]:
    """Who acts, who has the red belt, the dice of whoever acts, and the round from 0."""
    seat = view.seat or 0
    return seat, view.red or 0, len(view.belts[seat]), view.round - 1


def arrays(view: View) -> tuple[Words, Words, Words, Numbers]:
    """Belts, the kinds of their dice, trays, and the numbers of each seat: open wasabi, nigiri, points, tokens."""
    scores = [sum(column) for column in zip(*view.rounds, strict=True)] or [0] * view.players
    return (
        np.array([[codec.belt_word(belt) for belt in view.belts]], np.uint64),
        np.array([[sum([ONE_OF[face] for face in belt]) for belt in view.belts]], np.uint64),
        np.array([[codec.tray_word(tray) for tray in view.trays]], np.uint64),
        np.array(
            [
                [DIP.waiting(tray) for tray in view.trays],
                [DIP.score(tray) for tray in view.trays],
                scores,
                view.menus,
                view.chopsticks,
                view.puddings,
            ],
            np.int64,
        ),
    )


@kernel
def _lean(
    weights: Weights,
    belts: Words,
    kinds: Words,
    trays: Words,
    numbers: Numbers,
    seat: int,
    red: int,
    size: int,
    number: int,
    moves: Numbers,
    leanings: Weights,
) -> Int:
    """What a seat may sensibly do, and how much it leans to each; returns how many. Unchecked."""
    players = trays.shape[1]
    wants = np.zeros(FACES)
    waiting, menus, chopsticks, puddings = numbers[0:1], numbers[3:4], numbers[4:5], numbers[5:6]
    look(weights, wants, seat, size, kinds, trays, waiting, menus, chopsticks, puddings, number, players)
    return options(
        weights,
        wants,
        np.arange(FACES),
        np.zeros((2, FACES)),
        belts,
        kinds,
        seat,
        size,
        (seat - red + players) % players,
        menus[0, seat],
        chopsticks[0, seat],
        number,
        players,
        moves,
        leanings,
    )
