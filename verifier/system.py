"""The system chain: which keys may sign, which rule sheets are published, what was filed, which events are listed.

Source: docs/formats/record.md, "Keys", "Erasure", "Filing"; rule-sheet.md.
"""

from dataclasses import dataclass, field
from typing import cast

from verifier.announced_policies import AnnouncedPolicies
from verifier.canonical import encode
from verifier.checkpoint_list import CheckpointList
from verifier.common_fields import Common
from verifier.event_list import EventList
from verifier.families import game_of
from verifier.filings import Filings
from verifier.game import Game
from verifier.link import Link
from verifier.log_keys import LogKeys
from verifier.note import Note, VerifierKey, parse_vkey
from verifier.pot import Pot
from verifier.profiles import Profiles
from verifier.published_sheets import PublishedSheet
from verifier.records import Key, Rules, SystemRecord
from verifier.stake_currencies import in_each_currency
from verifier.stolen_keys import StolenKey, require_why, stolen_by
from verifier.verdict import Code, Fault
from verifier.warrants import Window, require_word

_RECORDS = "records"
KEY_TYPES = frozenset(("key", "revoke"))


@dataclass(slots=True, kw_only=True)
class System:
    """The state of the system chain up to some log index; it changes as the log is read."""

    root: VerifierKey
    log: VerifierKey
    link: Link = field(default_factory=Link)
    games: dict[str, Game] = field(default_factory=dict)
    """The games against the house, by the leaf of their rules, each in its sheet's own currency."""
    pots: dict[str, Pot] = field(default_factory=dict)
    sheets: list[PublishedSheet] = field(default_factory=list)
    events: EventList = field(default_factory=EventList)
    checkpoints: CheckpointList = field(default_factory=CheckpointList)
    policies: AnnouncedPolicies = field(default_factory=AnnouncedPolicies)
    profiles: Profiles = field(default_factory=Profiles)
    log_keys: LogKeys = field(init=False)
    """The keys that sign checkpoints: `log` from the start, and its successors."""
    stolen: list[StolenKey] = field(default_factory=list)
    """The keys of records that were revoked as stolen."""
    _announced: dict[tuple[VerifierKey, str], bool] = field(default_factory=dict)
    _windows: dict[VerifierKey, Window] = field(default_factory=dict)
    """When keys with a warrant may sign."""
    _published: dict[tuple[str, int], str] = field(default_factory=dict)
    _foreign: dict[str, dict[str, Game]] = field(default_factory=dict)
    _filings: Filings = field(default_factory=Filings)

    def __post_init__(self) -> None:
        """Begin with the trusted log key."""
        self.log_keys = LogKeys(self.log)

    def require_signature(self, note: Note, record: Common, *, kind: str, index: int) -> None:
        """Refuse a record unless a key that may sign its type at this log index and this time signed it.

        Raises:
            Fault: `E_KEY`, `E_SIG`.
        """
        if kind in KEY_TYPES:
            self._require_word(note, cast("Key", record))
            return
        by_log = kind in ("events", "checkpoints")
        key = self.log_keys.signer(note, index=index) if by_log else self._record_key(note)
        if key is None:
            raise Fault(Code.E_KEY, f"the key {note.signer!a} may not sign this record here")
        self._require_time(key, record)
        key.verify(note)

    def _require_word(self, note: Note, record: Key) -> None:
        """Refuse a record of a key unless the root says so, and in a warrant's case a key of records has written it.

        A key of records announces itself. None writes its own revocation: a thief would not, and it must not end the log.
        """
        window = require_word(record, note, root=self.root, origin=self.log.name)
        if "warrant" not in record:
            return
        about = parse_vkey(record["vkey"])
        announces_itself = record["type"] == "key" and record["use"] == _RECORDS
        key = about if announces_itself else self._record_key(note)
        if key is None or not key.signed(note) or (record["type"] == "revoke" and key == about):
            raise Fault(Code.E_KEY, f"the key {note.signer!a} may not write this record of a key")
        if window is not None:
            self._windows.setdefault(about, window)
        self._require_time(key, record)
        key.verify(note)

    def _require_time(self, key: VerifierKey, record: Common) -> None:
        window = self._windows.get(key)
        if window is not None and not window.begins <= record["time"] <= window.ends:
            raise Fault(Code.E_KEY, f"the warrant of the key {key.name!a} does not cover the record's time")

    def names_successor(self, record: SystemRecord) -> bool:
        """Tell whether a record is about a log key other than the trusted one: what signs checkpoints rests on it."""
        return (
            record["type"] in KEY_TYPES
            and self.log_keys.concerns(cast("Key", record))
            and parse_vkey(cast("Key", record)["vkey"]) != self.log
        )

    def record_keys(self) -> frozenset[VerifierKey]:
        """Return every key that was ever announced for records, revoked ones too."""
        return frozenset(key for key, use in self._announced if use == _RECORDS)

    def accept(self, record: SystemRecord, *, leaf: str, index: int) -> None:
        """Apply the next record of the system chain, which is at the log index `index`.

        Raises:
            Fault: for the first rule that the record breaks. It is then not applied, but the next record follows it.
        """
        try:
            self.link.require(record)
            if record["type"] == "rules":
                self._publish(record, leaf=leaf, index=index)
            elif record["type"] == "filing":
                self._filings.accept(record, index=index)
            elif record["type"] == "events":
                self.events.accept(record, index=index)
            elif record["type"] == "checkpoints":
                self.checkpoints.accept(record, index=index)
            elif record["type"] == "policy":
                # The name of a log's key is its origin.
                self.policies.accept(record, index=index, root=self.root, origin=self.log.name)
            elif record["type"] == "profile":
                self.profiles.accept(record)
            elif record["type"] == "erasure":
                self.events.erased += record["count"]
            else:
                self._set_key(record, index=index)
        finally:
            self.link.advance(record, leaf=leaf)

    def _record_key(self, note: Note) -> VerifierKey | None:
        for (key, use), holds in self._announced.items():
            if holds and use == _RECORDS and key.signed(note):
                return key
        return None

    def _set_key(self, record: Key, *, index: int) -> None:
        key = parse_vkey(record["vkey"])
        if key.name != record["name"]:
            raise Fault(Code.E_FORM, "the field name is not that of the vkey")

        holds = self._announced.get((key, record["use"]))
        if record["type"] == "revoke":
            require_why(record)
            if not holds:
                raise Fault(Code.E_KEY, f"the key {key.name!a} is revoked without being in use")
        elif holds is False:
            raise Fault(Code.E_KEY, f"the key {key.name!a} is announced again after it was revoked")
        if self.log_keys.concerns(record):
            self.log_keys.accept(record, index=index)
        self._announced[key, record["use"]] = record["type"] == "key"
        if (stolen := stolen_by(record, index=index)) is not None:
            self.stolen.append(stolen)

    def _publish(self, record: Rules, *, leaf: str, index: int) -> None:
        sheet = record["rules"]
        game, *others = (game_of(each) for each in in_each_currency(sheet))

        # Only the engine's digest may differ between two records of one version: a published sheet never changes.
        terms = encode({**sheet, "engine_sha256": ""})
        if self._published.setdefault((sheet["game"], sheet["ver"]), terms) != terms:
            raise Fault(Code.E_RULES, f"version {sheet['ver']} of {sheet['game']} was published with other terms")
        self.sheets.append(PublishedSheet(index=index, leaf=leaf, seq=record["seq"], version=record["v"], sheet=sheet))
        if isinstance(game, Pot):
            self.pots[leaf] = game
        else:
            self.games[leaf] = game
            self._foreign[leaf] = {each.sheet["cur"]: each for each in others if not isinstance(each, Pot)}

    def game_in(self, leaf: str, currency: str) -> Game | None:
        """Return the game against the house of the rules in a record, as it is played in a currency; None if it is not."""
        game = self.games.get(leaf)
        if game is None or game.sheet["cur"] == currency:
            return game
        return self._foreign[leaf].get(currency)

    def currencies(self, leaf: str) -> list[str]:
        """Return the currencies of a game against the house, its sheet's own first."""
        return [self.games[leaf].sheet["cur"], *self._foreign[leaf]]
