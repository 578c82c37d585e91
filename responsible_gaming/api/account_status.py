"""GET /api/v1/me, GET /api/v1/ops/players/{player_id}: an account, shown as `excluded` while the player is."""

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
        """Write the caller's account, with the shown status."""
        document = super().document(request)
        return document | {"status": shown_status(chain_of(request), document["status"], now=datetime.now(UTC))}


class PlayerView(player.PlayerView):
    """A player, for operators."""

    def document(self, chain: ChainId) -> dict[str, Any]:
        """Write a player's account, with the shown status."""
        document = super().document(chain)
        return document | {"status": shown_status(chain, document["status"], now=datetime.now(UTC))}
