"""What a server has: the store, the hub, the limits; and who is asking."""

import asyncio
import time
from collections import Counter
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from kaiten.kit.errors import KaitenError
from kaiten.server.hub import Hub
from kaiten.server.identity import hash_of, shown_token
from kaiten.server.limits import Limit
from kaiten.server.metrics import Metrics
from kaiten.server.settings import Settings
from kaiten.store import Store, Together, people

if TYPE_CHECKING:
    from kaiten.server.bus import Bus

MOST_REMEMBERED = 20_000
TRUSTED_SECONDS = 60.0
"""How long a token is believed without asking the store again: another server may have forgotten the player meanwhile."""


class AccessError(KaitenError):
    """Somebody asks who may not; `status` is the one of HTTP."""

    code = "access"

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Service:
    """Handed to whatever answers a request."""

    def __init__(self, settings: Settings, store: Store, hub: Hub, metrics: Metrics, bus: "Bus | None") -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self.metrics = metrics
        self.bus = bus
        self.closing = asyncio.Event()
        self.sockets_of: Counter[str] = Counter()
        """Open sockets by address."""
        self.by_socket = Limit(settings.socket_rate, 3 * settings.socket_rate)
        self.by_player = Limit(settings.player_rate, 3 * settings.player_rate)
        self.by_address = Limit(settings.address_rate, 4 * settings.address_rate)
        self.new_players = Limit(settings.address_rate / 20, 2 * settings.address_rate)
        self.new_sheets = Limit(settings.address_rate / 600, settings.address_rate)
        self.wrong_codes = Limit(0.2, 20)
        self._owners = Together(lambda hashes: people.players_of(store, hashes))
        self._known: dict[str, tuple[str, float]] = {}

    async def player_of(self, request: HTTPConnection, *, strict: bool = True) -> str | None:
        """Who is asking; None where nobody says. AccessError where a token, or the page that sent it, is not to be trusted.

        Where one need not be anybody, an old cookie is not held against a browser, which cannot be rid of it otherwise.
        """
        token, by_cookie = shown_token(request.headers, request.cookies)
        # A browser sends its cookie wherever a page asks it to: only our own pages may.
        self.check_origin(request, required=by_cookie and request.scope["type"] == "websocket")
        if not token:
            return None
        hashed = hash_of(token)
        player, until = self._known.get(hashed, (None, 0.0))
        if player is None or until < time.monotonic():
            player = await self._owners.one(hashed)
        if player is None and by_cookie and not strict:
            return None
        if player is None:
            raise AccessError(401, "unknown-token", "this token belongs to nobody here: become a player anew")
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        self._known[hashed] = (player, time.monotonic() + TRUSTED_SECONDS)
        return player

    def forget(self, player: str) -> None:
        """Tokens of a player who is gone count no longer."""
        self._known = {hashed: known for hashed, known in self._known.items() if known[0] != player}

    def base_url(self, request: HTTPConnection) -> str:
        """The address by which people come here, without a slash at its end."""
        scheme = {"ws": "http", "wss": "https"}.get(request.url.scheme, request.url.scheme)
        return self.settings.public_url.rstrip("/") or f"{scheme}://{request.headers.get('host', 'localhost')}"

    def check_origin(self, request: HTTPConnection, *, required: bool = False) -> None:
        origin = request.headers.get("origin")
        if origin is None and not required:
            return
        if origin != _origin(self.base_url(request)):
            raise AccessError(403, "wrong-origin", "this page may not speak for you here")

    def check_rate(self, request: HTTPConnection) -> None:
        if not self.by_address.allows(address_of(request)):
            raise AccessError(429, "too-fast", "too many requests from your address: wait a moment")


def address_of(request: HTTPConnection) -> str:
    return request.client.host if request.client is not None else ""


def _origin(url: str) -> str:
    """Scheme, host and port of an address, as browsers write them in the header Origin."""
    scheme, _, rest = url.partition("://")
    host = rest.partition("/")[0].lower()
    default = {"http": ":80", "https": ":443"}.get(scheme, "")
    return f"{scheme}://{host.removesuffix(default) if default else host}"
