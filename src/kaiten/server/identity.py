"""Identity without accounts: a public player id and a secret token; also the ids, codes and seeds of tables.

A token has 256 random bits. The store keeps only its hash, so a stolen database gives no access.
"""

import hashlib
import secrets
from collections.abc import Mapping

COOKIE = "kaiten"
SOCKET_PROTOCOL = "kaiten"
TOKEN_PROTOCOL = "kaiten.token."  # noqa: S105  (a prefix)
COOKIE_SECONDS = 400 * 24 * 60 * 60  # the longest that browsers keep a cookie
LINK_SECONDS = 10 * 60

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters of a join code, without look-alikes."""
CODE_LENGTH = 6


def new_player() -> str:
    return secrets.token_hex(10)


def new_token(player: str) -> str:
    return f"{player}.{secrets.token_urlsafe(32)}"


def new_table() -> str:
    return secrets.token_hex(12)


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_seed() -> str:
    """A server seed: 32 bytes."""
    return secrets.token_hex(32)


def new_link() -> str:
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def read_token(headers: Mapping[str, str], cookies: Mapping[str, str]) -> tuple[str, bool]:
    """A request's token, or an empty string, and whether a cookie carried it."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip(), False
    # The only header that a page can set on a WebSocket.
    for offered in headers.get("sec-websocket-protocol", "").split(","):
        if offered.strip().startswith(TOKEN_PROTOCOL):
            return offered.strip().removeprefix(TOKEN_PROTOCOL), False
    return cookies.get(COOKIE, ""), COOKIE in cookies
