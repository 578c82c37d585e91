"""A passkey in software: real keys, real CBOR, and the slips that a server has to notice."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

if TYPE_CHECKING:
    from collections.abc import Mapping

ORIGIN = "http://localhost:8000"
_SEEN = AuthenticatorData.FLAG.USER_PRESENT | AuthenticatorData.FLAG.USER_VERIFIED


@dataclass
class Passkey:
    """An authenticator with one key, at a browser that is at `origin`."""

    origin: str = ORIGIN
    counter: int = 1
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    algorithm: object = ES256.ALGORITHM
    """What the key says that it is for."""

    def create(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Do as `navigator.credentials.create`."""
        asked = options["publicKey"]
        public = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]  # the library's
        public[3] = self.algorithm
        told = AttestedCredentialData.create(bytes(16), self.credential_id, public)
        data = AuthenticatorData.create(
            _hash(asked["rp"]["id"]), _SEEN | AuthenticatorData.FLAG.ATTESTED, self.counter, bytes(told)
        )
        attestation = AttestationObject.create("none", data, {})
        return self._credential(
            clientDataJSON=websafe_encode(self._client_data("webauthn.create", asked)),
            attestationObject=websafe_encode(bytes(attestation)),
        )

    def get(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Do as `navigator.credentials.get`, and count."""
        asked = options["publicKey"]
        self.counter += 1
        data = AuthenticatorData.create(_hash(asked["rpId"]), _SEEN, self.counter)
        client_data = self._client_data("webauthn.get", asked)
        signed = self.key.sign(bytes(data) + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            clientDataJSON=websafe_encode(client_data),
            authenticatorData=websafe_encode(bytes(data)),
            signature=websafe_encode(signed),
        )

    def _credential(self, **response: str) -> dict[str, Any]:
        name = websafe_encode(self.credential_id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
            "response": response,
        }

    def _client_data(self, kind: str, asked: Mapping[str, Any]) -> bytes:
        assert websafe_decode(asked["challenge"])
        told = {"type": kind, "challenge": asked["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()


def _hash(relying_party: str) -> bytes:
    return hashlib.sha256(relying_party.encode()).digest()
