"""Filed reports posted to an HTTPS address: as one request, shown a token, over a verified connection."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from dataclasses import replace
from email import message_from_bytes
from typing import TYPE_CHECKING, Final

import pytest

from reports.delivery.backend import Undeliverable
from reports.delivery.https_push import HttpsPush
from tests.reports.https_server import Answer, HttpServer, Request, http_server, make_certificate
from tests.reports.parcels import CSV, FILES, FILING, MEDIA_TYPES, NOTE, PDF, parcel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN: Final = "mF_9.B5f-4.1JqM"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def server(certificate: tuple[Path, Path]) -> Iterator[HttpServer]:
    with http_server(certificate[1]) as serving:
        yield serving


@pytest.fixture
def place(server: HttpServer, certificate: tuple[Path, Path], tmp_path: Path) -> HttpsPush:
    token = tmp_path / "token"
    token.write_text(f"{TOKEN}\n")
    token.chmod(0o600)
    return HttpsPush(name="gateway", url=f"{server.address}/filings", token=token, authority=certificate[0])


def refused(place: HttpsPush) -> Undeliverable:
    with pytest.raises(Undeliverable) as refusal:
        place.deliver(parcel())
    return refusal.value


def parts_of(request: Request) -> list[tuple[str | None, str, bytes]]:
    """Read a multipart body by the standard library: file name or field, media type, content."""
    message = message_from_bytes(
        b"Content-Type: " + request.headers["Content-Type"].encode() + b"\r\n\r\n" + request.body
    )
    return [
        (
            part.get_filename() or str(part.get_param("name", header="content-disposition")),
            part.get_content_type(),
            bytes(part.get_payload(decode=True)),
        )
        for part in message.walk()
        if not part.is_multipart()
    ]


def test_all_files_arrive_in_one_request_to_the_byte_and_the_note_last(server: HttpServer, place: HttpsPush) -> None:
    place.deliver(parcel())

    (request,) = server.asked
    fields, files = parts_of(request)[:2], parts_of(request)[2:]
    assert (request.method, request.path) == ("POST", "/filings")
    assert [(name, content.decode()) for name, _, content in fields] == [
        ("filing", str(FILING)),
        ("title", "Taxable revenue, 2026-11-20, revision 1"),
    ]
    assert files == [(name, MEDIA_TYPES[name], FILES[name]) for name in (CSV, PDF, NOTE)]


def test_the_request_shows_token_filing_and_digest(server: HttpServer, place: HttpsPush) -> None:
    place.deliver(parcel())

    (request,) = server.asked
    digest = base64.b64encode(hashlib.sha256(request.body).digest()).decode()
    assert request.headers["Authorization"] == f"Bearer {TOKEN}"
    assert request.headers["Idempotency-Key"] == str(FILING)
    assert request.headers["Content-Digest"] == f"sha-256=:{digest}:"


def test_a_server_in_trouble_is_asked_the_same_again(server: HttpServer, place: HttpsPush) -> None:
    server.script(Answer(503, b"come back later"), Answer(201))

    refusal = refused(place)
    receipt = place.deliver(parcel())

    first, second = server.asked
    assert not refusal.lasting
    assert "503: come back later" in refusal.detail
    assert receipt["status"] == 201
    assert second.body == first.body
    assert second.headers["Content-Type"] == first.headers["Content-Type"]


def test_the_receipt_has_what_the_other_side_said(server: HttpServer, place: HttpsPush) -> None:
    server.script(Answer(202, b'{"reference":"\x00\xff7"}', {"X-Request-Id": "r-1", "X-Powered-By": "steam"}))

    receipt = json.loads(json.dumps(place.deliver(parcel())))

    assert (receipt["status"], receipt["body"]) == (202, '{"reference":"\ufffd\ufffd7"}')
    assert receipt["body_sha256"] == hashlib.sha256(b'{"reference":"\x00\xff7"}').hexdigest()
    assert receipt["headers"]["x-request-id"] == "r-1"
    assert "x-powered-by" not in receipt["headers"]
    assert receipt["sent"][PDF] == hashlib.sha256(FILES[PDF]).hexdigest()


def test_of_a_long_answer_the_beginning_is_kept_and_all_of_it_hashed(server: HttpServer, place: HttpsPush) -> None:
    long = b"0123456789abcdef" * 10_000
    server.script(Answer(200, long))

    receipt = place.deliver(parcel())

    assert receipt["body"] == long[: 64 * 1024].decode()
    assert receipt["body_size"] == 160_000  # 16 * 10,000
    assert receipt["body_sha256"] == hashlib.sha256(long).hexdigest()


@pytest.mark.parametrize(
    ("status", "lasting"),
    [
        (400, True),
        (401, True),
        (403, True),
        (404, True),
        (408, False),
        (409, True),
        (413, True),
        (422, True),
        (425, False),
        (429, False),
        (500, False),
        (502, False),
        (503, False),
        (304, True),
    ],
)
def test_an_answer_says_whether_another_try_is_worth_it(
    server: HttpServer,
    place: HttpsPush,
    status: int,
    lasting: bool,  # noqa: FBT001
) -> None:
    server.script(Answer(status))

    assert refused(place).lasting is lasting


def test_a_wrong_token_is_refused_for_good(server: HttpServer, place: HttpsPush) -> None:
    server.answer = lambda request: Answer(201 if request.headers["Authorization"] == f"Bearer {TOKEN}" else 401)
    place.deliver(parcel())

    place.token.write_text("somebody-elses")

    assert refused(place).lasting


def test_nobody_is_followed_elsewhere(server: HttpServer, place: HttpsPush) -> None:
    for status in (301, 302, 303, 307, 308):
        server.asked.clear()
        server.answer = lambda _, status=status: Answer(status, headers={"Location": f"{server.address}/elsewhere"})  # type: ignore[misc]

        refusal = refused(place)

        assert refusal.lasting
        assert f"{server.address}/elsewhere, where nothing was sent" in refusal.detail
        assert [request.path for request in server.asked] == ["/filings"]


def test_a_server_whose_certificate_nobody_trusted_signed_gets_nothing(server: HttpServer, place: HttpsPush) -> None:
    refusal = refused(replace(place, authority=None))

    assert not refusal.lasting
    assert "CERTIFICATE_VERIFY_FAILED" in refusal.detail
    assert server.asked == []


def test_a_certificate_of_the_private_authority_for_another_host_is_not_taken(
    server: HttpServer, place: HttpsPush
) -> None:
    refusal = refused(replace(place, url=place.url.replace("127.0.0.1", "localhost")))

    assert "CERTIFICATE_VERIFY_FAILED" in refusal.detail
    assert server.asked == []


def test_what_an_answer_quotes_of_the_token_is_blacked_out(server: HttpServer, place: HttpsPush) -> None:
    def echo(request: Request, status: int) -> Answer:
        said = request.headers["Authorization"]
        # Quoted also in the middle of where the part that is kept ends, whichever byte that is.
        return Answer(status, b"." * 65_500 + 20 * TOKEN.encode(), {"Location": said, "ETag": said})

    told = []
    server.answer = lambda request: echo(request, 200)
    told.append(json.dumps(place.deliver(parcel())))
    for status in (302, 403, 500):
        server.answer = lambda request, status=status: echo(request, status)  # type: ignore[misc]
        told.append(repr(refused(place)))

    assert not [text for text in told if TOKEN[:4] in text]
    assert "[secret]" in told[0]
    assert "Bearer [secret]" in told[1]


@pytest.mark.parametrize("token", ["", "two words", "line\nline", "ünïcode"])
def test_a_token_that_no_header_can_hold_is_not_sent_and_not_told(
    server: HttpServer, place: HttpsPush, token: str
) -> None:
    place.token.write_text(token)

    refusal = refused(place)

    assert refusal.lasting
    assert not token or token not in repr(refusal)
    assert server.asked == []


def test_a_server_that_goes_on_answering_for_ever_is_left(server: HttpServer, place: HttpsPush) -> None:
    def slow(_: Request) -> Answer:
        time.sleep(0.5)
        return Answer(200)

    server.answer = slow

    refusal = refused(replace(place, whole_seconds=0.2))

    assert not refusal.lasting
    assert "in time" in refusal.detail
