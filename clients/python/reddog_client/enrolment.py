"""Keys of a player: the first one, those of other devices and on paper, and their end.

Source: docs/formats/player-keys.md, "Rules"; docs/api.md, "Signed requests".
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from . import recovery_codes
from .errors import ClientError
from .keys import DeviceKey, Signer
from .player import Player
from .public_keys import Algorithm, PublicKey, Use
from .signing import Document, Signed
from .statements import Place, possession

REQUEST_FOR_MS: Final = 600_000
"""How long a request to let in another device may be used: the most that the log allows."""


class Enrolment:
    """The keys of a player who has logged in."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._account = player.account

    def enrol(self, show_code: Callable[[str], None], *, pin: str, algorithm: Algorithm = Algorithm.ED25519) -> None:
        """Let in this device's first key by the account's PIN, and a recovery key made of a code that `show_code` shows.

        From then on, for good, whatever this player asks for bears a signature. The code is shown before its key is let
        in: a crash leaves a code without a key, never a key without a code.

        Raises:
            ClientError: the chain has keys already, or the platform refuses the PIN.
        """
        if self._player.chain.signed:
            raise ClientError("the chain has keys: a device of this player's must let this one in")
        self._let_in_own(DeviceKey.draw(algorithm), by=pin)
        self.add_recovery_key(show_code)

    def add_recovery_key(self, show_code: Callable[[str], None]) -> None:
        """Let in a recovery key made of a new code. Where one lives already, `recover` with its code comes first."""
        code = recovery_codes.draw_code()
        show_code(code)
        key = recovery_codes.key_of(code)
        self._account.add_known_kid(key.public.kid)
        self._let_in(key.public, use=Use.RECOVER, new=key, by=self._account.key_for(Use.PLAY))

    def rotate(self, *, algorithm: Algorithm = Algorithm.ED25519) -> None:
        """Let in a new key by the old one, then end the old one by the new."""
        old = self._account.key_for(Use.PLAY)
        new = self._let_in_own(DeviceKey.draw(algorithm), by=old)
        self.end(old.public.kid, "rotated", by=new)

    def recover(self, code: str, *, algorithm: Algorithm = Algorithm.ED25519) -> None:
        """Let in a new key by the key of a recovery code, and end every other key that plays as lost."""
        paper = recovery_codes.key_of(code)
        if paper.public.kid not in self._player.chain.live_kids(Use.RECOVER):
            raise ClientError("no live recovery key of this chain is made of this code")
        lost = self._player.chain.live_kids(Use.PLAY)
        self._let_in_own(DeviceKey.draw(algorithm), by=paper)
        for kid in lost:
            self.end(kid, "lost", by=paper)

    def request(self, *, algorithm: Algorithm = Algorithm.ED25519) -> dict[str, object]:
        """Return the request of this device to be let in, good for ten minutes while the chain stands still.

        `let_in` on another device of the player's takes it, and so does the operators' act `admit-player-key`.
        """
        key = DeviceKey.draw(algorithm)
        self._account.add_key(key)
        return _asked(key.public, Use.PLAY, key, self._player.signing.place(for_ms=REQUEST_FOR_MS))

    def let_in(self, request: Mapping[str, Any]) -> None:
        """Let in another device of the player's by this device's key. Compare its id with the one that device shows."""
        public = PublicKey(algorithm=Algorithm(request["alg"]), pub=bytes.fromhex(request["pub"]))
        mine = self._account.key_for(Use.PLAY)
        self._account.add_known_kid(public.kid)

        def send(place: Place) -> Document:
            signed = Signed(statement=place.player_key(public, use=Use(request["use"])), signer=mine)
            return self._player.api.post("/me/keys", {**request, **signed.member()})

        answer = self._player.signing.at_head(send)
        self._player.kept([answer["receipt"]], "player_key", None, pub=public.pub.hex(), use=request["use"])

    def refuse(self, kid: str) -> None:
        """End a key that somebody else let in, as stolen, having gone on over the record that let it in.

        Any live key ends one that waits: 72 hours are time to do it.
        """
        self._account.add_known_kid(kid)
        self._account.dispel()
        self._player.follow()
        self.end(kid, "stolen")

    def end(self, kid: str, why: str, *, by: Signer | None = None) -> None:
        """End a key: `rotated`, `lost`, `stolen` or `closed`."""
        signer = by or self._account.key_for(Use.PLAY)

        def send(place: Place) -> Document:
            signed = Signed(statement=place.player_key_end(kid=kid, why=why), signer=signer)
            return self._player.api.post(f"/me/keys/{kid}/end", {"why": why, **signed.member()})

        answer = self._player.signing.at_head(send)
        self._player.kept([answer["receipt"]], "player_key_end", None, kid=kid, why=why)

    def _let_in_own(self, key: DeviceKey, *, by: Signer | str) -> DeviceKey:
        self._account.add_key(key)
        self._let_in(key.public, use=Use.PLAY, new=key, by=by)
        return key

    def _let_in(self, public: PublicKey, *, use: Use, new: Signer, by: Signer | str) -> None:
        """Let in a key by another one, or the first one by the PIN."""

        def send(place: Place) -> Document:
            statement = place.player_key(public, use=use)
            leave = {"pin": by} if isinstance(by, str) else Signed(statement=statement, signer=by).member()
            return self._player.api.post("/me/keys", {**_asked(public, use, new, place), **leave})

        answer = self._player.signing.at_head(send)
        self._player.kept([answer["receipt"]], "player_key", None, pub=public.pub.hex(), use=use.value)


def _asked(public: PublicKey, use: Use, new: Signer, place: Place) -> dict[str, object]:
    """Return what asks for a key to be let in, with the proof that whoever asks holds it."""
    pop = possession(place.player_key(public, use=use), new)
    return {
        "alg": public.algorithm.value,
        "pub": public.pub.hex(),
        "use": use.value,
        "pop": {**pop, "prev": place.prev},
    }
