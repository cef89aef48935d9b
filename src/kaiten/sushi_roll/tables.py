"""The numbers of Sushi Roll, each written once, with the clause it comes from."""

# SR-1: for each kind of die how many there are and their six faces, in the order every list of dice follows.
DICE = {
    "nigiri": (5, ("N1", "N1", "N2", "N2", "N2", "N3")),
    "maki": (6, ("M1", "M1", "M2", "M2", "M3", "M3")),
    "appetizer": (10, ("D", "D", "D", "T", "T", "S")),
    "specials": (5, ("W", "W", "U2", "U2", "C1", "C2")),
    "pudding": (4, ("P1", "P1", "P2", "P2", "P3", "P3")),
}

MENU_TOKENS = 18  # SR-2
CHOPSTICKS_TOKENS = 12
PUDDING_TOKENS = 32

DICE_EACH = {2: 8, 3: 7, 4: 6, 5: 5}  # SR-3
START_MENUS = 3
START_CHOPSTICKS = 2
ROUNDS = 3  # SR-9
EXTRA_SLIDE_PLAYERS = 3  # SR-9: with this many, and only then, belts slide between rounds

# SR-7: tokens that a taken face gives.
MENU_ICONS = {"U2": 2}
CHOPSTICKS_ICONS = {"C1": 1, "C2": 2}
PUDDING_ICONS = {"P1": 1, "P2": 2, "P3": 3}

MAKI_ICONS = {"M1": 1, "M2": 2, "M3": 3}  # SR-10
MAKI_MOST = 6
MAKI_SECOND = 3

NIGIRI_POINTS = {"N1": 1, "N2": 2, "N3": 3}  # SR-11
WASABI_FACTOR = 3

# SR-12: points of a set of none, one, two, three; then a new set begins.
DUMPLING_POINTS = (0, 2, 4, 8)
TEMPURA_POINTS = (0, 1, 5, 10)
SASHIMI_POINTS = (0, 0, 6, 13)

PUDDING_MOST = 6  # SR-13
PUDDING_FEWEST = 6  # a loss
PUDDING_LOSS_FROM = 3  # with fewer players nobody loses points
TOKENS_A_POINT = 2
