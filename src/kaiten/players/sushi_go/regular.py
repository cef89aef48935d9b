"""Regular: a player with sensible plans.

It asks of each card what it will probably be worth by the end of the round: sets it can still finish, the maki race,
how the puddings stand, whether a nigiri will come for the wasabi; and it does not hand the next player what they want.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kaiten.kit.chance import RandomSource
from kaiten.kit.seats import put
from kaiten.players import prospects
from kaiten.players.bot import best
from kaiten.players.prospects import at_least, margin
from kaiten.sushi_go import DECK, Card, Move, Tableau, View, tables
from kaiten.sushi_go.cards import DIP, MAKI_ICONS, NIGIRI
from kaiten.sushi_go.scoring import maki_icons, pudding_loss

SPITE = {2: 0.75, 3: 0.3, 4: 0.2, 5: 0.15}
"""How much regular minds what it hands on, by the number of players."""


def regular(view: View, source: RandomSource) -> Move:
    """The choice with the best prospects."""
    return best(view.legal, Situation.of(view, SPITE[view.players]).worth, source)


@dataclass(frozen=True, slots=True)
class Situation:
    """What the player has worked out before looking at single choices."""

    view: View
    seat: int
    left: int
    """Turns left after this one."""
    coming: tuple[float, ...]
    """How many of each card may still come by, besides those in the own hand."""
    grip: float
    """The chance to get one particular card that comes by."""
    spite: float
    """How much of what the next player could gain from the passed hand counts against a choice."""

    @classmethod
    def of(cls, view: View, spite: float) -> "Situation":
        seat = view.seat or 0
        unseen = Counter(DECK) - Counter({Card.PUDDING: sum(view.puddings)})
        for tableaus in (*view.past, view.tableaus):
            for tableau in tableaus:
                unseen -= Counter(tableau)
        coming = [0.0] * len(Card)
        hidden = view.pile
        for holder, known in enumerate(view.hands):
            unseen -= Counter(known.cards)
            if holder != seat:
                hidden += known.size - len(known.cards)
                for card in known.cards:
                    coming[card] += 1
        total = unseen.total()
        if total:
            for card in Card:
                coming[card] += hidden * unseen[card] / total
        grip = min(0.8, 1.5 / view.players)
        return cls(view, seat, view.turns - view.turn, tuple(coming), grip, spite)

    def worth(self, move: Move) -> float:
        view, seat = self.view, self.seat
        rest = [*view.hand]
        for card in (*move.cards, *([] if move.dummy is None else [move.dummy])):
            rest.remove(card)
        worth = 0.0
        tableau = view.tableaus[seat]
        for card in move.cards:
            worth += self.gain(card, tableau, rest)
            tableau += (card,)
        if len(move.cards) == 2:
            worth -= self.chopsticks()
            rest.append(Card.CHOPSTICKS)
        worth += self.race(move, tableau) + self.dessert(move)
        return worth - self.spite * self.gift(rest) if self.spite else worth

    def gain(self, card: Card, tableau: Tableau, rest: Sequence[Card]) -> float:
        """What a card will probably add to a table by itself; maki and puddings are compared elsewhere."""
        if card is Card.TEMPURA:
            if tableau.count(card) % tables.TEMPURA_SET:
                return tables.TEMPURA_POINTS
            return tables.TEMPURA_POINTS / 2 * self.chance(card, 1, rest)
        if card is Card.SASHIMI:
            lacking = tables.SASHIMI_SET - 1 - tableau.count(card) % tables.SASHIMI_SET
            share = tables.SASHIMI_POINTS / (1, 1.9, 3)[lacking]
            return share * self.chance(card, lacking, rest)
        if card is Card.DUMPLING:
            count = tableau.count(card)
            ladder = tables.DUMPLING_POINTS
            if count >= len(ladder) - 1:
                return 0
            hope = 0.5 * self.chance(card, 1, rest) if count < len(ladder) - 2 else 0
            return ladder[count + 1] - ladder[count] + hope
        if card in NIGIRI:
            return self.nigiri(card, tableau, rest)
        if card is Card.WASABI:
            return self.dip(DIP.waiting(tableau) + 1, rest)
        if card is Card.CHOPSTICKS:
            return self.chopsticks()
        return 0

    def nigiri(self, card: Card, tableau: Tableau, rest: Sequence[Card]) -> float:
        points = DIP.points[card]
        waiting = DIP.waiting(tableau)
        if not waiting:
            return points
        return tables.WASABI_FACTOR * points - self.dip(waiting, rest)

    def dip(self, waiting: int, rest: Sequence[Card]) -> float:
        """What one more wasabi adds: the best nigiri that will probably come, tripled, counts twice more."""
        value, missed = 0.0, 1.0
        for card in (Card.SQUID, Card.SALMON, Card.EGG):
            chance = self.chance(card, waiting, rest)
            value += missed * chance * DIP.points[card] * (tables.WASABI_FACTOR - 1)
            missed *= 1 - chance
        return 0.8 * value

    def chopsticks(self) -> float:
        return min(2.0, 0.4 * (self.left - 2)) if self.left > 2 else 0.0

    def chance(self, card: Card, needed: int, rest: Sequence[Card]) -> float:
        """The chance to get so many more of a card this round."""
        if needed > self.left:
            return 0.0
        # The hand passed on comes back only once everybody has taken from it.
        back = rest.count(card) if len(rest) >= self.view.players else 0
        expected = self.grip * (self.coming[card] + back * 0.6)
        return at_least(needed, min(expected, self.left * 0.9))

    def race(self, move: Move, tableau: Tableau) -> float:
        """Maki: what it brings ahead of the others on average."""
        before = [maki_icons(t) for t in self.view.tableaus]
        after = put(tuple(before), self.seat, maki_icons(tableau))
        if move.dummy is not None:
            after = (*after[:-1], after[-1] + MAKI_ICONS[move.dummy])
        if tuple(before) == after:
            return 0.0
        return self.ahead(_maki_prospects(after, self.left)) - self.ahead(_maki_prospects(before, self.left))

    def dessert(self, move: Move) -> float:
        """Puddings: what they bring ahead of the others on average."""
        gained = move.cards.count(Card.PUDDING)
        if not gained and move.dummy is not Card.PUDDING:
            return 0.0
        view = self.view
        counts = put(view.puddings, self.seat, view.puddings[self.seat] + gained)
        if move.dummy is Card.PUDDING:
            counts = (*counts[:-1], counts[-1] + 1)
        rounds_left = tables.ROUNDS - view.round + self.left / view.turns
        loss = pudding_loss(view.options, view.players)
        after = _pudding_prospects(counts, rounds_left, loss=loss)
        return self.ahead(after) - self.ahead(_pudding_prospects(view.puddings, rounds_left, loss=loss))

    def ahead(self, points: Sequence[float]) -> float:
        return margin(points, self.seat, self.view.players - 1)

    def gift(self, rest: Sequence[Card]) -> float:
        """What the next player could gain from the hand they get."""
        if not rest:
            return 0.0
        view = self.view
        step = 1 if view.passes_left else -1
        tableau = view.tableaus[(self.seat + step) % view.players]
        gains = []
        for card in dict.fromkeys(rest):
            gain = self.gain(card, tableau, ())
            if MAKI_ICONS[card]:
                gain = 1.2 * MAKI_ICONS[card]
            elif card is Card.PUDDING:
                gain = 2.0
            gains.append(gain)
        return max(gains)


def _maki_prospects(icons: Sequence[int], left: int) -> list[float]:
    return prospects.maki(icons, left, (tables.MAKI_MOST, tables.MAKI_SECOND), ease=0.25)


def _pudding_prospects(counts: Sequence[int], rounds_left: float, *, loss: bool) -> list[float]:
    lost = tables.PUDDING_FEWEST if loss else 0
    return prospects.puddings(counts, 0.3 + 1.1 * rounds_left**0.5, tables.PUDDING_MOST, lost)
