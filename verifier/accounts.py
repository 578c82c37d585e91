"""Records that set up a player's chain and move money outside rounds: init, limits, wallet.

Source: docs/formats/record.md, "Types" and "Parts".
"""

from verifier import adjustments, limits
from verifier.link import Position
from verifier.money import require_balance, require_balanced
from verifier.money_terms import terms_in_force
from verifier.player import AuditContext, PlayerChain
from verifier.records import Init, LimitsSet, Wallet
from verifier.verdict import Code, Fault

_GIVES_TO_PLAYER = {"deposit": True, "bonus": True, "withdrawal": False}


def apply_init(chain: PlayerChain, record: Init, *, position: Position, context: AuditContext) -> None:
    """Set the chain's currency, and whether the account is a test account."""
    context.claims.tags.see(record, index=position.index)
    chain.currency = record["cur"]
    chain.exponent = record["exp"]
    chain.test_account = record["test"]


def apply_limits(chain: PlayerChain, record: LimitsSet, *, leaf: str) -> None:
    """Replace the chain's limits; later deals must name this record."""
    chain.limits = record["rg"]
    chain.limits_leaf = leaf


def check_wallet(chain: PlayerChain, record: Wallet, *, context: AuditContext) -> None:
    """Refuse money of the wrong cause, what breaks the limits on deposits, and moves other than those of the kind.

    Raises:
        Fault: `E_FORM`, `E_ACCOUNT`, `E_CAUSE`, `E_RG`, `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`, in this order.
    """
    terms, moved = terms_in_force(context.system, at=record["time"]), dict(record["moves"])
    adjustments.require_form(record)
    adjustments.require_cause(chain, record, terms=terms)
    deposited_minor = adjustments.counted_minor(chain, record, terms=terms)
    if record["kind"] == "deposit" or deposited_minor:
        limits.require_deposit(chain, deposited_minor, at=record["time"])
    require_balanced(record["moves"])
    gives = _GIVES_TO_PLAYER.get(record["kind"])
    cash = moved.get("cash", 0)
    if moved.keys() != {"cash", record["kind"]} or (gives is not None and gives is not (cash > 0)):
        raise Fault(Code.E_MOVES, f"the moves are not those of a {record['kind']}")
    require_balance(chain, record)


def apply_wallet(chain: PlayerChain, record: Wallet, *, position: Position, context: AuditContext) -> None:
    """Count what counts as deposited. Other money counts towards no limit."""
    terms = terms_in_force(context.system, at=record["time"])
    deposited_minor = adjustments.counted_minor(chain, record, terms=terms)
    if record["kind"] == "deposit" or deposited_minor:
        chain.deposited.add(deposited_minor, at=record["time"])
    adjustments.apply(chain, record, leaf=position.leaf, index=position.index, claims=context.claims)
