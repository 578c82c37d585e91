"""Authorise the rules of a release, by their digest, before it is installed."""

from approvals.acts.authorisation import authorisation
from approvals.queries.release import ACT, in_force
from audit.api.signatures import PatternText
from rest.fields import StrictSerializer


class _Arguments(StrictSerializer):
    """The digest that `manage.py publish_rules --dry-run` of the release prints."""

    sha256 = PatternText("^[0-9a-f]{64}$", help_text="64 hex digits.")

    class Meta:
        """The schema's name for it."""

        ref_name = "AuthorisePublicationArguments"


AUTHORISE_PUBLICATION = authorisation(
    ACT,
    does="Let `publish_rules` and `install` publish the profile and the rule sheets of this digest, for seven days.",
    arguments=_Arguments,
    of="sha256",
    in_force=lambda _: in_force(),
)
