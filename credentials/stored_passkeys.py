"""Passkeys as players and staff each store them, in a table of their own of this one shape.

The caller has locked the account's row, so that of two attempts with one signature one fails.

Source: docs/authentication.md, AU-21; docs/staff.md; docs/adr/0096-passkeys-of-players.md; regulation F22.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

from django.db import models

from credentials.passkeys import Passkey, created_passkey


class StoredPasskey(models.Model):
    """A passkey of an account, which may have several."""

    credential_id = models.BinaryField()
    """The id under which the authenticator knows the key."""
    credential_data = models.BinaryField()
    """The attested credential data of the enrolment, with the public key."""
    sign_count = models.BigIntegerField()
    """The counter in the last signature. It must go up."""
    name = models.CharField(max_length=50)
    """What its owner calls it."""
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        """The tables are those of players and of staff."""

        abstract = True


Row = TypeVar("Row", bound=StoredPasskey)


def passkeys_in(rows: models.QuerySet[Row]) -> list[Passkey]:
    """Return the passkeys in these rows of one account, oldest first."""
    return [
        Passkey(
            credential_id=bytes(row.credential_id),
            credential_data=bytes(row.credential_data),
            sign_count=row.sign_count,
        )
        for row in rows.order_by("created_at", "pk")
    ]


def store_created(
    rows: models.QuerySet[Row],
    name: str,
    credential: Mapping[str, Any],
    *,
    challenge: bytes,
    now: datetime,
    **owner: Any,
) -> bool:
    """Store a passkey if it signed `challenge` at our origin and nobody has enrolled it before; return whether it is so.

    `rows` are all rows of the table; `owner` are the columns that it has beside these.
    """
    passkey = created_passkey(credential, challenge=challenge)
    if passkey is None:
        return False
    _, is_new = rows.get_or_create(
        credential_id=passkey.credential_id,
        defaults={
            "credential_data": passkey.credential_data,
            "sign_count": passkey.sign_count,
            "name": name,
            "created_at": now,
            **owner,
        },
    )
    return is_new


def store_use(rows: models.QuerySet[Row], passkey: Passkey, *, now: datetime) -> None:
    """Store that one of an account's passkeys signed: a signature with the same counter is a copy's from now on."""
    rows.filter(credential_id=passkey.credential_id).update(sign_count=passkey.sign_count, last_used_at=now)
