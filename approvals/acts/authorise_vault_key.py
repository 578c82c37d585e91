"""Authorise a step of the vault keys before it is taken at a console: another current key, or the end of the older ones."""

from rest_framework import serializers

from approvals.acts.authorisation import authorisation
from approvals.queries.vault_keys import ACT, vault_keys_in_force
from audit.api.signatures import PatternText
from players.operations.rotate_vault_key import VaultStep
from rest.fields import StrictSerializer


class _Arguments(StrictSerializer):
    """The step, and the key that is current after it."""

    step = serializers.ChoiceField([step.value for step in VaultStep], help_text="As `rotate_vault_key` asks for it.")
    key = PatternText("^vault(-[1-9][0-9]{0,5})?$", help_text="The name of the key that is current after the step.")

    class Meta:
        """The schema's name for it."""

        ref_name = "AuthoriseVaultKeyArguments"


AUTHORISE_VAULT_KEY = authorisation(
    ACT,
    does="Let `rotate_vault_key` make this vault key the current one, or destroy all others, beside those that were seen, for seven days.",
    arguments=_Arguments,
    of="key",
    in_force=lambda _: vault_keys_in_force(),
)
