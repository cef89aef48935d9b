"""Texts by which the tests find elements, as in `web/src/words/en.ts`."""

import re

GAMES = {"sushi-go": "Sushi Go!", "sushi-roll": "Sushi Roll"}

CONNECTION_LOST = "No connection."
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

# Texts of the action bar: a choice that can be confirmed, and one that is.
CONFIRM = re.compile(r"^(Keep |Take (?!one only|a die)|“Sushi Go!” )|for you, .+ for the dummy$")
KEPT = re.compile(r"^You keep ")


def round_of(number: int) -> str:
    return f"Round {number} of 3"
