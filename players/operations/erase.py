"""Erase a person: destroy what identifies the player, and leave log and ledger unchanged.

The chain, its records and its money can be verified as before. Nobody can tell any more whose they were.

Source: docs/privacy.md; docs/formats/record.md, "Erasure"; regulation F58.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import structlog
from django.contrib.auth.hashers import make_password
from django.db import transaction

from audit.chain_head import Head
from audit.operations.append import bump_version
from audit.operations.save_event import NewEvent, save_event
from audit.operations.write_system_record import write_system_record
from audit.queries.chains import head_for_update
from audit.queries.events import newest_event
from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from players import vault
from players.core.erasure import Basis, ErasureFacts, Obstacle, erasable_from_ms, obstacles
from players.core.person_keys import REMEMBERED
from players.core.status import Status
from players.models import Device, Mail, MessageRead, Player, PlayerLoginOrigin, RecoveryCode, ResetToken, Session
from players.models.passkeys import PasskeyChallenge, PlayerPasskey
from players.operations.claim_identity import change_claims
from players.operations.store_person_keys import forget_person_keys
from players.queries.accounts import player_for_update
from wallet.queries.journals import statement

# The columns of a player's row that stay; `consents` is a list of versions. All others are reset to the values of an
# unknown person. This includes columns that later versions add.
_KEPT: Final = frozenset({"chain", "status", "test_account", "created_at", "consents"})

# The keyed digest that recognizes a person: without it, an excluded person could open another account.
_KEPT_WHILE_EXCLUDED: Final = frozenset({"person_digest"})

# Rows of other tables that are deleted. Sessions come before the devices that they refer to.
_HELD: Final = (
    *(Session, Device, RecoveryCode, ResetToken, PlayerPasskey, PasskeyChallenge, PlayerLoginOrigin, MessageRead, Mail),
)

_log = structlog.get_logger("players.erase")


class NotErasable(Refusal):
    """The player cannot be erased yet."""

    code, kind = "not-erasable", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureHooks:
    """Callbacks into higher apps.

    `lock_exclusion_list` keeps the national list from being imported until the erasure's transaction ends. It is called
    before anything is locked, the others while the player's row and chain are: `payment_open` returns whether a payment
    is under way; `matters` returns what of cases and disputes is in the way; `forget_identity` forgets what it can of the person, and returns whether the person need not be
    recognized again; `forget_words` deletes what the staff and the player wrote, after the vault's document was destroyed.
    """

    lock_exclusion_list: Callable[[], None]
    payment_open: Callable[[ChainId], bool]
    matters: Callable[[ChainId], frozenset[Obstacle]]
    forget_identity: Callable[[ChainId], bool]
    forget_words: Callable[[ChainId], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """Whom to erase, on which legal basis (public, in the log), and why in words (stored with the event)."""

    chain: ChainId
    basis: Basis
    reason: str
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureStatus:
    """When a player may be erased (ms; None while the account is not closed), and what prevents it now."""

    erasable_from_ms: int | None
    obstacles: tuple[Obstacle, ...]


def ask_erasure(chain: ChainId, *, retention_days: int, hooks: ErasureHooks, now: datetime) -> ErasureStatus:
    """Store that a player asks to be erased, and return when that is possible and what prevents it."""
    with transaction.atomic():
        player = player_for_update(chain)
        prospect = _prospect(player, head_for_update(chain), retention_days, hooks, now)
        save_event(
            NewEvent(
                kind="erasure-requested",
                subject=chain,
                actor="player",
                after={"obstacles": [obstacle.value for obstacle in prospect.obstacles]},
            ),
            now=now,
        )
    return prospect


def erase(request: Erasure, *, retention_days: int, hooks: ErasureHooks, now: datetime) -> None:
    """Erase a person, once and for good.

    Raises:
        PlayerNotFound, PlayerErased: nothing was erased.
        NotErasable: with `obstacles`, and `erasable_from` if it is known; nothing was erased.
    """
    chain = request.chain
    with transaction.atomic():
        # The list is locked before the player's row, in the same order as by an import. An import that had already read
        # whom the list names would exclude the player after the erasure, and store again who it was.
        hooks.lock_exclusion_list()
        player = player_for_update(chain)
        if vault.is_erased(chain):
            raise vault.PlayerErased("Nothing was erased. It was done before.")
        _require_erasable(_prospect(player, head_for_update(chain), retention_days, hooks, now))
        # The user name is free again, in each cell.
        change_claims(chain)
        forgotten = hooks.forget_identity(chain)
        _forget(player, _KEPT if forgotten else _KEPT | _KEPT_WHILE_EXCLUDED)
        forget_person_keys(chain, kept=() if forgotten else REMEMBERED)
        vault.destroy(chain)
        hooks.forget_words(chain)
        for stored_model in _HELD:
            stored_model.objects.filter(player=chain).delete()
        bump_version(chain)
        ev = save_event(
            NewEvent(
                kind="player-erased",
                subject=chain,
                actor=request.actor,
                reason=request.reason,
                after={"basis": request.basis.value},
            ),
            now=now,
        )
        fields = {"count": 1, "basis": request.basis.value, "ev": ev}
        write_system_record("erasure", fields, signed_by="rounds", now=now)
    # Logged outside the database: after the restore of an older backup, the erasure must be repeated.
    _log.info("player-erased", chain=chain.hex)


def may_be_erased(chain: ChainId, *, retention_days: int, hooks: ErasureHooks, now: datetime) -> bool:
    """Return whether nothing prevents the erasure of a player who is not erased. Nothing is stored."""
    with transaction.atomic():
        player = player_for_update(chain)
        return not _prospect(player, head_for_update(chain), retention_days, hooks, now).obstacles


def forget_remembered(chain: ChainId) -> None:
    """Forget what still recognized an erased person, in the caller's transaction: no exclusion needs it any more."""
    assert vault.is_erased(chain), "of a player who is not erased, erase the rest too"
    Player.objects.filter(chain=chain).update(person_digest=None)
    forget_person_keys(chain)


def _prospect(player: Player, head: Head, retention_days: int, hooks: ErasureHooks, now: datetime) -> ErasureStatus:
    newest = statement(ChainId(player.chain), before_seq=None, limit=1)
    standing = ErasureFacts(
        closed_ms=_closed_ms(player),
        held_minor=sum(line.balance.cash_minor + line.balance.in_play_minor for line in newest),
        in_round=head.round_open,
        at_table=head.stake_open,
        in_payment=hooks.payment_open(ChainId(player.chain)),
        moved_ms=max((line.time_ms for line in newest), default=None),
        matters=hooks.matters(ChainId(player.chain)),
    )
    return ErasureStatus(
        erasable_from_ms=erasable_from_ms(standing, retention_days=retention_days),
        obstacles=obstacles(standing, retention_days=retention_days, now_ms=to_epoch_ms(now)),
    )


def _closed_ms(player: Player) -> int | None:
    if player.status != Status.CLOSED:
        return None
    changed = newest_event("player-status", subject=ChainId(player.chain))
    assert changed is not None, "a status that changed has its event"
    return to_epoch_ms(changed.at)


def _require_erasable(prospect: ErasureStatus) -> None:
    if not prospect.obstacles:
        return
    obstacle_names, from_ms = [obstacle.value for obstacle in prospect.obstacles], prospect.erasable_from_ms
    until = "" if from_ms is None else f" The retention ends {rfc3339(from_ms)}."
    raise NotErasable(
        f"Nothing was erased. In the way: {', '.join(obstacle_names)}.{until}",
        obstacles=obstacle_names,
        erasable_from=None if from_ms is None else rfc3339(from_ms),
    )


def _forget(player: Player, kept: frozenset[str]) -> None:
    columns = Player._meta.concrete_fields  # noqa: SLF001  Django's public name for a model's columns
    forgotten = [column for column in columns if column.name not in kept]
    for column in forgotten:
        setattr(player, column.attname, None if column.null else column.get_default())
    player.username = f"erased-{os.urandom(8).hex()}"
    player.password = make_password(None)
    # Nobody may change some of the columns that are kept (reddog_platform/grants.py).
    player.save(update_fields=[column.name for column in forgotten])
