"""A game at the terminal: bots and people take their turns, every choice is saved, nothing counts before it is meant."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kaiten import record, sushi_go, sushi_roll
from kaiten.cli import cards, dice
from kaiten.cli.console import clear, out, say, say_path
from kaiten.cli.rules import show_rules
from kaiten.cli.setting import GameName
from kaiten.cli.table import show_end, show_round
from kaiten.kit.chance import RandomSource
from kaiten.kit.errors import IllegalMove, KaitenError
from kaiten.players import Bot
from kaiten.record import Recording
from kaiten.sushi_roll import Take

PERSON = "person"


class LeaveGame(Exception):  # noqa: N818  (a wish, not an error)
    """Somebody wants to stop here."""


class InputEnded(KaitenError):  # noqa: N818  (nothing that anybody did wrong)
    """Standard input is closed, so nobody can answer."""

    code = "input-ended"

    def __init__(self) -> None:
        super().__init__("standard input has ended, and there was a question to answer")


class Session:
    """Who sits where, and the game they play. `bots` has None where a person sits."""

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
        self._begun = file is not None and file.exists()

    def play(self) -> None:
        """Play to the end; raises LeaveGame, KeyboardInterrupt or InputEnded when people stop earlier."""
        while actors := self.game.rules.actors(self.game.state):
            if self.game.rules.NAME == sushi_go.NAME:
                self._turn_of_all(actors)
            else:
                self._turn_of_one(actors[0])
        show_end(self._view(None), self._everybody())
        if self.file is not None:
            say_path(f"Kept as {self.file}")

    def _view(self, seat: int | None) -> Any:
        return self.game.rules.view(self.game.state, seat)

    def _everybody(self) -> list[str]:
        state = self.game.state
        return cards.names_with_dummy(self._view(None), self.names) if hasattr(state, "hands") else [*self.names]

    def save(self) -> None:
        """Keep the game as it stands."""
        if self.file is not None:
            record.write(self.file, self.game.record())

    def _choose(self, seat: int, move: Any) -> None:
        before = self.game.state
        self.game.choose(seat, move)
        self._begun = self._begun or seat in self.people
        if self._begun:  # a game in which no person has done anything yet is not worth a file
            self.save()
        self._tell(before, seat, move)

    def _bot_move(self, seat: int) -> Any:
        bot = self._bots[seat]
        return None if bot is None else bot(self._view(seat), self._sources[seat])

    def _turn_of_all(self, actors: Sequence[int]) -> None:
        """Sushi Go!: everybody chooses, then all is revealed. Until then any choice may be taken back."""
        for seat in actors:
            if seat not in self.people:
                self._choose(seat, self._bot_move(seat))
        waiting = [seat for seat in actors if seat in self.people]
        for seat in waiting[:-1]:
            self._choose(seat, self._ask(seat))
        if waiting:
            last = waiting[-1]
            move = self._ask(last)
            while (again := self._confirm(last, move)) is not None:
                if again == last:
                    move = self._ask(last)
                else:
                    self._choose(again, self._ask(again))
            self._choose(last, move)

    def _turn_of_one(self, seat: int) -> None:
        """Sushi Roll: one action; a person's counts once it is confirmed."""
        if seat not in self.people:
            self._choose(seat, self._bot_move(seat))
            return
        move = self._ask(seat)
        while self._confirm(seat, move) is not None:
            move = self._ask(seat)
        self._choose(seat, move)

    def _ask(self, seat: int) -> Any:
        """Show the table to a person and read what they choose."""
        view = self._view(seat)
        if len(self.people) > 1 and isinstance(view, sushi_go.View):
            clear()
            self._input(f"{self.names[seat]}, take the keyboard and press Enter when nobody else looks. ")
        say()
        if len(self.people) > 1:
            say(f"{self.names[seat]}, it is your turn.", style="bold")
        self._show(view)
        while True:
            text = self._input("Your choice (? for help): ").strip()
            try:
                if not self._command(view, text):
                    move = self._read(view, text)
                    self.game.rules.choose(self.game.state, seat, move)  # only to see whether it may
                    return move
            except IllegalMove as error:
                say(f"Not {error.move}: {error.problem}.", style="yellow")
            except KaitenError as error:
                say(f"{error}.", style="yellow")

    def _show(self, view: Any) -> None:
        if isinstance(view, sushi_go.View):
            cards.show(view, self.names)
        elif view.last is not None and view.last[0] == view.seat and not isinstance(view.last[1], Take):
            # In the same turn, after a menu or a swap, the table is known.
            say(f"{dice.tokens(view, view.seat)}.")
            dice.show_belt(view)
        else:
            dice.show(view, self.names)

    def _read(self, view: Any, text: str) -> Any:
        return cards.read(view, text) if isinstance(view, sushi_go.View) else dice.read(view, text, self.names)

    def _command(self, view: Any, text: str) -> bool:
        """Whether the text was a wish other than a choice."""
        is_cards = isinstance(view, sushi_go.View)
        word = text.lower()
        if word in {"q", "quit"}:
            raise LeaveGame
        if word in {"", "?", "h", "help"}:
            say(cards.HELP if is_cards else dice.HELP)
        elif word in {"r", "rules"}:
            show_rules(GameName(self.game.rules.NAME))
        elif is_cards and word in {"m", "memory"}:
            cards.show_memory(view, self.names)
        else:
            return False
        return True

    def _confirm(self, seat: int, move: Any) -> int | None:
        """None when it counts; else the seat that wants to choose again."""
        if self._quick:
            return None
        view = self._view(seat)
        if isinstance(view, sushi_go.View):
            alone = len(self.people) == 1
            said = f"You chose {cards.describe(move)}." if alone else "Everybody has chosen."
            undo = "u to choose again" if alone else "a name to choose again"
            question = f"{said} Enter to reveal, {undo}: "
        else:
            alone = True
            question = f"You {dice.describe(view, move, self.names)}. Enter to do it, u to choose again: "
        while True:
            answer = self._input(question).strip().lower()
            if not answer:
                return None
            if answer in {"q", "quit"}:
                raise LeaveGame
            if alone and answer in {"u", "undo", "n", "no"}:
                return seat
            if not alone:
                for person in self.people:
                    if answer == self.names[person].lower():
                        return person

    def _input(self, question: str) -> str:
        try:
            return out.input(question, markup=False)
        except EOFError:
            raise InputEnded from None

    def _tell(self, before: Any, seat: int, move: Any) -> None:
        """What everybody sees happen."""
        after = self.game.state
        rules = self.game.rules
        if isinstance(before, sushi_go.State):
            if (after.round, after.turn, after.past) == (before.round, before.turn, before.past):
                return
            if len(self.people) > 1:
                clear()
            say()
            for chooser, chosen in enumerate(after.revealed):
                say(cards.announce(self.names[chooser], chosen))
            tallies = sushi_go.tally_round(after.past[-1]) if after.past else ()
        else:
            say(dice.announce(rules.view(before, None), rules.view(after, None), seat, move, self.names))
            if after.cycle != before.cycle and len(after.past) == len(before.past):
                say("The belts slide to the left, and all dice are rolled again.")
            tallies = sushi_roll.tally_round(after.past[-1]) if after.past else ()
        if len(after.past) > len(before.past):
            totals = [sum(column) for column in zip(*rules.view(after, None).rounds, strict=True)]
            show_round(before.round, self._everybody(), tallies, totals)
            if not after.over:
                self._input("Enter for the next round. ")
