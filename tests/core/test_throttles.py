"""Which address counts, and how often a caller may pass."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from reddog_platform.environment import proxies
from rest import rate_limiter, trusted_proxies
from rest.client_ip import forget_untrusted
from rest.rate_limiter import RateLimiter
from rest.trusted_proxies import caller_keys, client_address

PROXY, OTHER_PROXY, STRANGER, CLIENT = "10.0.0.5", "10.0.1.6", "203.0.113.9", "198.51.100.1"


@pytest.mark.parametrize(
    ("named", "behind_proxy", "peer", "forwarded_for", "address"),
    [
        ("", False, PROXY, CLIENT, PROXY),
        # One proxy that nobody named: the last entry, of a private peer alone.
        ("", True, PROXY, CLIENT, CLIENT),
        ("", True, "::1", CLIENT, CLIENT),
        ("", True, "::ffff:10.0.0.5", CLIENT, CLIENT),
        ("", True, STRANGER, CLIENT, STRANGER),
        ("", True, PROXY, f"192.0.2.1, {CLIENT}", CLIENT),
        # A client in a private network is no second proxy.
        ("", True, PROXY, f"192.0.2.1, {OTHER_PROXY}", OTHER_PROXY),
        ("", True, PROXY, "", PROXY),
        # Named proxies: as many as are trusted, from the end.
        (PROXY, True, PROXY, f"192.0.2.1, {CLIENT}", CLIENT),
        (PROXY, False, PROXY, CLIENT, CLIENT),
        (PROXY, True, OTHER_PROXY, CLIENT, OTHER_PROXY),
        (f"{PROXY}, 10.0.1.0/24", True, PROXY, f"192.0.2.1, {CLIENT}, {OTHER_PROXY}", CLIENT),
        (f"{PROXY}, 10.0.1.0/24", True, PROXY, f"{OTHER_PROXY}", OTHER_PROXY),
        # What a trusted proxy calls its client is not guessed at.
        (PROXY, True, PROXY, f"{CLIENT}, unknown", ""),
        ("", False, "unix:", "", ""),
    ],
)
def test_only_a_trusted_proxy_tells_where_a_request_came_from(
    named: str, peer: str, forwarded_for: str, address: str, *, behind_proxy: bool
) -> None:
    assert client_address(proxies(named, behind_proxy=behind_proxy), peer, forwarded_for) == address


def test_the_address_of_a_peer_that_was_there_before_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known = proxies(PROXY, behind_proxy=True)
    assert known.trusts(PROXY)
    assert not known.trusts(STRANGER)

    # From here on, reading an address fails.
    monkeypatch.delattr(trusted_proxies, "ip_address")

    assert known.trusts(PROXY)
    assert not known.trusts(STRANGER)


@pytest.mark.parametrize("named", ["10.0.0", "proxy.example", "10.0.0.5/8", "10.0.0.5;10.0.0.6"])
def test_what_is_no_network_is_refused_at_the_start(named: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="REDDOG_TRUSTED_PROXIES"):
        proxies(named, behind_proxy=True)


@pytest.mark.parametrize(("peer", "kept"), [(PROXY, True), (STRANGER, False)])
def test_who_is_no_proxy_of_ours_does_not_say_that_the_request_was_secure(peer: str, *, kept: bool) -> None:
    environ = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_FOR": CLIENT}
    with override_settings(REDDOG_PROXIES=proxies(PROXY, behind_proxy=True)):
        forget_untrusted(environ)

    assert ("HTTP_X_FORWARDED_PROTO" in environ) is kept
    assert ("HTTP_X_FORWARDED_FOR" in environ) is kept


def test_one_caller_has_a_whole_network_of_ipv6() -> None:
    assert caller_keys("2001:db8:1:2::1") == caller_keys("2001:db8:1:2:ffff::9")
    assert caller_keys("2001:db8:1:2::1") == (("2001:db8:1:2::/64", 1), ("2001:db8:1::/48", 16))
    assert caller_keys("2001:db8:1:3::1") == (("2001:db8:1:3::/64", 1), ("2001:db8:1::/48", 16))
    assert caller_keys("192.0.2.7") == (("192.0.2.7", 1),)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Have a clock that stands until its only element is set."""
    instant = [1000.0]
    monkeypatch.setattr("rest.rate_limiter.time.monotonic", lambda: instant[0])
    return instant


def test_so_many_pass_at_once_and_then_one_as_each_share_of_the_window_goes_by(clock: list[float]) -> None:
    limiter = RateLimiter(10, 5.0)

    assert [limiter.wait_seconds("a") for _ in range(10)] == [0.0] * 10
    assert limiter.wait_seconds("a") == pytest.approx(0.5)
    assert limiter.wait_seconds("b") == 0
    clock[0] += 0.49
    assert limiter.wait_seconds("a") == pytest.approx(0.01)
    clock[0] += 0.02
    assert limiter.wait_seconds("a") == 0
    assert limiter.wait_seconds("a") > 0
    # Never more than the count at once, however long nothing came.
    clock[0] += 3600
    assert [limiter.wait_seconds("a") == 0 for _ in range(11)] == [True] * 10 + [False]


@pytest.mark.usefixtures("clock")
def test_a_limiter_remembers_a_bounded_number_of_callers_and_those_of_late() -> None:
    limiter = RateLimiter(1, 60.0)
    limiter.wait_seconds("often")
    for number in range(rate_limiter._KEYS_MAX - 1):
        limiter.wait_seconds(number)
    assert len(limiter._used_up_at) == rate_limiter._KEYS_MAX

    limiter.wait_seconds("one more")

    assert len(limiter._used_up_at) == rate_limiter._KEYS_MAX
    assert limiter.wait_seconds("one more") > 0
    # The one heard of least lately begins anew.
    assert limiter.wait_seconds("often") == 0
