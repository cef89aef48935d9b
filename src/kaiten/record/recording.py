"""A game in play that records its draws and choices."""

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from typing import Any

from kaiten.kit.chance import Chance, Drawn, Owed, SeededChance
from kaiten.kit.game import GameName, settled
from kaiten.record.fairness import fairness, seeded_chance
from kaiten.record.record import Record, RecordedChance, choices_a_turn, game_named
from kaiten.record.replay import scores_of, verify


class Recording:
    """A game in play: resolves its chance nodes and records every draw and choice, and the seeds of a `SeededChance`.

    >>> from kaiten import sushi_go
    >>> game = Recording("sushi-go", ["Ana", "Ben"], sushi_go.Options(), SeededChance(bytes(32)))
    >>> for seat in (0, 1):
    ...     game.choose(seat, sushi_go.legal(game.state, seat)[0])
    >>> game.record().choices
    ((0, 'T'), (1, 'S'))
    """

    def __init__(
        self,
        game: GameName,
        players: Sequence[str],
        options: Any,
        chance: Chance,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules = game_named(game)
        self.players = tuple(players)
        self.more = dict(more or {})
        if isinstance(chance, SeededChance) and len(chance.seat_seeds) == len(self.players):
            self.more.setdefault("fairness", fairness(chance))
        self._draws: dict[str, list[Drawn]] = {}
        self._choices: list[tuple[int, str]] = []
        self._round_start = 0
        """How many choices had been made when the round began, changed ones counted once."""
        self._chance = chance
        self._state = settled(self.rules, self.rules.new(options, len(self.players)), self)

    @classmethod
    def resume(cls, record: Record, chance: Chance) -> "Recording":
        """Resume a record where it stops, drawing from its own seeds if it carries them, else from `chance`."""
        verify(record)
        chance = RecordedChance(record.draws, seeded_chance(record) or chance)
        game = cls(record.game, record.players, record.options, chance, record.more)
        for seat, text in record.choices:
            game.choose(seat, game.rules.parse_move(text))
        return game

    def copy(self) -> "Recording":
        """An independent copy of the game, whose chance continues with the same draws."""
        other = copy(self)
        other.more = dict(self.more)
        other._draws = {name: [*drawn] for name, drawn in self._draws.items()}
        other._choices = [*self._choices]
        # A deep copy works for any chance; a SeededChance, which tables use, has a faster copy.
        other._chance = copy(self._chance) if isinstance(self._chance, SeededChance) else deepcopy(self._chance)
        return other

    @property
    def state(self) -> Any:
        return self._state

    @property
    def turn_key(self) -> tuple[int, int]:
        """Round and turn that a choice has to name."""
        return self.rules.turn_key(self._state, len(self._choices) - self._round_start)

    def draw(self, owed: Owed) -> Drawn:
        """Draw and record the result."""
        drawn = self._chance.draw(owed)
        self._draws.setdefault(owed.name, []).append(drawn)
        return drawn

    def choose(self, seat: int, move: Any) -> None:
        """Play this choice, or change it, and resolve the chance nodes after it."""
        changed = seat not in self.rules.actors(self._state)
        round_before = self._state.round
        self._state = settled(self.rules, self.rules.choose(self._state, seat, move), self)
        if changed:
            # Only a choice of this turn can be changed, and it is the seat's last.
            place = max(index for index, (chooser, _) in enumerate(self._choices) if chooser == seat)
            del self._choices[place]
        self._choices.append((seat, self.rules.format_move(move)))
        if self._state.round != round_before:
            self._round_start = len(self._choices)

    def record(self) -> Record:
        """The game so far."""
        outcome = self.rules.outcome(self._state)
        among_options = [lot.name for lot, _ in self.rules.option_lots(self._state.options)]
        return Record(
            game=self.rules.NAME,
            players=self.players,
            options=self._state.options,
            draws={name: tuple(drawn) for name, drawn in self._draws.items() if name not in among_options},
            choices=self._in_order(),
            scores=None if outcome is None else scores_of(outcome),
            more=self.more,
        )

    def _in_order(self) -> tuple[tuple[int, str], ...]:
        """The choices with those of one turn in seat order, in whatever order they were made."""
        row = choices_a_turn(self.rules, len(self.players))
        turns = [sorted(self._choices[start : start + row]) for start in range(0, len(self._choices), row)]
        return tuple([choice for turn in turns for choice in turn])
