"""TableError: a command that a table refuses."""

from kaiten.kit.errors import KaitenError


class TableError(KaitenError):
    """A command that a table refuses; `code` is the kind of reason."""

    code = "table"

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
