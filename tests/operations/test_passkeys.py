"""What a browser says that it made or signed: a stranger's JSON, and what reading it costs."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from fido2 import cbor
from fido2.cose import ES256, ESP256, RS1
from fido2.utils import websafe_decode, websafe_encode

from credentials import passkeys
from credentials.passkeys import draw_challenge, request_options, verified_passkey
from tests.passkey import Passkey

pytestmark = pytest.mark.clause("F22")

# The library would make that many zero bytes of it, and copy them.
NUMBER = 64 * 1024 * 1024
PEAK_BYTES_MAX = NUMBER // 16

Tear = Callable[[dict[str, Any]], None]


def created(authenticator: Passkey, challenge: bytes) -> dict[str, Any]:
    return authenticator.create(passkeys.creation_options(b"1", "ann", [], challenge=challenge))


def enrolled(authenticator: Passkey) -> list[passkeys.Passkey]:
    challenge = draw_challenge()
    passkey = passkeys.created_passkey(created(authenticator, challenge), challenge=challenge)
    assert passkey is not None
    return [passkey]


def with_members(**numbers: int) -> Tear:
    def tear(credential: dict[str, Any]) -> None:
        credential.update(numbers)

    return tear


def with_response(**numbers: int) -> Tear:
    def tear(credential: dict[str, Any]) -> None:
        credential["response"].update(numbers)

    return tear


def with_number_as_challenge(credential: dict[str, Any]) -> None:
    response = credential["response"]
    client_data = json.loads(websafe_decode(response["clientDataJSON"])) | {"challenge": NUMBER}
    response["clientDataJSON"] = websafe_encode(json.dumps(client_data).encode())


def with_number_as_auth_data(credential: dict[str, Any]) -> None:
    attestation = {"fmt": "none", "attStmt": {}, "authData": NUMBER}
    credential["response"]["attestationObject"] = websafe_encode(cbor.encode(attestation))


EVERYWHERE = (
    pytest.param(with_members(id=NUMBER, rawId=NUMBER), id="id"),
    pytest.param(with_response(clientDataJSON=NUMBER), id="clientDataJSON"),
    pytest.param(with_number_as_challenge, id="challenge"),
)


@pytest.mark.parametrize(
    "tear",
    [
        *EVERYWHERE,
        pytest.param(with_response(attestationObject=NUMBER), id="attestationObject"),
        pytest.param(with_number_as_auth_data, id="authData"),
    ],
)
def test_a_number_in_place_of_bytes_takes_no_memory_at_an_enrolment(tear: Tear) -> None:
    challenge = draw_challenge()
    credential = created(Passkey(), challenge)
    tear(credential)

    assert peak_bytes(lambda: passkeys.created_passkey(credential, challenge=challenge)) < PEAK_BYTES_MAX


@pytest.mark.parametrize(
    "tear",
    [
        *EVERYWHERE,
        pytest.param(with_response(authenticatorData=NUMBER), id="authenticatorData"),
        pytest.param(with_response(signature=NUMBER), id="signature"),
        pytest.param(with_response(userHandle=NUMBER), id="userHandle"),
    ],
)
def test_a_number_in_place_of_bytes_takes_no_memory_at_a_log_in(tear: Tear) -> None:
    authenticator, challenge = Passkey(), draw_challenge()
    known = enrolled(authenticator)
    assertion = authenticator.get(request_options(known, challenge=challenge))
    tear(assertion)

    assert peak_bytes(lambda: verified_passkey(known, assertion, challenge=challenge)) < PEAK_BYTES_MAX


def peak_bytes(step: Callable[[], object]) -> int:
    """Take a step that refuses, and return how much memory it took at most."""
    tracemalloc.start()
    try:
        assert step() is None
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


class Unread(Mapping[str, Any]):
    """A credential that nobody may look into."""

    def __getitem__(self, name: str) -> Any:
        pytest.fail(f"{name} was read")

    def __iter__(self) -> Iterator[str]:
        pytest.fail("the members were read")

    def __len__(self) -> int:
        return len(list(self))


def test_what_is_sent_for_an_account_without_passkeys_is_not_read() -> None:
    assert verified_passkey([], Unread(), challenge=draw_challenge()) is None


def test_an_answer_may_say_null_for_the_user() -> None:
    authenticator, challenge = Passkey(), draw_challenge()
    known = enrolled(authenticator)
    assertion = authenticator.get(request_options(known, challenge=challenge))
    assertion["response"]["userHandle"] = None

    assert verified_passkey(known, assertion, challenge=challenge) is not None


@pytest.mark.parametrize(
    "algorithm",
    [
        pytest.param(RS1.ALGORITHM, id="SHA-1"),
        pytest.param(ESP256.ALGORITHM, id="known to the library"),
        pytest.param(-1, id="unknown"),
        pytest.param([ES256.ALGORITHM], id="no number"),
    ],
)
def test_a_key_of_an_algorithm_that_was_not_offered_is_not_enrolled(algorithm: object) -> None:
    challenge = draw_challenge()
    credential = created(Passkey(algorithm=algorithm), challenge)

    assert passkeys.created_passkey(credential, challenge=challenge) is None


def test_a_key_of_every_algorithm_that_was_offered_is_enrolled() -> None:
    challenge = draw_challenge()
    offered = passkeys.creation_options(b"1", "ann", [], challenge=challenge)["publicKey"]["pubKeyCredParams"]
    assert ES256.ALGORITHM in [each["alg"] for each in offered]

    for each in offered:
        credential = created(Passkey(algorithm=each["alg"]), challenge)
        assert passkeys.created_passkey(credential, challenge=challenge) is not None
