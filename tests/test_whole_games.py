"""Whole games of every game, player count and option, played at random."""

from collections import Counter
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaiten import sushi_go, sushi_roll
from kaiten.kit.chance import Stream
from kaiten.kit.errors import IllegalMove
from kaiten.record import GAMES
from kaiten.sushi_go.cards import WASABI_RULE
from kaiten.sushi_go.play import dummy_pile, undealt
from tests.playing import SETUPS, Setup, key, random_states, seeds, setups
from tests.redeal import redeal

card_setups = setups.filter(lambda setup: setup[0] == "sushi-go")
dice_setups = setups.filter(lambda setup: setup[0] == "sushi-roll")


@pytest.mark.parametrize("name", SETUPS)
def test_every_setup_plays_to_an_outcome(name: str) -> None:
    setup = SETUPS[name]
    *states, last = random_states(setup, 11)
    game = GAMES[setup[0]]
    result = game.outcome(last)
    assert result is not None
    assert all(game.outcome(state) is None for state in states)
    assert len(result.rounds) == 3
    assert result.winners
    assert max(result.winners) < setup[1]


@pytest.mark.parametrize("name", SETUPS)
def test_the_last_scored_round_has_a_tally_for_every_tableau(name: str) -> None:
    setup = SETUPS[name]
    *states, last = random_states(setup, 12)
    game = GAMES[setup[0]]
    result = game.outcome(last)
    assert result is not None
    assert game.tally_past(states[0]) == ()
    tallies = game.tally_past(last)
    assert len(tallies) == setup[1] + game.dummies(setup[2])
    assert tuple(tally.points for tally in tallies) == result.rounds[-1]


@pytest.mark.clause("SG-1", "SG-3", "SG-10")
@given(card_setups, seeds)
def test_cards_are_conserved(setup: Setup, seed: int) -> None:
    for state in random_states(setup, seed):
        if not state.deck:
            continue
        lying = [*undealt(state), *dummy_pile(state)]
        for hand in state.hands:
            lying += hand
        for tableaus in (*state.past, state.tableaus):
            for tableau in tableaus:
                lying += tableau
        lying += [sushi_go.Card.PUDDING] * sum(state.puddings)
        assert Counter(lying) == Counter(sushi_go.DECK)


@pytest.mark.clause("SG-10", "SG-19")
@given(card_setups, seeds)
def test_hand_sizes_are_equal(setup: Setup, seed: int) -> None:
    for state in random_states(setup, seed):
        if not state.deck:
            continue
        sizes = [len(hand) for hand in state.hands]
        control = sushi_go.view(state, None).in_control
        if control is not None and not state.over:
            sizes[control] -= 1
        assert len(set(sizes)) == 1
        if not state.over:
            assert sizes[0] == sushi_go.hand_size(state.options, state.players) - state.turn + 1


@pytest.mark.clause("SR-2", "SR-8")
@given(dice_setups, seeds)
def test_dice_and_tokens_are_conserved(setup: Setup, seed: int) -> None:
    before: Counter[Any] = Counter()
    for state in random_states(setup, seed):
        dice = Counter(face.kind for part in (*state.belts, *state.trays) for face in part)
        dice += Counter(kind for part in state.unrolled for kind in part)
        if state.belts and any(state.trays):
            assert dice == before
        before = dice
        assert not dice - Counter(sushi_roll.BAG)
        for tokens in (*sushi_roll.view(state, None).supply, *state.menus, *state.chopsticks, *state.puddings):
            assert tokens >= 0
        if state.acting is not None and state.turns_taken == 0:
            assert len({len(belt) for belt in state.belts}) == 1


@given(setups, seeds)
def test_legal_moves_are_accepted_and_listed_once(setup: Setup, seed: int) -> None:
    game = GAMES[setup[0]]
    for state in random_states(setup, seed):
        for seat in game.actors(state):
            moves = game.legal(state, seat)
            assert moves
            assert len(set(moves)) == len(moves)
            assert game.view(state, seat).legal == moves
            for move in moves[:: max(1, len(moves) // 12)]:
                game.choose(state, seat, move)


def _accepted(state: sushi_go.State, seat: int) -> set[str]:
    codes = [card.code for card in sushi_go.Card]
    own = [*codes, *["+".join(pair) for pair in product(codes, repeat=2)]]
    texts = own if sushi_go.view(state, seat).in_control != seat else [f"{a}/{b}" for a in own for b in codes]
    accepted = set()
    for text in texts:
        try:
            sushi_go.choose(state, seat, sushi_go.parse_move(text))
        except IllegalMove:
            continue
        accepted.add(text)
    return accepted


def _other_order(move: sushi_go.Move) -> sushi_go.Move:
    return sushi_go.Move(move.cards[::-1], move.dummy)


@pytest.mark.clause("SG-6", "SG-9", "SG-12")
@given(card_setups, seeds, st.integers(0, 26))
def test_accepted_moves_are_the_legal_ones_in_either_order(setup: Setup, seed: int, turn: int) -> None:
    states = [state for state in random_states(setup, seed) if sushi_go.actors(state)]
    state = states[turn % len(states)]
    for seat in range(setup[1]):
        offered = sushi_go.legal(state, seat)
        both = {sushi_go.format_move(move) for move in (*offered, *map(_other_order, offered))}
        assert _accepted(state, seat) == both


@pytest.mark.clause("SR-6", "SR-7")
@given(dice_setups, seeds, st.integers(0, 80))
def test_accepted_dice_moves_are_the_legal_ones(setup: Setup, seed: int, turn: int) -> None:
    states = [state for state in random_states(setup, seed) if sushi_roll.actors(state)]
    state = states[turn % len(states)]
    (seat,) = sushi_roll.actors(state)
    places = range(-1, len(state.belts[seat]) + 1)
    moves: list[sushi_roll.Move] = [sushi_roll.Take(die) for die in places]
    for size in range(len(places)):
        moves += [sushi_roll.Menu(dice) for dice in combinations(places, size)]
    theirs = range(-1, 9)
    moves += [sushi_roll.Swap(*swap) for swap in product(places, range(-1, setup[1] + 1), theirs)]
    accepted = set()
    for move in moves:
        try:
            sushi_roll.choose(state, seat, move)
        except IllegalMove:
            continue
        accepted.add(move)
    assert accepted == set(sushi_roll.legal(state, seat))


@pytest.mark.clause("SG-12")
@given(card_setups, seeds)
def test_both_orders_are_offered_exactly_where_the_table_ends_up_different(setup: Setup, seed: int) -> None:
    for state in random_states(setup, seed):
        for seat in sushi_go.actors(state):
            offered = set(sushi_go.legal(state, seat))
            for move in offered:
                table = state.tableaus[seat]
                ends = [WASABI_RULE.sort((*table, *cards)) for cards in (move.cards, move.cards[::-1])]
                same = all(sorted(a) == sorted(b) for a, b in zip(ends[0][:2], ends[1][:2], strict=True))
                both = _other_order(move) in offered and move.cards[0] != move.cards[-1]
                assert both != same


@pytest.mark.clause("SG-5")
@given(card_setups, seeds, st.randoms(use_true_random=False))
def test_choices_in_any_order_give_the_same_result(setup: Setup, seed: int, random: Any) -> None:
    turns = [state for state in random_states(setup, seed) if len(sushi_go.actors(state)) == setup[1]]
    state = random.choice(turns)
    moves = {seat: random.choice(sushi_go.legal(state, seat)) for seat in range(setup[1])}
    ends = set()
    for order in permutations(moves):
        after = state
        for seat in order:
            after = sushi_go.choose(after, seat, moves[seat])
        ends.add(after)
    assert len(ends) == 1


@pytest.mark.clause("SG-4", "SG-5", "SG-21")
@given(card_setups, seeds)
def test_redaction_hidden_information_does_not_change_a_view(setup: Setup, seed: int) -> None:
    source = Stream(key(seed), [b"redeal"])
    changed = 0
    for state in random_states(setup, seed):
        if not state.deck or source.uniform(4):
            continue
        for seat in (*range(setup[1]), None):
            other = redeal(state, seat, source)
            changed += other != state
            assert sushi_go.view(other, seat) == sushi_go.view(state, seat)
    assert changed


@given(setups, seeds)
def test_the_running_tally_adds_up_to_the_score(setup: Setup, seed: int) -> None:
    for state in random_states(setup, seed):
        view = GAMES[setup[0]].view(state, None)
        tables = view.tableaus if setup[0] == "sushi-go" else view.trays
        score = (sushi_go if setup[0] == "sushi-go" else sushi_roll).score_round(tables)
        assert tuple(tally.points for tally in view.tally) == score
    assert view.outcome is not None
    columns = zip(*view.rounds, [tally.points for tally in view.dessert], strict=True)
    assert view.outcome.totals == tuple(sum(column) for column in columns)


@given(setups, seeds)
def test_states_are_values(setup: Setup, seed: int) -> None:
    """The same chance and choices give equal states with equal hashes: states are values."""
    one, other = [*random_states(setup, seed)], [*random_states(setup, seed)]
    assert one == other
    assert [*map(hash, one)] == [*map(hash, other)]
