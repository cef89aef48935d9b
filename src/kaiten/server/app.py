"""The server as an ASGI application: opens what it needs, routes, closes."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from kaiten.protocol.messages import Closing
from kaiten.protocol.rest import Problem
from kaiten.server import pages, rest, sockets
from kaiten.server.bots import Thinkers
from kaiten.server.endpoints import Endpoint, reply
from kaiten.server.headers import SecurityHeaders
from kaiten.server.hub import Hub
from kaiten.server.live import frame
from kaiten.server.metrics import Metrics
from kaiten.server.openapi import document
from kaiten.server.rounds import Rounds
from kaiten.server.service import Service
from kaiten.server.settings import Settings
from kaiten.store import Store, StoreError, presence

if TYPE_CHECKING:
    from kaiten.server.bus import Bus

SERVICE_RESTART = 1012
BACK_IN = 2_000
"""Milliseconds after which clients of a server that stops come back."""

logger = logging.getLogger("kaiten.server")


def make_app(settings: Settings) -> Starlette:
    """The ways in. Whoever runs it puts what `serving` gives into `app.state.service` first."""
    routes = [
        *[endpoint.route() for endpoint in rest.ENDPOINTS],
        Endpoint("GET", "/metrics", rest.metrics, "Numbers for Prometheus.", player=False).route(),
        Route("/api/openapi.json", _openapi),
        WebSocketRoute("/api/play", sockets.play),
        *pages.routes(),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(SecurityHeaders, secure=settings.secure)],
        exception_handlers={HTTPException: _no_such_page, Exception: _went_wrong},
    )


@contextlib.asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Service]:
    """All that a server needs while it runs."""
    _make_folder(settings.log_url)
    metrics = Metrics()
    thinkers = Thinkers(settings.bot_processes, metrics.stood_in.inc)
    if settings.warm_up:
        thinkers.warm()
    bus = _bus(settings)
    async with Store(settings.log_url) as store:
        hub = Hub(store, thinkers, metrics, bus)
        service = Service(settings, store, hub, metrics, bus)
        await presence.heartbeat(store, hub.name)  # before anything else: it tells how long nobody was there
        if bus is not None:
            hub.spawn(bus.speak())
            hub.spawn(bus.listen(hub.heard))
        Rounds(hub, settings, several=bus is not None).start()
        try:
            yield service
        finally:
            await say_goodbye(service)
            await hub.close()
            thinkers.close()
            if bus is not None:
                await bus.close()
            with contextlib.suppress(StoreError):
                await presence.goodbye(store, hub.name)


def _make_folder(url: str) -> None:
    """A database in a file needs a folder to be in."""
    kind, _, file = url.partition(":///")
    if not kind.startswith("sqlite") or not file:
        return
    folder = Path(file).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the folder {folder} cannot be made: {(error.strerror or str(error)).lower()}") from None


def _bus(settings: Settings) -> "Bus | None":
    if not settings.bus:
        return None
    from kaiten.server.bus import Bus  # noqa: PLC0415  (a server by itself starts sooner without)

    return Bus(settings.bus)


async def say_goodbye(service: Service) -> None:
    """Tell every client that the server is about to stop, and close their sockets."""
    if service.closing.is_set():
        return
    service.closing.set()
    told = frame(Closing(BACK_IN))
    connections = [*service.hub.connections]
    for connection in connections:
        connection.send(told)
    await asyncio.gather(*[connection.close(SERVICE_RESTART, "the server stops") for connection in connections])


async def _openapi(_: Request) -> Response:
    return JSONResponse(document(rest.ENDPOINTS))


async def _no_such_page(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    page = pages.nowhere(request) if status == 404 else None
    if page is not None:
        return page
    says = {404: "there is nothing here", 405: "this cannot be done here"}.get(status, "this cannot be answered")
    response = reply(Problem("not-found" if status == 404 else "not-allowed", says), status)
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


async def _went_wrong(_: Request, __: Exception) -> Response:
    return reply(Problem("internal", "something went wrong here; it has been noted"), 500)
