"""What can be asked over HTTP."""

import msgspec
from prometheus_client import generate_latest
from starlette.responses import Response

from kaiten import __version__
from kaiten.protocol import rest as wire
from kaiten.protocol.commands import Sit
from kaiten.protocol.sheets import SheetSynced, SyncSheet
from kaiten.server.connection import NO_IDENTITY
from kaiten.server.endpoints import JSON, Asked, Endpoint, reply
from kaiten.server.identity import (
    COOKIE,
    COOKIE_SECONDS,
    LINK_SECONDS,
    hash_of,
    new_code,
    new_link,
    new_player,
    new_seed,
    new_table,
    new_token,
)
from kaiten.server.ledger import encoded, summary_of
from kaiten.server.qr import qr
from kaiten.server.service import AccessError
from kaiten.server.sheets import sync_sheet
from kaiten.store import ConflictError, StoreError, Write, games, people, tables
from kaiten.table import Event, Opened, Table, TableError, decide

LOOPBACK = ("127.0.0.1", "::1", "")


async def become_player(asked: Asked) -> Response:
    if asked.who is not None:
        return reply(wire.Identity(asked.who))
    if not asked.service.new_players.allows(asked.address):
        raise AccessError(429, "too-fast", "too many new players from your address: wait a moment")
    player = new_player()
    token = new_token(player)
    await people.new_player(asked.service.store, player, hash_of(token))
    return _hand_over(asked, player, token, asked.body.keep)


async def who_am_i(asked: Asked) -> wire.Identity:
    return wire.Identity(asked.player)


async def make_link(asked: Asked) -> wire.DeviceLink:
    token = new_link()
    expires = asked.service.store.now() + LINK_SECONDS * 1000
    await people.add_link(asked.service.store, hash_of(token), asked.player, expires)
    # After the # it stays in the browser: no server, proxy or log ever has it in an address.
    link = f"{asked.service.base_url(asked.request)}/link#{token}"
    return wire.DeviceLink(link, token, expires, qr(link))


async def claim_link(asked: Asked) -> Response:
    if not asked.service.wrong_codes.allows(asked.address):
        raise AccessError(429, "too-fast", "too many attempts from your address: wait a moment")
    secret = new_token("device")
    player = await people.claim_link(asked.service.store, hash_of(asked.body.token), hash_of(secret))
    if player is None:
        raise AccessError(404, "no-such-link", "this link has been used, or is too old: make a new one")
    return _hand_over(asked, player, secret, asked.body.keep)


async def export(asked: Asked) -> wire.MyData:
    return wire.MyData(asked.player, await people.export(asked.service.store, asked.player))


async def forget(asked: Asked) -> Response:
    """Be gone from every table; then from the store."""
    service = asked.service
    for table in await tables.tables_of(service.store, asked.player):
        try:
            await (await service.hub.table(table)).part(asked.player)
        except TableError:
            continue  # set apart, or gone
    await people.forget(service.store, asked.player)
    service.forget(asked.player)
    for connection in [*service.hub.connections]:
        if connection.player == asked.player:
            await connection.close(NO_IDENTITY, "forgotten")
    response = reply(None)
    response.delete_cookie(COOKIE, secure=service.settings.secure, httponly=True, samesite="strict")
    return response


async def my_games(asked: Asked) -> wire.MyGames:
    store, hub = asked.service.store, asked.service.hub
    found = []
    for name in (await tables.tables_of(store, asked.player))[:50]:
        try:
            table = (await hub.table(name)).table
        except TableError:
            continue
        seat = table.seat_of(asked.player)
        if seat is not None:
            waits = seat in table.waited_for
            names = tuple([chair.name for chair in table.seats])
            phase, game = table.phase.value, table.rules.NAME
            found.append(wire.OpenGame(name, table.code, game, phase, seat, names, waits, table.due))  # type: ignore[arg-type]
    past = [
        msgspec.convert(game, wire.PastGame, from_attributes=True) for game in await games.history(store, asked.player)
    ]
    kinds = await games.statistics(store, asked.player)
    counted = [msgspec.convert(kind, wire.Statistics, from_attributes=True) for kind in kinds]
    return wire.MyGames(tuple(found), tuple(past), tuple(counted))


async def open_table(asked: Asked) -> wire.TableOpened:
    new: wire.NewTable = asked.body
    store = asked.service.store
    for _ in range(3):  # a code may be taken; that the next one is too would be a wonder
        opened = Opened(
            table=new_table(),
            game=new.game,
            seats=new.seats,
            host=asked.player,
            server_seed=new_seed(),
            options=new.options,
            listed=new.listed,
            spectators=new.spectators,
            clock=new.clock,
            code=new_code(),
        )
        if new.game == "sushi-roll" and new.options is not None:
            raise TableError("bad-option", "Sushi Roll has no options")
        table = Table.rebuild([opened])
        events: list[Event] = [opened]
        if new.name is not None:
            events += decide(table, asked.player, Sit(new.name, seed=new.seed), now=store.now())
            table = Table.rebuild(events)
        link = f"{asked.service.base_url(asked.request)}/t/{opened.code}"
        answer = wire.TableOpened(opened.table, opened.code, link)
        payload = msgspec.json.encode(answer)
        write = Write(opened.table, 0, encoded(events), asked.player, new.id, payload, summary_of(table))
        try:
            await store.append(write)
        except ConflictError:
            known = await store.answer_to(asked.player, new.id)
            if known is not None:
                return _answered_before(known)
        else:
            return answer
    raise StoreError("no free code was found")


async def list_tables(asked: Asked) -> wire.OpenTables:
    listed = await tables.open_tables(asked.service.store)
    return wire.OpenTables(
        tuple([msgspec.convert({**_fields(entry), "phase": "lobby"}, wire.TableFound) for entry in listed])
    )


async def find_by_code(asked: Asked) -> wire.TableFound:
    code = _path(asked, "code").upper()
    table = await tables.table_by_code(asked.service.store, code)
    if table is None:
        if not asked.service.wrong_codes.allows(asked.address):
            raise AccessError(429, "too-fast", "too many wrong codes from your address: wait a moment")
        raise TableError("no-such-table", "no table has this code")
    return await _found(asked, table)


async def find_table(asked: Asked) -> wire.TableFound:
    return await _found(asked, _path(asked, "table"))


async def get_record(asked: Asked) -> Response:
    table = _path(asked, "table")
    record = await games.record_of(asked.service.store, table)
    if record is None:
        summary = await tables.summary_of(asked.service.store, table)
        if summary is not None and summary.phase in ("lobby", "playing"):
            raise TableError("not-over", "a record is there when the game is over")
        raise TableError("no-record", "there is no record of such a game")
    return Response(
        record + b"\n",
        media_type=JSON,
        headers={"Content-Disposition": f'attachment; filename="kaiten-{table}.json"', "Cache-Control": "no-store"},
    )


async def health(asked: Asked) -> Response:
    bus = asked.service.bus
    try:
        await asked.service.store.versions(["-"])
        database = "ok"
    except StoreError:
        database = "down"
    found = wire.Health(database, __version__, database, "none" if bus is None else "ok" if bus.up else "down")  # type: ignore[arg-type]
    return reply(found, 200 if database == "ok" else 503)


async def metrics(asked: Asked) -> Response:
    if not asked.service.settings.metrics and asked.address not in LOOPBACK:
        raise AccessError(403, "metrics", "the metrics are for the machine that the server runs on")
    return Response(
        generate_latest(asked.service.metrics.registry), media_type="text/plain; version=0.0.4; charset=utf-8"
    )


def _hand_over(asked: Asked, player: str, token: str, keep: str) -> Response:
    """Give the token to its owner: to a program as it is, to a browser where no script can read it."""
    if keep == "token":
        return reply(wire.Identity(player, token))
    response = reply(wire.Identity(player))
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="strict", secure=asked.service.settings.secure
    )
    return response


def _answered_before(known: bytes) -> wire.TableOpened:
    try:
        return msgspec.json.decode(known, type=wire.TableOpened)
    except msgspec.DecodeError:
        raise TableError("id-used", "this id was used for something else already") from None


def _path(asked: Asked, name: str) -> str:
    """A part of the address. What no id can hold is none: PostgreSQL would not look for a null character, but fail."""
    text: str = asked.request.path_params[name]
    return text if text.isascii() and text.isprintable() else ""


async def _found(asked: Asked, table: str) -> wire.TableFound:
    summary = await tables.summary_of(asked.service.store, table)
    if summary is None or summary.phase == "broken":
        raise TableError("no-such-table", "there is no such table, or no longer")
    return msgspec.convert({**_fields(summary), "table": table}, wire.TableFound)


def _fields(entry: object) -> dict[str, object]:
    return {name: getattr(entry, name) for name in wire.TableFound.__struct_fields__ if hasattr(entry, name)}


ENDPOINTS = (
    Endpoint("POST", "/api/players", become_player, "Become a player.", wire.Identity, wire.NewPlayer, False, (429,)),
    Endpoint("GET", "/api/me", who_am_i, "Who you are.", wire.Identity),
    Endpoint(
        "DELETE", "/api/me", forget, "Forget me: what is kept about you is deleted; records stay, without your name."
    ),
    Endpoint("GET", "/api/me/data", export, "Everything that is kept about you.", wire.MyData),
    Endpoint("GET", "/api/me/games", my_games, "Your tables, past games and statistics.", wire.MyGames),
    Endpoint("POST", "/api/me/links", make_link, "A one-time link to be you on another device.", wire.DeviceLink),
    Endpoint("POST", "/api/links", claim_link, "Use such a link.", wire.Identity, wire.ClaimLink, False, (404, 429)),
    Endpoint("GET", "/api/tables", list_tables, "Listed tables with a free seat.", wire.OpenTables, player=False),
    Endpoint("POST", "/api/tables", open_table, "Open a table.", wire.TableOpened, wire.NewTable),
    Endpoint(
        "GET", "/api/tables/{table}", find_table, "A table at a glance.", wire.TableFound, player=False, refusals=(404,)
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/record",
        get_record,
        "The record of a game that is over, format kaiten/1.",
        dict,
        player=False,
        refusals=(404, 409),
    ),
    Endpoint(
        "GET", "/api/codes/{code}", find_by_code, "The table with this code.", wire.TableFound, None, False, (404, 429)
    ),
    Endpoint(
        "POST",
        "/api/sheets/{sheet}",
        sync_sheet,
        "Say what you have of a score sheet, and be told what you have not.",
        SheetSynced,
        SyncSheet,
        False,
        (404, 409, 429),
    ),
    Endpoint(
        "GET", "/api/health", health, "Whether the server can do its work.", wire.Health, player=False, refusals=(503,)
    ),
)
