"""The texts by which the tests find things, as `web/src/words/en.ts` has them."""

import re

GAMES = {"sushi-go": "Sushi Go!", "sushi-roll": "Sushi Roll"}

LINE_LOST = "No connection."
BOT_HERE = "Put a bot here"
START = "Start the game"
SIT_DOWN = "Sit down"
OPEN_TABLE = "Open the table"
GO_ON = "Go on"
AGAIN = "Play again"
TO_NEXT = "To the next game"
RECORD = "Download the record"
CHECK = "Check the deal"
FAIR = "The deal was fair"
HOME = "To the start page"
CHOPSTICKS = "Use chopsticks: take two"
HAND = "Your hand"
TABLE = "Your table"
BELT = "Your belt"
MENU = "Table menu"
SETTINGS = "Settings"
RULES = "The rules"

# What the bar says once a choice can be confirmed, and once it lies face down.
CONFIRM = re.compile(r"^(Keep |Take (?!one only|a die)|“Sushi Go!” )|for you, .+ for the dummy$")
KEPT = re.compile(r"^You keep ")


def round_of(number: int) -> str:
    return f"Round {number} of 3"
