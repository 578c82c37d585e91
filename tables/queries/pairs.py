"""Pairs of players at a table around a pot, for the staff that looks for collusion.

Source: regulation F52.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from audit.core.records import parse_entry
from audit.queries.records import entries, numbered_entries
from games.core.sheet import RuleSheet
from kernel.ids import ChainId
from kernel.money import amount_document
from players.queries.shared_places import LoginPlace, places_of
from tables.core.pair_play import PairPlay, PartnerPlay, PlayedSeat, pair_plays
from tables.core.spared_hands import good_hands
from tables.models import BegunEpoch, EpochEnd, PlacedStake
from tables.queries.table_states import known_table

GAMES_COUNTED: Final = 1000
"""The newest finished games of a table are looked at."""
GAMES_READ: Final = 100
"""Good hands are counted in the newest of these games alone, because every turn has to be read for it."""
PAIRS_MAX: Final = 100


def pairs_at_table(chain: ChainId) -> list[dict[str, object]]:
    """Return the pairs of players of a table's newest games as JSON, the most one-sided first.

    At a table against the house there is none: nobody there plays against another player.

    Raises:
        TableNotFound: there is no table of this chain.
    """
    definition = known_table(chain).definition
    if not definition.around_pot:
        return []
    ended = BegunEpoch.objects.filter(table=chain, ended_by=EpochEnd.HAND_END.value).order_by("-epoch")
    newest = list(ended[:GAMES_COUNTED])
    ends = {row.epoch: row.end_seq for row in newest if row.end_seq is not None}
    stakes = PlacedStake.objects.filter(table=chain, epoch__in=ends.keys(), unseated=False)
    rows = list(stakes.values_list("epoch", "seat", "chain", "session"))
    records = numbered_entries(chain, list(ends.values()))
    results = {epoch: parse_entry(records[seq])["results"] for epoch, seq in ends.items()}
    hands = _good_hands(chain, definition.sheet, newest[:GAMES_READ])
    pairs = pair_plays(_games(results, rows, hands))[:PAIRS_MAX]
    places = _places(rows)
    return [_document(pair, places, definition.sheet.currency) for pair in pairs]


def _good_hands(chain: ChainId, sheet: RuleSheet, games: Sequence[BegunEpoch]) -> Mapping[tuple[int, int], list[bool]]:
    """Return of each epoch and seat whether the player spared the good hands there, one by one."""
    dealt = {
        row.epoch: (row.hand_seq, row.end_seq) for row in games if row.hand_seq is not None and row.end_seq is not None
    }
    found: defaultdict[tuple[int, int], list[bool]] = defaultdict(list)
    if not dealt:
        return found
    # Games follow one another in the chain: one statement reads them all, and what stands between them.
    first = min(hand_seq for hand_seq, _ in dealt.values())
    notes = entries(chain, from_seq=first, to_seq=max(end_seq for _, end_seq in dealt.values()))
    for epoch, (hand_seq, end_seq) in dealt.items():
        for hand in good_hands(sheet, map(parse_entry, notes[hand_seq - first : end_seq - first])):
            found[epoch, hand.seat].append(hand.spared)
    return found


def _games(
    results: Mapping[int, Any],
    rows: Sequence[tuple[int, int, UUID, UUID]],
    hands: Mapping[tuple[int, int], Sequence[bool]],
) -> list[dict[ChainId, PlayedSeat]]:
    players = {(epoch, seat): ChainId(chain) for epoch, seat, chain, _ in rows}
    return [
        {
            players[epoch, result["seat"]]: PlayedSeat(
                net_minor=result["returned"] - result["staked"],
                raised_minor=result["raised"],
                good_hands=len(hands.get((epoch, result["seat"]), ())),
                spared_hands=sum(hands.get((epoch, result["seat"]), ())),
            )
            for result in seats
        }
        for epoch, seats in results.items()
    ]


def _places(rows: Sequence[tuple[int, int, UUID, UUID]]) -> Mapping[ChainId, list[LoginPlace]]:
    """Return from where each player played."""
    sessions: defaultdict[ChainId, set[UUID]] = defaultdict(set)
    for _, _, chain, session in rows:
        sessions[ChainId(chain)].add(session)
    known = places_of({session for ids in sessions.values() for session in ids})
    return {chain: [known[session] for session in ids if session in known] for chain, ids in sessions.items()}


def _document(pair: PairPlay, places: Mapping[ChainId, Sequence[LoginPlace]], currency: str) -> dict[str, object]:
    first, second = pair.partners
    shared = [(one, other) for one in places[first.player] for other in places[second.player]]
    return {
        "games": pair.games,
        "net": amount_document(pair.net_minor, currency),
        "shared_device": any(one.shares_device(other) for one, other in shared),
        "shared_address": any(one.shares_address(other) for one, other in shared),
        "partners": [_partner(partner, currency) for partner in pair.partners],
    }


def _partner(partner: PartnerPlay, currency: str) -> dict[str, object]:
    apart_minor = partner.raised_apart_minor
    return {
        "player_id": partner.player.hex,
        "games": partner.games,
        "lost": amount_document(partner.lost_minor, currency),
        "raised_together": amount_document(partner.raised_together_minor, currency),
        "raised_apart": None if apart_minor is None else amount_document(apart_minor, currency),
        "good_hands_together": partner.good_hands_together,
        "spared_together": partner.spared_together,
        "good_hands_apart": partner.good_hands_apart,
        "spared_apart": partner.spared_apart,
    }
