"""The numbers of Sushi Go!, each written once, with the clause it comes from."""

# SG-1, in the order every list of cards follows.
DECK = {
    "T": 14,
    "S": 14,
    "D": 14,
    "M1": 6,
    "M2": 12,
    "M3": 8,
    "N1": 5,
    "N2": 10,
    "N3": 5,
    "P": 10,
    "W": 6,
    "C": 4,
}

HAND_SIZE = {2: 10, 3: 9, 4: 8, 5: 7}  # SG-2
ROUNDS = 3  # SG-3

DUMMY_PLAYERS = 2  # SG-19: two people,
DUMMY_HAND_SIZE = 9  # with hands of nine, and nine in the pile between them

MAKI_ICONS = {"M1": 1, "M2": 2, "M3": 3}  # SG-14
MAKI_MOST = 6
MAKI_SECOND = 3

TEMPURA_SET = 2  # SG-15
TEMPURA_POINTS = 5
SASHIMI_SET = 3
SASHIMI_POINTS = 10
DUMPLING_POINTS = (0, 1, 3, 6, 10, 15)  # by how many; more than five score as five
NIGIRI_POINTS = {"N1": 1, "N2": 2, "N3": 3}
WASABI_FACTOR = 3

PUDDING_MOST = 6  # SG-17
PUDDING_FEWEST = 6  # a loss
PUDDING_LOSS_FROM = 3  # with fewer players nobody loses points
