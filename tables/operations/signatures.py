"""Players' signatures at tables: under stakes and decisions against the house, and under turns around a pot.

A turn's stands in the table's chain, and names no key. It is there exactly where the seat's stake is signed: so an
auditor need not compare the order of two chains.

Source: docs/formats/player-keys.md, "At tables"; docs/adr/0053-signatures-at-tables.md.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast

from audit.chain_head import Head
from audit.core import player_statements
from audit.core.player_signatures import PlayerKey, PlayerSignature, SignatureContext, UnknownPlayerKey, psig_fields
from audit.core.records import parse_entry
from audit.operations.accept_signature import accept_signature
from audit.places import log_origin
from audit.queries.player_keys import keys_of
from audit.queries.records import entries
from kernel.ids import ChainId
from tables.core.player_records import StakeOrder
from tables.core.signed_members import stake_members
from tables.operations.save_stake import StakeRequest
from tables.operations.stake_preconditions import StakeSnapshot
from tables.queries.table_states import SeatedStake, TableState


def signed_stake(request: StakeRequest, snapshot: StakeSnapshot, order: StakeOrder, *, at_ms: int) -> dict[str, object]:
    """Return the field of the `deal` or `sit` for the signature of a request; none in a chain without keys.

    Raises: as `accept_signature` does; nothing was taken.
    """
    definition, head = snapshot.definition, snapshot.player.head
    members = stake_members(definition, order, prev=head.tip.leaf)
    kind = "sit" if definition.around_pot else "deal"
    statement = partial(player_statements.at_table, kind=kind, members=members)
    return accept_signature(request.signature, head=head, key=snapshot.key, at_ms=at_ms, statement=statement)


def signed_act(
    signature: PlayerSignature | None,
    key: PlayerKey | None,
    *,
    head: Head,
    members: Mapping[str, object],
    at_ms: int,
) -> dict[str, object]:
    """Return the field of the `act` for the signature of a request; none in a chain without keys.

    Raises: as `accept_signature` does; nothing was changed.
    """
    statement = partial(player_statements.at_table, kind="act", members=members)
    return accept_signature(signature, head=head, key=key, at_ms=at_ms, statement=statement)


def signed_turn(
    signature: PlayerSignature | None,
    state: TableState,
    seated: SeatedStake,
    members: Mapping[str, object],
    *,
    at_ms: int,
) -> dict[str, object]:
    """Return the field of a `turn` of time `at_ms` for the signature of a request; none where the stake has none.

    Raises:
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: nothing
            was written. ChainMoved has the newest record of the table's chain.
    """
    if not _is_signed(seated):
        if signature is not None:
            raise UnknownPlayerKey(
                "Nothing was changed. Your stake in this game is not signed, so nothing in it is. Send the request"
                " without `psig`."
            )
        return {}
    context = SignatureContext(
        origin=log_origin(),
        # The player's chain is what a statement names, and the table's newest record what a mark answers.
        tip=replace(state.head.tip, chain=seated.chain),
        at_ms=at_ms,
        has_keys=True,
        key=None if signature is None else _key(seated.chain, signature.kid),
    )
    statement = partial(player_statements.at_table, kind="turn", members=members)
    psig = cast("dict[str, Any]", psig_fields(signature, context, statement)["psig"])
    return {"psig": {"sig": psig["sig"], "until": psig["until"]}}


def _is_signed(seated: SeatedStake) -> bool:
    (sit,) = entries(seated.chain, from_seq=seated.seq, to_seq=seated.seq + 1)
    return "psig" in parse_entry(sit)


def _key(chain: ChainId, kid: str) -> PlayerKey | None:
    return next((key.as_signer() for key in keys_of(chain) if key.kid == kid and not key.has_ended), None)
