"""GET /api/v1/ops/players: find players."""

from typing import Any, Final

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.core.status import Status
from players.queries.accounts import PlayerNotFound, find_player
from players.queries.player_search import PART_MIN, DatedBy, PlayerLine, PlayerSearch, search_players
from rest.fields import StrictText
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import PAGE_PARAMETERS, id_cursor, id_cursor_of, limit_of
from rest.permissions import IsAuditor
from rest.query import read_query

STATUSES: Final = [status.value for status in Status]
_DATED_BY: Final = [dated_by.value for dated_by in DatedBy]
_FLAGS: Final = {"true": True, "false": False}


class _Player(serializers.Serializer[Any]):
    """A player, for the staff."""

    id = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
    username = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    created_at = serializers.DateTimeField()

    class Meta:
        ref_name = "PlayerForOperator"


class FoundPlayer(_Player):
    """A player in a list, for the staff."""

    test_account = serializers.BooleanField()
    last_login_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        """The schema's name for it."""

        ref_name = "FoundPlayer"


class _Page(serializers.Serializer[Any]):
    """A page of players."""

    items = FoundPlayer(many=True)
    next = serializers.CharField(
        allow_null=True,
        help_text="The cursor of the next page, or null. A page may be short, even empty, and have a next one.",
    )

    class Meta:
        ref_name = "FoundPlayers"


class PlayersView(APIView):
    """Players, for the staff."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Query(serializers.Serializer[Any]):
        """Whom to find. All that is given must hold."""

        username = StrictText(
            required=False,
            help_text="The whole user name, in any case. Then the answer is this one player, and no page.",
        )
        username_prefix = serializers.RegexField(
            "^[A-Za-z0-9._-]{1,30}$",
            required=False,
            help_text="How the user name begins, in any case. Then the list is in the order of user names.",
        )
        username_part = serializers.RegexField(
            f"^[A-Za-z0-9._-]{{{PART_MIN},30}}$",
            required=False,
            error_messages={"invalid": f"{PART_MIN} to 30 letters, digits, dots, dashes or underscores."},
            help_text="What the user name contains, in any case. Then the list is in the order of user names.",
        )
        status = serializers.ChoiceField(STATUSES, required=False)
        test_account = serializers.ChoiceField(list(_FLAGS), required=False)
        dated_by = serializers.ChoiceField(
            _DATED_BY,
            required=False,
            help_text="What `from` and `to` bound, and the newest of which is first. Registration by default.",
        )

        def validate(self, attrs: dict[str, str]) -> dict[str, str]:
            """Require that a whole name stands alone."""
            if "username" in attrs and len(attrs) > 1:
                raise serializers.ValidationError({"username": ["It names one player: send it alone."]})
            return attrs

    @extend_schema(
        operation_id="find_player",
        parameters=[Query, *INTERVAL_PARAMETERS, *PAGE_PARAMETERS],
        responses=PolymorphicProxySerializer(
            component_name="PlayerOrPlayers", serializers=[_Page, _Player], resource_type_field_name=None
        ),
    )
    def get(self, request: Request) -> Response:
        """Find players by name, status and dates, or the one player of a whole user name."""
        query = read_query(self.Query, request)
        if "username" in query:
            return Response(_named(query["username"]))
        page = request.query_params
        interval, limit = interval_of(page), limit_of(page)
        flag, prefix, part = (query.get(name) for name in ("test_account", "username_prefix", "username_part"))
        search = PlayerSearch(
            prefix=None if prefix is None else prefix.lower(),
            part=None if part is None else part.lower(),
            status=query.get("status"),
            test_account=None if flag is None else _FLAGS[flag],
            dated_by=DatedBy(query.get("dated_by", DatedBy.REGISTRATION)),
            start=interval.start,
            end=interval.end,
        )
        found = search_players(search, before=id_cursor_of(page), limit=limit)
        following = None if found.following is None else id_cursor(found.following)
        return Response({"items": list(map(present_player, found.players)), "next": following})


def _named(username: str) -> dict[str, object]:
    row = find_player(username)
    if row is None:
        raise PlayerNotFound("No player has this user name.")
    return {
        "id": row.chain.hex,
        "username": row.username,
        "status": row.status,
        "created_at": rfc3339(to_epoch_ms(row.created_at)),
    }


def present_player(line: PlayerLine) -> dict[str, object]:
    """Write a player as a list shows one."""
    return {
        "id": line.chain.hex,
        "username": line.username,
        "status": line.status,
        "created_at": rfc3339(to_epoch_ms(line.created_at)),
        "test_account": line.test_account,
        "last_login_at": None if line.last_login_at is None else rfc3339(to_epoch_ms(line.last_login_at)),
    }
