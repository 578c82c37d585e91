"""The platform reads policies and cosignatures as the pages say, and as the verifier does."""

from __future__ import annotations

import pytest

from audit.core.cosignature import NoPolicy, parse_policy
from tests.verifier.cosigned import ONE, THREE, TWO, TWO_OF_THREE, cosigned, witnessed_log
from tests.verifier.producer import LOG, ORIGIN
from verifier import witness_policy
from verifier.verdict import Fault

LOG_LINE = f"log {LOG.vkey}\n"
GOOD = (
    TWO_OF_THREE,
    f"{LOG_LINE}quorum none\n",
    (
        f"# a comment\n\n{LOG_LINE}witness a {ONE.vkey} https://a.example\nwitness b {TWO.vkey}\nwitness c {THREE.vkey}\n"
        "group inner any a b\ngroup outer all inner c\nquorum outer\n"
    ),
)
BAD = (
    "",
    LOG_LINE,
    "quorum none\n",
    f"{LOG_LINE}quorum none",
    f"{LOG_LINE}quorum none\nquorum none\n",
    f"{LOG_LINE}witness none {ONE.vkey}\nquorum none\n",
    f"{LOG_LINE}witness a {ONE.vkey}\nwitness b {ONE.vkey}\nquorum a\n",
    f"{LOG_LINE}witness a {LOG.vkey}\nquorum a\n",
    f"{LOG_LINE}witness a {ONE.vkey[:-2]}A=\nquorum a\n",
    f"{LOG_LINE}witness a {ONE.vkey}\ngroup g 2 a\nquorum g\n",
    f"{LOG_LINE}witness a {ONE.vkey}\ngroup g 0 a\nquorum g\n",
    f"{LOG_LINE}witness a {ONE.vkey}\ngroup g any a\ngroup h any a\nquorum g\n",
    f"{LOG_LINE}witness a {ONE.vkey}\ngroup g any b\nquorum g\n",
    f"log elsewhere.example/log{LOG.vkey[LOG.vkey.index('+') :]}\nquorum none\n",
)


@pytest.mark.parametrize("text", GOOD)
def test_platform_and_verifier_count_a_quorum_alike(text: str) -> None:
    ours, theirs = parse_policy(text, origin=ORIGIN), witness_policy.parse_for(text, ORIGIN)
    names = list(ours.witnesses)
    for chosen in range(2 ** len(names)):
        signed = [name for at, name in enumerate(names) if chosen >> at & 1]
        assert ours.is_met_by(signed) == theirs.holds(signed)


@pytest.mark.parametrize("text", BAD)
def test_platform_and_verifier_refuse_what_is_no_policy(text: str) -> None:
    with pytest.raises(NoPolicy):
        parse_policy(text, origin=ORIGIN)
    with pytest.raises(Fault):
        witness_policy.parse_for(text, ORIGIN)


def test_a_cosignature_is_verified_by_its_own_key_alone() -> None:
    log, sizes = witnessed_log()
    note = cosigned(log.seal(), {sizes[0]: {ONE: 9, TWO: 10}}).checkpoints[sizes[0]].decode()
    text, _, lines = note.partition("\n\n")
    _, first, second, _ = lines.split("\n")
    witnesses = parse_policy(TWO_OF_THREE, origin=ORIGIN).witnesses
    times = [[witnesses[name].verified_time(line, f"{text}\n") for line in (first, second)] for name in witnesses]
    assert times == [[9, None], [None, 10], [None, None]]
    assert witnesses["one"].verified_time(first, f"{text}0\n") is None
    assert witnesses["one"].verified_time(first[:-4], f"{text}\n") is None
