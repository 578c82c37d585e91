"""Passkeys: ask a browser to create one or to sign with one, and check its answer. Callers store the passkeys.

The library fido2 checks signature, challenge and relying party. Four checks are ours: the origin must be exactly
`REDDOG_ORIGIN`, port included; a new key's algorithm must be one that was offered; the counter must go up, otherwise
the passkey was copied; and what holds bytes must not be a number, of which the library would make that many zero bytes.

Source: Web Authentication level 3, sections 7.1 and 7.2.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from fido2 import cbor
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
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

from credentials.core.passkey_counter import counter_increased
from kernel.serving import served_cell

# The password was checked before. An authenticator that can ask for a fingerprint or a PIN does.
_USER_VERIFICATION: Final = UserVerificationRequirement.PREFERRED
_CHALLENGE_BYTES: Final = 32
_CREDENTIAL_ID_BYTES_MAX: Final = 1023
"""Source: Web Authentication level 3, section 7.1, step 25. An index holds no id of several thousand bytes."""
_RELYING_PARTY_NAME: Final = "Red Dog Platform"

# The members of a `response` that the library reads as bytes, in a creation or in a request.
_BYTES_MEMBERS: Final = ("clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle")


@dataclass(frozen=True, slots=True, kw_only=True)
class Passkey:
    """An enrolled passkey. All of it is public, so nothing is sealed."""

    credential_id: bytes
    """The id under which the authenticator knows the key."""
    credential_data: bytes
    """The attested credential data of the enrolment: authenticator model, credential id, public key (CBOR)."""
    sign_count: int
    """The counter in the last signature; 0 from an authenticator that does not count."""


def draw_challenge() -> bytes:
    """Draw the bytes that a passkey must sign, once."""
    return os.urandom(_CHALLENGE_BYTES)


def creation_options(
    account_id: bytes, account: str, enrolled: Sequence[Passkey], *, challenge: bytes
) -> dict[str, Any]:
    """Return the argument of the browser's `navigator.credentials.create`, as JSON.

    `enrolled` are the account's passkeys, so that an authenticator is not enrolled twice.
    """
    options, _ = _server().register_begin(
        PublicKeyCredentialUserEntity(id=account_id, name=account, display_name=account),
        credentials=_credentials(enrolled),
        resident_key_requirement=ResidentKeyRequirement.DISCOURAGED,
        user_verification=_USER_VERIFICATION,
        challenge=challenge,
    )
    return dict(options)


def created_passkey(credential: Mapping[str, Any], *, challenge: bytes) -> Passkey | None:
    """Return the passkey that a browser created, or None if it did not sign `challenge` at our origin.

    None also if its key is of an algorithm that we do not offer. Nothing but this keeps SHA-1 out: the library can
    verify more than it offers.
    """
    server, state = _server(), _state(challenge)
    try:
        _require_no_number_for_bytes(credential)
        made: AuthenticatorData = server.register_complete(state, credential)
    # The library has no exception of its own. Malformed input makes it raise ValueError, TypeError, LookupError,
    # AttributeError, AssertionError, RecursionError, struct.error and others, from each layer that it parses.
    except Exception:  # noqa: BLE001  see above; nothing but parsing is inside
        return None
    assert made.credential_data is not None, "the library refuses a registration without a key"
    # A list, since what stands there in place of a number need not be hashable.
    if made.credential_data.public_key[3] not in [offered.alg for offered in server.allowed_algorithms]:
        return None
    credential_id = made.credential_data.credential_id
    # The library compares the signed bytes only. These two members are not signed.
    if not credential.get("id") == credential.get("rawId") == websafe_encode(credential_id):
        return None
    if len(credential_id) > _CREDENTIAL_ID_BYTES_MAX:
        return None
    return Passkey(credential_id=credential_id, credential_data=bytes(made.credential_data), sign_count=made.counter)


def request_options(enrolled: Sequence[Passkey], *, challenge: bytes) -> dict[str, Any]:
    """Return the argument of the browser's `navigator.credentials.get`, as JSON."""
    options, _ = _server().authenticate_begin(
        _credentials(enrolled), user_verification=_USER_VERIFICATION, challenge=challenge
    )
    return dict(options)


def answers(assertion: Mapping[str, Any], challenge: bytes) -> bool:
    """Return whether an assertion says that it answers `challenge`; whether it does, `verified_passkey` finds out.

    What cannot be read answers it: it is wrong, and not late.
    """
    try:
        client_data = json.loads(websafe_decode(assertion["response"]["clientDataJSON"]))
        return bool(client_data["challenge"] == websafe_encode(challenge))
    except Exception:  # noqa: BLE001  as in `created_passkey`
        return True


def verified_passkey(enrolled: Sequence[Passkey], assertion: Mapping[str, Any], *, challenge: bytes) -> Passkey | None:
    """Return the enrolled passkey that signed `challenge` at our origin, with its new counter. None: none did.

    None also if the counter did not go up, since the passkey is then a copy.
    """
    # What a stranger sends is not parsed where nothing could come of it.
    if not enrolled:
        return None
    server, state, credentials = _server(), _state(challenge), _credentials(enrolled)
    try:
        _require_no_number_for_bytes(assertion)
        match = server.authenticate_complete(state, credentials, assertion)
        received = AuthenticationResponse.from_dict(assertion).response.authenticator_data.counter
    except Exception:  # noqa: BLE001  as in `created_passkey`
        return None
    passkey = next(each for each in enrolled if each.credential_id == match.credential_id)
    if not counter_increased(stored=passkey.sign_count, received=received):
        return None
    return Passkey(credential_id=passkey.credential_id, credential_data=passkey.credential_data, sign_count=received)


def credential_id_of(credential_data: bytes) -> bytes:
    """Return the credential id in attested credential data."""
    return AttestedCredentialData(credential_data).credential_id


def _require_no_number_for_bytes(credential: Mapping[str, Any]) -> None:
    """Refuse a credential with a number where the library reads bytes: `bytes(n)` takes n bytes of memory, or more.

    Text and CBOR are decoded by the library's own functions, so that it reads what was checked.

    Raises:
        TypeError: there is a number, or something else that holds no bytes.
        Exception: whatever the library raises for malformed input.
    """
    response = credential["response"]
    members = (response[name] for name in _BYTES_MEMBERS if response.get(name) is not None)
    _require_text(credential["id"], credential["rawId"], *members)
    client_data = json.loads(websafe_decode(response["clientDataJSON"]).decode())
    _require_text(client_data["challenge"])
    if response.get("attestationObject") is None:
        return
    attestation: Any = cbor.decode(websafe_decode(response["attestationObject"]))
    if not isinstance(attestation["authData"], bytes):
        raise TypeError("authData is not a byte string")


def _require_text(*members: object) -> None:
    if not all(isinstance(member, str) for member in members):
        raise TypeError("a member that holds bytes is not text")


def _credentials(enrolled: Sequence[Passkey]) -> list[AttestedCredentialData]:
    return [AttestedCredentialData(passkey.credential_data) for passkey in enrolled]


def _state(challenge: bytes) -> dict[str, object]:
    return {"challenge": websafe_encode(challenge), "user_verification": _USER_VERIFICATION}


def _server() -> Fido2Server:
    return Fido2Server(
        PublicKeyCredentialRpEntity(
            id=urlsplit(served_cell().at_host(settings.REDDOG_ORIGIN)).hostname, name=_RELYING_PARTY_NAME
        ),
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=lambda origin: origin == served_cell().at_host(settings.REDDOG_ORIGIN),
    )
