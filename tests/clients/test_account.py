"""What an account keeps: with nobody else's eyes on it, whole after every crash, and each receipt once."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from reddog_client.account import Account
from reddog_client.account_file import AccountFile, AccountState
from reddog_client.chain import Chain
from reddog_client.checkpoints import Checkpoint, Trust
from reddog_client.errors import ClientError, KeyMissingError, Reason, VerificationError
from reddog_client.keys import DeviceKey
from reddog_client.public_keys import Algorithm, Use
from reddog_client.receipts import ReceiptFile
from tests.clients.test_chain import changed, records_of
from tests.verifier.keyed import LAPTOP, PHONE, keyed_log
from tests.verifier.producer import LOG, ORIGIN, TRUST

TRUSTED = Trust.parse(TRUST)


def state(chain: str = "ab" * 16) -> AccountState:
    return AccountState(
        url="https://casino.example/api/v1",
        username="ada",
        trust=TRUSTED,
        chain=Chain(name=chain),
        checkpoint=Checkpoint.parse(LOG.note(f"{ORIGIN}\n7\n{'A' * 43}=\n").decode(), trust=TRUSTED),
        keys=[DeviceKey.draw(), DeviceKey.draw(Algorithm.P256)],
        known_kids=[LAPTOP.kid],
    )


def test_the_state_comes_back_as_it_was_saved_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    saved = state()
    previous = os.umask(0)
    try:
        AccountFile(tmp_path / "account.json").save(saved)
        with Account(tmp_path / "new"):
            pass
    finally:
        os.umask(previous)

    assert AccountFile(tmp_path / "account.json").load() == saved
    assert stat.S_IMODE((tmp_path / "account.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["account.json"]


_SAVES_FOR_EVER = """
import sys
from pathlib import Path
from reddog_client.account_file import AccountFile
file = AccountFile(Path(sys.argv[1]))
state = file.load()
state.known_kids = ["%016x" % number for number in range(20000)]
print("began", flush=True)
while True:
    file.save(state)
"""


@pytest.mark.slow
def test_a_client_that_is_killed_while_it_saves_leaves_a_whole_state(tmp_path: Path) -> None:
    path = tmp_path / "account.json"
    AccountFile(path).save(state())

    for _ in range(5):
        command = [sys.executable, "-c", _SAVES_FOR_EVER, str(path)]
        environment = {**os.environ, "PYTHONPATH": "clients/python"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "began\n"
            with pytest.raises(subprocess.TimeoutExpired):
                writer.wait(0.05)
            writer.kill()
        found = AccountFile(path).load()
        assert found is not None
        assert len(found.known_kids) in {1, 20_000}


def test_one_program_at_a_time_has_an_account(tmp_path: Path) -> None:
    with Account(tmp_path), pytest.raises(ClientError, match="another program"):
        Account(tmp_path)
    with Account(tmp_path) as account:
        assert not account.begun


def test_receipts_are_kept_before_the_state_that_follows_them_and_a_torn_line_is_read_again(tmp_path: Path) -> None:
    log, _ada, _rules = keyed_log()
    records = records_of(log)
    with Account(tmp_path) as account:
        account.begin(state(str(records[0].fields["chain"])))
        account.follow(records[:4])
    with (tmp_path / "receipts.jsonl").open("a") as torn:
        torn.write('{"seq": 4, "le')

    with Account(tmp_path) as account:
        account.follow(records[4:])

        assert account.state.chain.leaf == records[-1].leaf
        assert list(account.receipts.read()) == [record.receipt for record in records]
    assert stat.S_IMODE((tmp_path / "receipts.jsonl").stat().st_mode) == 0o600


def test_a_state_that_lags_behind_its_receipts_catches_up_without_doubling_one(tmp_path: Path) -> None:
    log, _ada, _rules = keyed_log()
    records = records_of(log)
    receipts = ReceiptFile(tmp_path / "receipts.jsonl")
    for record in records:
        receipts.keep(record)

    with Account(tmp_path) as account:
        account.begin(state(str(records[0].fields["chain"])))
        account.follow(records)

        assert len(account.receipts) == len(records)
        assert len((tmp_path / "receipts.jsonl").read_text().splitlines()) == len(records)


def test_another_record_in_the_place_of_a_kept_one_is_refused(tmp_path: Path) -> None:
    log, _ada, _rules = keyed_log()
    records = records_of(log)
    receipts = ReceiptFile(tmp_path / "receipts.jsonl")
    receipts.keep(records[0])

    with pytest.raises(VerificationError) as refused:
        receipts.keep(changed(records[0], cur="EUR"))

    assert refused.value.reason is Reason.BROKEN_CHAIN
    assert len(list(receipts.read())) == 1


def test_the_key_that_signs_is_the_newest_live_one_that_this_folder_has(tmp_path: Path) -> None:
    log, _ada, _rules = keyed_log()
    records = records_of(log)
    begun = state(str(records[0].fields["chain"]))
    begun.known_kids.append(PHONE.kid)
    with Account(tmp_path) as account:
        account.begin(begun)
        account.follow(records)

        with pytest.raises(KeyMissingError):
            account.key_for(Use.PLAY, Use.RECOVER)


def test_evidence_is_written_down_before_the_error_goes_on(tmp_path: Path) -> None:
    with Account(tmp_path) as account, pytest.raises(VerificationError), account.evidence_kept():
        raise VerificationError(Reason.FORKED_LOG, "two roots", "one note", "another note")

    (line,) = (tmp_path / "evidence.jsonl").read_text().splitlines()
    assert json.loads(line) == {
        "reason": "forked-log",
        "detail": "two roots",
        "evidence": ["one note", "another note"],
    }
