"""What somebody shows to be let in, as JSON."""

from typing import Any

from rest_framework import serializers

from rest.fields import StrictSerializer, StrictText
from staff.factors.proof import Method, Proof


class CredentialsInput(StrictSerializer):
    """Credentials of a member of the staff."""

    username = StrictText(max_length=150)
    password = StrictText(max_length=128)

    class Meta:
        """The schema's name for it."""

        ref_name = "OperatorCredentials"


class FactorInput(StrictSerializer):
    """The challenge that was given, and one thing that meets it."""

    challenge = StrictText(max_length=200)
    totp = StrictText(max_length=20, required=False)
    recovery_code = StrictText(max_length=20, required=False)
    passkey = serializers.DictField(
        required=False, help_text="What the browser's `credential.toJSON()` gives, of `navigator.credentials.get`."
    )

    class Meta:
        """The schema's name for it."""

        ref_name = "SecondFactor"

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Want one of them."""
        if len(attrs.keys() & _METHODS.keys()) != 1:
            raise serializers.ValidationError("Send one of totp, recovery_code and passkey.")
        return attrs


_METHODS = {"totp": Method.TOTP, "recovery_code": Method.RECOVERY_CODE, "passkey": Method.PASSKEY}


def proof_of(told: dict[str, Any]) -> Proof:
    """Return the proof in a `FactorInput`."""
    (name,) = told.keys() & _METHODS.keys()
    if name == "passkey":
        return Proof(method=Method.PASSKEY, assertion=told[name])
    return Proof(method=_METHODS[name], code=told[name])
