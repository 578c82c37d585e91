"""A table as it is shown: to everybody, and to a player who has a stake there.

What everybody sees is read from rows and records alone. Only for a player's own part are the cards dealt again, and
only that player's hand leaves this module.

Source: docs/formats/tables.md, "Who sees what".
"""

from collections.abc import Collection
from typing import Any

from audit.core.records import parse_entry
from audit.queries.epochs import epoch_seeds
from audit.queries.log import index_of
from audit.queries.records import record_entry
from games.core.action import Action
from games.core.family import LegalAction
from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.money import amount_document
from tables.core.continuation import Phase
from tables.core.epoch_cards import SealedHand
from tables.core.house_hand import SeatDecision
from tables.core.pot_game import TableGame
from tables.core.public_game import AskedSeat, PublicGame, public_game
from tables.queries.dealt_epoch import SeedUnreadable, game_records, house_hand, replayed_game
from tables.queries.table_list import table_summary
from tables.queries.table_states import SeatedStake, TableState, table_state


def snapshot(chain: ChainId, viewer: ChainId | None) -> dict[str, object]:
    """Return a table as JSON, as a player sees it; None is somebody who is nobody's player.

    Raises:
        TableNotFound: there is none of this chain.
        SeedUnreadable: the viewer's own cards cannot be shown. Others see the table all the same.
    """
    state = table_state(chain)
    return {**public_snapshot(state), "own": _own_parts(state, [viewer]).get(viewer)}


def snapshots(chain: ChainId, viewers: Collection[ChainId | None]) -> dict[ChainId | None, dict[str, object]]:
    """Return a table as JSON for each of these viewers, all as of one state. They differ in the member `own` alone.

    Every member is always there, null where it has no value. A viewer whose own cards cannot be shown, because the seed
    cannot be read, is left out.

    Raises:
        TableNotFound: there is none of this chain.
    """
    state = table_state(chain)
    shown = public_snapshot(state)
    try:
        own = _own_parts(state, viewers)
    except SeedUnreadable:
        seated = {seat.chain for seat in state.stakes}
        own, viewers = {}, [viewer for viewer in viewers if viewer not in seated]
    return {viewer: {**shown, "own": own.get(viewer)} for viewer in viewers}


# --- What everybody sees --------------------------------------------------------------------------------------


def public_snapshot(state: TableState) -> dict[str, object]:
    """Return what everybody sees of a table in this state."""
    running = state.running
    dealt = state.phase is Phase.PLAYING
    around_pot = state.table.definition.around_pot
    return {
        **table_summary(state),
        "announcement": _announcement(state),
        "stakes_covered": None if running is None else running.covered,
        "seats": [_seat(state, seated) for seated in state.stakes],
        "hand": _house_hand(state) if dealt and not around_pot else None,
        "pot_game": _pot_game(state) if dealt and around_pot else None,
    }


def _announcement(state: TableState) -> dict[str, object] | None:
    if state.phase is Phase.UNANNOUNCED:
        return None
    chain = state.table.chain
    row = epoch_seeds(chain, state.epoch)
    assert row is not None, "the epoch was announced"
    index = index_of(chain, row.announced_seq)
    return {
        "commitment": row.commitment.hex(),
        "seq": row.announced_seq,
        "log_index": index,
        "covered": index is not None and index < state.published_size,
    }


def _seat(state: TableState, seated: SeatedStake) -> dict[str, object]:
    stake, currency = seated.stake, state.table.definition.sheet.currency
    return {
        "seat": stake.seat,
        "stake": amount_document(stake.bet.stake_minor, currency),
        "side_bet": amount_document(stake.bet.side_bet_minor, currency) if stake.bet.side_bet_minor else None,
        "leaf": stake.leaf.hex(),
        "contribution": stake.contribution.hex(),
        "placed_at": rfc3339(seated.placed_ms),
        "revealed": stake.seat in state.values,
        "decision": _decision(state.decisions.get(stake.seat), currency),
    }


def _decision(decision: SeatDecision | None, currency: str) -> dict[str, object] | None:
    if decision is None:
        return None
    return {
        "action": decision.action.value,
        "amount": amount_document(decision.amount_minor, currency),
        "actor": decision.by.value,
        "acted_at": rfc3339(decision.at_ms),
    }


def _house_hand(state: TableState) -> dict[str, object]:
    assert state.running is not None, "a hand runs"
    assert state.running.hand_seq is not None, "it was dealt"
    record: Any = parse_entry(record_entry(state.table.chain, state.running.hand_seq))
    return {
        "leaf": _hand_leaf(state).hex(),
        "seq": record["seq"],
        "cards": record["cards"],
        "sealed": [{"seat": member["seat"], "seal": member["h"]} for member in record["sealed"]],
        "dealt_at": rfc3339(record["time"]),
    }


def _pot_game(state: TableState) -> dict[str, object]:
    record, *turns = game_records(state)
    game, currency = public_game(record, turns), state.table.definition.sheet.currency
    return {
        "leaf": _hand_leaf(state).hex(),
        "pot": amount_document(game.pot_minor, currency),
        "order": list(game.order),
        "seats": [_player(game, seat, currency) for seat in game.order],
        "turn": None if game.turn is None else _asked(game.turn),
        "dealt_at": rfc3339(record["time"]),
        "ends_at": rfc3339(game.ends_ms),
    }


def _player(game: PublicGame, seat: int, currency: str) -> dict[str, object]:
    return {
        "seat": seat,
        "stack": amount_document(game.stacks_minor[seat], currency),
        "seal": game.seals.get(seat) if game.stacks_minor[seat] else None,
        "away": seat in game.attendance.away,
        "voted": seat in game.attendance.votes,
    }


def _asked(turn: AskedSeat) -> dict[str, object]:
    return {
        "seat": turn.seat,
        "seq": turn.seq,
        "cards": list(turn.cards),
        "key": turn.key,
        "times_out_at": rfc3339(turn.until_ms),
    }


def _hand_leaf(state: TableState) -> bytes:
    assert state.running is not None, "a hand runs"
    assert state.running.hand_leaf is not None, "it was dealt"
    return state.running.hand_leaf


# --- What a player alone sees ---------------------------------------------------------------------------------


def _own_parts(state: TableState, viewers: Collection[ChainId | None]) -> dict[ChainId | None, dict[str, object]]:
    """Return the own part of each viewer who has a stake in the table's epoch."""
    seated = [own for own in state.stakes if own.chain in viewers]
    if not seated:
        return {}
    if state.phase is not Phase.PLAYING:
        return {own.chain: _own(state, own) for own in seated}
    if state.table.definition.around_pot:
        game = replayed_game(state, game_records(state))
        return {own.chain: _own_in_game(state, own, game) for own in seated}
    dealt = house_hand(state)
    hands = {hand.seat: hand for hand in dealt.hands}
    parts: dict[ChainId | None, dict[str, object]] = {}
    for own in seated:
        seat = own.stake.seat
        part = _own(state, own, hand=hands.get(seat))
        if seat not in state.decisions:
            need = dealt.decision_of(seat)
            part |= _decision_needed(state, need.legal_actions, need.default)
        parts[own.chain] = part
    return parts


def _own_in_game(state: TableState, own: SeatedStake, game: TableGame) -> dict[str, object]:
    seat = own.stake.seat
    hand = next((hand for hand in game.dealt.hands if hand.seat == seat), None)
    part = _own(state, own, hand=hand)
    if seat != game.deciding_seat or seat in game.attendance.away:
        return part
    return part | _decision_needed(state, game.legal_actions, game.decision_needed.default)


def _own(state: TableState, own: SeatedStake, *, hand: SealedHand | None = None) -> dict[str, object]:
    room_minor, currency = own.stake.room_minor, state.table.definition.sheet.currency
    return {
        "seat": own.stake.seat,
        "seq": own.seq,
        "leaf": own.stake.leaf.hex(),
        "raise_room": None if room_minor is None else amount_document(room_minor, currency),
        "hand": None if hand is None else {"cards": hand.texts, "key": hand.key.hex(), "seal": hand.seal.hex()},
        "legal_actions": [],
        "default_action": None,
    }


def _decision_needed(state: TableState, legal: Collection[LegalAction], default: Action) -> dict[str, object]:
    sheet = state.table.definition.sheet
    return {
        "legal_actions": [
            {
                "action": each.action.value,
                "label": sheet.labels[each.action],
                "cost_min": amount_document(each.cost_min_minor, sheet.currency),
                "cost_max": amount_document(each.cost_max_minor, sheet.currency),
                "cost_step": amount_document(each.step_minor, sheet.currency),
            }
            for each in legal
        ],
        "default_action": default.value,
    }
