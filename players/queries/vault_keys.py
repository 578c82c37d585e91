"""The vault keys that were not destroyed, by name."""

from players.models import VaultKey
from players.vault import key_name


def vault_key_names() -> list[str]:
    """Return the names of the vault keys that personal data may need, the oldest first; the last one is current."""
    return [key_name(number) for number in VaultKey.objects.order_by("number").values_list("number", flat=True)]
