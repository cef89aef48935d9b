"""What is refused at the border to the kernels, which look at nothing."""

from kaiten.kit.errors import KaitenError


class CodecError(KaitenError):
    """This has no place in a batch, or does not come back from one."""

    code = "codec"


class IllegalActionError(KaitenError):
    """No legal move has this number."""

    code = "illegal-action"
