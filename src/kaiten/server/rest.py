"""HTTP API: players, tables, records, score sheets, health and metrics."""

import msgspec
from prometheus_client import generate_latest
from starlette.responses import Response

from kaiten import __version__
from kaiten.protocol import rest as wire
from kaiten.protocol.commands import Sit
from kaiten.protocol.sheets import SheetSynced, SyncSheet
from kaiten.server.connection import NO_IDENTITY
from kaiten.server.endpoints import JSON, ApiCall, Endpoint, json_response
from kaiten.server.identity import (
    COOKIE,
    COOKIE_SECONDS,
    LINK_SECONDS,
    hash_token,
    new_code,
    new_link,
    new_player,
    new_seed,
    new_table,
    new_token,
)
from kaiten.server.qr import qr
from kaiten.server.serialization import encode_events, summarize
from kaiten.server.service import AccessError
from kaiten.server.sheets import sync_sheet
from kaiten.store import ConflictError, StoreError, Write, games, people, tables
from kaiten.table import Event, Opened, Table, TableError, decide

LOOPBACK = ("127.0.0.1", "::1", "")


async def become_player(call: ApiCall) -> Response:
    if call.player_or_none is not None:
        return json_response(wire.Identity(call.player_or_none))
    if not call.service.new_player_limit.allow(call.address):
        raise AccessError(429, "too-fast", "too many new players from your address: wait a moment")
    player = new_player()
    token = new_token(player)
    await people.new_player(call.service.store, player, hash_token(token))
    return _issue_token(call, player, token, call.body.keep)


async def who_am_i(call: ApiCall) -> wire.Identity:
    return wire.Identity(call.player)


async def make_link(call: ApiCall) -> wire.DeviceLink:
    token = new_link()
    expires = call.service.store.now() + LINK_SECONDS * 1000
    await people.add_link(call.service.store, hash_token(token), call.player, expires)
    # A fragment stays in the browser: no server, proxy or log sees it.
    link = f"{call.service.base_url(call.request)}/link#{token}"
    return wire.DeviceLink(link, token, expires, qr(link))


async def claim_link(call: ApiCall) -> Response:
    if not call.service.wrong_code_limit.allow(call.address):
        raise AccessError(429, "too-fast", "too many attempts from your address: wait a moment")
    secret = new_token("device")
    player = await people.claim_link(call.service.store, hash_token(call.body.token), hash_token(secret))
    if player is None:
        raise AccessError(404, "no-such-link", "this link has been used or has expired: make a new one")
    return _issue_token(call, player, secret, call.body.keep)


async def export(call: ApiCall) -> wire.MyData:
    return wire.MyData(call.player, await people.export_player(call.service.store, call.player))


async def forget(call: ApiCall) -> Response:
    """Leave every table, then erase the player from the store."""
    service = call.service
    for table in await tables.tables_of(service.store, call.player):
        try:
            await (await service.hub.table(table)).remove_player(call.player)
        except TableError:
            continue  # quarantined, or deleted
    await people.erase_player(service.store, call.player)
    service.forget_tokens(call.player)
    for connection in [*service.hub.connections]:
        if connection.player == call.player:
            await connection.close(NO_IDENTITY, "forgotten")
    response = json_response(None)
    response.delete_cookie(COOKIE, secure=service.settings.secure, httponly=True, samesite="strict")
    return response


async def my_games(call: ApiCall) -> wire.MyGames:
    store, hub = call.service.store, call.service.hub
    found = []
    for name in (await tables.tables_of(store, call.player))[:50]:
        try:
            table = (await hub.table(name)).table
        except TableError:
            continue
        seat = table.seat_of(call.player)
        if seat is not None:
            waits = seat in table.pending_seats
            names = tuple([chair.name for chair in table.seats])
            phase, game = table.phase.value, table.rules.NAME
            found.append(wire.OpenGame(name, table.code, game, phase, seat, names, waits, table.due))  # type: ignore[arg-type]
    past = [
        msgspec.convert(game, wire.PastGame, from_attributes=True) for game in await games.history(store, call.player)
    ]
    kinds = await games.statistics(store, call.player)
    counted = [msgspec.convert(kind, wire.Statistics, from_attributes=True) for kind in kinds]
    return wire.MyGames(tuple(found), tuple(past), tuple(counted))


async def open_table(call: ApiCall) -> wire.TableOpened:
    new: wire.NewTable = call.body
    store = call.service.store
    for _ in range(3):  # a join code may be taken
        opened = Opened(
            table=new_table(),
            game=new.game,
            seats=new.seats,
            host=call.player,
            server_seed=new_seed(),
            options=new.options,
            listed=new.listed,
            spectators=new.spectators,
            clock=new.clock,
            code=new_code(),
        )
        table = Table.rebuild([opened])
        events: list[Event] = [opened]
        if new.name is not None:
            events += decide(table, call.player, Sit(new.name, seed=new.seed), now=store.now())
            table = Table.rebuild(events)
        link = f"{call.service.base_url(call.request)}/t/{opened.code}"
        answer = wire.TableOpened(opened.table, opened.code, link)
        payload = msgspec.json.encode(answer)
        write = Write(opened.table, 0, encode_events(events), call.player, new.id, payload, summarize(table))
        try:
            await store.append(write)
        except ConflictError:
            known = await store.find_answer(call.player, new.id)
            if known is not None:
                return _decode_answer(known)
        else:
            return answer
    raise StoreError("no free join code was found")


async def list_tables(call: ApiCall) -> wire.OpenTables:
    listed = await tables.open_tables(call.service.store)
    return wire.OpenTables(
        tuple([msgspec.convert({**_fields(entry), "phase": "lobby"}, wire.TableFound) for entry in listed])
    )


async def find_by_code(call: ApiCall) -> wire.TableFound:
    code = _path_value(call, "code").upper()
    table = await tables.table_by_code(call.service.store, code)
    if table is None:
        if not call.service.wrong_code_limit.allow(call.address):
            raise AccessError(429, "too-fast", "too many wrong codes from your address: wait a moment")
        raise TableError("no-such-table", "no table has this code")
    return await _describe(call, table)


async def find_table(call: ApiCall) -> wire.TableFound:
    return await _describe(call, _path_value(call, "table"))


async def get_record(call: ApiCall) -> Response:
    table = _path_value(call, "table")
    record = await games.record_of(call.service.store, table)
    if record is None:
        summary = await tables.find_summary(call.service.store, table)
        if summary is not None and summary.phase in ("lobby", "playing"):
            raise TableError("not-over", "the record is available when the game is over")
        raise TableError("no-record", "there is no record of this game")
    return Response(
        record + b"\n",
        media_type=JSON,
        headers={"Content-Disposition": f'attachment; filename="kaiten-{table}.json"', "Cache-Control": "no-store"},
    )


async def health(call: ApiCall) -> Response:
    bus = call.service.bus
    try:
        await call.service.store.versions(["-"])
        database = "ok"
    except StoreError:
        database = "down"
    found = wire.Health(database, __version__, database, "none" if bus is None else "ok" if bus.up else "down")  # type: ignore[arg-type]
    return json_response(found, 200 if database == "ok" else 503)


async def metrics(call: ApiCall) -> Response:
    if not call.service.settings.metrics and call.address not in LOOPBACK:
        raise AccessError(403, "metrics", "the metrics are available only on the machine that the server runs on")
    return Response(
        generate_latest(call.service.metrics.registry), media_type="text/plain; version=0.0.4; charset=utf-8"
    )


def _issue_token(call: ApiCall, player: str, token: str, keep: str) -> Response:
    """Hand out a token: in the body for programs, in an HttpOnly cookie for browsers."""
    if keep == "token":
        return json_response(wire.Identity(player, token))
    response = json_response(wire.Identity(player))
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="strict", secure=call.service.settings.secure
    )
    return response


def _decode_answer(known: bytes) -> wire.TableOpened:
    try:
        return msgspec.json.decode(known, type=wire.TableOpened)
    except msgspec.DecodeError:
        raise TableError("id-used", "this id has been used for another command") from None


def _path_value(call: ApiCall, name: str) -> str:
    """A path parameter; empty if it has characters that no id has (PostgreSQL fails on a null character)."""
    text: str = call.request.path_params[name]
    return text if text.isascii() and text.isprintable() else ""


async def _describe(call: ApiCall, table: str) -> wire.TableFound:
    summary = await tables.find_summary(call.service.store, table)
    if summary is None or summary.phase == "broken":
        raise TableError("no-such-table", "there is no such table, or no longer")
    return msgspec.convert({**_fields(summary), "table": table}, wire.TableFound)


def _fields(entry: object) -> dict[str, object]:
    return {name: getattr(entry, name) for name in wire.TableFound.__struct_fields__ if hasattr(entry, name)}


ENDPOINTS = (
    Endpoint("POST", "/api/players", become_player, "Become a player.", wire.Identity, wire.NewPlayer, False, (429,)),
    Endpoint("GET", "/api/me", who_am_i, "Who you are.", wire.Identity),
    Endpoint("DELETE", "/api/me", forget, "Delete your data; records stay, without your name."),
    Endpoint("GET", "/api/me/data", export, "All data stored about you.", wire.MyData),
    Endpoint("GET", "/api/me/games", my_games, "Your tables, past games and statistics.", wire.MyGames),
    Endpoint(
        "POST", "/api/me/links", make_link, "Make a one-time link that signs in another device as you.", wire.DeviceLink
    ),
    Endpoint(
        "POST",
        "/api/links",
        claim_link,
        "Sign in with a one-time link.",
        wire.Identity,
        wire.ClaimLink,
        False,
        (404, 429),
    ),
    Endpoint("GET", "/api/tables", list_tables, "Listed tables with a free seat.", wire.OpenTables, needs_player=False),
    Endpoint("POST", "/api/tables", open_table, "Open a table.", wire.TableOpened, wire.NewTable),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        find_table,
        "The summary of a table.",
        wire.TableFound,
        needs_player=False,
        error_statuses=(404,),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        get_record,
        "The record of a game that is over, format kaiten/1.",
        dict,
        needs_player=False,
        error_statuses=(404, 409),
    ),
    Endpoint(
        "GET", "/api/codes/{code}", find_by_code, "The table with this code.", wire.TableFound, None, False, (404, 429)
    ),
    Endpoint(
        "POST",
        "/api/sheets/{sheet}",
        sync_sheet,
        "Synchronize a score sheet: send your new edits and get those you lack.",
        SheetSynced,
        SyncSheet,
        False,
        (404, 409, 429),
    ),
    Endpoint(
        "GET",
        "/api/health",
        health,
        "Whether the server can do its work.",
        wire.Health,
        needs_player=False,
        error_statuses=(503,),
    ),
)
