"""The fields of a login: credentials, and a second factor."""

from typing import Any

from rest_framework import serializers

from rest.fields import StrictSerializer, StrictText
from staff.core.factors import FactorMethod, FactorProof


class CredentialsInput(StrictSerializer):
    """Credentials of a member of the staff."""

    username = StrictText(max_length=150)
    password = StrictText(max_length=128)

    class Meta:
        """The schema's name for it."""

        ref_name = "OperatorCredentials"


class FactorInput(StrictSerializer):
    """The challenge, and one factor that answers it."""

    challenge = StrictText(max_length=200)
    totp = StrictText(max_length=20, required=False)
    recovery_code = StrictText(max_length=20, required=False)
    passkey = serializers.DictField(
        required=False, help_text="What the browser's `credential.toJSON()` gives, of `navigator.credentials.get`."
    )

    class Meta:
        """The schema's name for it."""

        ref_name = "SecondFactorAnswer"

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one factor."""
        if len(attrs.keys() & _METHODS.keys()) != 1:
            raise serializers.ValidationError("Send one of totp, recovery_code and passkey.")
        return attrs


_METHODS = {"totp": FactorMethod.TOTP, "recovery_code": FactorMethod.RECOVERY_CODE, "passkey": FactorMethod.PASSKEY}


def factor_proof_of(fields: dict[str, Any]) -> FactorProof:
    """Return the proof in the fields of a `FactorInput`."""
    (name,) = fields.keys() & _METHODS.keys()
    if name == "passkey":
        return FactorProof(method=FactorMethod.PASSKEY, assertion=fields[name])
    return FactorProof(method=_METHODS[name], code=fields[name])
