"""HTTP endpoints, described once for the router and for the OpenAPI document."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from kaiten.kit.errors import KaitenError
from kaiten.protocol.rest import Problem
from kaiten.server.service import AccessError, Service, address_of
from kaiten.store import StoreError

MAX_BODY_BYTES = 8 * 1024
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A request that passed rate limits and authentication: its player and decoded body."""

    service: Service
    request: Request
    player_or_none: str | None
    body: Any

    @property
    def player(self) -> str:
        return self.player_or_none or ""

    @property
    def address(self) -> str:
        return address_of(self.request)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint. `body` and `answer` are structs of the protocol."""

    method: str
    path: str
    handler: Callable[[ApiCall], Awaitable[Any]]
    summary: str
    answer: Any = None
    body: Any = None
    needs_player: bool = True
    """Whether a token is required."""
    error_statuses: tuple[int, ...] = ()

    def route(self) -> Route:
        return Route(self.path, self._respond, methods=[self.method])

    async def _respond(self, request: Request) -> Response:
        try:
            answer = await self.handler(await self._authorize(request))
        except KaitenError as error:
            return error_response(error)
        return answer if isinstance(answer, Response) else json_response(answer)

    async def _authorize(self, request: Request) -> ApiCall:
        service: Service = request.app.state.service
        service.check_rate(request)
        player = await service.authenticate(request, strict=self.needs_player)
        if self.needs_player and player is None:
            raise AccessError(401, "no-identity", "become a player first: POST /api/players")
        if player is not None and not service.player_limit.allow(player):
            raise AccessError(429, "too-fast", "too many requests: wait a moment")
        return ApiCall(service, request, player, await self._read_body(request))

    async def _read_body(self, request: Request) -> Any:
        if self.body is None:
            return None
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            # A form on another site could send any other type without a CORS preflight.
            raise AccessError(415, "not-json", f"the body has to be {JSON}")
        received = b""
        try:
            async for part in request.stream():
                received += part
                if len(received) > MAX_BODY_BYTES:
                    raise AccessError(413, "too-large", f"the body is larger than {MAX_BODY_BYTES} bytes")
        except ClientDisconnect:
            raise AccessError(400, "bad-request", "the body is incomplete") from None
        try:
            return msgspec.json.decode(received, type=self.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise AccessError(400, "bad-request", f"the body is not valid: {error}") from None


def json_response(answer: Any, status: int = 200) -> Response:
    body = b"" if answer is None else msgspec.json.encode(answer)
    return Response(body, 204 if answer is None else status, media_type=JSON, headers={"Cache-Control": "no-store"})


def error_response(error: KaitenError) -> Response:
    """Any error as a JSON problem with its HTTP status."""
    if isinstance(error, StoreError):
        return json_response(Problem("store", "the database cannot be reached now; try again"), 503)
    status = error.status if isinstance(error, AccessError) else _STATUS.get(error.code, 400)
    return json_response(Problem(error.code, str(error)), status)


_STATUS = {"no-such-table": 404, "no-record": 404, "not-over": 409, "table-broken": 500, "no-spectators": 403}
