"""The player's own limits: tightened by a request alone, loosened under a signature.

Source: docs/formats/player-keys.md, rule 3; docs/rules/limits.md.
"""

from collections.abc import Callable, Mapping
from typing import Any

from .errors import Reason, RefusedError, VerificationError
from .player import Document, Player
from .public_keys import Use
from .signing import Signed
from .statements import Place

_REQUIRED = "signature-required"
_MS = 1000


class OwnLimits:
    """The limits of a player who has logged in, by their names in GET /me/limits."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def change(self, name: str, value: Document | None, *, pin: str) -> Document:
        """Ask for another value: {`amount`, `currency`}, {`seconds`}, or None for no limit.

        A tighter one binds at once, and no signature could prevent it. A looser one waits, and is signed.

        Raises:
            RefusedError: the limit is as it was.
        """
        act: dict[str, object] = {"do": "ask", "who": "player", "name": name}
        if value is not None:
            act["value"] = value["amount"] if "amount" in value else value["seconds"] * _MS
        body = {"value": value, "pin": pin}
        return self._loosened(act, lambda psig: self._player.api.put(f"/me/limits/{name}", {**body, **psig}))

    def confirm(self, name: str, *, pin: str) -> Document:
        """Confirm the looser value that waits."""
        act: dict[str, object] = {"do": "confirm", "who": "player", "name": name}
        path = f"/me/limits/{name}/loosening/confirmation"
        return self._loosened(act, lambda psig: self._player.api.post(path, {"pin": pin, **psig}))

    def return_from_exclusion(self) -> Document:
        """Ask for the end of a self-exclusion whose time is over."""
        act: dict[str, object] = {"do": "return", "who": "player"}
        return self._loosened(act, lambda psig: self._player.api.post("/me/exclusion/return", psig))

    def _loosened(self, act: dict[str, object], send: Callable[[Mapping[str, Any]], Document]) -> Document:
        """Send a request as it is, and under a signature if the platform says that it loosens."""
        try:
            answer = send({})
        except RefusedError as refused:
            if refused.code != _REQUIRED:
                raise
        else:
            self._player.follow()
            return answer
        made: list[Signed] = []

        def sign_and_send(place: Place) -> Document:
            made.append(Signed(statement=place.limits(act), signer=self._player.account.key_for(Use.PLAY)))
            return send(made[-1].member())

        answer = self._player.signing.at_head(sign_and_send)
        self._require_recorded(act, made[-1])
        return answer

    def _require_recorded(self, act: dict[str, object], signed: Signed) -> None:
        """Read the record that was written, and require the act and the signature in it."""
        written = [record for record in self._player.follow() if record.kind == "limits"]
        with self._player.account.evidence_kept():
            if len(written) != 1:
                raise VerificationError(Reason.OTHER_RECORD, f"the chain has no record of {act['do']}")
            written[0].require(act=act)
            signed.require_in(written[0])
