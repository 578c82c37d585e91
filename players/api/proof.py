"""What a player sends to prove who it is, inside a session."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request

from players.operations.check_credentials import LoginProof
from rest.caller import session_of
from rest.client_ip import client_ip


def proof_in_session(request: Request, fields: Mapping[str, Any]) -> LoginProof:
    """Return the proof in the fields `password` and, if it was sent, `code`. Failures count against the device."""
    return LoginProof(
        password=fields["password"],
        code=fields.get("code"),
        address=client_ip(request),
        session_id=session_of(request),
    )
