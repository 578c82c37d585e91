# Two images of one tree. `web` has what every process needs; `reports` adds the packages that make and deliver reports.
# compose.yaml says which process runs in which. deploy/pin-images writes BASE with its digest into .env.
ARG BASE=docker.io/library/python:3.11-slim

FROM ${BASE} AS packages-web
COPY requirements.txt /packages/
RUN python3 -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r /packages/requirements.txt

FROM packages-web AS packages-reports
COPY requirements-reports.txt /packages/
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r /packages/requirements-reports.txt

FROM ${BASE} AS platform
# The volumes' folders belong to the processes' account: a new volume takes that over.
RUN groupadd --system --gid 10001 reddog \
    && useradd --system --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent reddog \
    && install -d -m 750 -o 10001 -g 10001 /var/lib/reddog /var/lib/reddog/log /var/lib/reddog/reports
WORKDIR /app
COPY . .
# No process can write what Python compiles, and each start, of health checks too, would compile all again.
RUN python3 -m compileall -q .
USER 10001:10001
# The user has no home: the charts' library keeps its list of fonts in a folder that everybody may write to.
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 REDDOG_MODE=production \
    REDDOG_KEYS_DIR=/keys REDDOG_LOG_DIR=/var/lib/reddog/log MPLCONFIGDIR=/tmp/matplotlib
EXPOSE 8000
CMD ["python", "-m", "reddog_platform.web_server", "--host", "0.0.0.0", "--port", "8000", "--workers", "2"]

FROM platform AS reports
COPY --from=packages-reports /venv /venv

# The last one is what a build without a target makes.
FROM platform AS web
COPY --from=packages-web /venv /venv
