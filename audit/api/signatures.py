"""A player's signature, as a request has it. Its members are those of docs/formats/player-keys.md."""

import base64
import re
from collections.abc import Mapping
from typing import Any, Final

from django.core.validators import RegexValidator

from audit.core.player_signatures import PlayerSignature, SignedOver
from kernel.money import MAX_MINOR
from rest.fields import StrictSerializer, StrictText, WholeNumber

KEY_ID: Final = "^[0-9a-f]{16}$"
PUBLIC_KEY: Final = "^([0-9a-f]{64}|04[0-9a-f]{128})$"
_LEAF: Final = "^[0-9a-f]{64}$"
_SIGNATURE: Final = "^[A-Za-z0-9+/]{86}==$"
_UNTIL_MAX: Final = MAX_MINOR
"""The greatest whole number that all programs read alike."""

SIGNED_LOOSENING: Final = "Required for what loosens, once the account has a player key."

_MEMBERS: Final = frozenset({"kid", "sig", "until"})
_MEMBERS_OF_CHAIN: Final = _MEMBERS | {"prev"}
_IS_KID, _IS_LEAF, _IS_SIGNATURE = (re.compile(pattern).fullmatch for pattern in (KEY_ID, _LEAF, _SIGNATURE))


class PatternText(StrictText):
    """A text of one pattern."""

    def __init__(self, pattern: str, **options: Any) -> None:
        """Refuse any other text."""
        super().__init__(**{"validators": [RegexValidator(pattern, message=f"This matches {pattern}.")], **options})


class LeafText(PatternText):
    """The leaf of a record."""

    def __init__(self, **options: Any) -> None:
        """Refuse any other text."""
        super().__init__(_LEAF, **options)


class _Signed(StrictSerializer):
    sig = PatternText(_SIGNATURE, help_text="64 bytes in base64.")
    until = WholeNumber(
        min_value=0, max_value=_UNTIL_MAX, help_text="Milliseconds since 1970: until when it may be used."
    )


class SignatureInput(_Signed):
    """A signature over acts, whose statement names the deal."""

    kid = PatternText(KEY_ID, help_text="The id of the key.")

    class Meta:
        """The schema's name for it."""

        ref_name = "PlayerSignature"


class ChainSignatureInput(SignatureInput):
    """A signature over a place of a chain."""

    prev = LeafText(help_text="The leaf that was signed as the newest of the chain.")

    class Meta:
        """The schema's name for it."""

        ref_name = "ChainSignature"


class PossessionInput(_Signed):
    """A new key's own signature."""

    prev = LeafText(help_text="The leaf that was signed as the newest of the chain.")

    class Meta:
        """The schema's name for it."""

        ref_name = "KeyPossession"


def is_plain_signature(document: object, *, of_chain: bool) -> bool:
    """Return whether a JSON value is a signature as the serializers take it. Most are, and need none."""
    if type(document) is not dict or document.keys() != (_MEMBERS_OF_CHAIN if of_chain else _MEMBERS):
        return False
    kid, sig, until = document["kid"], document["sig"], document["until"]
    return (
        (type(kid) is str and _IS_KID(kid) is not None)
        and (type(sig) is str and _IS_SIGNATURE(sig) is not None)
        and (type(until) is int and 0 <= until <= _UNTIL_MAX)
        and (not of_chain or (type(document["prev"]) is str and _IS_LEAF(document["prev"]) is not None))
    )


def signature_of(document: Mapping[str, Any] | None) -> PlayerSignature | None:
    """Return a signature whose form was checked; None where the request has none."""
    if document is None:
        return None
    prev = document.get("prev")
    return PlayerSignature(
        kid=document["kid"],
        signature=base64.b64decode(document["sig"]),
        until_ms=document["until"],
        prev=None if prev is None else bytes.fromhex(prev),
    )


def possession_of(document: Mapping[str, Any]) -> SignedOver:
    """Return a new key's own signature, whose form was checked."""
    return SignedOver(
        signature=base64.b64decode(document["sig"]),
        until_ms=document["until"],
        prev=bytes.fromhex(document["prev"]),
    )
