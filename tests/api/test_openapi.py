"""The interface's description: what was generated is served, and nothing is generated at a request."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

if TYPE_CHECKING:
    from django.test import Client

_PATH = "/api/v1/openapi.json"


def _generate() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


def test_the_served_schema_is_what_the_code_generates(client: Client) -> None:
    generated = OpenApiJsonRenderer().render(_generate())

    assert client.get(_PATH).json() == json.loads(generated)


def test_no_generator_runs_at_a_request(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object, **__: object) -> NoReturn:
        pytest.fail("a generator ran")

    monkeypatch.setattr(SchemaGenerator, "get_schema", run)

    assert client.get(_PATH).status_code == 200
    assert client.head(_PATH).status_code == 200


def test_a_client_that_has_the_schema_is_not_sent_it_again(client: Client) -> None:
    first = client.get(_PATH)

    again = client.get(_PATH, headers={"If-None-Match": f'"other", W/{first["ETag"]}'})
    other = client.get(_PATH, headers={"If-None-Match": '"other"'})

    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert again["Cache-Control"] == first["Cache-Control"] == "public, max-age=300"
    assert other.content == first.content


def test_nothing_but_reading_is_possible(client: Client) -> None:
    refused = client.post(_PATH)

    assert refused.status_code == 405
    assert refused["Content-Type"] == "application/problem+json"
