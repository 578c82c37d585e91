"""Judge the records of one partition's chains, in log order.

Source: docs/formats/verdicts.md, which fixes the order of the checks within a record.
"""

import enum

from verifier import accounts, canonical, deals, epochs, note, schema, settlements
from verifier.player import AuditContext, PlayerChain, Position
from verifier.records import PlayerRecord, Record
from verifier.tally import Tally
from verifier.verdict import Code, Failure, Fault, Place


class Depth(enum.Enum):
    """How much of each record is checked."""

    FULL = "full"
    TREE = "tree"


class Judge:
    """Applies records to the state of their chains, and counts failures.

    A record that fails is reported once: its chain then goes on from what the record says.
    """

    def __init__(self, context: AuditContext, *, depth: Depth) -> None:
        self._context = context
        self._depth = depth
        self._chains: dict[str, PlayerChain] = {}
        self._unread = Tally()

    def judge(self, entry: bytes, *, index: int, leaf: str, chain: str, counted: bool) -> None:
        """Judge one entry.

        `chain` is the chain that the reader found in the entry. With `counted` false the audit's tally leaves the
        entry out, because another partition counts it.
        """
        tally = self._context.tally if counted else self._unread
        tally.entries += 1
        document: object = None
        try:
            parsed = note.split(entry)
            text = note.line_of(parsed)
            document = canonical.parse(text)
            record = schema.check(document)
            canonical.require(document, text)
            _require_chain(record, chain)
            milder = self._take(record, parsed, Position(index=index, leaf=leaf))
        except Fault as fault:
            tally.fail(_failure(fault, schema.claimed_place(document, index=index)))
            return

        tally.records[record["type"]] += 1
        tally.time_latest = max(tally.time_latest, record["time"])
        for mild in milder:
            tally.fail(_failure(mild, schema.claimed_place(document, index=index)))

    def close(self) -> list[tuple[int, Failure]]:
        """Add the chains' money at the end of the log to the tally, and return the rounds that are still open.

        With each round comes the last millisecond at which it is not late, and the failure that it is after that.
        Only the whole log, and not one partition, knows the latest time.
        """
        tally, unsettled = self._context.tally, []
        for chain in self._chains.values():
            money = tally.money_totals(chain.currency, chain.exponent, test_account=chain.test_account)
            money.cash += chain.balance_minor
            if (played := chain.open_round) is None:
                continue
            tally.open_rounds += 1
            money.in_play += played.bet.placed_minor
            place = Place(index=played.deal.index, chain=chain.name, seq=played.seq, kind="deal")
            sentence = "the round was still open at the end of the log, past its time-out and the grace"
            unsettled.append((played.late_after, Failure(code=Code.E_UNSETTLED, sentence=sentence, place=place)))
        tally.chains += len(self._chains)
        return unsettled

    def _take(self, record: Record, parsed: note.Note, position: Position) -> list[Fault]:
        system = self._context.system
        if (
            record["type"] == "key"
            or record["type"] == "revoke"
            or record["type"] == "rules"
            or record["type"] == "erasure"
            or record["type"] == "filing"
        ):
            if self._depth is Depth.FULL:
                system.require_signature(parsed, kind=record["type"])
            system.accept(record, leaf=position.leaf, index=position.index)
            return []

        chain = self._chains.get(record["chain"])
        if chain is None:
            chain = self._chains[record["chain"]] = PlayerChain(name=record["chain"])
        try:
            if self._depth is Depth.FULL:
                system.require_signature(parsed, kind=record["type"])
            return self._check(chain, record, position)
        finally:
            self._apply(chain, record, position)

    def _check(self, chain: PlayerChain, record: PlayerRecord, position: Position) -> list[Fault]:
        chain.link.require(record)
        if (record["type"] == "init") is not (record["seq"] == 0):
            raise Fault(Code.E_CHAIN, "a player's chain begins with init, and only there it stands")
        if record["type"] == "settle":
            return settlements.check_settle(chain, record, context=self._context)
        if record["type"] == "void":
            return settlements.check_void(chain, record, context=self._context)
        if record["type"] == "deal":
            deals.check_deal(chain, record, context=self._context)
        elif record["type"] == "open":
            epochs.check_open(chain, record, position=position, context=self._context)
        elif record["type"] == "commit":
            epochs.check_commit(chain, record)
        elif record["type"] == "wallet":
            accounts.check_wallet(chain, record)
        return []

    def _apply(self, chain: PlayerChain, record: PlayerRecord, position: Position) -> None:
        chain.advance(record, leaf=position.leaf)
        if record["type"] == "settle":
            settlements.apply_settle(chain, record)
        elif record["type"] == "void":
            settlements.apply_void(chain, record)
        elif record["type"] == "deal":
            deals.apply_deal(chain, record, position=position, context=self._context)
        elif record["type"] == "open":
            epochs.apply_open(chain, record, position=position)
        elif record["type"] == "commit":
            epochs.apply_commit(chain, record, position=position, context=self._context)
        elif record["type"] == "wallet":
            accounts.apply_wallet(chain, record)
        elif record["type"] == "limits":
            accounts.apply_limits(chain, record, leaf=position.leaf)
        elif record["type"] == "init":
            accounts.apply_init(chain, record)


def _require_chain(record: Record, chain: str) -> None:
    if record["chain"] != chain:
        raise Fault(Code.E_FORM, "the chain is not where a record of this type has it")


def _failure(fault: Fault, place: Place) -> Failure:
    return Failure(code=fault.code, sentence=fault.sentence, place=place)
