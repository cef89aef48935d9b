"""TableError: a command that a table refuses."""

from kaiten.kit.errors import KaitenError


class TableError(KaitenError):
    """A command that cannot be carried out here and now; `code` says which kind of reason it is."""

    code = "table"

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
