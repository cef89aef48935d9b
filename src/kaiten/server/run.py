"""Running a server: bind, announce, serve until a signal, stop cleanly."""

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
from kaiten.server.app import make_app, say_goodbye, serving
from kaiten.server.listening import PatientHTTP, PatientSocket
from kaiten.server.logs import set_up
from kaiten.server.settings import Settings
from kaiten.server.sockets import LARGEST_FRAME

GRACE_SECONDS = 10
BACKLOG = 4096
GARBAGE = (5_000, 1_000_000, 1_000_000)

logger = logging.getLogger("kaiten.server")


class ServeError(KaitenError):
    """The server cannot start."""

    code = "serve"


class _Server(uvicorn.Server):
    """Opens what it needs, announces itself when it answers, and says goodbye to its clients before it closes."""

    def __init__(
        self, settings: Settings, app: Starlette, config: uvicorn.Config, announce: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._settings = settings
        self._app = app
        self._announce = announce
        self._open = contextlib.AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.service = await self._open.enter_async_context(serving(self._settings))
        await super().startup(sockets)
        _collect_garbage_seldom()
        kind = self._settings.log_url.partition(":")[0]
        logger.info(
            "the server starts", extra={"version": __version__, "database": kind, "bus": bool(self._settings.bus)}
        )
        self._announce()
        hub = self._app.state.service.hub
        hub.spawn(hub.warm())

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  (uvicorn's)
        """A signal means a clean stop, with exit code 0; a second Ctrl+C means at once."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logger.info("the server stops")
        await say_goodbye(self._app.state.service)
        await super().shutdown(sockets)
        await self._open.aclose()


def run(settings: Settings, announce: Callable[[int], None]) -> None:
    """Serve until SIGINT or SIGTERM. `announce` is told the port once the server answers there."""
    set_up(settings.log_format)
    listener = _listen(settings)
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        http=PatientHTTP,
        ws=PatientSocket,
        ws_max_size=LARGEST_FRAME,
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
        timeout_graceful_shutdown=GRACE_SECONDS,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
    )
    port = listener.getsockname()[1]
    _Server(settings, app, config, lambda: announce(port)).run(sockets=[listener])


def _collect_garbage_seldom() -> None:
    """Look for garbage in circles only among what is new, and never among what is there from the start.

    With thousands of tables in memory a look at all that is not quite new takes half a second, in which nobody is answered.
    Tables are not made of circles; what is, and outlives the first look, is little, and `rounds` sees to it in a quiet moment.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


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
            f"cannot listen at {settings.host}, port {settings.port}: {why}; --port names another"
        ) from None
    # It listens only when it can answer. A queue that fills up meanwhile would drop whoever comes next without a word, and
    # they would wait for many seconds; refused, they try again at once.
    listener.set_inheritable(False)
    return listener
