"""What an environment refuses."""

from kaiten.kit.errors import KaitenError


class IllegalActionError(KaitenError):
    """No legal move has this number."""

    code = "illegal-action"
