"""Passkeys: django-allauth's table, fido2's checks, and two of our own.

fido2 leaves the origin's port and the counter to its caller; here the origin is exactly ours, and a counter that does
not go up is a copy.

Source: Web Authentication level 3, sections 7.1 and 7.2.
"""

import os
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.conf import settings
from django.contrib.auth.models import User
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from staff.core.sign_count import moved_on

# The password has come before; a passkey that can ask for a finger or a PIN does.
_USER_VERIFICATION = UserVerificationRequirement.PREFERRED
_CHALLENGE_BYTES = 32


def new_challenge() -> bytes:
    """Draw what a passkey is to sign, once."""
    return os.urandom(_CHALLENGE_BYTES)


def enrolment_options(user: User, challenge: bytes) -> dict[str, Any]:
    """Return what a browser's `navigator.credentials.create` takes, as JSON."""
    options, _ = _server().register_begin(
        PublicKeyCredentialUserEntity(
            id=str(user.pk).encode(), name=user.get_username(), display_name=user.get_username()
        ),
        credentials=[credential for _, credential in _held(user)],
        resident_key_requirement=ResidentKeyRequirement.DISCOURAGED,
        user_verification=_USER_VERIFICATION,
        challenge=challenge,
    )
    return dict(options)


def enrol(user: User, name: str, credential: Mapping[str, Any], *, challenge: bytes, now: datetime) -> bool:
    """Keep a passkey that signed `challenge` at our origin, and tell whether it did."""
    try:
        made: AuthenticatorData = _server().register_complete(_state(challenge), credential)
        assert made.credential_data is not None, "what was registered has a key"
        # The library looks at what was signed; these two stand beside it.
        if {credential["id"], credential["rawId"]} != {websafe_encode(made.credential_data.credential_id)}:
            return False
        told = {
            "id": credential["id"],
            "rawId": credential["rawId"],
            "type": "public-key",
            "response": {
                "clientDataJSON": credential["response"]["clientDataJSON"],
                "attestationObject": credential["response"]["attestationObject"],
            },
        }
    except Exception:  # noqa: BLE001  whatever the library cannot read in a stranger's bytes is no passkey
        return False
    held = WebAuthn.add(user, name, told).instance
    held.data["sign_count"] = made.counter
    held.created_at = now
    held.save(update_fields=["data", "created_at"])
    return True


def request_options(user: User, challenge: bytes) -> dict[str, Any]:
    """Return what a browser's `navigator.credentials.get` takes, as JSON."""
    options, _ = _server().authenticate_begin(
        [credential for _, credential in _held(user)], user_verification=_USER_VERIFICATION, challenge=challenge
    )
    return dict(options)


def verify(user: User, assertion: Mapping[str, Any], *, challenge: bytes, now: datetime) -> bool:
    """Tell whether one of the user's passkeys, and no copy of it, signed `challenge` at our origin."""
    held = _held(user)
    try:
        shown = _server().authenticate_complete(_state(challenge), [credential for _, credential in held], assertion)
        counter = AuthenticationResponse.from_dict(assertion).response.authenticator_data.counter
    except Exception:  # noqa: BLE001  as above
        return False
    passkey = next(row for row, credential in held if credential.credential_id == shown.credential_id)
    if not moved_on(passkey.data["sign_count"], counter):
        return False
    passkey.data["sign_count"] = counter
    passkey.last_used_at = now
    passkey.save(update_fields=["data", "last_used_at"])
    return True


def _held(user: User) -> list[tuple[Authenticator, AttestedCredentialData]]:
    rows = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("pk")
    found = ((row, WebAuthn(row).authenticator_data.credential_data) for row in rows)
    return [(row, credential) for row, credential in found if credential is not None]


def _state(challenge: bytes) -> dict[str, object]:
    return {"challenge": websafe_encode(challenge), "user_verification": _USER_VERIFICATION}


def _server() -> Fido2Server:
    host = urlsplit(settings.REDDOG_ORIGIN).hostname
    return Fido2Server(
        PublicKeyCredentialRpEntity(id=host, name=settings.MFA_TOTP_ISSUER),
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=lambda origin: origin == settings.REDDOG_ORIGIN,
    )
