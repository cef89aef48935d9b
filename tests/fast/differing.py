"""Where two engines part."""


class DifferenceError(AssertionError):
    """The seed, how far the game was, and what was chosen, in notation."""


def difference(seed: int, made: list[str], what: str) -> DifferenceError:
    return DifferenceError(f"seed {seed}, after {len(made)} choices: {what}\n{'; '.join(made)}")
