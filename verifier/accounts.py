"""Records that set up a player's chain and move money outside rounds: init, limits, wallet.

Source: docs/formats/record.md, "Types" and "Parts".
"""

from verifier import limits
from verifier.money import require_balance, require_balanced
from verifier.player import PlayerChain
from verifier.records import Init, LimitsSet, Wallet
from verifier.verdict import Code, Fault

_GIVES_TO_PLAYER = {"deposit": True, "bonus": True, "withdrawal": False}


def apply_init(chain: PlayerChain, record: Init) -> None:
    """Set the chain's currency, and whether the account is a test account."""
    chain.currency = record["cur"]
    chain.exponent = record["exp"]
    chain.test_account = record["test"]


def apply_limits(chain: PlayerChain, record: LimitsSet, *, leaf: str) -> None:
    """Replace the chain's limits; later deals must name this record."""
    chain.limits = record["rg"]
    chain.limits_leaf = leaf


def check_wallet(chain: PlayerChain, record: Wallet) -> None:
    """Refuse a deposit that breaks the limits, and moves other than those between cash and the account of the kind.

    Raises:
        Fault: `E_RG`, `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`, in this order.
    """
    moved = dict(record["moves"])
    if record["kind"] == "deposit":
        limits.require_deposit(chain, moved.get("cash", 0), at=record["time"])
    require_balanced(record["moves"])
    gives = _GIVES_TO_PLAYER.get(record["kind"])
    cash = moved.get("cash", 0)
    if moved.keys() != {"cash", record["kind"]} or (gives is not None and gives is not (cash > 0)):
        raise Fault(Code.E_MOVES, f"the moves are not those of a {record['kind']}")
    require_balance(chain, record)


def apply_wallet(chain: PlayerChain, record: Wallet) -> None:
    """Count a deposit; money of another kind counts towards no limit."""
    if record["kind"] == "deposit":
        chain.deposited.add(dict(record["moves"]).get("cash", 0), at=record["time"])
