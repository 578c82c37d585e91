"""A player's personal data as one JSON document, streamed while it is read.

Each app provides its parts by a function listed here. A part that is a list is an iterator over pages and is written in
pieces, so that memory holds one page, however much there is.

Source: docs/privacy.md; regulation F58; GLI-19 A.3.5.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final

import orjson

from audit import keys
from audit.api import personal_data as audit
from casework.api import personal_data as casework
from cashier.api import personal_data as cashier
from games.api import personal_data as games
from kernel.ids import ChainId
from players.api import personal_data as players
from responsible_gaming.api import personal_data as responsible_gaming
from tables.api import personal_data as tables
from wallet.api import personal_data as wallet

VERSION: Final = "reddog-data/1"

Part = Mapping[str, object] | Iterator[Mapping[str, object]] | None

PARTS: Final[tuple[tuple[str, Callable[[ChainId], Part]], ...]] = (
    ("profile", players.profile),
    ("sessions", players.sessions),
    ("devices", players.devices),
    ("passkeys", players.passkeys),
    ("consents", players.consents),
    ("limits", responsible_gaming.limits),
    ("own_limits", responsible_gaming.own_limits),
    ("bet_limit", responsible_gaming.bet_limit),
    ("exclusions", responsible_gaming.exclusions),
    ("reality_checks", responsible_gaming.reality_checks),
    ("assessments", responsible_gaming.assessments),
    ("balance", wallet.balance),
    ("events", audit.events),
    ("payments", cashier.payments),
    ("deposit_block", cashier.deposit_block),
    ("statement", wallet.statement),
    ("rounds", games.rounds),
    ("stakes", tables.stakes),
    ("notes", casework.notes),
    ("disputes", casework.disputes),
    ("player_keys", audit.player_keys),
    ("records", audit.records),
)
"""The name of every part in the document, and the function that reads it. Add a new table about players here."""

_PIECE: Final = 256


def stream_personal_data(chain: ChainId) -> Iterator[bytes]:
    """Yield a player's document in pieces of 256 items at most.

    Data that is stored meanwhile may be in a later part and not in an earlier one. A document that breaks off is not
    valid JSON.
    """
    beginning = {"v": VERSION, "player_id": chain.hex, "trust": keys.trust_document()}
    yield orjson.dumps(beginning)[:-1]
    for name, read_part in PARTS:
        yield b',"%s":' % name.encode()
        part = read_part(chain)
        if isinstance(part, Iterator):
            yield from _list(part)
        else:
            yield orjson.dumps(part)
    yield b"}\n"


def _list(items: Iterator[Mapping[str, object]]) -> Iterator[bytes]:
    separator = b"["
    while piece := list(islice(items, _PIECE)):
        yield separator + orjson.dumps(piece)[1:-1]
        separator = b","
    yield b"[]" if separator == b"[" else b"]"
