"""The web client: static files, built and compressed in advance."""

import mimetypes
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kaiten.protocol.sheets import SHEET_ID
from kaiten.server.identity import CODE_LENGTH, CODE_LETTERS
from kaiten.server.qr import qr
from kaiten.server.service import Service

FOLDER = Path(__file__).parent / "web"

# Each screen has its own path, so that links and reloads work.
SCREENS = (
    *("/", "/new", "/join", "/games", "/pass", "/rules", "/link", "/learn/{game}", "/t/{code}"),
    *("/sheets", "/sheets/new", "/sheets/stats", "/s/{sheet}", "/result"),
)

_CACHE_FOREVER = "public, max-age=31536000, immutable"
_REVALIDATE = "no-cache"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))

_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kaiten</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><h1>Kaiten</h1><p>The server runs, but the web client has not been built here: <code>make web</code> does it. Releases
have it inside.</p></body></html>
"""

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


def routes() -> list[Route]:
    """Routes of the screens and of the static files."""
    files = (
        [file.name for file in FOLDER.iterdir() if file.is_file() and _is_page_file(file)] if FOLDER.is_dir() else []
    )
    return [
        *[Route(path, screen) for path in SCREENS],
        Route("/t/{code}/qr.svg", _qr),
        Route("/s/{sheet}/qr.svg", _sheet_qr),
        Route("/assets/{name}", _asset),
        *[Route(f"/{name}", _file) for name in files],
    ]


async def screen(request: Request) -> Response:
    """The single page; the client routes by path."""
    page = FOLDER / "index.html"
    return _serve_file(request, page, _REVALIDATE) if page.is_file() else HTMLResponse(_NOT_BUILT, 503)


def not_found_page(request: Request) -> Response | None:
    """The page with status 404 for browsers; None for clients that do not accept HTML."""
    page = FOLDER / "index.html"
    if "text/html" not in request.headers.get("accept", "") or not page.is_file():
        return None
    return _serve_file(request, page, _REVALIDATE, status=404)


async def _asset(request: Request) -> Response:
    """A static file with a content hash in its name, cached for ever."""
    file = FOLDER / "assets" / request.path_params["name"]
    if not file.is_file() or not _is_page_file(file):
        return Response(status_code=404)
    return _serve_file(request, file, _CACHE_FOREVER)


async def _qr(request: Request) -> Response:
    """QR code of the link to a table."""
    code = request.path_params["code"].upper()
    is_valid = len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS)
    return _qr_response(request, f"/t/{code}") if is_valid else Response(status_code=404)


async def _sheet_qr(request: Request) -> Response:
    """QR code of the link to a score sheet, whether or not it exists."""
    sheet = request.path_params["sheet"]
    return Response(status_code=404) if re.search(SHEET_ID, sheet) is None else _qr_response(request, f"/s/{sheet}")


def _qr_response(request: Request, path: str) -> Response:
    service: Service = request.app.state.service
    return Response(qr(f"{service.base_url(request)}{path}"), media_type="image/svg+xml")


async def _file(request: Request) -> Response:
    return _serve_file(request, FOLDER / request.url.path.lstrip("/"), _REVALIDATE)


def _is_page_file(file: Path) -> bool:
    return file.suffix not in (".br", ".gz")


def _serve_file(request: Request, file: Path, caching: str, status: int = 200) -> Response:
    stat = file.stat()
    tag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
    headers = {"Cache-Control": caching, "ETag": tag, "Vary": "Accept-Encoding"}
    if status == 200 and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    accepted = request.headers.get("accept-encoding", "")
    for encoding, ending in _ENCODINGS:
        smaller = file.with_name(file.name + ending)
        if encoding in accepted and smaller.is_file():
            file, headers["Content-Encoding"] = smaller, encoding
            break
    kind = mimetypes.guess_type(file.name.removesuffix(".br").removesuffix(".gz"))[0] or "application/octet-stream"
    return Response(file.read_bytes(), status, headers=headers, media_type=kind)
