"""The fields of a postal address."""

from players.core.identity import LINE_LENGTH, POSTAL_CODE_LENGTH
from rest.fields import StrictSerializer, StrictText


class AddressInput(StrictSerializer):
    """Where a person lives."""

    line = StrictText(max_length=LINE_LENGTH, trim_whitespace=True)
    city = StrictText(max_length=LINE_LENGTH, trim_whitespace=True)
    region = StrictText(max_length=LINE_LENGTH, trim_whitespace=True, default="", allow_blank=True)
    postal_code = StrictText(max_length=POSTAL_CODE_LENGTH, trim_whitespace=True, default="", allow_blank=True)
    country = StrictText(max_length=2, min_length=2, help_text="ISO 3166-1, two capital letters.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Address"
