"""Traces by OpenTelemetry, where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. Otherwise nothing is imported.

A span names a route, a statement's text without its values, or a task. It holds no person, amount, token or path.
The packages are in requirements-tracing.txt, and the SDK's own variables (`OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`,
`OTEL_EXPORTER_OTLP_HEADERS`) apply.
"""

from __future__ import annotations

import importlib
import os
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from telemetry import request_ids

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, MutableMapping

    from opentelemetry.context import Context
    from opentelemetry.trace import Span, Tracer

ENDPOINT_VARIABLES: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_TRACEPARENT: Final = "HTTP_TRACEPARENT"
_OPEN_SPAN: Final = "reddog.open_span"
_STATEMENT_MAX: Final = 2_000

_tracers: Final[list[Tracer]] = []
"""The tracer of this process; none while traces are off."""


_endings: Final[list[Callable[[], None]]] = []
"""What sends this process's last spans."""


def refuse_without_packages() -> None:
    """Refuse to start where a collector is named, and what sends traces there is not installed.

    Raises:
        ImproperlyConfigured: naming what is missing.
    """
    if not _is_wanted():
        return
    try:
        importlib.import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
        importlib.import_module("opentelemetry.sdk.trace.export")
    except ImportError as error:
        raise ImproperlyConfigured(
            f"{ENDPOINT_VARIABLES[0]} is set, and {error.name} is not installed. Install requirements-tracing.txt."
        ) from error


def begin_process(kind: str) -> None:
    """Send traces of this process, if a collector is named. A forked process calls it once more.

    Raises:
        ImproperlyConfigured: a collector is named, and the packages are not installed.
    """
    if not _is_wanted():
        return
    refuse_without_packages()
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415  on request
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415  the same
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415  the same
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415  the same

    provider = TracerProvider(resource=Resource.create({"service.namespace": "reddog", "reddog.process": kind}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    _tracers[:] = [provider.get_tracer("reddog")]
    _endings[:] = [provider.shutdown]


def end_process() -> None:
    """Send what was not sent yet. The SDK does so itself where Python ends, which a worker's children do without."""
    for end in _endings:
        end()


def _is_wanted() -> bool:
    return any(os.environ.get(name) for name in ENDPOINT_VARIABLES)


def request_span(meta: MutableMapping[str, Any], method: str) -> AbstractContextManager[Span | None]:
    """Return the span of a request, to be entered: one for each, however often it is asked for.

    It continues the trace that our own proxy names.
    """
    if not _tracers:
        return nullcontext()
    return nullcontext(meta[_OPEN_SPAN]) if _OPEN_SPAN in meta else _open_request_span(meta, method)


@contextmanager
def _open_request_span(meta: MutableMapping[str, Any], method: str) -> Iterator[Span]:
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415  on request

    parent = meta.get(_TRACEPARENT) if settings.REDDOG_PROXIES.trusts(meta.get("REMOTE_ADDR") or "") else None
    context = TraceContextTextMapPropagator().extract({"traceparent": parent} if parent else {})
    with _span("request", {"http.request.method": method, **_request_id()}, context=context, serves=True) as span:
        meta[_OPEN_SPAN] = span
        yield span


def end_request_span(span: Span | None, route: str, status: int) -> None:
    """Write into a request's span what is known at its end."""
    if span is None:
        return
    span.update_name(route)
    span.set_attributes({"http.route": route, "http.response.status_code": status})


def task_span(task: str) -> AbstractContextManager[Span | None]:
    """Return the span of a task, to be entered."""
    return _span(task, _request_id()) if _tracers else nullcontext()


def watch_statements(connection: Any, **_: object) -> None:
    """Give each statement of a connection a span, if traces are on. A receiver of Django's `connection_created`."""
    if _tracers and _run_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(_run_statement)


def _run_statement(execute: Callable[..., Any], sql: Any, *others: Any) -> Any:
    # Values are parameters, always; the text is ours.
    text = str(sql)[:_STATEMENT_MAX]
    with _span(text.partition(" ")[0], {"db.system.name": "postgresql", "db.query.text": text}):
        return execute(sql, *others)


def _span(
    name: str, attributes: Mapping[str, str], *, context: Context | None = None, serves: bool = False
) -> AbstractContextManager[Span]:
    from opentelemetry.trace import SpanKind  # noqa: PLC0415  on request

    return _tracers[0].start_as_current_span(
        name,
        context=context,
        kind=SpanKind.SERVER if serves else SpanKind.INTERNAL,
        attributes=attributes,
        # What a refusal says has amounts in it, and what PostgreSQL says of a failure may quote a row.
        record_exception=False,
        set_status_on_exception=False,
    )


def _request_id() -> dict[str, str]:
    return {"reddog.request_id": request_ids.CURRENT.get() or ""}
