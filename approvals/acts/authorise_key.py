"""Authorise a signing key before it is announced, or review one that one person announced alone."""

from typing import Final

from rest_framework import serializers

from approvals.acts.authorisation import authorisation
from approvals.queries.announcements import KEY_ACT, keys_in_force
from audit.api.signatures import PatternText
from audit.queries.announced_keys import USES
from rest.fields import StrictSerializer

_VKEY: Final = r"^[^\s+]{1,100}\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$"


class _Arguments(StrictSerializer):
    """The key that `manage.py replace_key USE --draw` drew."""

    use = serializers.ChoiceField(tuple(USES), help_text="What it signs: checkpoints of the log, or records of rounds.")
    vkey = PatternText(_VKEY, help_text="As `replace_key --draw` says it.")

    class Meta:
        """The schema's name for it."""

        ref_name = "AuthoriseKeyArguments"


AUTHORISE_KEY = authorisation(
    KEY_ACT,
    does="Let `replace_key --announce` announce this key beside those that were seen, for seven days; or review one that one person announced alone.",
    arguments=_Arguments,
    of="vkey",
    in_force=lambda arguments: keys_in_force(arguments["use"]),
)
