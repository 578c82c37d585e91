"""Players found by a part of the user name, by status, by registration and by last login, page by page.

Every page reads an index in its own order, and looks through `EXAMINED_MAX` rows at most: it costs the same however many
players there are. It may have fewer items than asked for, even none, and a next page all the same. A part of a name
alone costs what it finds: the names that have it are read from an index of parts and put in order.

Names of persons are sealed (players/vault.py), so nobody is found by a part of one.
"""

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import BooleanField, Exists, F, Func, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Collate

from kernel.ids import ChainId
from players.models import Player, Session

EXAMINED_MAX: Final = 500
"""How many rows a page looks through at most, where its index does not know all that is asked."""

# After every character of a user name (credentials/core/usernames.py) in the order of bytes.
_AFTER_ANY: Final = "\x7f"


PART_MIN: Final = 3
"""How many characters of a name find it from the middle: the index is of so many (migration 0021)."""


class DatedBy(enum.StrEnum):
    """Which instant of a player an interval bounds."""

    REGISTRATION = "registration"
    LAST_LOGIN = "last-login"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSearch:
    """Whom to find. None restricts nothing."""

    prefix: str | None = None
    """How the user name begins, in lower case. With it, players are in the order of their names."""
    part: str | None = None
    """What the user name contains, in lower case, `PART_MIN` characters or more. The order is that of names too."""
    status: str | None = None
    test_account: bool | None = None
    dated_by: DatedBy = DatedBy.REGISTRATION
    """What [start, end) bounds. Without a prefix or part, the newest is the first. Who never logged in has no last login."""
    start: datetime | None = None
    end: datetime | None = None

    def in_interval(self, instant: datetime | None) -> bool:
        """Return whether an instant is in the interval; None, which never happened, is in no interval with a bound."""
        if instant is None:
            return self.start is None and self.end is None
        return (self.start is None or self.start <= instant) and (self.end is None or instant < self.end)


class PlayerLine(NamedTuple):
    """A player in a list."""

    chain: ChainId
    username: str
    status: str
    test_account: bool
    created_at: datetime
    last_login_at: datetime | None
    """None: never, or before sessions were kept."""


class PlayerPage(NamedTuple):
    """A page of players. `following` continues it; None: it is the last."""

    players: Sequence[PlayerLine]
    following: UUID | None


def search_players(search: PlayerSearch, *, before: UUID | None, limit: int) -> PlayerPage:
    """Return up to `limit` players, after the page that ended with `before` (None: the first page).

    `before` belongs to the same search. Of another search it may find nothing.
    """
    if search.prefix is not None or search.part is not None:
        return _by_username(search, before, limit)
    if search.dated_by is DatedBy.LAST_LOGIN:
        return _by_last_login(search, before, limit)
    return _by_registration(search, before, limit)


def player_line(chain: ChainId) -> PlayerLine:
    """Return a player, who exists, as a list shows one."""
    return PlayerLine(*_lines(Player.objects.filter(chain=chain)).get())


def _by_username(search: PlayerSearch, before: UUID | None, limit: int) -> PlayerPage:
    rows = Player.objects.annotate(name=Collate("username", "C")).order_by("name")
    if search.prefix is not None:
        rows = rows.filter(name__gte=search.prefix, name__lt=search.prefix + _AFTER_ANY)
    if search.part is not None:
        # All its parts, and then the whole of it: a name may have them in another order.
        rows = rows.filter(_has_parts_of(search.part), username__contains=search.part)
    if before is not None:
        rows = rows.filter(name__gt=Collate(Subquery(Player.objects.filter(chain=before).values("username")), "C"))

    def wanted(line: PlayerLine) -> bool:
        instant = line.created_at if search.dated_by is DatedBy.REGISTRATION else line.last_login_at
        return _fits(line, search) and search.in_interval(instant)

    bounded = (search.status, search.test_account, search.start, search.end) != (None, None, None, None)
    return _page(_lines(rows), wanted, limit=limit, examined_max=EXAMINED_MAX if bounded else limit)


def _has_parts_of(part: str) -> Func:
    """Say, by the index, whether a user name has every three characters of `part`."""
    return Func(
        F("username"),
        Value(part),
        template="players_name_parts(%(expressions)s)",
        arg_joiner=") @> players_name_parts(",
        output_field=BooleanField(),
    )


def _by_registration(search: PlayerSearch, before: UUID | None, limit: int) -> PlayerPage:
    rows = Player.objects.all()
    if search.start is not None:
        rows = rows.filter(created_at__gte=search.start)
    if search.end is not None:
        rows = rows.filter(created_at__lt=search.end)
    # An index knows each of these; not both.
    if search.test_account is not None:
        rows = rows.filter(test_account=search.test_account)
    elif search.status is not None:
        rows = rows.filter(status=search.status)
    if before is not None:
        at = Player.objects.filter(chain=before).values_list("created_at", flat=True).first()
        if at is None:
            return PlayerPage([], None)
        rows = rows.filter(Q(created_at__lt=at) | Q(chain__lt=before), created_at__lte=at)
    both = search.test_account is not None and search.status is not None
    return _page(
        _lines(rows.order_by("-created_at", "-chain")),
        lambda line: _fits(line, search),
        limit=limit,
        examined_max=EXAMINED_MAX if both else limit,
    )


def _by_last_login(search: PlayerSearch, before: UUID | None, limit: int) -> PlayerPage:
    later = Session.objects.filter(
        Q(created_at__gt=OuterRef("created_at")) | Q(id__gt=OuterRef("id")),
        player_id=OuterRef("player_id"),
        created_at__gte=OuterRef("created_at"),
    )
    rows = Session.objects.annotate(superseded=Exists(later))
    if search.start is not None:
        rows = rows.filter(created_at__gte=search.start)
    if search.end is not None:
        rows = rows.filter(created_at__lt=search.end)
    if before is not None:
        at = Session.objects.filter(id=before).values_list("created_at", flat=True).first()
        if at is None:
            return PlayerPage([], None)
        rows = rows.filter(Q(created_at__lt=at) | Q(id__lt=before), created_at__lte=at)
    of_player = ("player_id", "player__username", "player__status", "player__test_account", "player__created_at")
    examined = list(
        rows.order_by("-created_at", "-id").values_list("id", "superseded", *of_player, "created_at")[:EXAMINED_MAX]
    )
    found = [
        (session, line)
        for session, superseded, *columns in examined
        if not superseded and _fits(line := PlayerLine(*columns), search)
    ]
    if len(found) >= limit:
        return PlayerPage([line for _, line in found[:limit]], found[limit - 1][0])
    return PlayerPage([line for _, line in found], examined[-1][0] if len(examined) == EXAMINED_MAX else None)


def _lines(rows: QuerySet[Player]) -> QuerySet[Player, tuple[Any, ...]]:
    newest = Session.objects.filter(player_id=OuterRef("chain")).order_by("-created_at").values("created_at")[:1]
    columns = ("chain", "username", "status", "test_account", "created_at")
    return rows.annotate(last_login_at=Subquery(newest)).values_list(*columns, "last_login_at")


def _page(
    lines: QuerySet[Player, tuple[Any, ...]], wanted: Callable[[PlayerLine], bool], *, limit: int, examined_max: int
) -> PlayerPage:
    examined = [PlayerLine(*line) for line in lines[:examined_max]]
    found = [line for line in examined if wanted(line)]
    if len(found) >= limit:
        return PlayerPage(found[:limit], found[limit - 1].chain)
    return PlayerPage(found, examined[-1].chain if len(examined) == examined_max else None)


def _fits(line: PlayerLine, search: PlayerSearch) -> bool:
    return (search.status is None or line.status == search.status) and (
        search.test_account is None or line.test_account == search.test_account
    )
