"""The web client's files: one page at every screen's path, compressed, cached, and nothing else."""

import asyncio
import gzip
import json
import re
import struct
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request
from websockets.asyncio.client import connect

from kaiten.server import pages
from kaiten.server.pages import SCREENS
from tests.server.harness import Server


def get(server: Server, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    line = HTTPConnection(urlsplit(server.url).netloc)
    line.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = line.getresponse()
    body = response.read()
    line.close()
    return response, body


@pytest.mark.parametrize(
    "path", [path.format(game="sushi-go", code="ABCDEF", sheet="q3T9q3T9q3T9q3T9") for path in SCREENS]
)
def test_every_screen_has_a_path(server: Server, path: str) -> None:
    response, body = get(server, path)
    assert response.status == 200
    assert response.headers["Content-Type"].startswith("text/html")
    assert b'<div id="app">' in body
    assert response.headers["Cache-Control"] == "no-cache"
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]


def test_assets_exist_and_are_immutable(server: Server) -> None:
    _, page = get(server, "/")
    linked = re.findall(r'(?:src|href)="(/[^"]+)"', page.decode())
    assert {path.rpartition(".")[2] for path in linked} == {"js", "css", "svg", "png", "webmanifest"}
    for path in linked:
        response, body = get(server, path)
        assert response.status == 200, path
        assert body, path
        assert ("immutable" in response.headers["Cache-Control"]) == path.startswith("/assets/")


def test_content_encoding_is_negotiated(server: Server) -> None:
    _, page = get(server, "/")
    (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', page.decode())
    plain, whole = get(server, script)
    assert "Content-Encoding" not in plain.headers
    assert plain.headers["Content-Type"].startswith("text/javascript")
    zipped, smaller = get(server, script, accept_encoding="gzip, deflate")
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(smaller) == whole
    best, smallest = get(server, script, accept_encoding="gzip, deflate, br")
    assert best.headers["Content-Encoding"] == "br"
    assert len(smallest) < len(smaller) < len(whole)
    assert {plain.headers["Vary"], zipped.headers["Vary"], best.headers["Vary"]} == {"Accept-Encoding"}


def test_etag_gives_304(server: Server) -> None:
    first, _ = get(server, "/")
    again, body = get(server, "/", if_none_match=first.headers["ETag"])
    assert (again.status, body) == (304, b"")


def test_unknown_path_gives_html_or_json_404(server: Server) -> None:
    person, page = get(server, "/sushi", accept="text/html,*/*")
    assert (person.status, b'<div id="app">' in page) == (404, True)
    program, problem = get(server, "/sushi")
    assert (program.status, b'"code":"not-found"' in problem) == (404, True)


@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/..%2f..%2fapp.py", "/assets/%2e%2e", "/index.html.br"])
def test_no_other_file_is_served(server: Server, path: str) -> None:
    response, _ = get(server, path)
    assert response.status == 404


def test_qr_code_of_a_table(server: Server) -> None:
    response, picture = get(server, "/t/abcdef/qr.svg")
    assert response.status == 200
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert picture.startswith(b"<svg")
    assert get(server, "/t/ABCDEF/qr.svg")[1] == picture
    assert get(server, "/t/ABCDE1/qr.svg")[0].status == 404
    assert get(server, "/t/ABC/qr.svg")[0].status == 404


def test_service_worker_is_revalidated_and_lists_all_assets(server: Server) -> None:
    response, worker = get(server, "/sw.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in response.headers["Content-Security-Policy"]
    (precached,) = re.findall(r"^const precached = (.*);$", worker.decode(), re.MULTILINE)
    paths = json.loads(precached)
    assert paths[0] == "/"
    for path in paths:
        assert get(server, path)[0].status == 200, path
    sent = sum(len(get(server, path, accept_encoding="br")[1]) for path in paths)
    assert sent < 400_000  # fetched after the first page


def test_icon_sizes_match_the_manifest(server: Server) -> None:
    response, text = get(server, "/kaiten.webmanifest")
    assert response.headers["Content-Type"].startswith("application/manifest+json")
    manifest = json.loads(text)
    icons = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in [*icons, {"src": "/icon-180.png", "sizes": "180x180"}]:
        response, picture = get(server, icon["src"])
        assert response.headers["Content-Type"] == "image/png"
        assert "{}x{}".format(*struct.unpack(">II", picture[16:24])) == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        assert get(server, shortcut["url"])[0].status == 200


def test_first_visit_transfers_at_most_150_kb(server: Server) -> None:
    """Everything that the first page fetches, compressed, with the font and all drawings."""
    _, page = get(server, "/")
    sent = len(get(server, "/", accept_encoding="br")[1])
    # Home screen icons are fetched only when installed.
    linked = {path for path in re.findall(r'(?:src|href)="(/[^"]+)"', page.decode()) if not path.endswith(".png")}
    styles = [path for path in linked if path.endswith(".css")]
    (font,) = {
        name
        for path in styles
        for name in re.findall(r"[\w./-]*nunito-latin-wght[\w.-]+", get(server, path)[1].decode())
    }
    linked.add(f"/assets/{font.rpartition('/')[2]}")
    scripts = [path for path in linked if path.endswith(".js")]
    for path in scripts:
        linked |= {
            f"/assets/{name}"
            for name in re.findall(r'(?:from|import)\s*"\./([\w.-]+\.js)"', get(server, path)[1].decode())
        }
    sent += sum(len(get(server, path, accept_encoding="br")[1]) for path in linked)
    assert 50_000 < sent <= 150_000


def test_token_in_the_socket_subprotocol(server: Server) -> None:
    """Several people at one device share a cookie; the subprotocol is the only header that a page can set on a socket."""
    token = server.new_player()
    who = server.ask("GET", "/api/me", token=token)[1]["player"]

    async def main() -> None:
        protocols = ["kaiten", f"kaiten.token.{token}"]
        async with connect(f"{server.url.replace('http', 'ws')}/api/play", subprotocols=protocols) as socket:  # type: ignore[arg-type]
            assert socket.subprotocol == "kaiten"
            await socket.send('{"type": "hello", "protocol": 1}')
            assert f'"player":"{who}"' in str(await socket.recv())

    asyncio.run(main())


def test_missing_web_build_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path / "none")
    assert {route.path for route in pages.routes()} > {*SCREENS}
    response = asyncio.run(pages.screen(Request({"type": "http", "headers": []})))
    assert response.status_code == 503
    assert b"make web" in response.body
    assert pages.not_found_page(Request({"type": "http", "headers": [(b"accept", b"text/html")]})) is None
