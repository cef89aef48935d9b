"""A way in over HTTP, described once: for the router, and for the OpenAPI document."""

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

LARGEST_BODY = 8 * 1024
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that may be answered: by whom it is, and what it says."""

    service: Service
    request: Request
    who: str | None
    body: Any

    @property
    def player(self) -> str:
        return self.who or ""

    @property
    def address(self) -> str:
        return address_of(self.request)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What can be asked, and what comes back. `body` and `answer` are structs of the protocol."""

    method: str
    path: str
    work: Callable[[Asked], Awaitable[Any]]
    says: str
    answer: Any = None
    body: Any = None
    player: bool = True
    """Whether one has to be somebody to ask."""
    refusals: tuple[int, ...] = ()

    def route(self) -> Route:
        return Route(self.path, self._respond, methods=[self.method])

    async def _respond(self, request: Request) -> Response:
        try:
            answer = await self.work(await self._asked(request))
        except KaitenError as error:
            return problem(error)
        return answer if isinstance(answer, Response) else reply(answer)

    async def _asked(self, request: Request) -> Asked:
        service: Service = request.app.state.service
        service.check_rate(request)
        who = await service.player_of(request, strict=self.player)
        if self.player and who is None:
            raise AccessError(401, "no-identity", "become a player first: POST /api/players")
        if who is not None and not service.by_player.allows(who):
            raise AccessError(429, "too-fast", "too many requests: wait a moment")
        return Asked(service, request, who, await self._read(request))

    async def _read(self, request: Request) -> Any:
        if self.body is None:
            return None
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            # A form on another site could send anything else without the browser asking us first.
            raise AccessError(415, "not-json", f"the body has to be {JSON}")
        received = b""
        try:
            async for part in request.stream():
                received += part
                if len(received) > LARGEST_BODY:
                    raise AccessError(413, "too-large", f"the body may have {LARGEST_BODY} bytes")
        except ClientDisconnect:
            raise AccessError(400, "bad-request", "the body did not come whole") from None
        try:
            return msgspec.json.decode(received, type=self.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise AccessError(400, "bad-request", f"the body is not what it should be: {error}") from None


def reply(answer: Any, status: int = 200) -> Response:
    body = b"" if answer is None else msgspec.json.encode(answer)
    return Response(body, 204 if answer is None else status, media_type=JSON, headers={"Cache-Control": "no-store"})


def problem(error: KaitenError) -> Response:
    """Why not, in one shape."""
    if isinstance(error, StoreError):
        return reply(Problem("store", "the database cannot be reached just now; try again"), 503)
    status = error.status if isinstance(error, AccessError) else _STATUS.get(error.code, 400)
    return reply(Problem(error.code, str(error)), status)


_STATUS = {"no-such-table": 404, "no-record": 404, "not-over": 409, "table-broken": 500, "no-spectators": 403}
