"""The numbers of the rules, laid out for kernels: each comes from `kaiten.sushi_go`, and none is typed here."""

import numpy as np

from kaiten.fast.packed_counts import BITS, MOST, U
from kaiten.sushi_go import scoring, tables
from kaiten.sushi_go.cards import DECK as CARDS
from kaiten.sushi_go.cards import MAKI_ICONS, Card
from kaiten.sushi_go.cards import NIGIRI as NIGIRI_CARDS

DECK = np.array([card.value for card in CARDS], dtype=np.uint8)
ROUNDS = tables.ROUNDS
NOBODY = -1
"""No card, no seat."""

PUDDING, WASABI, CHOPSTICKS = Card.PUDDING.value, Card.WASABI.value, Card.CHOPSTICKS.value
TEMPURA, SASHIMI, DUMPLING = Card.TEMPURA.value, Card.SASHIMI.value, Card.DUMPLING.value
MAKI_1, MAKI_2, MAKI_3 = Card.MAKI_1.value, Card.MAKI_2.value, Card.MAKI_3.value

NIGIRI_POINTS = np.array([tables.NIGIRI_POINTS.get(card.code, 0) for card in Card], dtype=np.int64)
DIPPED_MORE = tables.WASABI_FACTOR - 1
"""What a nigiri on wasabi is worth, beside itself, in nigiri."""

# Sets, by how many there are: what `score_alone` says of them.
_COUNTS = range(int(MOST) + 1)
TEMPURA_POINTS = np.array([scoring.tempura_points(number) for number in _COUNTS], dtype=np.int64)
SASHIMI_POINTS = np.array([scoring.sashimi_points(number) for number in _COUNTS], dtype=np.int64)
DUMPLING_POINTS = np.array([scoring.dumpling_points(number) for number in _COUNTS], dtype=np.int64)
ICONS_1, ICONS_2, ICONS_3 = (MAKI_ICONS[card] for card in (Card.MAKI_1, Card.MAKI_2, Card.MAKI_3))
MAKI_MOST, MAKI_SECOND = tables.MAKI_MOST, tables.MAKI_SECOND
PUDDING_MOST, PUDDING_FEWEST = tables.PUDDING_MOST, tables.PUDDING_FEWEST

# A packed tableau is a word of counts, with the open wasabi in the bits above.
OPEN_AT = U(BITS * len(Card))
ONE_OPEN = U(1) << OPEN_AT
ADDED = np.array([(1 << BITS * card) + (int(ONE_OPEN) if card is Card.WASABI else 0) for card in Card], dtype=np.uint64)
"""What a card adds to a packed tableau."""


CHOPSTICKS_FIELD, PUDDING_FIELD = MOST << U(BITS * CHOPSTICKS), MOST << U(BITS * PUDDING)
NIGIRI_GUARDS = U(sum(16 << BITS * card for card in NIGIRI_CARDS))
ONE_CHOPSTICKS = U(1 << BITS * Card.CHOPSTICKS)

# A move is a number: one card, two of different kinds in the order of the kinds, two of a kind, and last those pairs the
# other way round whose order can make a difference (SG-12).
_KINDS = range(len(Card))
_PAIRS = [(low, high) for high in _KINDS for low in range(high)]
_NIGIRI = sorted(card.value for card in NIGIRI_CARDS)
_SWAPPED = [(WASABI, low) for low in _NIGIRI] + [(high, low) for high in _NIGIRI for low in _NIGIRI if low < high]
_MOVES = [(kind, -1) for kind in _KINDS] + _PAIRS + [(kind, kind) for kind in _KINDS] + _SWAPPED

FIRST = np.array([first for first, _ in _MOVES], dtype=np.int64)
SECOND = np.array([second for _, second in _MOVES], dtype=np.int64)
"""The second card of a move; -1 where it is one card."""
MOVES = len(_MOVES)
ACTIONS = MOVES * (1 + len(Card))
"""With the dummy: a move alone, or with tempura for the dummy, with sashimi, and so on: `MOVES * (1 + card) + move`."""
PAIRS_FROM = len(Card)
DOUBLES_FROM = PAIRS_FROM + len(_PAIRS)
SWAPPED_FROM = DOUBLES_FROM + len(Card)
NIGIRI, NIGIRI_FROM = len(_NIGIRI), _NIGIRI[0]
SWAPPED_NIGIRI_FROM = SWAPPED_FROM + len(_NIGIRI)

LOW = np.array([low for low, _ in _PAIRS], dtype=np.int64)
HIGH = np.array([high for _, high in _PAIRS], dtype=np.int64)
"""The k-th pair of indices, LOW < HIGH, in the order of `_PAIRS`."""
