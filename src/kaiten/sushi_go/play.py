"""The course of a game: deal, choose, reveal, pass, score, deal again. Pure functions from state to state."""

from collections import Counter
from dataclasses import replace
from typing import Final

from kaiten.kit.chance import Drawn, Lot, Owed, Shuffle
from kaiten.kit.errors import ChanceError, IllegalMove, shown
from kaiten.kit.seats import check_seat, put, slide_left, slide_right
from kaiten.kit.tally import Tally
from kaiten.sushi_go import scoring, tables
from kaiten.sushi_go.cards import BY_CODE, CODES, DECK, Card, Hand, Tableau
from kaiten.sushi_go.moves import Move, choices, may_use_chopsticks
from kaiten.sushi_go.notation import format_cards, format_move
from kaiten.sushi_go.scoring import Outcome
from kaiten.sushi_go.state import Options, State, check_setup, hand_size, in_control, passes_left

NAME: Final = "sushi-go"
TITLE = "Sushi Go!"
SIMULTANEOUS = True
"""All seats choose at once, face down (SG-5)."""

_FIRST_CONTROL = Lot("first_control", tables.DUMMY_PLAYERS)
_DECK = Shuffle("deck", tuple(CODES[card] for card in DECK), len(DECK))


def new(options: Options, players: int) -> State:
    """A game before the deck is shuffled.

    >>> new(Options(dummy=True), 3)
    Traceback (most recent call last):
    kaiten.kit.errors.OptionError: 3 players with the dummy: that variant is for 2
    """
    check_setup(options, players)
    tables_laid = players + options.dummy
    return State(
        options=options,
        players=players,
        deck=(),
        round=1,
        turn=1,
        hands=((),) * players,
        tableaus=((),) * tables_laid,
        puddings=(0,) * tables_laid,
        choices=(None,) * players,
        returned=(0,) * players,
        drawn=None,
        revealed=(),
        past=(),
    )


def owed(state: State) -> Owed | None:
    """The lot for the first control where it is not set, then the deck, once (SG-3: nothing is reshuffled)."""
    if state.deck:
        return None
    if state.options.dummy and state.options.first_control is None:
        return _FIRST_CONTROL
    return _DECK


def settle(state: State, drawn: Drawn) -> State:
    """The state after the lot or the deck was drawn."""
    due = owed(state)
    if due is None:
        raise ChanceError("the deck has been dealt: nothing is left to draw")
    if isinstance(due, Lot):
        if not isinstance(drawn, int) or not 0 <= drawn < due.sides:
            raise ChanceError(f"first_control {shown(drawn)}: it is seat 0 or seat 1")
        return replace(state, options=replace(state.options, first_control=drawn))
    return _deal(replace(state, deck=_read_deck(drawn)))


def actors(state: State) -> tuple[int, ...]:
    """The seats that have not chosen yet."""
    if not state.deck or state.over:
        return ()
    return tuple([seat for seat, choice in enumerate(state.choices) if choice is None])


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """Each distinct choice of this seat, also while a choice made earlier may still be changed (SG-5)."""
    check_seat(seat, state.players)
    return choices(state.hands[seat], state.tableaus[seat], in_control=controller(state) == seat)


def choose(state: State, seat: int, move: Move) -> State:
    """Choose, or choose again: it counts when the last player has chosen (SG-5)."""
    _check(state, seat, move)
    chosen = put(state.choices, seat, move)
    made = tuple([choice for choice in chosen if choice is not None])
    if len(made) == state.players:
        return _reveal(state, made)
    # Spelled out, here and below: `replace` would cost a tenth of the speed of a game.
    return State(
        state.options,
        state.players,
        state.deck,
        state.round,
        state.turn,
        state.hands,
        state.tableaus,
        state.puddings,
        chosen,
        state.returned,
        state.drawn,
        state.revealed,
        state.past,
    )


def outcome(state: State) -> Outcome | None:
    """The final scores; None while the game is in progress."""
    return scoring.outcome(state.past, state.puddings, state.options) if state.over else None


def turn_key(state: State, actions: int) -> tuple[int, int]:  # noqa: ARG001  (the dice game needs it)
    """Round and turn that a choice has to name."""
    return state.round, state.turn


def ends_turn(after: State, move: Move) -> bool:  # noqa: ARG001  (the dice game needs it)
    """Whether the turn is over: all choices have been revealed, so that none lies face down."""
    return not any(after.choices)


def hidden_choice(state: State, seat: int) -> Move | None:
    """What this seat has chosen face down (SG-5)."""
    return state.choices[seat]


def dummies(options: Options) -> int:
    """The dummy's seat, which comes after those of the players (SG-19)."""
    return int(options.dummy)


def option_lots(options: Options) -> tuple[tuple[Lot, int], ...]:
    """The lot for the first control of the dummy; a record keeps it as `first_control`."""
    if not options.dummy or options.first_control is None:
        return ()
    return ((_FIRST_CONTROL, options.first_control),)


def tally_past(state: State) -> tuple[Tally, ...]:
    """The scores, line by line, of the last round that was scored; nothing before the first."""
    return scoring.tally_round(state.past[-1]) if state.past else ()


def controller(state: State) -> int | None:
    """The seat in control of the dummy."""
    return in_control(state.options, state.round, state.turn)


def dummy_pile(state: State) -> tuple[Card, ...]:
    """The cards left in the dummy's pile, top card first; hidden from every seat (SG-19)."""
    return _dummy_block(state)[state.turn :] if state.options.dummy and not state.over else ()


def _dummy_block(state: State) -> tuple[Card, ...]:
    """The dummy's cards of this round: the third block of the deal."""
    end = state.round * len(state.tableaus) * tables.DUMMY_HAND_SIZE
    return state.deck[end - tables.DUMMY_HAND_SIZE : end]


def undealt(state: State) -> tuple[Card, ...]:
    """The draw pile (SG-3)."""
    return state.deck[state.round * len(state.tableaus) * hand_size(state.options, state.players) :]


def _read_deck(drawn: Drawn) -> tuple[Card, ...]:
    if not isinstance(drawn, tuple):
        raise ChanceError(f"deck {shown(drawn)}: it is a list of {len(DECK)} cards")
    try:
        deck = tuple([BY_CODE[code] for code in drawn])
    except KeyError as error:
        raise ChanceError(f"the deck holds {shown(error.args[0])}: a card is one of {' '.join(CODES)}") from None
    wrong = [card for card in Card if deck.count(card) != tables.DECK[card.code]]
    if wrong:
        card = wrong[0]
        expected = tables.DECK[card.code]
        raise ChanceError(f"the deck holds {deck.count(card)} {card.label}: it should be {expected}")
    return deck


def _deal(state: State) -> State:
    """Hands in blocks from the top of the draw pile (SG-3); with the dummy its pile is the third block."""
    size = hand_size(state.options, state.players)
    start = (state.round - 1) * len(state.tableaus) * size
    blocks = [start + seat * size for seat in range(state.players)]
    hands = tuple([tuple(sorted(state.deck[block : block + size])) for block in blocks])
    return _draw(replace(state, hands=hands))


def _draw(state: State) -> State:
    """The player in control draws the top card of the dummy's pile (SG-19)."""
    seat = controller(state)
    if seat is None:
        return state
    drawn = _dummy_block(state)[state.turn - 1]
    hand = tuple(sorted((*state.hands[seat], drawn)))
    return replace(state, hands=put(state.hands, seat, hand), drawn=drawn)


def _check(state: State, seat: int, move: Move) -> None:
    problem, offered = _no_turn(state, seat), ""
    if problem is None:
        problem = _problem(state, seat, move)
        if problem is None:
            return
        offered = _offered(legal(state, seat))
    raise IllegalMove(seat, format_move(move), problem, offered)


def _offered(moves: tuple[Move, ...]) -> str:
    more = f" and {len(moves) - 20} more" if len(moves) > 20 else ""
    return ", ".join(map(format_move, moves[:20])) + more


def _no_turn(state: State, seat: int) -> str | None:
    if not 0 <= seat < state.players:
        return f"the seats are 0 to {state.players - 1}"
    if not state.deck:
        return "the cards have not been dealt yet"
    return "the game is over" if state.over else None


def _problem(state: State, seat: int, move: Move) -> str | None:
    """Why this move is illegal, or None; either order of two cards is always legal (SG-12)."""
    hand, cards = state.hands[seat], move.cards
    controls = controller(state) == seat
    if len(cards) == 1 and not controls and move.dummy is None:
        return None if cards[0] in hand else f"the hand is {format_cards(hand)}"
    if len(cards) not in (1, 2):
        return "a choice is one card, or two with chopsticks"
    if controls and move.dummy is None:
        return "in control, a card for the dummy is needed too, as in T/P"
    if not controls and move.dummy is not None:
        return "only the player in control chooses for the dummy"
    if len(cards) == 2 and not may_use_chopsticks(hand, state.tableaus[seat], in_control=controls):
        if Card.CHOPSTICKS not in state.tableaus[seat]:
            return "two cards need chopsticks on the table from an earlier turn"
        return f"the hand has only {len(hand)} left"
    needed = cards if move.dummy is None else (*cards, move.dummy)
    if Counter(needed) - Counter(hand):
        return f"the hand is {format_cards(hand)}"
    return None


def _reveal(state: State, chosen: tuple[Move, ...]) -> State:
    """Put all choices down at once, return used chopsticks, pass the hands on (SG-5 to SG-10)."""
    hands: list[Hand] = []
    tableaus: list[Tableau] = [*state.tableaus]
    puddings = [*state.puddings]
    returned = [*state.returned]
    for seat, move in enumerate(chosen):
        hand = [*state.hands[seat]]
        for card in move.cards:
            hand.remove(card)
        if move.dummy is not None:
            hand.remove(move.dummy)
            _put_down(tableaus, puddings, len(chosen), (move.dummy,))
        if Card.CHOPSTICKS in move.cards or move.dummy is Card.CHOPSTICKS:
            gone = (*move.cards, move.dummy).count(Card.CHOPSTICKS)
            returned[seat] = max(0, returned[seat] - gone)
        if len(move.cards) == 2:
            used = tableaus[seat].index(Card.CHOPSTICKS)
            tableaus[seat] = tableaus[seat][:used] + tableaus[seat][used + 1 :]
            hand.append(Card.CHOPSTICKS)  # the last kind, so the hand stays sorted
            returned[seat] += 1
        _put_down(tableaus, puddings, seat, move.cards)
        hands.append(tuple(hand))
    return _next_turn(state, chosen, tuple(hands), tuple(tableaus), tuple(puddings), tuple(returned))


def _put_down(tableaus: list[Tableau], puddings: list[int], seat: int, cards: tuple[Card, ...]) -> None:
    if Card.PUDDING in cards:
        puddings[seat] += cards.count(Card.PUDDING)
        cards = tuple([card for card in cards if card is not Card.PUDDING])
    tableaus[seat] += cards


def _next_turn(
    state: State,
    revealed: tuple[Move, ...],
    hands: tuple[Hand, ...],
    tableaus: tuple[Tableau, ...],
    puddings: tuple[int, ...],
    returned: tuple[int, ...],
) -> State:
    """Pass the hands (SG-7), or end the round when they are empty (SG-16)."""
    options, players = state.options, state.players
    nothing: tuple[None, ...] = (None,) * players
    if hands[0]:
        slide = slide_left if passes_left(options, state.round) else slide_right
        passed, known = slide(hands), slide(returned)
        turn = state.turn + 1
        after = State(
            options,
            players,
            state.deck,
            state.round,
            turn,
            passed,
            tableaus,
            puddings,
            nothing,
            known,
            None,
            revealed,
            state.past,
        )
        return _draw(after) if options.dummy else after
    past = (*state.past, tableaus)
    over = len(past) == tables.ROUNDS
    after = State(
        options=options,
        players=players,
        deck=state.deck,
        round=state.round if over else state.round + 1,
        turn=state.turn if over else 1,
        hands=hands,
        tableaus=((),) * len(tableaus),
        puddings=puddings,
        choices=nothing,
        returned=(0,) * players,
        drawn=None,
        revealed=revealed,
        past=past,
    )
    return after if over else _deal(after)
