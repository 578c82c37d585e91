"""GET /api/v1/me, GET /api/v1/ops/players/{player}: how an account stands, with whether its player is excluded."""

from datetime import UTC, datetime
from typing import Any

from rest_framework.request import Request

from kernel.ids import ChainId
from players.api import me, player
from responsible_gaming.queries.exclusions import shown_status
from rest.caller import chain_of


class MeView(me.MeView):
    """The caller."""

    def document(self, request: Request) -> dict[str, Any]:
        """Write what is known of the caller."""
        told = super().document(request)
        return told | {"status": shown_status(chain_of(request), told["status"], now=datetime.now(UTC))}


class PlayerView(player.PlayerView):
    """A player, for operators."""

    def document(self, chain: ChainId) -> dict[str, Any]:
        """Write how an account stands."""
        told = super().document(chain)
        return told | {"status": shown_status(chain, told["status"], now=datetime.now(UTC))}
