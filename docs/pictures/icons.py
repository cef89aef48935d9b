"""The mark as PNG icons for home screens that take no SVG (`make pictures`)."""

import base64
import struct
import sys
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tests.browser.launch import MissingError, chromium

PUBLIC = Path(__file__).parents[2] / "web" / "public"
PAPER = "#F6EFE3"

ICONS = (
    # name, size, background, how much of it the mark takes
    ("icon-192", 192, "transparent", 1.0),
    ("icon-512", 512, "transparent", 1.0),
    # A phone may cut a maskable icon down to a circle of four fifths.
    ("icon-maskable-512", 512, PAPER, 0.76),
    # Phones of Apple round the corners, and would fill what is transparent with black.
    ("icon-180", 180, PAPER, 0.86),
)

_DRAWN = """async ([mark, size, background, share]) => {
  const picture = new Image();
  picture.src = `data:image/svg+xml;base64,${mark}`;
  picture.width = picture.height = size;
  await picture.decode();
  const [canvas, edge] = [new OffscreenCanvas(size, size), (size * (1 - share)) / 2];
  const pen = canvas.getContext('2d');
  pen.fillStyle = background;
  pen.fillRect(0, 0, size, size);
  pen.drawImage(picture, edge, edge, size * share, size * share);
  return Array.from(pen.getImageData(0, 0, size, size).data, (byte) => String.fromCharCode(byte)).join('');
}"""


def draw() -> None:
    mark = base64.b64encode((PUBLIC / "mark.svg").read_bytes()).decode()
    with chromium() as browser:
        page = browser.new_page()
        for name, size, background, share in ICONS:
            drawn = page.evaluate(_DRAWN, [mark, size, background, share]).encode("latin-1")
            written = png(np.frombuffer(drawn, np.uint8).reshape(size, size, 4))
            (PUBLIC / f"{name}.png").write_bytes(written)
            print(f"web/public/{name}.png, {len(written):,} bytes")


def png(pixels: NDArray[np.uint8]) -> bytes:
    """A picture with the 256 colours that it has most of, which is a third of the size; the edges notice nothing."""
    size = len(pixels)
    colours, which, counts = np.unique(pixels.reshape(-1, 4), axis=0, return_inverse=True, return_counts=True)
    palette = colours[np.argsort(-counts)[:256]]
    apart = np.abs(colours[:, None, :].astype(int) - palette[None, :, :].astype(int)).sum(axis=2)
    rows = apart.argmin(axis=1)[which.ravel()].astype(np.uint8).reshape(size, size)
    lines = np.hstack([np.zeros((size, 1), np.uint8), rows])
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(kind, content)
        for kind, content in (
            (b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 3, 0, 0, 0)),
            (b"PLTE", palette[:, :3].tobytes()),
            (b"tRNS", palette[:, 3].tobytes()),
            (b"IDAT", zlib.compress(lines.tobytes(), 9)),
            (b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


if __name__ == "__main__":
    try:
        draw()
    except MissingError as error:
        sys.exit(str(error))
