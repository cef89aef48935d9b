"""Shared state of the request handlers: settings, store, hub, rate limits; authentication and origin checks."""

import asyncio
import time
from collections import Counter
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from kaiten.kit.errors import KaitenError
from kaiten.server.hub import Hub
from kaiten.server.identity import hash_token, read_token
from kaiten.server.metrics import Metrics
from kaiten.server.rate_limit import TokenBucket
from kaiten.server.settings import Settings
from kaiten.store import BatchLoader, Store, people

if TYPE_CHECKING:
    from kaiten.server.bus import Bus

MAX_CACHED_TOKENS = 20_000
TOKEN_CACHE_SECONDS = 60.0
"""How long a token is cached: another server may have erased the player meanwhile."""


class AccessError(KaitenError):
    """A request is refused; `status` is the HTTP status."""

    code = "access"

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Service:
    """Shared state of the request handlers."""

    def __init__(self, settings: Settings, store: Store, hub: Hub, metrics: Metrics, bus: "Bus | None") -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self.metrics = metrics
        self.bus = bus
        self.closing = asyncio.Event()
        self.sockets_of: Counter[str] = Counter()
        """Open sockets by address."""
        self.socket_limit = TokenBucket(settings.socket_rate, 3 * settings.socket_rate)
        self.player_limit = TokenBucket(settings.player_rate, 3 * settings.player_rate)
        self.address_limit = TokenBucket(settings.address_rate, 4 * settings.address_rate)
        self.new_player_limit = TokenBucket(settings.address_rate / 20, 2 * settings.address_rate)
        self.new_sheet_limit = TokenBucket(settings.address_rate / 600, settings.address_rate)
        self.wrong_code_limit = TokenBucket(0.2, 20)
        self._token_loader = BatchLoader(lambda hashes: people.players_of(store, hashes))
        self._token_cache: dict[str, tuple[str, float]] = {}

    async def authenticate(self, request: HTTPConnection, *, strict: bool = True) -> str | None:
        """The player of a request's token, or None without a token. AccessError for an unknown token or a wrong origin.

        With `strict=False` an unknown cookie is ignored: otherwise a browser could not replace it.
        """
        token, by_cookie = read_token(request.headers, request.cookies)
        # Browsers send cookies with cross-site requests: only our own pages may (CSRF).
        self.check_origin(request, required=by_cookie and request.scope["type"] == "websocket")
        if not token:
            return None
        hashed = hash_token(token)
        player, until = self._token_cache.get(hashed, (None, 0.0))
        if player is None or until < time.monotonic():
            player = await self._token_loader.load(hashed)
        if player is None and by_cookie and not strict:
            return None
        if player is None:
            raise AccessError(401, "unknown-token", "this token is not known here: become a player again")
        if len(self._token_cache) >= MAX_CACHED_TOKENS:
            self._token_cache.clear()
        self._token_cache[hashed] = (player, time.monotonic() + TOKEN_CACHE_SECONDS)
        return player

    def forget_tokens(self, player: str) -> None:
        """Remove an erased player's tokens from the cache."""
        self._token_cache = {hashed: known for hashed, known in self._token_cache.items() if known[0] != player}

    def base_url(self, request: HTTPConnection) -> str:
        """The public address of the server, without a trailing slash."""
        scheme = {"ws": "http", "wss": "https"}.get(request.url.scheme, request.url.scheme)
        return self.settings.public_url.rstrip("/") or f"{scheme}://{request.headers.get('host', 'localhost')}"

    def check_origin(self, request: HTTPConnection, *, required: bool = False) -> None:
        origin = request.headers.get("origin")
        if origin is None and not required:
            return
        if origin != _origin(self.base_url(request)):
            raise AccessError(403, "wrong-origin", "requests from this page's origin are not allowed")

    def check_rate(self, request: HTTPConnection) -> None:
        if not self.address_limit.allow(address_of(request)):
            raise AccessError(429, "too-fast", "too many requests from your address: wait a moment")


def address_of(request: HTTPConnection) -> str:
    return request.client.host if request.client is not None else ""


def _origin(url: str) -> str:
    """Scheme, host and port of a URL, as in the header Origin."""
    scheme, _, rest = url.partition("://")
    host = rest.partition("/")[0].lower()
    default = {"http": ":80", "https": ":443"}.get(scheme, "")
    return f"{scheme}://{host.removesuffix(default) if default else host}"
