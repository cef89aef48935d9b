"""Scenarios for a pair of twin tables: equal in public, different in hidden actions."""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from kaiten import sushi_go
from kaiten.kit.chance import Stream
from kaiten.protocol import sushi_go as cards_wire
from kaiten.protocol import sushi_roll as dice_wire
from kaiten.protocol.wire import Wire
from tests.hostile.deals import Deal, cards, dice
from tests.playing import CARD_OPTIONS

TABS = ("tab0", "tab1", "tab2")
"""More devices of the viewer."""
EARLY = ("early0", "early1", "early2", "early3")
LATE = ("late0", "late1", "late2", "late3")
"""Spectators, from before the game or from later on."""
PHRASES = ("hello", "yum", "wow", "thinking")
ASKED = ("/api/tables/{table}", "/api/tables/{table}/record", "/api/codes/{code}", "/api/tables")
ASKED_BY_OWNER = ("/api/me", "/api/me/games", "/api/me/data")


@dataclass(frozen=True, slots=True)
class Step:
    """`who` does `what`; in only one of the twins if `world` is set; `content` may differ per twin."""

    what: str
    who: str = ""
    content: Any = None
    world: int | None = None


@dataclass(slots=True)
class Scenario:
    """A pair of games: set-up and steps."""

    name: str
    deal: Deal
    game: str
    clock: str
    spectators: bool
    people: tuple[int, ...]
    steps: list[Step] = field(default_factory=list)
    finals: list[tuple[Any, Any]] = field(default_factory=list)
    """Sushi Go!: each seat's choice in the last turn, for both twins."""
    last: tuple[Step, ...] = ()
    """The steps that reveal the difference."""

    @property
    def watchers(self) -> tuple[str, ...]:
        """Viewers whose frames are compared: the viewer on four devices, and eight spectators."""
        seat = self.deal.viewer
        own = () if seat is None else (f"seat{seat}", *TABS)
        return (*own, *EARLY, *LATE)


def make_scenario(number: int, key: bytes) -> Scenario:
    """A random scenario, determined by the key."""
    source = Stream(key, [number.to_bytes(8, "big")])
    names = [*CARD_OPTIONS]
    options = CARD_OPTIONS[names[source.uniform(len(names))]]
    is_dice = source.uniform(5) == 0
    players = 2 if options.dummy and not is_dice else 2 + source.uniform(4)
    viewer = [None, *range(players)][source.uniform(players + 1)]
    deal = dice(players, viewer, source) if is_dice else cards(options, players, viewer, source)
    return _ScenarioBuilder(number, deal, "sushi-roll" if is_dice else "sushi-go", source).scenario


class _ScenarioBuilder:
    """Builds a scenario."""

    def __init__(self, number: int, deal: Deal, game: str, source: Stream) -> None:
        self._source = source
        self._deal = deal
        last = deal.last[0] if deal.last else None
        # The viewer, the last to act and most others are people; the rest are bots.
        needed = {deal.viewer if deal.viewer is not None else 0, last}
        people = tuple([seat for seat in range(deal.players) if seat in needed or source.uniform(4)])
        clock = ("none", "none", "relaxed", "brisk")[source.uniform(4)]
        self.scenario = Scenario(f"g{number}", deal, game, clock, source.uniform(4) > 0, people)
        self._away: set[int] = set()
        self._chosen = {*range(deal.players)} - {*people}
        """Seats that have chosen in this turn."""
        self._write()

    @property
    def _hidden(self) -> list[int]:
        return [seat for seat in self.scenario.people if seat != self._deal.viewer]

    def _write(self) -> None:
        self._before_the_game()
        if self.scenario.game == "sushi-roll":
            self._dice()
            return
        for number, moves in enumerate(self._deal.turns):
            self._public_actions()
            self._turn(number, moves)
        self._public_actions()
        self._last_turn()

    def _before_the_game(self) -> None:
        for who in (*EARLY, *[f"seat{seat}" for seat in self.scenario.people]):
            self._add("connect", who)
        for seat in range(self._deal.players):
            if seat in self.scenario.people:
                self._add("sit", f"seat{seat}", seat)
            else:
                self._add("do", f"seat{self.scenario.people[0]}", {"type": "add-bot", "seat": seat, "level": "regular"})
            self._hidden_action({"type": "send-seed", "seed": "5e" * 16})
        self._add("do", f"seat{self.scenario.people[0]}", {"type": "start"})
        for watcher in self.scenario.watchers:
            if watcher in (*TABS, *LATE):
                self._add("connect", watcher)

    def _turn(self, number: int, moves: tuple[Any, ...]) -> None:
        """A turn that is equal in both twins; hidden choices may be changed."""
        chosen = self._chosen
        order = self._shuffled([seat for seat in self.scenario.people if seat not in chosen])
        self._one_turn(number, moves, chosen, order)
        # Bots choose as soon as a turn begins.
        self._chosen = self._away | ({*range(self._deal.players)} - {*self.scenario.people})
        if self._one_in(2):
            self._come_back()

    def _one_turn(self, number: int, moves: tuple[Any, ...], chosen: set[int], order: list[int]) -> None:
        for place, seat in enumerate(order):
            late = self.scenario.clock != "none" and place > 0 and self._one_in(20)
            if late and any(other not in self._away for other in chosen & {*self.scenario.people}):
                self._add("time-passes")
                self._away |= {*order[place:]}
                return
            chosen.add(seat)
            ends = len(chosen) == self._deal.players
            if not ends and self._one_in(12):
                self._add("do", f"seat{seat}", {"type": "leave"})
                self._away.add(seat)
            else:
                self._choose(seat, number, (moves[seat], moves[seat]), waver=not ends)
            self._public_actions(quiet=True)

    def _last_turn(self) -> None:
        """All but one choose, each from the twin's own hand; the last choice reveals all."""
        number, viewer = len(self._deal.turns), self._deal.viewer
        finals = self.scenario.finals
        for seat in range(self._deal.players):
            pair = [self._pick(sushi_go.legal(path[number], seat)) for path in self._deal.states]
            finals.append((pair[0], pair[0] if seat == viewer else pair[1]))
        present = self._shuffled([seat for seat in self.scenario.people if seat not in self._chosen])
        for seat in present[:-1]:
            self._choose(seat, number, finals[seat], waver=True)
            self._public_actions(quiet=True)
        self._public_actions()
        self._hidden_action({"type": "choose", "round": 9, "turn": 9, "move": {"type": "cards", "cards": ["T"]}})
        last = present[-1]
        self.scenario.last = tuple([self._choice(last, number, finals[last][world], world) for world in (0, 1)])

    def _choose(self, seat: int, number: int, finals: tuple[Any, Any], *, waver: bool) -> None:
        """A choice; one hidden from the viewer is changed a different number of times in each twin."""
        who, viewer = f"seat{seat}", self._deal.viewer
        if seat == viewer:
            if waver and self._one_in(3):
                moves = sushi_go.legal(self._deal.states[0][number], seat)
                decoy = self._pick(moves)
                self.scenario.steps += [self._choice(seat, number, decoy, world) for world in (0, 1)]
            self.scenario.steps += [self._choice(seat, number, finals[world], world) for world in (0, 1)]
            return
        for world in (0, 1):
            moves = sushi_go.legal(self._deal.states[world][number], seat)
            for _ in range(self._source.uniform(3) if waver else 0):
                self.scenario.steps.append(self._choice(seat, number, self._pick(moves), world))
            if self._one_in(4):
                self._add("do", who, {"type": "rename", "name": ""}, world)
            self.scenario.steps.append(self._choice(seat, number, finals[world], world))
            if waver and self._one_in(20):
                self._add("again", who, None, world)

    def _choice(self, seat: int, number: int, move: Any, world: int) -> Step:
        state = self._deal.states[world][number]
        wire = plain(cards_wire.move_to_wire(move))
        return Step("do", f"seat{seat}", _choose_command(state.round, state.turn, wire), world)

    def _dice(self) -> None:
        for number in range(len(self._deal.turns)):
            if self._one_in(4):
                self._public_actions()
            if self._one_in(15):
                self._leave_dice()
            self._hidden_action({"type": "choose", "round": 1, "turn": 99, "move": {"type": "take", "die": 0}})
            self.scenario.steps.append(self._action(number))
        self._come_back()
        self._public_actions()
        self.scenario.last = (self._action(len(self._deal.turns)),)

    def _action(self, number: int) -> Step:
        seat, move = [*self._deal.turns, self._deal.last][number]
        rounds = [state.round for state in self._deal.states[0][: number + 1]]
        command = _choose_command(rounds[-1], rounds.count(rounds[-1]), plain(dice_wire.move_to_wire(move)))
        return Step("act", f"seat{seat}", (number, command))

    def _leave_dice(self) -> None:
        """A player leaves, or all return. The one who reveals the difference stays: a bot would act too early."""
        others = [seat for seat in self.scenario.people if seat != self._deal.last[0] and seat not in self._away]
        if self._away or not others:
            self._come_back()
        else:
            self._away.add(seat := self._pick(others))
            self._add("do", f"seat{seat}", {"type": "leave"})

    def _come_back(self) -> None:
        for seat in sorted(self._away):
            self._add("do", f"seat{seat}", {"type": "take-back"})
        self._away.clear()

    def _public_actions(self, *, quiet: bool = False) -> None:
        """Random public actions, and actions only their owner sees."""
        people = [f"seat{seat}" for seat in self.scenario.people]
        if self._one_in(3):
            self._hidden_action({"type": "end-game-now"})
        if quiet:
            return
        for _ in range(self._source.uniform(3)):
            self._add("reconnect", self._pick([*self.scenario.watchers, *people]), self._pick(["latest", None, 1, 999]))
        if self._one_in(3):
            self._add("ask", "", self._pick(ASKED))
        if self._deal.viewer is not None and self._one_in(4):
            self._add("ask", f"seat{self._deal.viewer}", self._pick(ASKED_BY_OWNER))
        if self._one_in(6):
            self._add("do", self._pick(people), {"type": "say", "phrase": self._pick(PHRASES)})
        if self._one_in(8):
            self._add("do", EARLY[0], _choose_command(1, 1, {"type": "cards", "cards": ["T"], "dummy": None}))
        if self._one_in(12):
            self._add("do", self._pick(people), {"type": "rename", "name": f"R{self._source.uniform(1000)}"})

    def _hidden_action(self, command: dict[str, Any]) -> None:
        """An action in one twin only, which is refused or hidden."""
        if self._hidden and self._one_in(3):
            self._add("do", f"seat{self._pick(self._hidden)}", command, self._source.uniform(2))

    def _add(self, what: str, who: str = "", content: Any = None, world: int | None = None) -> None:
        self.scenario.steps.append(Step(what, who, content, world))

    def _one_in(self, number: int) -> bool:
        return self._source.uniform(number) == 0

    def _pick(self, things: Any) -> Any:
        return things[self._source.uniform(len(things))]

    def _shuffled(self, things: list[int]) -> list[int]:
        things = [*things]
        return [things.pop(self._source.uniform(len(things))) for _ in range(len(things))]


def _choose_command(round_number: int, turn: int, move: dict[str, Any]) -> dict[str, Any]:
    return {"type": "choose", "round": round_number, "turn": turn, "move": move}


def plain(wire: Wire) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(wire)
    return plain
