"""QR codes."""

import io

import segno


def qr(address: str) -> str:
    """A QR code of this address, as SVG."""
    picture = io.BytesIO()
    segno.make(address, micro=False).save(picture, kind="svg", xmldecl=False, svgns=True, scale=4)
    return picture.getvalue().decode()
