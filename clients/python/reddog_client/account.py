"""An account's folder: its state, its receipts, and the evidence of what did not hold. One process at a time has it."""

import contextlib
import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Self

from .account_file import AccountFile, AccountState
from .checkpoints import Checkpoint, Trust
from .errors import ClientError, DoubtError, KeyMissingError, VerificationError
from .keys import DeviceKey
from .public_keys import Use
from .receipts import ReceiptFile
from .records import Record
from .table_stake import TableStake

_FOLDER_MODE: Final = 0o700
_FILE_MODE: Final = 0o600


class Account:
    """What the client knows of its player. Whatever it learns is on the disk before it is acted on."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
        self._folder = folder
        self._lock = os.open(folder / "lock", os.O_WRONLY | os.O_CREAT, _FILE_MODE)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise ClientError(f"another program plays with the account in {folder}") from None
        self._file = AccountFile(folder / "account.json")
        self._state = self._file.load()
        self.receipts = ReceiptFile(folder / "receipts.jsonl")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._lock)

    @property
    def begun(self) -> bool:
        """Tell whether the folder has an account."""
        return self._state is not None

    @property
    def state(self) -> AccountState:
        """Return what is known.

        Raises:
            ClientError: nothing is, because nobody has logged in with this folder.
        """
        if self._state is None:
            raise ClientError(f"there is no account in {self._folder}: log in first")
        return self._state

    def begin(self, state: AccountState) -> None:
        """Begin with what the first login has shown."""
        assert not self.begun, "an account is begun once"
        self._state = state
        self._file.save(state)

    def follow(self, records: Iterable[Record]) -> None:
        """Take the next records of the chain.

        Raises:
            VerificationError: a record does not continue the chain, or lets in an unknown key. Those before it are kept.
        """
        state = self.state
        known = {*state.known_kids, *(key.public.kid for key in state.keys)} if state.met else None
        try:
            for record in records:
                followed = state.chain.followed_by(record, known_kids=known, origin=state.trust.origin)
                # The receipt goes first: without it the record is read again, and a state before its receipt would
                # leave a gap.
                self.receipts.keep(record)
                state.chain = followed
        finally:
            self._file.save(state)

    def meet(self) -> None:
        """Remember that the chain was followed to its head, with the keys that it had."""
        self.state.met = True
        self._file.save(self.state)

    def add_key(self, key: DeviceKey) -> None:
        """Keep a private key, before anybody hears of it."""
        self.state.keys.append(key)
        self._file.save(self.state)

    def add_known_kid(self, kid: str) -> None:
        """Keep the id of a key of another device, or on paper, that may stand in the chain."""
        if kid not in self.state.known_kids:
            self.state.known_kids.append(kid)
            self._file.save(self.state)

    def keep_stake(self, stake: TableStake) -> TableStake:
        """Keep a stake at a table as it is now, and return it. Its value is on the disk before its hash is sent."""
        self.forget_stake(stake, saved=False)
        self.state.stakes.append(stake)
        self._file.save(self.state)
        return stake

    def forget_stake(self, stake: TableStake, *, saved: bool = True) -> None:
        """Drop a stake whose value nobody can ask for any more."""
        self.state.stakes[:] = [kept for kept in self.state.stakes if kept.contribution != stake.contribution]
        if saved:
            self._file.save(self.state)

    def table_receipts(self, table: str) -> ReceiptFile:
        """Return the file of what a table has shown."""
        return ReceiptFile(self._folder / f"table-{table}.jsonl")

    def tables_seen(self) -> Iterator[ReceiptFile]:
        """Yield the files of what all tables have shown."""
        for path in sorted(self._folder.glob("table-*.jsonl")):
            yield ReceiptFile(path)

    def trust_successor(self, trust: Trust) -> None:
        """Trust the key that took the place of the log's, from now on."""
        self.state.trust = trust
        self._file.save(self.state)

    def see(self, checkpoint: Checkpoint) -> None:
        """Keep the newest checkpoint that the log has shown."""
        self.state.checkpoint = checkpoint
        self._file.save(self.state)

    def key_for(self, *uses: Use) -> DeviceKey:
        """Return the private key of the newest live key of the chain with one of these uses.

        Raises:
            KeyMissingError: this folder has none.
        """
        mine = {key.public.kid: key for key in self.state.keys}
        for kid in reversed(self.state.chain.live_kids(*uses)):
            if kid in mine:
                return mine[kid]
        raise KeyMissingError(f"no live key of this chain for {' or '.join(uses)} is in {self._folder}")

    def require_no_doubt(self) -> None:
        """Refuse to go on where something did not hold.

        Raises:
            DoubtError: until `dispel` was called.
        """
        if self.state.doubt:
            raise DoubtError(f"something did not hold: {self.state.doubt}")

    def dispel(self) -> None:
        """Go on all the same. This is a person's decision, after a look at the evidence."""
        self.state.doubt = ""
        self._file.save(self.state)

    @contextlib.contextmanager
    def evidence_kept(self) -> Iterator[None]:
        """Write down what contradicts itself, before the error goes on, and sign nothing from then on."""
        try:
            yield
        except VerificationError as error:
            found = {"reason": error.reason.value, "detail": error.detail, "evidence": error.evidence}
            file = os.open(self._folder / "evidence.jsonl", os.O_WRONLY | os.O_APPEND | os.O_CREAT, _FILE_MODE)
            with os.fdopen(file, "a") as text:
                text.write(json.dumps(found, ensure_ascii=False) + "\n")
            if self._state is not None:
                self._state.doubt = str(error)
                self._file.save(self._state)
            raise
