"""The fields of a login: credentials, and a second factor."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from rest.client_ip import client_ip
from rest.fields import PasskeyAnswer, StrictSerializer, StrictText
from staff.core.factors import FactorMethod, FactorProof
from staff.operations.check_credentials import StaffCredentials, StaffPlace


class _OnADevice(StrictSerializer):
    device = StrictText(
        min_length=16,
        max_length=64,
        required=False,
        help_text="The secret that this device keeps: a random one, or the one of an earlier answer.",
    )


class CredentialsInput(_OnADevice):
    """Credentials of a member of the staff."""

    username = StrictText(max_length=150)
    password = StrictText(max_length=128)

    class Meta:
        """The schema's name for it."""

        ref_name = "OperatorCredentials"


class FactorInput(_OnADevice):
    """The challenge, and one factor that answers it."""

    challenge = StrictText(max_length=200)
    totp = StrictText(max_length=20, required=False)
    recovery_code = StrictText(max_length=40, required=False)
    passkey = PasskeyAnswer(required=False)

    class Meta:
        """The schema's name for it."""

        ref_name = "SecondFactorAnswer"

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one factor."""
        if len(attrs.keys() & _METHODS.keys()) != 1:
            raise serializers.ValidationError("Send one of totp, recovery_code and passkey.")
        return attrs


_METHODS = {"totp": FactorMethod.TOTP, "recovery_code": FactorMethod.RECOVERY_CODE, "passkey": FactorMethod.PASSKEY}


def credentials_of(request: Request) -> StaffCredentials:
    """Return the credentials in the body of a request, a `CredentialsInput`."""
    body = CredentialsInput(data=request.data)
    body.is_valid(raise_exception=True)
    fields = body.validated_data
    return StaffCredentials(
        username=fields["username"], password=fields["password"], place=place_of(request, fields.get("device"))
    )


def place_of(request: Request, device: str | None) -> StaffPlace:
    """Return where a request comes from."""
    return StaffPlace(address=client_ip(request), device=device)


def factor_proof_of(fields: dict[str, Any]) -> FactorProof:
    """Return the proof in the fields of a `FactorInput`."""
    (name,) = fields.keys() & _METHODS.keys()
    if name == "passkey":
        return FactorProof(method=FactorMethod.PASSKEY, assertion=fields[name])
    return FactorProof(method=_METHODS[name], code=fields[name])
