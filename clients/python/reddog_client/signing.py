"""Signing at the head of the chain, and again where it moved.

Source: docs/formats/player-keys.md, "Statements"; docs/api.md, "Signed requests".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from . import base64_text
from .account import Account
from .errors import ChainMovedError, Reason, RefusedError, VerificationError
from .keys import Signer
from .public_keys import HALF_BYTES, Use
from .records import Record
from .statements import SIGNS_FOR_MS, Place, Statement, message, signature

_ATTEMPTS: Final = 3
_CHAIN_MOVED: Final = "chain-moved"
_HARMLESS: Final = frozenset(("wallet", "limits", "player_key", "player_key_end"))
"""What may come between a request and its repetition without changing what the request is about."""

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """A statement and who signed it."""

    statement: Statement
    signer: Signer

    def member(self) -> dict[str, object]:
        """Return what a request has of it: the signature, and the leaf that was signed as the chain's head."""
        psig = signature(self.statement, self.signer)
        return {"psig": psig | ({"prev": self.statement["prev"]} if "prev" in self.statement else {})}

    def require_in(self, record: Record) -> None:
        """Refuse a record that has not this signature. A table's records do not name the key.

        Raises:
            VerificationError: `OTHER_RECORD`.
        """
        psig = record.fields.get("psig", {})
        signer = self.signer.public
        kid = None if record.kind == "turn" else signer.kid
        holds = (psig.get("kid"), psig.get("until")) == (kid, self.statement["until"]) and signer.verifies(
            base64_text.decode(str(psig.get("sig")), size=2 * HALF_BYTES), message(self.statement)
        )
        if not holds:
            raise VerificationError(
                Reason.OTHER_RECORD, f"the {record.kind} lacks this player's signature", record.note
            )


class Signing:
    """What an account signs with. `follow` reads the chain on, `clock` gives milliseconds."""

    def __init__(self, account: Account, *, follow: Callable[[], list[Record]], clock: Callable[[], int]) -> None:
        self._account = account
        self._follow = follow
        self._clock = clock

    def place(self, *, for_ms: int = SIGNS_FOR_MS) -> Place:
        """Return the place of a statement that is signed now."""
        state = self._account.state
        return Place(
            origin=state.trust.origin, chain=state.chain.name, prev=state.chain.leaf, until=self._clock() + for_ms
        )

    def at_head(self, send: Callable[[Place], Document]) -> Document:
        """Call `send` with the chain's head, and again with a newer one, until it is the head.

        The platform refuses what was signed at an older head. The client then reads what came between, as always, and
        signs anew only if that was none of play.

        Raises:
            DoubtError: something did not hold, now or earlier.
            ChainMovedError: somebody plays on this account: whether the request is still wanted, its caller must say.
            VerificationError: what came between does not hold, such as a key that the player does not know.
            RefusedError: any other refusal.
        """
        self._account.require_no_doubt()
        for _ in range(_ATTEMPTS):
            try:
                return send(self.place())
            except RefusedError as refused:
                if refused.code != _CHAIN_MOVED:
                    raise
            between = {record.kind for record in self._follow()}
            if between - _HARMLESS:
                raise ChainMovedError(f"meanwhile the chain got: {', '.join(sorted(between))}")
        raise ChainMovedError(f"the chain moved {_ATTEMPTS} times while one request was sent")

    def sent(
        self, state: Callable[[Place], Statement], send: Callable[[Mapping[str, object]], Document]
    ) -> tuple[Document, Signed | None]:
        """Sign a statement of play if the chain has keys, and send it; `send` gets the member `psig`, or none.

        Raises:
            DoubtError: something did not hold, now or earlier.
            KeyMissingError: the chain has keys, and none that may play is here.
        """
        self._account.require_no_doubt()
        if not self._account.state.chain.signed:
            return send({}), None
        made: list[Signed] = []

        def sign_and_send(place: Place) -> Document:
            made.append(Signed(statement=state(place), signer=self._account.key_for(Use.PLAY)))
            return send(made[-1].member())

        return self.at_head(sign_and_send), made[-1]
