"""Run a server: bind, announce, serve until a signal, shut down cleanly; garbage collector settings."""

from kaiten.kit.extras import require

require("server", "kaiten.server")

import contextlib
import gc
import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from kaiten import __version__
from kaiten.kit.errors import KaitenError
from kaiten.server.app import close_connections, make_app, open_service
from kaiten.server.logs import set_up
from kaiten.server.settings import Settings
from kaiten.server.sockets import MAX_FRAME_BYTES
from kaiten.server.uvicorn_protocols import LimitedWebSocketProtocol, TimedHTTPProtocol

SHUTDOWN_SECONDS = 10
BACKLOG = 4096
GC_THRESHOLDS = (5_000, 1_000_000, 1_000_000)

logger = logging.getLogger("kaiten.server")


class ServeError(KaitenError):
    """The server cannot start."""

    code = "serve"


class _Server(uvicorn.Server):
    """uvicorn's server, with the service opened at start-up and clients told to reconnect at shutdown."""

    def __init__(
        self, settings: Settings, app: Starlette, config: uvicorn.Config, announce: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._settings = settings
        self._app = app
        self._announce = announce
        self._open = contextlib.AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.service = await self._open.enter_async_context(open_service(self._settings))
        await super().startup(sockets)
        _tune_garbage_collector()
        kind = self._settings.log_url.partition(":")[0]
        logger.info(
            "the server starts", extra={"version": __version__, "database": kind, "bus": bool(self._settings.bus)}
        )
        self._announce()
        hub = self._app.state.service.hub
        hub.spawn(hub.preload())

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  (uvicorn's)
        """First signal: clean shutdown with exit code 0. Second Ctrl+C: immediate exit."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logger.info("the server stops")
        await close_connections(self._app.state.service)
        await super().shutdown(sockets)
        await self._open.aclose()


def run(settings: Settings, announce: Callable[[int], None]) -> None:
    """Serve until SIGINT or SIGTERM. `announce` is called with the port once the server accepts requests."""
    set_up(settings.log_format)
    listener = _listen(settings)
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        http=TimedHTTPProtocol,
        ws=LimitedWebSocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        backlog=BACKLOG,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
    )
    port = listener.getsockname()[1]
    _Server(settings, app, config, lambda: announce(port)).run(sockets=[listener])


def _tune_garbage_collector() -> None:
    """Freeze start-up objects and raise the thresholds of the cyclic garbage collector's older generations.

    With thousands of tables in memory a full collection stops the event loop for half a second. Tables contain no cycles; the few
    objects that do are collected by `background` when the server is idle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        why = (error.strerror or str(error)).lower()
        raise ServeError(
            f"cannot listen at {settings.host}, port {settings.port}: {why}; choose another with --port"
        ) from None
    # Bound, but not listening until the server can answer: a full backlog drops connections silently, and clients would wait for
    # seconds; a refused client retries at once.
    listener.set_inheritable(False)
    return listener
