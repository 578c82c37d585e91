"""rng_stream and rng_battery, as a laboratory runs them."""

from __future__ import annotations

import hashlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from audit.core.shuffle import MAX_STREAM_BYTES
from audit.laboratory.generator import Generator
from audit.management.commands import rng_battery
from tests.core.rng_faults import AnyPlace

PROJECT: Final = Path(__file__).resolve().parents[2]
SEED: Final = "5d" * 32
CLIENT: Final = "c1" * 16


def streamed(capture: pytest.CaptureFixture[bytes], *options: str) -> bytes:
    call_command("rng_stream", *options, "--seed", SEED, "--workers", "1")
    return capture.readouterr().out


def shell(command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a pipeline as a person does, on a machine where neither database nor Redis can be reached."""
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:9/none", "REDIS_URL": "redis://127.0.0.1:9/0"}
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{sys.executable} manage.py {command}"],
        cwd=PROJECT,
        env=os.environ | nowhere,
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.clause("F08")
def test_rng_stream_writes_the_rounds_streams_one_after_another(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    written = streamed(capsysbinary, "--bytes", str(MAX_STREAM_BYTES + 7), "--client-seed", CLIENT)

    first, second = Generator(seed=bytes.fromhex(SEED), client=bytes.fromhex(CLIENT)).streams(0, 2)
    assert written == bytes(first) + bytes(second)[:7]


def test_rng_stream_goes_on_into_the_next_epoch(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    written = streamed(capsysbinary, "--shuffles", "258")

    generator = Generator(seed=bytes.fromhex(SEED))
    assert written[256 * 52 :] == generator.epoch_shoes(1, 2, decks=1)
    # Every shoe is whole.
    assert all(sorted(written[at : at + 52]) == list(range(52)) for at in range(0, len(written), 52))


def test_rng_stream_writes_two_bytes_a_card_from_five_packs_on(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert len(streamed(capsysbinary, "--shuffles", "3", "--decks", "4")) == 3 * 4 * 52
    assert len(streamed(capsysbinary, "--shuffles", "3", "--decks", "5")) == 3 * 5 * 52 * 2


def test_rng_stream_says_the_seed_with_which_it_can_be_repeated(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    call_command("rng_stream", "--bytes", "64", "--workers", "1")
    first, told = capsysbinary.readouterr()
    call_command("rng_stream", "--bytes", "64", "--workers", "1", *told.decode().split())
    again = capsysbinary.readouterr().out
    call_command("rng_stream", "--bytes", "64", "--workers", "1")
    fresh = capsysbinary.readouterr().out

    assert first == again
    assert first != fresh


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--bytes", "0"),
        ("--bytes", "1", "--shuffles", "1"),
        ("--bytes", "1", "--decks", "1"),
        ("--shuffles", "1", "--decks", "9"),
        ("--bytes", "1", "--seed", "5d"),
        ("--bytes", "1", "--client-seed", "5d"),
        ("--bytes", "1", "--workers", "0"),
    ],
)
def test_rng_stream_refuses_what_means_nothing(options: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("rng_stream", *options)


@pytest.mark.parametrize("workers", [1, 2])
def test_rng_stream_ends_quietly_when_its_reader_has_enough(workers: int) -> None:
    ended = shell(f"rng_stream --bytes 100000000000 --seed {SEED} --workers {workers} | head -c 64")

    assert ended.returncode == 0
    assert ended.stdout == Generator(seed=bytes.fromhex(SEED)).epoch_bytes(0, 64)
    # One line: the seeds.
    assert ended.stderr.decode().splitlines() == [f"--seed {SEED} --client-seed {'00' * 32}"]


def test_rng_stream_gives_the_same_bytes_however_many_processes_share_the_work() -> None:
    size = 2**24 + 2**16
    shared = shell(f"rng_stream --bytes {size} --seed {SEED} --workers 2")
    generator = Generator(seed=bytes.fromhex(SEED))
    alone = hashlib.sha256(generator.epoch_bytes(0, 2**24) + generator.epoch_bytes(1, 2**16))

    assert hashlib.sha256(shared.stdout).digest() == alone.digest()


@pytest.mark.clause("F10")
def test_rng_battery_states_one_verdict_and_needs_no_database() -> None:
    ended = shell(f"rng_battery --shuffles 4000 --seed {SEED}")

    assert ended.returncode == 0, ended.stderr.decode()
    *_, verdict = ended.stdout.decode().splitlines()
    assert verdict == "PASS at 99%, together: 137 results, two-sided, Holm's correction"


def document(command: Any, *options: str) -> tuple[dict[str, Any], int]:
    """Return what the command printed, and what it would exit with."""
    out, exited = io.StringIO(), 0
    try:
        call_command(command, "--json", "--seed", SEED, "--workers", "1", *options, stdout=out)
    except CommandError as failed:
        exited = failed.returncode
    return json.loads(out.getvalue()), exited


@pytest.mark.clause("F10")
def test_rng_batterys_document_has_every_result_and_repeats() -> None:
    told, exited = document("rng_battery", "--shuffles", "2000")

    assert (told["passed"], exited) == (True, 0)
    assert (told["seed"], told["shuffles"], told["confidence"], told["correction"]) == (SEED, 2000, 0.99, "holm")
    assert {result["test"] for result in told["results"]} == {
        "chi-square",
        "overlaps",
        "coupon collector",
        "runs",
        "interplay correlation",
        "serial correlation",
        "duplicates",
    }
    assert all(0 <= result["p"] <= result["corrected"] <= 1 for result in told["results"])
    assert document("rng_battery", "--shuffles", "2000") == (told, 0)


class Faulty(rng_battery.Command):
    """The same command over a generator that swaps each place with any."""

    generator = AnyPlace


@pytest.mark.clause("F10")
def test_rng_battery_exits_with_1_where_the_generator_fails_and_names_the_results(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told, exited = document(Faulty(), "--shuffles", "2000")
    with pytest.raises(CommandError, match="the generator fails at 99%"):
        call_command(Faulty(), "--shuffles", "2000", "--seed", SEED, "--workers", "1")
    printed = capsys.readouterr().out

    assert (told["passed"], exited) == (False, 1)
    assert not all(result["passed"] for result in told["results"])
    assert "fails: chi-square of new neighbours, 1 pack, p = " in printed
    assert printed.splitlines()[-1].startswith("FAIL at 99%")


def test_rng_battery_refuses_a_sample_that_says_nothing() -> None:
    with pytest.raises(CommandError, match="2000 shuffles or more") as refused:
        call_command("rng_battery", "--shuffles", "1999")

    assert refused.value.returncode == 2


def test_without_its_packages_rng_battery_says_what_to_install() -> None:
    program = (
        "import os, sys; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'reddog_platform.settings');"
        "sys.modules.update(dict.fromkeys(('numpy', 'scipy', 'tqdm')));"
        "from django.core.management import execute_from_command_line as run; run(['', 'rng_battery'])"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=False)

    assert ended.returncode == 2
    assert ended.stderr.splitlines() == [
        (
            "CommandError: numpy, scipy, tqdm is not installed. Install requirements-laboratory.txt"
            " beside requirements.txt."
        )
    ]
