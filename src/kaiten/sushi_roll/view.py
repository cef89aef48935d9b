"""The view of one seat: in Sushi Roll everything but the order of the bag and the next roll (SR-4).

Neither of those is in a state, so there is nothing to redact. The view exists so that both games have the same shape, and
so that a bot or a client that has one cannot reach a state.
"""

from dataclasses import dataclass

from kaiten.kit.seats import check_seat
from kaiten.kit.tally import Tally
from kaiten.sushi_roll import scoring, tables
from kaiten.sushi_roll.dice import Belt, Tray
from kaiten.sushi_roll.moves import Move, choices
from kaiten.sushi_roll.scoring import Outcome
from kaiten.sushi_roll.state import Options, Reroll, State, supply


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or a spectator (`seat` None), may know. Tuples are by seat."""

    seat: int | None
    players: int
    options: Options
    round: int
    cycle: int
    """From 1: how many times the belts have been rolled this round."""
    red: int | None
    """The seat with the red belt, which goes first."""
    acting: int | None
    """The seat whose turn it is."""
    belts: tuple[Belt, ...]
    rerolling: Reroll | None
    """The menu that waits for its roll."""
    trays: tuple[Tray, ...]
    menus: tuple[int, ...]
    chopsticks: tuple[int, ...]
    puddings: tuple[int, ...]
    """Tokens of each."""
    last: tuple[int, Move] | None
    """The seat and the move of the last action."""
    past: tuple[tuple[Tray, ...], ...]
    """The trays of the rounds that have been scored."""

    @property
    def legal(self) -> tuple[Move, ...]:
        """Every move of this seat; none when it is not its turn."""
        if self.seat is None or self.seat != self.acting or self.rerolling:
            return ()
        sizes = tuple([len(belt) for belt in self.belts])
        able = {"menus": self.menus[self.seat] > 0, "chopsticks": self.chopsticks[self.seat] > 0}
        return choices(self.seat, sizes, **able)

    @property
    def supply(self) -> tuple[int, int, int]:
        """Menus, chopsticks and puddings left in the supply."""
        return (
            supply(tables.MENU_TOKENS, self.menus),
            supply(tables.CHOPSTICKS_TOKENS, self.chopsticks),
            supply(tables.PUDDING_TOKENS, self.puddings),
        )

    @property
    def cycles(self) -> int:
        """Turns each player has a round."""
        return tables.DICE_EACH[self.players]

    @property
    def tally(self) -> tuple[Tally, ...]:
        """What each tray is worth so far this round, and what it lacks."""
        return scoring.tally_round(self.trays)

    @property
    def dessert(self) -> tuple[Tally, ...]:
        """What puddings and unused tokens would be worth if the game ended now."""
        return scoring.tally_end(self.puddings, self.menus, self.chopsticks)

    @property
    def rounds(self) -> tuple[tuple[int, ...], ...]:
        """The scores of the rounds played."""
        return tuple([scoring.score_round(trays) for trays in self.past])

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        if len(self.past) < tables.ROUNDS:
            return None
        return scoring.outcome(self.past, self.puddings, self.menus, self.chopsticks)


def view(state: State, seat: int | None) -> View:
    """What this seat may know; None is a spectator."""
    check_seat(seat, state.players)
    return View(
        seat=seat,
        players=state.players,
        options=state.options,
        round=state.round,
        cycle=state.cycle,
        red=state.red,
        acting=state.acting,
        belts=state.belts,
        rerolling=state.rerolling,
        trays=state.trays,
        menus=state.menus,
        chopsticks=state.chopsticks,
        puddings=state.puddings,
        last=state.last,
        past=state.past,
    )
