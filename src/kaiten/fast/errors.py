"""Errors of input to the kernels, which check nothing themselves."""

from kaiten.kit.errors import KaitenError


class CodecError(KaitenError):
    """A state that cannot be encoded, or a packed one that cannot be decoded."""

    code = "codec"


class IllegalActionError(KaitenError):
    """No legal move has this number."""

    code = "illegal-action"
