"""Chance: dice out of the bag, and rolls, from a counter or as given. These kernels are unchecked."""

from kaiten.fast.chance import draw, lower, mixed, next_counter, upper
from kaiten.fast.jit import inlined, kernel, part
from kaiten.fast.packed_counts import NOTHING, Bytes, Int, U, Word, Words
from kaiten.fast.sushi_roll.constants import BITS, DICE_EACH, MASK, ROLLED, SIDES
from kaiten.fast.sushi_roll.state import DRAW, NO_CHANCE, ROLL_ALL, State, States, acting_seat, face_at, with_face

_SIX, _32, _DIE = U(SIDES), U(32), U(BITS)


@inlined
def roll_belt(belt: Word, dice: Int, word: Word, mask: Int = ROLL_ALL) -> Word:
    """A belt of up to eight dice, those of a mask rolled with 64 random bits: half of them do for four dice.

    An index is a word here: NumPy lets an integer count from the end, and that check takes time.
    """
    bits, rest = lower(word), upper(word)
    new, at = NOTHING, NOTHING
    for die in range(dice):
        if die == 4:
            bits = rest
        if mask >> die & 1:
            bits *= _SIX
            new |= U(ROLLED[((belt >> at) & MASK) * _SIX + (bits >> _32)]) << at
            bits = lower(bits)
        else:
            new |= belt & (MASK << at)
        at += _DIE
    return new


@inlined
def roll(counter: Word, game: State, owed: Int) -> Word:
    """Roll the dice that are due, of all belts or of the acting seat; returns the next counter."""
    if owed == ROLL_ALL:
        for seat in range(len(game.belts)):
            counter = next_counter(counter)
            game.belts[seat] = roll_belt(game.belts[seat], game.left, mixed(counter))
    else:
        acting = acting_seat(game)
        counter = next_counter(counter)
        game.belts[acting] = roll_belt(game.belts[acting], game.left, mixed(counter), owed)
    return counter


@inlined
def draw_belt(counter: Word, bag: Bytes, drawn: Int, dice: Int, halves: bool) -> tuple[Word, Word]:
    """A belt out of the bag, of which `drawn` dice are gone; returns the next counter, too.

    With `halves` a random word draws two dice, else one. A used bag needs no reset.
    """
    belt, bits = NOTHING, mixed(counter)
    for die in range(dice):
        if halves and (drawn + die) & 1:
            bits = upper(bits)
        else:
            counter = next_counter(counter)
            bits = mixed(counter)
        belt |= U(draw(lower(bits), bag, drawn + die)) << U(BITS * die)
    return counter, belt


@part
def deal(counter: Word, bag: Bytes, game: State, halves: bool) -> Word:
    """Fill all belts for a round, then roll their dice; returns the next counter."""
    game.left = DICE_EACH[len(game.belts)]
    for seat in range(len(game.belts)):
        counter, game.belts[seat] = draw_belt(counter, bag, seat * game.left, game.left, halves)
    return roll(counter, game, ROLL_ALL)


@kernel
def place_dice(games: States, shown: Words) -> None:
    """Settle rolls that are due with the faces of these belts, as `play.settle`."""
    for number in range(len(games)):
        game = games[number]
        if game.owed == DRAW:
            continue
        for seat in range(len(game.belts)):
            due = game.owed if game.owed == ROLL_ALL or seat == acting_seat(game) else 0
            for die in range(game.left):
                if due >> die & 1:
                    game.belts[seat] = with_face(game.belts[seat], die, face_at(shown[number, seat], die))
        game.owed = NO_CHANCE


def place_belts(games: States, drawn: Words) -> None:
    """Where dice from the bag are due, a round's dice: belts with any face of each die's kind. They have to be rolled then."""
    due = games.owed == DRAW
    games.belts[due] = drawn[due]
    games.left[due], games.owed[due] = DICE_EACH[drawn.shape[1]], ROLL_ALL
