"""What a token is asked by PKCS #11: to draw an Ed25519 key, to sign by it, to destroy it. No key ever leaves a token.

One thread alone uses this (audit/signing_tokens.py). Sessions stay open. After a fault all of them are closed and the module is
begun anew, because a token that was taken out, or a server that was restarted, knows none of the earlier ones.

Source: PKCS #11 v3.0, "Elliptic curve" (Edwards keys, EdDSA); docs/adr/0085-keys-in-tokens.md.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar, cast

if TYPE_CHECKING:
    from pkcs11 import Session
    from pkcs11._pkcs11 import lib as Library  # noqa: N812  a class by another name
    from pkcs11.types import SignMixin

_Answer = TypeVar("_Answer")

_ID_BYTES: Final = 16
_ED25519: Final = bytes.fromhex("06032b6570")
"""The curve's object identifier 1.3.101.112 (RFC 8410), in DER."""
_PUBLIC_BYTES: Final = 32


class TokenFault(Exception):  # noqa: N818  named for what is the case
    """A token cannot be asked, or did not do what it was asked. The text never holds the PIN."""


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """Where a key is: the label of a token, and the key's CKA_ID in it."""

    token: str
    key_id: bytes


class TokenSessions:
    """The open sessions of a module, one for each token, and the keys that were found in them."""

    def __init__(self, module: str, pin_file: Path) -> None:
        """Open nothing yet: the first call does."""
        self._module = module
        self._pin_file = pin_file
        self._sessions: dict[str, Session] = {}
        self._found: dict[KeyPlace, SignMixin] = {}
        self._refused_pin: str | None = None
        self._begun = False

    def sign(self, place: KeyPlace, message: bytes) -> bytes:
        """Return the signature of `message`. The caller verifies it.

        Raises:
            TokenFault: there is none.
        """
        from pkcs11 import Mechanism  # noqa: PLC0415  only where keys are in a token

        return self._asked(lambda: bytes(self._key(place).sign(message, mechanism=Mechanism.EDDSA)))

    def draw(self, token: str, name: str) -> tuple[KeyPlace, bytes]:
        """Have a token draw a key that it gives to nobody; return its place and the 32 bytes of its public half.

        Raises:
            TokenFault: none was drawn, or one of which nobody knows lies in the token.
        """
        return self._asked(lambda: self._drawn(token, name))

    def destroy(self, place: KeyPlace) -> None:
        """Destroy both halves of a key in its token. Copies in other tokens are not reached.

        Raises:
            TokenFault: it may still be there.
        """
        self._asked(lambda: self._destroyed(place))

    def _asked(self, ask: Callable[[], _Answer]) -> _Answer:
        try:
            import pkcs11  # noqa: PLC0415  as above
        except ImportError as error:
            raise TokenFault("REDDOG_TOKEN_MODULE is set: install requirements-tokens.txt") from error
        try:
            return ask()
        except (pkcs11.PKCS11Error, OSError) as error:
            self._sessions.clear()
            self._found.clear()
            self._begun = False
            raise TokenFault(f"{type(error).__name__} {error}".strip()) from error

    def _key(self, place: KeyPlace) -> "SignMixin":
        from pkcs11 import ObjectClass  # noqa: PLC0415  as above

        if place not in self._found:
            key = self._session(place.token).get_key(object_class=ObjectClass.PRIVATE_KEY, id=place.key_id)
            self._found[place] = cast("SignMixin", key)
        return self._found[place]

    def _session(self, token: str) -> "Session":
        """Return the open session of a token.

        A PIN that was refused is tried once, since tokens lock themselves after a few wrong ones. Another one in the file is tried.
        """
        import pkcs11  # noqa: PLC0415  as above

        if token in self._sessions:
            return self._sessions[token]
        pin = self._pin()
        if pin == self._refused_pin:
            raise TokenFault(f"the PIN in {self._pin_file} was refused, and is not tried again")
        try:
            session: Session = self._library().get_token(token_label=token).open(rw=True, user_pin=pin)
        except (pkcs11.exceptions.PinIncorrect, pkcs11.exceptions.PinInvalid, pkcs11.exceptions.PinLenRange):
            self._refused_pin = pin
            raise
        self._sessions[token] = session
        return session

    def _pin(self) -> str:
        """Read the PIN. A decoder's error would keep it, and say a letter of it."""
        with suppress(UnicodeDecodeError):
            return self._pin_file.read_bytes().decode().rstrip("\r\n")
        raise TokenFault(f"what is in {self._pin_file} is no UTF-8")

    def _library(self) -> "Library":
        import pkcs11  # noqa: PLC0415  as above

        library = pkcs11.lib(self._module)
        if not self._begun:
            # Begun by an earlier try, or before a fork: what it knew of tokens is not true any more.
            with suppress(pkcs11.PKCS11Error):
                library.finalize()
            library.initialize()
            self._begun = True
        return library

    def _drawn(self, token: str, name: str) -> tuple[KeyPlace, bytes]:
        from pkcs11 import Attribute, KeyType, Mechanism  # noqa: PLC0415  as above

        session, place = self._session(token), KeyPlace(token, os.urandom(_ID_BYTES))
        curve = session.create_domain_parameters(KeyType.EC_EDWARDS, {Attribute.EC_PARAMS: _ED25519}, local=True)
        public, private = curve.generate_keypair(
            mechanism=Mechanism.EC_EDWARDS_KEY_PAIR_GEN, id=place.key_id, label=name, store=True
        )
        if not private[Attribute.SENSITIVE] or private[Attribute.EXTRACTABLE]:
            raise TokenFault("the token drew a key that it would give away")
        # An octet string in DER, or the bytes themselves: tokens differ.
        return place, bytes(public[Attribute.EC_POINT])[-_PUBLIC_BYTES:]

    def _destroyed(self, place: KeyPlace) -> None:
        from pkcs11 import Attribute  # noqa: PLC0415  as above

        self._found.pop(place, None)
        for half in list(self._session(place.token).get_objects({Attribute.ID: place.key_id})):
            half.destroy()
