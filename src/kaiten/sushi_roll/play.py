"""The course of a game: roll, use tokens, take, slide, score. Pure functions from state to state."""

from collections import Counter
from dataclasses import replace
from typing import Final

from kaiten.kit.chance import Drawn, Lot, Owed, Roll, Shuffle
from kaiten.kit.errors import ChanceError, IllegalMove, shown
from kaiten.kit.seats import check_players, check_seat, put, slide_left
from kaiten.kit.tally import Tally
from kaiten.sushi_roll import scoring, tables
from kaiten.sushi_roll.dice import (
    BAG,
    BY_CODE,
    CHOPSTICKS_ICONS,
    FACES,
    MENU_ICONS,
    PUDDING_ICONS,
    Face,
    Kind,
)
from kaiten.sushi_roll.moves import Menu, Move, Swap, Take, choices
from kaiten.sushi_roll.notation import format_faces, format_move
from kaiten.sushi_roll.scoring import Outcome
from kaiten.sushi_roll.state import Options, Reroll, State, supply

NAME: Final = "sushi-roll"
TITLE = "Sushi Roll"
SIMULTANEOUS = False
"""One seat acts at a time, in the open (SR-5)."""


def new(options: Options, players: int) -> State:
    """A game before the belts are dealt."""
    check_players(players)
    return State(
        options=options,
        players=players,
        red=None,
        round=1,
        belts=(),
        unrolled=(),
        rerolling=None,
        turns_taken=0,
        trays=((),) * players,
        menus=(tables.START_MENUS,) * players,
        chopsticks=(tables.START_CHOPSTICKS,) * players,
        puddings=(0,) * players,
        last=None,
        past=(),
    )


def owed(state: State) -> Owed | None:
    """The red belt; each round the dice from the bag (SR-5); a roll for each belt (SR-8) and for each menu."""
    if state.over:
        return None
    if state.red is None:
        return Lot("red_belt", state.players)
    if state.unrolled:
        return Roll("roll", tuple([FACES[kind] for kind in state.unrolled[0]]))
    if not state.belts:
        return Shuffle("bag", BAG, tables.DICE_EACH[state.players] * state.players)
    if state.rerolling:
        return Roll("roll", tuple([FACES[kind] for kind in _rerolled_kinds(state, state.rerolling)]))
    return None


def settle(state: State, drawn: Drawn) -> State:
    """The state after the lot, the bag or the roll was drawn."""
    due = owed(state)
    if due is None:
        raise ChanceError("there is nothing to draw now")
    if isinstance(due, Lot):
        if not isinstance(drawn, int) or not 0 <= drawn < due.sides:
            raise ChanceError(f"red_belt {shown(drawn)}: it is a seat from 0 to {due.sides - 1}")
        return replace(state, red=drawn)
    if not isinstance(drawn, tuple):
        raise ChanceError(f"{due.name} {shown(drawn)}: it is a list of dice")
    if isinstance(due, Shuffle):
        return replace(state, unrolled=_read_bag(drawn, due.take, state.players))
    if state.rerolling:
        faces = _read_roll(drawn, _rerolled_kinds(state, state.rerolling))
        belt = [*state.belts[state.rerolling.seat]]
        for die, face in zip(state.rerolling.dice, faces, strict=True):
            belt[die] = face
        return replace(state, belts=put(state.belts, state.rerolling.seat, tuple(belt)), rerolling=None)
    faces = _read_roll(drawn, state.unrolled[0])
    return replace(state, belts=(*state.belts, faces), unrolled=state.unrolled[1:])


def actors(state: State) -> tuple[int, ...]:
    """The seat whose turn it is."""
    if state.rerolling or state.acting is None:
        return ()
    return (state.acting,)


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """Every move of this seat; none when it is not its turn."""
    check_seat(seat, state.players)
    if seat not in actors(state):
        return ()
    sizes = tuple([len(belt) for belt in state.belts])
    return choices(seat, sizes, menus=state.menus[seat] > 0, chopsticks=state.chopsticks[seat] > 0)


def choose(state: State, seat: int, move: Move) -> State:
    """The state after this move; a take ends the turn."""
    _check(state, seat, move)
    if isinstance(move, Menu):
        return replace(
            state,
            menus=put(state.menus, seat, state.menus[seat] - 1),
            rerolling=Reroll(seat, move.dice),
            last=(seat, move),
        )
    if isinstance(move, Swap):
        mine, theirs = state.belts[seat], state.belts[move.seat]
        belts = put(state.belts, seat, put(mine, move.mine, theirs[move.theirs]))
        belts = put(belts, move.seat, put(theirs, move.theirs, mine[move.mine]))
        paid = put(state.chopsticks, seat, state.chopsticks[seat] - 1)
        return replace(state, belts=belts, chopsticks=paid, last=(seat, move))
    return _next_turn(_take(state, seat, move), seat)


def outcome(state: State) -> Outcome | None:
    """The final scores; None while the game is in progress."""
    if not state.over:
        return None
    return scoring.outcome(state.past, state.puddings, state.menus, state.chopsticks)


def turn_key(state: State, actions: int) -> tuple[int, int]:
    """Round and turn that a choice has to name; turns are the actions of the round, from 1."""
    return state.round, actions + 1


def ends_turn(after: State, move: Move) -> bool:  # noqa: ARG001  (the card game needs it)
    """Whether the turn is over: a take ends it, a menu or a swap does not (SR-7)."""
    return isinstance(move, Take)


def hidden_choice(state: State, seat: int) -> Move | None:  # noqa: ARG001  (the same shape as the card game's)
    """Nothing is hidden in this game."""
    return None


def dummies(options: Options) -> int:  # noqa: ARG001  (the same shape as the card game's)
    """This game has no dummy."""
    return 0


def option_lots(options: Options) -> tuple[tuple[Lot, int], ...]:  # noqa: ARG001  (the same shape as the card game's)
    """No lot is kept among the options."""
    return ()


def tally_past(state: State) -> tuple[Tally, ...]:
    """The scores, line by line, of the last round that was scored; nothing before the first."""
    return scoring.tally_round(state.past[-1]) if state.past else ()


def _rerolled_kinds(state: State, menu: Reroll) -> tuple[Kind, ...]:
    belt = state.belts[menu.seat]
    return tuple([belt[die].kind for die in menu.dice])


def _read_bag(drawn: tuple[str, ...], take: int, players: int) -> tuple[tuple[Kind, ...], ...]:
    if len(drawn) != take:
        raise ChanceError(f"the bag gave {len(drawn)} dice: {players} players take {take}")
    try:
        kinds = [Kind(kind) for kind in drawn]
    except ValueError:
        wrong = next(kind for kind in drawn if kind not in tables.DICE)
        raise ChanceError(f"the bag gave {shown(wrong)}: a die is one of {' '.join(tables.DICE)}") from None
    for kind, count in Counter(kinds).items():
        if count > BAG.count(kind):
            raise ChanceError(f"the bag gave {count} {kind} dice: there are {BAG.count(kind)}")
    each = take // players
    return tuple([tuple(kinds[start : start + each]) for start in range(0, take, each)])


def _read_roll(drawn: tuple[str, ...], kinds: tuple[Kind, ...]) -> tuple[Face, ...]:
    if len(drawn) != len(kinds):
        raise ChanceError(f"the roll shows {len(drawn)} dice: {len(kinds)} were rolled")
    for code, kind in zip(drawn, kinds, strict=True):
        if code not in FACES[kind]:
            known = " ".join(dict.fromkeys(FACES[kind]))
            raise ChanceError(f"the roll shows {shown(code)} on a {kind} die: it has {known}")
    return tuple([BY_CODE[code] for code in drawn])


def _check(state: State, seat: int, move: Move) -> None:
    problem, offered = _no_turn(state, seat), ""
    if problem is None:
        problem = _problem(state, seat, move)
        if problem is None:
            return
        offered = _offered(state, seat)
    raise IllegalMove(seat, format_move(move), problem, offered)


def _no_turn(state: State, seat: int) -> str | None:
    if not 0 <= seat < state.players:
        return f"the seats are 0 to {state.players - 1}"
    if state.over:
        return "the game is over"
    acting = actors(state)
    if not acting:
        return "the dice have to be rolled first"
    return None if seat in acting else f"it is the turn of seat {acting[0]}"


def _offered(state: State, seat: int) -> str:
    """The kinds of legal move: a list of all moves would hold hundreds."""
    moves = legal(state, seat)
    kinds = [name for name, kind in (("menu", Menu), ("swap", Swap)) if any(isinstance(move, kind) for move in moves)]
    return ", ".join([f"take 0 to take {len(state.belts[seat]) - 1}", *kinds])


def _problem(state: State, seat: int, move: Move) -> str | None:
    belt = state.belts[seat]
    on_belt = f"the belt is {format_faces(belt)}, numbered from 0 to {len(belt) - 1}"
    if isinstance(move, Take):
        return None if 0 <= move.die < len(belt) else on_belt
    if isinstance(move, Menu):
        if not state.menus[seat]:
            return "no menus left"
        if not move.dice or [*move.dice] != sorted(set(move.dice)):
            return "a menu lists one die or more, each once, ascending"
        return None if move.dice[0] >= 0 and move.dice[-1] < len(belt) else on_belt
    if not state.chopsticks[seat]:
        return "no chopsticks left"
    if not 0 <= move.mine < len(belt):
        return on_belt
    if move.seat == seat or not 0 <= move.seat < state.players:
        return "chopsticks swap with another player's belt"
    theirs = state.belts[move.seat]
    if not 0 <= move.theirs < len(theirs):
        return f"the belt of seat {move.seat} is {format_faces(theirs) or 'empty'}"
    return None


def _take(state: State, seat: int, move: Take) -> State:
    """The die goes to the tray and gives its tokens at once, or what is left of them (SR-2, SR-7)."""
    belt = state.belts[seat]
    face = belt[move.die]
    menus, chopsticks, puddings = state.menus, state.chopsticks, state.puddings
    if MENU_ICONS[face]:
        gained = min(MENU_ICONS[face], supply(tables.MENU_TOKENS, menus))
        menus = put(menus, seat, menus[seat] + gained)
    if CHOPSTICKS_ICONS[face]:
        gained = min(CHOPSTICKS_ICONS[face], supply(tables.CHOPSTICKS_TOKENS, chopsticks))
        chopsticks = put(chopsticks, seat, chopsticks[seat] + gained)
    if PUDDING_ICONS[face]:
        gained = min(PUDDING_ICONS[face], supply(tables.PUDDING_TOKENS, puddings))
        puddings = put(puddings, seat, puddings[seat] + gained)
    return replace(
        state,
        belts=put(state.belts, seat, belt[: move.die] + belt[move.die + 1 :]),
        turns_taken=state.turns_taken + 1,
        trays=put(state.trays, seat, (*state.trays[seat], face)),
        menus=menus,
        chopsticks=chopsticks,
        puddings=puddings,
        last=(seat, move),
    )


def _next_turn(state: State, seat: int) -> State:
    """When all have had a turn: slide and re-roll, or with no dice left score the round (SR-8, SR-9)."""
    if state.turns_taken < state.players:
        return state
    red = (seat + 1) % state.players  # the last seat to act is the one before the red belt
    slid = (red + 1) % state.players
    if state.belts[0]:
        kinds = tuple([tuple([face.kind for face in belt]) for belt in slide_left(state.belts)])
        return replace(state, red=slid, belts=(), unrolled=kinds, turns_taken=0)
    past = (*state.past, state.trays)
    over = len(past) == tables.ROUNDS
    return replace(
        state,
        # Belts stay where they are, except that with three players the same one would start each round.
        red=slid if state.players == tables.EXTRA_SLIDE_PLAYERS else red,
        round=state.round if over else state.round + 1,
        belts=(),
        turns_taken=0,
        trays=((),) * state.players,
        past=past,
    )
