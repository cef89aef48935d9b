"""A game at the terminal: people and bots play, a choice counts once confirmed, and every choice is saved."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kaiten import record
from kaiten.cli.console import clear, out, printable, say, say_path
from kaiten.cli.games import SCREENS
from kaiten.cli.rules import show_rules
from kaiten.cli.table import show_end, show_round, with_dummy
from kaiten.kit.chance import RandomSource
from kaiten.kit.errors import IllegalMove, KaitenError
from kaiten.players.bot import Bot
from kaiten.record import FileError, Recording

PERSON = "person"


class LeaveGame(Exception):  # noqa: N818  (control flow, not an error)
    """A player leaves the game."""


class InputEnded(KaitenError):  # noqa: N818  (a state of the input)
    """Standard input has ended, so a question cannot be answered."""

    code = "input-ended"

    def __init__(self) -> None:
        super().__init__("standard input has ended, and there was a question to answer")


class Session:
    """A game with its people and bots. `bots` has None at the seats of people."""

    def __init__(
        self,
        game: Recording,
        bots: Sequence[Bot | None],
        sources: Sequence[RandomSource],
        *,
        file: Path | None,
        quick: bool,
    ) -> None:
        self.game = game
        self.names = game.players
        self.people = [seat for seat, bot in enumerate(bots) if bot is None]
        self.file = file
        self._bots = bots
        self._sources = sources
        self._quick = quick
        self._screen = SCREENS[game.rules.NAME]
        self._simultaneous = game.rules.SIMULTANEOUS
        self._kept = _content(file)

    @property
    def kept(self) -> bool:
        """Whether there is a file to resume from."""
        return self._kept is not None

    def play(self) -> None:
        """Play to the end; raises LeaveGame, KeyboardInterrupt or InputEnded when people stop earlier."""
        while actors := self.game.rules.actors(self.game.state):
            if self._simultaneous:
                self._turn_of_all(actors)
            else:
                self._turn_of_one(actors[0])
        show_end(self._view(None), self._everybody())
        if self.file is not None:
            say_path(f"Saved as {self.file}")

    def save(self) -> None:
        """Save the game, unless another program has written to its file."""
        if self.file is None:
            return
        if _content(self.file) != self._kept:
            raise FileError(
                f"{self.file} was changed by another program meanwhile, so this game stops without writing it"
            )
        record.write(self.file, self.game.record())
        self._kept = _content(self.file)

    def _view(self, seat: int | None) -> Any:
        return self.game.rules.view(self.game.state, seat)

    def _everybody(self) -> list[str]:
        return with_dummy(self.names, self.game.rules.dummies(self.game.state.options))

    def _choose(self, seat: int, move: Any) -> None:
        before = self.game.state
        self.game.choose(seat, move)
        # A game is saved from a person's first choice on.
        if self.kept or seat in self.people:
            self.save()
        self._print_events(before, seat, move)

    def _bot_move(self, seat: int) -> Any:
        bot = self._bots[seat]
        return None if bot is None else bot(self._view(seat), self._sources[seat])

    def _turn_of_all(self, actors: Sequence[int]) -> None:
        """Simultaneous choices: all seats choose, then all choices are revealed. Until then people may change theirs.

        People choose first, so that bots are compiled in the background meanwhile.
        """
        waiting = [seat for seat in actors if seat in self.people]
        for seat in waiting[:-1]:
            self._choose(seat, self._ask(seat))
        move = self._confirmed(waiting[-1]) if waiting else None
        for seat in actors:
            if seat not in self.people:
                self._choose(seat, self._bot_move(seat))
        if waiting:
            self._choose(waiting[-1], move)

    def _confirmed(self, last: int) -> Any:
        """The confirmed choice of the last person. Before that, people may choose again."""
        move = self._ask(last)
        while (again := self._confirm(last, move)) is not None:
            if again == last:
                move = self._ask(last)
            else:
                self._choose(again, self._ask(again))
        return move

    def _turn_of_one(self, seat: int) -> None:
        """A sequential action of one seat; a person's counts once it is confirmed."""
        if seat not in self.people:
            self._choose(seat, self._bot_move(seat))
            return
        move = self._ask(seat)
        while self._confirm(seat, move) is not None:
            move = self._ask(seat)
        self._choose(seat, move)

    def _ask(self, seat: int) -> Any:
        """Show the table to a person and read their choice."""
        view = self._view(seat)
        if len(self.people) > 1 and self._simultaneous:
            clear()
            self._input(f"{self.names[seat]}, take the keyboard and press Enter when nobody else looks. ")
        say()
        if len(self.people) > 1:
            say(f"{self.names[seat]}, it is your turn.", style="bold")
        self._screen.show(view, self.names)
        forced = self._simultaneous and len(view.legal) == 1
        question = "Enter puts it down (? for help): " if forced else "Your choice (? for help): "
        while True:
            text = self._input(question)
            if forced and not text:
                return view.legal[0]
            try:
                if not self._command(view, text):
                    move = self._screen.read(view, text, self.names)
                    self.game.rules.choose(self.game.state, seat, move)  # only to check that it is legal
                    return move
            except IllegalMove as error:
                say(f"Not {error.move}: {error.problem}.", style="yellow")
            except KaitenError as error:
                text = str(error)
                say(f"{text[:1].upper()}{text[1:]}.", style="yellow")

    def _command(self, view: Any, text: str) -> bool:
        """Carry out a command such as help; whether the text was one."""
        word = text.lower()
        if word in {"", "?", "h", "help"}:
            say(self._screen.help_text(view))
        elif word in {"r", "rules"}:
            show_rules(self.game.rules.NAME)
        elif word in {"m", "memory"}:
            self._screen.show_memory(view, self.names)
        else:
            return False
        return True

    def _confirm(self, seat: int, move: Any) -> int | None:
        """Ask to confirm a choice: None when it counts, else the seat that wants to choose again."""
        view = self._view(seat)
        alone = len(self.people) == 1 or not self._simultaneous
        if self._quick or (alone and self._simultaneous and len(view.legal) == 1):
            return None
        if not alone:
            clear()  # hides the last player's hand from the others
            question = "Everybody has chosen. Enter to reveal, a name to choose again: "
        else:
            question = self._screen.confirm_text(view, move, self.names)
        again = {self.names[person].lower(): person for person in self.people}
        if alone:
            again = {"u": seat, "undo": seat, "n": seat, "no": seat}
        while (answer := self._input(question).lower()) not in {"", "y", "yes"}:
            if answer in again:
                return again[answer]
        return None

    def _input(self, question: str) -> str:
        """The answer to any question; `q` always leaves the game."""
        try:
            if sys.stdin is None:
                raise InputEnded
            answer = out.input(printable(question), markup=False).strip()
        except EOFError:
            raise InputEnded from None
        if answer.lower() in {"q", "quit"}:
            raise LeaveGame
        return answer

    def _print_events(self, before: Any, seat: int, move: Any) -> None:
        """Print the public events of a choice."""
        after = self.game.state
        lines = self._screen.describe_events(before, after, seat, move, self.names)
        if not lines:
            return
        for line in lines:
            say(line)
        if len(after.past) > len(before.past):
            totals = [sum(column) for column in zip(*self._view(None).rounds, strict=True)]
            show_round(before.round, self._everybody(), self.game.rules.tally_past(after), totals)
            if not after.over:
                self._input("Enter for the next round. ")
        elif len(self.people) > 1 and self._simultaneous:
            self._input("Enter when everybody has seen it. ")


def _content(file: Path | None) -> bytes | None:
    try:
        return file.read_bytes() if file is not None else None
    except OSError:
        return None
