"""Whether what a bet reads of a player's consents is what they come to. Reads all of them."""

from collections import defaultdict
from collections.abc import Iterator

from players.core.consents import written
from players.models import Consent, Player


def faults() -> Iterator[str]:
    """Yield a sentence for each player whose line of consents is not the one that the rows of them give."""
    agreed: defaultdict[object, dict[str, str]] = defaultdict(dict)
    newest = Consent.objects.order_by("player_id", "kind", "-id").distinct("player_id", "kind")
    for row in newest.iterator():
        if row.given:
            agreed[row.player_id][row.kind] = row.version
    for chain, line in Player.objects.values_list("chain", "consents").iterator():
        if line != written(agreed[chain]):
            yield f"The consents of chain {chain.hex} are not those that its player gave."
