"""Which session a stake belongs to: a reference that only a salt links to the session's id.

Source: docs/formats/sessions.md.
"""

import hashlib

from verifier.player import PlayerChain
from verifier.records import Deal
from verifier.seat_records import SeatStake
from verifier.verdict import Code, Fault

_DOMAIN = b"RDF2/session\0"
_SESSION_MS = 24 * 60 * 60 * 1000
_CLOCKS_MS = 60_000
_FINGERPRINT_BYTES = 16


def reference(*, session: bytes, salt: bytes) -> str:
    """Return the `sess` of a session's stakes, in hex. Both arguments have 16 bytes."""
    return hashlib.sha256(_DOMAIN + salt + session).hexdigest()


def require(chain: PlayerChain, record: Deal | SeatStake) -> None:
    """Refuse a stake in a session that began too long before it.

    Raises:
        Fault: `E_SESSION`.
    """
    if "sess" not in record:
        return
    began = chain.sessions.get(_fingerprint(record["sess"]))
    if began is not None and record["time"] > began + _SESSION_MS + _CLOCKS_MS:
        raise Fault(Code.E_SESSION, "the stake's session had its first stake more than 24 hours before")


def apply(chain: PlayerChain, record: Deal | SeatStake) -> None:
    """Remember when a session had its first stake."""
    # The newest stake's session is nearly always this one's.
    if "sess" in record and record["sess"] != chain.newest_session:
        chain.newest_session = record["sess"]
        chain.sessions.setdefault(_fingerprint(record["sess"]), record["time"])


def _fingerprint(sess: str) -> bytes:
    return bytes.fromhex(sess)[:_FINGERPRINT_BYTES]
