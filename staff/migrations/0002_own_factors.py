"""Move the staff's second factors from django-allauth's tables to our own.

Everything stays valid: secrets, used steps, passkeys with their counters, recovery codes that are unused. The key files
`factor.key` and `pin.key` have to be there if there is anything to move.
"""

import base64
import hmac
import json
from datetime import datetime
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import UniqueConstraint
from fido2.utils import websafe_decode
from fido2.webauthn import AttestationObject

from audit.seal import unseal
from credentials.owners import staff_owner
from credentials.recovery_digests import recovery_digest
from credentials.sealed_totp import seal_secret

_CONTEXT = b"staff factor"


def _member(**more: Any) -> Any:
    return models.OneToOneField(
        on_delete=django.db.models.deletion.PROTECT, primary_key=True, serialize=False, to="staff.member", **more
    )


def _move(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    if "mfa_authenticator" not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT user_id, type, data, created_at, last_used_at FROM mfa_authenticator ORDER BY id")
        rows = cursor.fetchall()
    for user_id, kind, data, created_at, last_used_at in rows:
        stored = json.loads(data) if isinstance(data, str) else data
        times = {"created_at": created_at, "last_used_at": last_used_at}
        _MOVERS[kind](apps, connection.alias, user_id, stored, times)


def _move_totp(apps: Any, alias: str, user_id: int, stored: Any, times: dict[str, datetime]) -> None:
    text = _opened(stored["secret"])
    secret = base64.b32decode(text + "=" * (-len(text) % 8))
    apps.get_model("staff", "TotpSecret").objects.using(alias).create(
        member_id=user_id,
        sealed_secret=seal_secret(staff_owner(user_id), secret),
        last_step=stored.get("used_step", 0),
        **times,
    )


def _move_passkey(apps: Any, alias: str, user_id: int, stored: Any, times: dict[str, datetime]) -> None:
    attestation = AttestationObject(websafe_decode(stored["credential"]["response"]["attestationObject"]))
    credential_data = attestation.auth_data.credential_data
    assert credential_data is not None, "what was registered has a key"
    # Stops where two accounts have one passkey: whose it is must be found out, not guessed.
    apps.get_model("staff", "StaffPasskey").objects.using(alias).create(
        member_id=user_id,
        credential_id=credential_data.credential_id,
        credential_data=bytes(credential_data),
        sign_count=stored.get("sign_count", 0),
        name=stored["name"][:50],
        **times,
    )


def _move_recovery_codes(apps: Any, alias: str, user_id: int, stored: Any, times: dict[str, datetime]) -> None:  # noqa: ARG001  one signature
    unused = [
        code for number, code in enumerate(_codes(_opened(stored["seed"]))) if not stored["used_mask"] >> number & 1
    ]
    owner = staff_owner(user_id)
    rows = apps.get_model("staff", "StaffRecoveryCode")
    rows.objects.using(alias).bulk_create(
        rows(digest=digest, member_id=user_id) for digest in {recovery_digest(owner, code) for code in unused}
    )


def _codes(seed: str) -> list[str]:
    """Return the ten codes of eight digits that django-allauth 65 derives from a seed."""
    mac, codes = hmac.new(seed.encode("ascii"), digestmod="sha1"), []
    for number in range(10):
        mac.update(f"{number:3},".encode())
        codes.append(f"{int.from_bytes(mac.digest()[:4], 'big') % 10**8:08}")
    return codes


def _opened(sealed: str) -> str:
    return unseal(base64.b64decode(sealed), key="factor", context=_CONTEXT).decode()


_MOVERS = {"totp": _move_totp, "webauthn": _move_passkey, "recovery_codes": _move_recovery_codes}


class Migration(migrations.Migration):
    dependencies = (("staff", "0001_initial"),)

    operations = (
        migrations.CreateModel(
            "TotpSecret",
            [
                ("member", _member()),
                ("sealed_secret", models.BinaryField()),
                ("last_step", models.BigIntegerField()),
                ("created_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
            ],
            options={"db_table": "staff_totp_secret"},
        ),
        migrations.CreateModel(
            "StaffPasskey",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("credential_id", models.BinaryField()),
                ("credential_data", models.BinaryField()),
                ("sign_count", models.BigIntegerField()),
                ("name", models.CharField(max_length=50)),
                ("created_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
                ("member", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="staff.member")),
            ],
            options={
                "db_table": "staff_passkey",
                "constraints": [UniqueConstraint(fields=("credential_id",), name="staff_passkey_once")],
            },
        ),
        migrations.CreateModel(
            "StaffRecoveryCode",
            [
                ("digest", models.BinaryField(primary_key=True, serialize=False)),
                ("member", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="staff.member")),
            ],
            options={"db_table": "staff_recovery_code"},
        ),
        # An enrolment in progress begins anew: it lasts a quarter of an hour.
        migrations.RunSQL("DELETE FROM staff_ceremony", migrations.RunSQL.noop),
        migrations.RemoveField("Ceremony", "sealed_secret"),
        migrations.AddField("Ceremony", "sealed_secret", models.BinaryField(null=True)),
        migrations.RunPython(_move),
    )
