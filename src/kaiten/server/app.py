"""The ASGI application: routes, start-up and shutdown."""

from kaiten.kit.extras import require

require("server", "kaiten.server")

import asyncio
import contextlib
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
from kaiten.server.background import BackgroundTasks
from kaiten.server.bot_pool import BotPool
from kaiten.server.endpoints import Endpoint, json_response
from kaiten.server.headers import SecurityHeaders
from kaiten.server.hub import Hub
from kaiten.server.live_table import frame
from kaiten.server.metrics import Metrics
from kaiten.server.openapi import document
from kaiten.server.service import Service
from kaiten.server.settings import Settings
from kaiten.store import Store, StoreError, presence

if TYPE_CHECKING:
    from kaiten.server.bus import Bus

SERVICE_RESTART = 1012
RECONNECT_AFTER_MS = 2_000
"""How long clients of a stopping server should wait before they reconnect."""


def make_app(settings: Settings) -> Starlette:
    """The application with all routes. The caller sets `app.state.service` to what `open_service` yields."""
    routes = [
        *[endpoint.route() for endpoint in rest.ENDPOINTS],
        Endpoint("GET", "/metrics", rest.metrics, "Numbers for Prometheus.", needs_player=False).route(),
        Route("/api/openapi.json", _openapi),
        WebSocketRoute("/api/play", sockets.play),
        *pages.routes(),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(SecurityHeaders, secure=settings.secure)],
        exception_handlers={HTTPException: _http_error, Exception: _internal_error},
    )


@contextlib.asynccontextmanager
async def open_service(settings: Settings) -> AsyncIterator[Service]:
    """Open store, hub, bot pool, bus and background tasks; close them on exit."""
    _make_parent_folder(settings.log_url)
    metrics = Metrics()
    bot_pool = BotPool(settings.bot_processes, metrics.stand_ins.inc)
    if settings.warm_up:
        bot_pool.warm_up()
    bus = _bus(settings)
    async with Store(settings.log_url) as store:
        hub = Hub(store, bot_pool, metrics, bus)
        service = Service(settings, store, hub, metrics, bus)
        await presence.heartbeat(store, hub.name)  # first: it detects the downtime before this start
        if bus is not None:
            hub.spawn(bus.run_publisher())
            hub.spawn(bus.run_subscriber(hub.on_remote_version))
        BackgroundTasks(hub, settings, multi_server=bus is not None).start()
        try:
            yield service
        finally:
            await close_connections(service)
            await hub.close()
            bot_pool.close()
            if bus is not None:
                await bus.close()
            with contextlib.suppress(StoreError):
                await presence.remove_server(store, hub.name)


def _make_parent_folder(url: str) -> None:
    """Create the folder of an SQLite file."""
    kind, _, file = url.partition(":///")
    if not kind.startswith("sqlite") or not file:
        return
    folder = Path(file).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the folder {folder} cannot be created: {(error.strerror or str(error)).lower()}") from None


def _bus(settings: Settings) -> "Bus | None":
    if not settings.bus:
        return None
    from kaiten.server.bus import Bus  # noqa: PLC0415  (a single server starts sooner without)

    return Bus(settings.bus)


async def close_connections(service: Service) -> None:
    """Tell every client that the server stops and when to reconnect, and close their sockets."""
    if service.closing.is_set():
        return
    service.closing.set()
    closing = frame(Closing(RECONNECT_AFTER_MS))
    connections = [*service.hub.connections]
    for connection in connections:
        connection.send(closing)
    await asyncio.gather(*[connection.close(SERVICE_RESTART, "the server stops") for connection in connections])


async def _openapi(_: Request) -> Response:
    return JSONResponse(document(rest.ENDPOINTS))


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    page = pages.not_found_page(request) if status == 404 else None
    if page is not None:
        return page
    summary = {404: "there is nothing here", 405: "this cannot be done here"}.get(status, "this cannot be answered")
    response = json_response(Problem("not-found" if status == 404 else "not-allowed", summary), status)
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


async def _internal_error(_: Request, __: Exception) -> Response:
    return json_response(Problem("internal", "something went wrong here; it has been noted"), 500)
