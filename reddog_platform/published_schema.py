"""The interface's description as JSON, made from the committed `openapi.yaml`, which is generated from the code."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import orjson
import yaml

_FILE: Final = Path(__file__).resolve().parent.parent / "openapi.yaml"


class PublishedSchema(NamedTuple):
    """What is sent, and the ETag by which clients know that they have it already."""

    document: bytes
    etag: str


@cache
def published_schema() -> PublishedSchema:
    """Return the description. It is read once in a process: a web server calls this before it serves."""
    schema = yaml.load(_FILE.read_bytes(), Loader=yaml.CSafeLoader)
    document = orjson.dumps(schema)
    return PublishedSchema(document, f'"{hashlib.sha256(document).hexdigest()}"')
