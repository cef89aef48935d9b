"""Addresses as pictures that phones can read."""

import io

import segno


def qr(address: str) -> str:
    """An SVG of it."""
    picture = io.BytesIO()
    segno.make(address, micro=False).save(picture, kind="svg", xmldecl=False, svgns=True, scale=4)
    return picture.getvalue().decode()
