"""Legal moves of the acting seat: their number, the k-th, and a mask. Takes come first, then swaps, then menus.

These kernels are unchecked. Compared by test_lock_step and test_observation_roll.
"""

from kaiten.fast.chance import below, lower
from kaiten.fast.jit import inlined
from kaiten.fast.packed_counts import Int, Word
from kaiten.fast.policies import Masks
from kaiten.fast.sushi_roll.constants import FARTHEST, MENUS_FROM, MOST_DICE, SWAPS_FROM
from kaiten.fast.sushi_roll.state import State, acting_seat


@inlined
def count_moves(game: State) -> Int:
    """The number of legal moves, as `len(moves.choices(...))`."""
    seat, own = acting_seat(game), game.left
    number = own
    if game.chopsticks[seat] > 0:
        number += own * ((len(game.belts) - 1) * own - game.taken)
    if game.menus[seat] > 0:
        number += (1 << own) - 1
    return number


@inlined
def kth_move(game: State, k: Int) -> Int:
    """The k-th legal move, from 0."""
    own, others = game.left, len(game.belts) - 1
    if k < own:
        return k
    k -= own
    if game.chopsticks[acting_seat(game)] > 0:
        theirs = others * own - game.taken
        if k < own * theirs:
            mine = k // theirs
            die = k - mine * theirs
            # First the seats that have not had their turn, then those with one die less.
            full = (others - game.taken) * own
            if die < full:
                away = die // own
                die -= away * own
            else:
                more = (die - full) // (own - 1)
                away = others - game.taken + more
                die -= full + more * (own - 1)
            return SWAPS_FROM + (mine * FARTHEST + away) * MOST_DICE + die
        k -= own * theirs
    return MENUS_FROM + k


@inlined
def random_move(game: State, word: Word) -> Int:
    """A legal move, each equally likely, by a random word."""
    return kth_move(game, below(lower(word), count_moves(game)))


@inlined
def write_mask(game: State, masks: Masks, row: Int) -> None:
    """Write a 1 for each legal move into a row of zeros."""
    seat, players = acting_seat(game), len(game.belts)
    farthest = players if game.chopsticks[seat] > 0 else 1
    for mine in range(game.left):
        masks[row, mine] = 1
        for away in range(1, farthest):
            theirs = game.left - (away >= players - game.taken)
            first = SWAPS_FROM + (mine * FARTHEST + away - 1) * MOST_DICE
            for die in range(first, first + theirs):
                masks[row, die] = 1
    if game.menus[seat] > 0:
        for menu in range(MENUS_FROM, MENUS_FROM + (1 << game.left) - 1):
            masks[row, menu] = 1
