"""Records that set up a player's chain and move money outside rounds: init, limits, wallet.

Source: docs/formats/record.md, "Types" and "Parts".
"""

from verifier.money import require_balance, require_balanced
from verifier.player import PlayerChain
from verifier.records import Init, Limits, LimitsInTime, LimitsSet, Wallet
from verifier.verdict import Code, Fault

_GIVES_TO_PLAYER = {"deposit": True, "bonus": True, "withdrawal": False}


def apply_init(chain: PlayerChain, record: Init) -> None:
    """Take over whose chain it is and in which currency."""
    chain.currency = record["cur"]
    chain.exponent = record["exp"]
    chain.test_account = record["test"]


def apply_limits(chain: PlayerChain, record: LimitsSet, *, leaf: str) -> None:
    """Take over the limits that deals must name from here on."""
    chain.limits = record["rg"]
    chain.limits_leaf = leaf


def limits_in_force(limits: LimitsInTime, *, at: int) -> Limits:
    """Return the limits that hold at the millisecond `at`."""
    coming = limits.get("next")
    if coming is not None and at >= int(coming["effective_at"]):
        return coming
    return limits["now"]


def check_wallet(chain: PlayerChain, record: Wallet) -> None:
    """Refuse money that does not move between cash and the account of the record's kind.

    Raises:
        Fault: `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`.
    """
    require_balanced(record["moves"])
    moved = dict(record["moves"])
    gives = _GIVES_TO_PLAYER.get(record["kind"])
    cash = moved.get("cash", 0)
    if moved.keys() != {"cash", record["kind"]} or (gives is not None and gives is not (cash > 0)):
        raise Fault(Code.E_MOVES, f"the moves are not those of a {record['kind']}")
    require_balance(chain, record)
