"""The first half of a round.

Source: docs/formats/record.md, "Rounds".
"""

from verifier.accounts import limits_in_force
from verifier.money import require_balance, require_moves
from verifier.player import OpenRound, PlayerChain, Position, Surroundings
from verifier.records import Deal
from verifier.verdict import Code, Fault

_VISIBLE_CARDS = 2


def check_deal(chain: PlayerChain, record: Deal, *, around: Surroundings) -> None:
    """Refuse a deal out of order, outside its rules or limits, or whose money is wrong.

    The cards themselves are judged when the seed is revealed.

    Raises:
        Fault: `E_TWO_OPEN`, `E_NONCE`, `E_RULES`, `E_RG`, `E_CARDS`, `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`.
    """
    _require_place(chain, record)
    _require_rules(chain, record, around=around)
    _require_limits(chain, record)
    if len(record["cards"]) != _VISIBLE_CARDS:
        raise Fault(Code.E_CARDS, f"{len(record['cards'])} cards are visible, Red Dog shows {_VISIBLE_CARDS}")
    require_moves(record, {"cash": -record["ante"], "in_play": record["ante"]})
    require_balance(chain, record)


def apply_deal(chain: PlayerChain, record: Deal, *, position: Position, around: Surroundings) -> None:
    """Open the round."""
    if chain.epoch is not None:
        chain.epoch.nonce = record["nonce"]
    sheet = around.system.sheets.get(record["rules"])
    chain.open_round = sheet and OpenRound(
        deal=position,
        seq=record["seq"],
        epoch=record["epoch"],
        nonce=record["nonce"],
        dealt_at=record["time"],
        sheet=sheet,
        ante_minor=record["ante"],
        cards=record["cards"],
    )


def _require_place(chain: PlayerChain, record: Deal) -> None:
    if chain.open_round is not None:
        raise Fault(Code.E_TWO_OPEN, "a round is dealt while another is open")
    epoch = chain.epoch
    if epoch is None or epoch.number != record["epoch"]:
        raise Fault(Code.E_NONCE, f"epoch {record['epoch']} is not the one that is open")
    if record["nonce"] != epoch.nonce + 1:
        raise Fault(Code.E_NONCE, f"nonce {record['nonce']} where {epoch.nonce + 1} follows")
    if record["nonce"] > epoch.rounds:
        raise Fault(Code.E_NONCE, f"nonce {record['nonce']} in an epoch of {epoch.rounds} rounds")


def _require_rules(chain: PlayerChain, record: Deal, *, around: Surroundings) -> None:
    sheet = around.system.sheets.get(record["rules"])
    if sheet is None:
        raise Fault(Code.E_RULES, "the rules named are no earlier rules record")
    if sheet["cur"] != chain.currency:
        raise Fault(Code.E_RULES, f"the rules are in {sheet['cur']}, the chain in {chain.currency}")
    if not sheet["stake_min"] <= record["ante"] <= sheet["stake_max"]:
        raise Fault(Code.E_RULES, f"the ante {record['ante']} is outside {sheet['stake_min']} to {sheet['stake_max']}")


def _require_limits(chain: PlayerChain, record: Deal) -> None:
    if not chain.limits_leaf or record["limits"] != chain.limits_leaf:
        raise Fault(Code.E_RG, "the limits named are not the chain's newest")
    stake_max = limits_in_force(chain.limits, at=record["time"]).get("stake_max")
    if stake_max is not None and record["ante"] > int(stake_max):
        raise Fault(Code.E_RG, f"the ante {record['ante']} is above the player's limit {stake_max}")
