"""What a player sends to prove who it is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from players.operations.check_credentials import LoginProof, PlayerFactorProof
from rest.caller import session_of
from rest.client_ip import client_ip
from rest.fields import PasskeyAnswer, StrictSerializer, StrictText


class PlayerFactorInput(StrictSerializer):
    """The second factor, where there is one and it is asked for."""

    code = StrictText(
        max_length=40, required=False, help_text="Of the second factor, or a recovery code, where one is required."
    )
    passkey = PasskeyAnswer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse two factors at once."""
        if "code" in attrs and "passkey" in attrs:
            raise serializers.ValidationError("Send either code or passkey.")
        return attrs


class PlayerProofInput(PlayerFactorInput):
    """The password, and the second factor where there is one."""

    password = StrictText(max_length=128)

    class Meta:
        """The schema's name for it."""

        ref_name = "PlayerProof"


def proof_in_session(request: Request, fields: Mapping[str, Any]) -> LoginProof:
    """Return the proof in the fields `password` and, if sent, `code` or `passkey`. Failures count against the device."""
    return replace(proof_outside(request, fields), session_id=session_of(request))


def proof_outside(request: Request, fields: Mapping[str, Any]) -> LoginProof:
    """Return the same proof of somebody who has no session. Failures count against the network."""
    return LoginProof(
        password=fields["password"],
        code=fields.get("code"),
        passkey=fields.get("passkey"),
        address=client_ip(request),
    )


def factor_outside(request: Request, fields: Mapping[str, Any]) -> PlayerFactorProof:
    """Return the second factor in the fields `code` or `passkey` of somebody who has neither session nor password."""
    return PlayerFactorProof(code=fields.get("code"), passkey=fields.get("passkey"), address=client_ip(request))
