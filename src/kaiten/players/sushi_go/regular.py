"""Regular: a rule-based bot that plays for the expected points of each card by the end of the round.

It weighs sets it can still complete, the maki and pudding races and nigiri for its wasabi, and denies the next player good cards.
`solver.regular_kernel` is the same for two players, compiled.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from kaiten.kit.chance import RandomSource
from kaiten.kit.seats import put
from kaiten.players import heuristics
from kaiten.players.bot import best
from kaiten.players.noisy_policy import Noise, by_kind
from kaiten.sushi_go import DECK, Card, Move, Tableau, View, tables
from kaiten.sushi_go.cards import MAKI_ICONS, NIGIRI, WASABI_RULE
from kaiten.sushi_go.scoring import maki_icons, pudding_loss
from kaiten.sushi_go.view import Known

DENIAL = {2: 0.75, 3: 0.3, 4: 0.2, 5: 0.15}
"""Weight of the next player's gain from the passed hand, by number of players."""
RETURN_WEIGHT, MOST_A_TURN = 0.6, 0.9
"""Weight of a card in a hand that returns, against one that is coming; most cards of a kind to expect in a turn."""
SASHIMI_SHARES = (1, 1.9, 3)
"""What a set is divided by, by the cards that it lacks after this one."""
WASABI_WEIGHT, MAKI_EASE, PUDDING_GAIN, ICON_GAIN = 0.8, 0.25, 2.0, 1.2
_RACE_GAINS = {Card.PUDDING: PUDDING_GAIN, **{card: ICON_GAIN * MAKI_ICONS[card] for card in Card if MAKI_ICONS[card]}}
"""What the next player expects of a card that counts in a race."""


def regular(view: View, source: RandomSource) -> Move:
    """The move with the highest expected value."""
    return best(view.legal, MoveEvaluator.of(view, DENIAL[view.players]).value, source)


def noisy_regular(view: View, source: RandomSource, noise: Noise) -> Move:
    """A move of the levels for people, near the best: sample the number of cards first, then the move (softmax over values)."""
    denial = DENIAL[view.players] if noise.spiteful else 0.0
    evaluator = MoveEvaluator.of(forgetful(view, noise.memory), denial)
    rated = [(len(move.cards), evaluator.value(move), move) for move in view.legal]
    return by_kind(rated, noise.spread, noise.slack, source)


def forgetful(view: View, memory: int) -> View:
    """The same view with only the latest `memory` of the passed hands known."""
    seat, step = view.seat or 0, 1 if view.passes_left else -1
    hands = [
        hand if (holder - seat) * step % view.players <= memory else Known(hand.size, ())
        for holder, hand in enumerate(view.hands)
    ]
    return replace(view, hands=tuple(hands))


def catch_probability(players: int) -> float:
    """The probability to get one particular card that comes by."""
    return min(0.8, 1.5 / players)


def chopsticks_value(turns_left: int) -> float:
    return min(2.0, 0.4 * (turns_left - 2)) if turns_left > 2 else 0.0


@dataclass(frozen=True, slots=True)
class MoveEvaluator:
    """Expected values of a seat's moves, and what they have in common."""

    view: View
    seat: int
    turns_left: int
    """After this one."""
    coming: tuple[float, ...]
    """Expected number of each card in the other hands."""
    catch: float
    denial: float

    @classmethod
    def of(cls, view: View, denial: float) -> "MoveEvaluator":
        seat = view.seat or 0
        seen = Counter(chain(*chain(*view.past, view.tableaus), *[hand.cards for hand in view.hands]))
        unseen = Counter(DECK) - seen - Counter({Card.PUDDING: sum(view.puddings)})
        others = [hand for holder, hand in enumerate(view.hands) if holder != seat]
        known = Counter(chain(*[hand.cards for hand in others]))
        hidden, total = view.pile + sum(hand.size - len(hand.cards) for hand in others), unseen.total()
        coming = [known[card] + (hidden * unseen[card] / total if total else 0.0) for card in Card]
        return cls(view, seat, view.turns - view.turn, tuple(coming), catch_probability(view.players), denial)

    def value(self, move: Move) -> float:
        passed = [*self.view.hand]
        for card in (*move.cards, *([] if move.dummy is None else [move.dummy])):
            passed.remove(card)
        value, tableau = 0.0, self.view.tableaus[self.seat]
        for card in move.cards:
            value += self.card_value(card, tableau, passed)
            tableau += (card,)
        if len(move.cards) == 2:
            value -= chopsticks_value(self.turns_left)
            passed.append(Card.CHOPSTICKS)
        value += self.maki_gain(move, tableau) + self.pudding_gain(move)
        return value - self.denial * self.next_player_gain(passed) if self.denial else value

    def card_value(self, card: Card, tableau: Tableau, passed: Sequence[Card]) -> float:
        """The expected points of a card by itself; maki and puddings are races, and counted there."""
        if card is Card.TEMPURA:
            if tableau.count(card) % tables.TEMPURA_SET:
                return tables.TEMPURA_POINTS
            return tables.TEMPURA_POINTS / 2 * self.probability(card, 1, passed)
        if card is Card.SASHIMI:
            lacking = tables.SASHIMI_SET - 1 - tableau.count(card) % tables.SASHIMI_SET
            return tables.SASHIMI_POINTS / SASHIMI_SHARES[lacking] * self.probability(card, lacking, passed)
        if card is Card.DUMPLING:
            count, ladder = tableau.count(card), tables.DUMPLING_POINTS
            if count >= len(ladder) - 1:
                return 0
            later = 0.5 * self.probability(card, 1, passed) if count < len(ladder) - 2 else 0
            return ladder[count + 1] - ladder[count] + later
        wasabi = WASABI_RULE.waiting(tableau)
        if card in NIGIRI:
            points = WASABI_RULE.points[card]
            return tables.WASABI_FACTOR * points - self.wasabi_value(wasabi, passed) if wasabi else points
        if card is Card.WASABI:
            return self.wasabi_value(wasabi + 1, passed)
        if card is Card.CHOPSTICKS:
            return chopsticks_value(self.turns_left)
        return 0

    def wasabi_value(self, wasabi: int, passed: Sequence[Card]) -> float:
        """The expected gain by the last of `wasabi` open wasabi: the best nigiri to come counts twice more."""
        value, missed = 0.0, 1.0
        for card in (Card.SQUID, Card.SALMON, Card.EGG):
            chance = self.probability(card, wasabi, passed)
            value += missed * chance * WASABI_RULE.points[card] * (tables.WASABI_FACTOR - 1)
            missed *= 1 - chance
        return WASABI_WEIGHT * value

    def probability(self, card: Card, needed: int, passed: Sequence[Card]) -> float:
        """The probability to get `needed` more of a card this round."""
        if needed > self.turns_left:
            return 0.0
        # The hand passed on returns only once everybody has taken from it.
        returning = passed.count(card) if len(passed) >= self.view.players else 0
        expected = self.catch * (self.coming[card] + returning * RETURN_WEIGHT)
        return heuristics.at_least(needed, min(expected, self.turns_left * MOST_A_TURN))

    def maki_gain(self, move: Move, tableau: Tableau) -> float:
        """What a move adds to the expected margin by maki."""
        before = tuple([maki_icons(each) for each in self.view.tableaus])
        after = put(before, self.seat, maki_icons(tableau))
        if move.dummy is not None:
            after = (*after[:-1], after[-1] + MAKI_ICONS[move.dummy])
        if before == after:
            return 0.0
        prizes = tables.MAKI_MOST, tables.MAKI_SECOND
        return self.gain(*[heuristics.maki(icons, self.turns_left, prizes, MAKI_EASE) for icons in (before, after)])

    def pudding_gain(self, move: Move) -> float:
        """What a move adds to the expected margin by puddings."""
        view, gained = self.view, move.cards.count(Card.PUDDING)
        if not gained and move.dummy is not Card.PUDDING:
            return 0.0
        after = put(view.puddings, self.seat, view.puddings[self.seat] + gained)
        if move.dummy is Card.PUDDING:
            after = (*after[:-1], after[-1] + 1)
        spread = 0.3 + 1.1 * (tables.ROUNDS - view.round + self.turns_left / view.turns) ** 0.5
        loss = tables.PUDDING_FEWEST if pudding_loss(view.options, view.players) else 0
        prize = tables.PUDDING_MOST
        return self.gain(*[heuristics.puddings(held, spread, prize, loss) for held in (view.puddings, after)])

    def gain(self, before: Sequence[float], after: Sequence[float]) -> float:
        """The change of the margin between expected points."""
        earlier, later = (heuristics.margin(points, self.seat, self.view.players - 1) for points in (before, after))
        return later - earlier

    def next_player_gain(self, passed: Sequence[Card]) -> float:
        """The most that the next player expects of a card of the hand they get."""
        tableau = self.view.tableaus[(self.seat + (1 if self.view.passes_left else -1)) % self.view.players]
        gains = [_RACE_GAINS.get(card) or self.card_value(card, tableau, ()) for card in dict.fromkeys(passed)]
        return max(gains, default=0.0)
