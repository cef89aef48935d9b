"""How sure somebody is of what they do."""

from dataclasses import dataclass

from kaiten.kit.seats import MOST_PLAYERS


@dataclass(frozen=True, slots=True)
class Manner:
    """The spread of somebody's choices around what they think best, and what they overlook."""

    spread: float
    """Two choices so many points apart are made e to 1 (a softmax over what they are worth)."""
    slack: float
    """A choice that looks more than so many points worse than the best is never made."""
    memory: int = MOST_PLAYERS
    """How many of the hands that were passed on are remembered, the latest ones. Sushi Go! only: dice lie in the open."""
    spiteful: bool = True
    """Whether what the next player could do with the passed hand matters. Sushi Go! only."""
