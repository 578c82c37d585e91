"""What the published schema says of every endpoint: its refusals, and that requests have no unlisted members."""

from typing import Any

_PROBLEM = {
    "type": "object",
    "description": "RFC 9457. `detail` says what happened, what did not happen to the money, and what to do.",
    "required": ["type", "title", "status", "detail", "instance", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string"},
        "code": {"type": "string", "description": "Stable, in kebab-case."},
        "request_id": {"type": "string", "description": "The answer's X-Request-ID. Our log lines have it too."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "detail"],
                "properties": {"field": {"type": "string"}, "detail": {"type": "string"}},
            },
        },
    },
    "additionalProperties": True,
}
_ANSWER = {
    "description": "The request was refused, and nothing was changed.",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


def add_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Give every operation of the schema its problem answer."""
    result["components"]["schemas"]["Problem"] = _PROBLEM
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["responses"].setdefault("default", _ANSWER)
    return result


def close_requests(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Forbid unlisted members in every object of every request."""
    schemas = result["components"]["schemas"]
    parts = [operation.get("requestBody", {}) for methods in result["paths"].values() for operation in methods.values()]
    closed: set[str] = set()
    while parts:
        part = parts.pop()
        if not isinstance(part, dict):
            parts += part if isinstance(part, list) else []
            continue
        name = part.get("$ref", "").rpartition("/")[2]
        if "properties" in part:
            part.setdefault("additionalProperties", False)
        if name and name not in closed:
            closed.add(name)
            parts.append(schemas[name])
        parts += part.values()
    return result
