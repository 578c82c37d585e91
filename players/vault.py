"""What identifies a player: one document a chain. Only this module decrypts it.

Each document is encrypted under a data key of its own. The data key is in the same row, encrypted under the vault key
that the row names. Vault keys are files and never in the database, so that a copy of the database opens nothing. A
vault key can be replaced without touching a document (players/operations/rotate_vault_key.py). Deleting the row erases
the person.

Both contexts contain the chain: a row, or half of one, does not open in the place of another player's.

Source: docs/adr/0015-vault.md; regulation F57; GLI-19 B.6.2, B.6.3.
"""

import hashlib
import hmac
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from django.db.models import Count

from audit import keys
from audit.key_encryption import KeyFileRefused
from audit.seal import seal, seal_under, unseal, unseal_under
from kernel import canonical_json
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.models import SealedProfile, VaultKey

_DATA_KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultKeyView:
    """A vault key: since when it wraps new data keys, how many need it, and whether it opens them."""

    name: str
    since: datetime
    profiles: int
    opens: bool


class PlayerErased(Refusal):
    """What identified this player was erased."""

    code, kind = "player-erased", RefusalKind.CONFLICT


def store(chain: ChainId, document: dict[str, Any]) -> None:
    """Store a new player's document (canonical JSON) under the newest vault key. The player's row exists already."""
    SealedProfile.objects.create(player_id=chain, **_sealed(chain, document))


def read(chain: ChainId) -> dict[str, Any]:
    """Return a player's document.

    Raises:
        PlayerErased: the document was destroyed.
    """
    return _document(_row(chain))


def read_all(chains: Collection[ChainId]) -> dict[ChainId, dict[str, Any]]:
    """Return the documents of some players, by their chains. Who was erased is left out."""
    return {ChainId(row.player_id): _document(row) for row in SealedProfile.objects.filter(player__in=chains)}


def sealed_digest(chain: ChainId) -> str:
    """Return the SHA-256, in hex, of a player's document as it is sealed. It changes whenever the document is replaced.

    It says nothing about the person: each sealing has a data key and a nonce of its own.

    Raises:
        PlayerErased: the document was destroyed.
    """
    row = _row(chain)
    return hashlib.sha256(bytes(row.document)).hexdigest()


def keyed_digest(chain: ChainId, values: Mapping[str, object]) -> str:
    """Return the HMAC-SHA256, in hex, of values (canonical JSON) under a key that the player's data key gives.

    Nobody can try values without the vault key. Once the document is replaced or destroyed, nobody can at all.

    Raises:
        PlayerErased: the document was destroyed.
    """
    row = _row(chain)
    key = hmac.digest(_unwrapped(row), b"RDF1/vault-digest\0" + chain.bytes, hashlib.sha256)
    return hmac.digest(key, canonical_json.encode(dict(values)), hashlib.sha256).hex()


def replace(chain: ChainId, document: dict[str, Any]) -> None:
    """Replace a player's document, under a fresh data key.

    A caller that changes what it has read has locked the player's row before.

    Raises:
        PlayerErased: nothing was changed.
    """
    if not SealedProfile.objects.filter(player=chain).update(**_sealed(chain, document)):
        raise PlayerErased("Nothing was changed. What identified the player was erased.")


def destroy(chain: ChainId) -> None:
    """Delete a player's data key and document."""
    SealedProfile.objects.filter(player=chain).delete()


def is_erased(chain: ChainId) -> bool:
    """Return whether the document of a player, who exists, was destroyed."""
    return not SealedProfile.objects.filter(player=chain).exists()


def without_erased(chains: Iterable[ChainId]) -> list[ChainId]:
    """Return those of some players whose document was not destroyed, in the order of their chains."""
    rows = SealedProfile.objects.filter(player__in=list(chains)).order_by("player")
    return [ChainId(chain) for chain in rows.values_list("player", flat=True)]


def list_vault_keys() -> list[VaultKeyView]:
    """Return the vault keys that were not destroyed, the current one first. One data key of each is tried."""
    counted = VaultKey.objects.annotate(profiles=Count("sealedprofile")).order_by("-number")
    return [
        VaultKeyView(name=key_name(row.number), since=row.since, profiles=row.profiles, opens=opens(row.number))
        for row in counted
    ]


def rewrap(row: SealedProfile, number: int) -> None:
    """Wrap a row's data key under the vault key of this number. The caller stores the row."""
    row.wrapped_key = _wrapped(_unwrapped(row), ChainId(row.player_id), number)
    row.key_id = number


def opens(number: int) -> bool:
    """Return whether the vault key of this number can be read and opens the data keys under it. One is tried."""
    row = SealedProfile.objects.filter(key=number).first()
    try:
        return len(_unwrapped(row) if row is not None else keys.secret(key_name(number))) == _DATA_KEY_BYTES
    except (FileNotFoundError, InvalidTag, KeyFileRefused):
        return False


def key_name(number: int) -> str:
    """Return the name of a vault key, as in its file's name: `vault`, `vault-2`, `vault-3`, and so on."""
    return "vault" if number == 1 else f"vault-{number}"


def _row(chain: ChainId) -> SealedProfile:
    row = SealedProfile.objects.filter(player=chain).first()
    if row is None:
        raise PlayerErased("Nothing was changed. What identified the player was erased, and cannot be had again.")
    return row


def _document(row: SealedProfile) -> dict[str, Any]:
    context = _document_context(ChainId(row.player_id))
    document: dict[str, Any] = canonical_json.decode(
        unseal_under(_unwrapped(row), bytes(row.document), context=context)
    )
    return document


def _sealed(chain: ChainId, document: dict[str, Any]) -> dict[str, Any]:
    number = VaultKey.objects.order_by("-number").values_list("number", flat=True)[0]
    data_key = os.urandom(_DATA_KEY_BYTES)
    encrypted = seal_under(data_key, canonical_json.encode(document), context=_document_context(chain))
    return {"key_id": number, "wrapped_key": _wrapped(data_key, chain, number), "document": encrypted}


def _wrapped(data_key: bytes, chain: ChainId, number: int) -> bytes:
    return seal(data_key, key=key_name(number), context=_key_context(chain, number))


def _unwrapped(row: SealedProfile) -> bytes:
    context = _key_context(ChainId(row.player_id), row.key_id)
    return unseal(bytes(row.wrapped_key), key=key_name(row.key_id), context=context)


def _key_context(chain: ChainId, number: int) -> bytes:
    return b"RDF1/vault-key\0" + chain.bytes + key_name(number).encode()


def _document_context(chain: ChainId) -> bytes:
    return b"RDF1/vault\0" + chain.bytes
