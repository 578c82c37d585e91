"""Django's settings, read from the environment. `docs/running.md` lists the variables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import environ

from kernel import serving
from reddog_platform import beat_schedule, environment, log_lines, merge_delay, rest_settings, throttles, weak_variables
from reddog_platform.cell_settings import broker_options, cell_named, cells_named, connections_kept
from reddog_platform.embedded import home, postgres
from reddog_platform.environment import Mode
from reddog_platform.mail_server import mail_server
from reddog_platform.password_settings import HASHERS, VALIDATORS
from reddog_platform.replica_settings import replica

CHECKOUT = Path(__file__).resolve().parent.parent

environment.refuse_if_retired(os.environ)
# Not put into os.environ: children of this process would inherit what files keep from them.
_variables = environment.read_secret_files(os.environ)
env = environ.Env()  # type: ignore[no-untyped-call]  # the library has no types here
env.ENVIRON = _variables  # type: ignore[assignment]  # any mapping will do

REDDOG_MODE = Mode(env.str("REDDOG_MODE", Mode.DEMO.value))
_demo = REDDOG_MODE is Mode.DEMO

if not _demo:
    environment.refuse_if_incomplete(_variables)
    weak_variables.refuse_if_weak(_variables)

# The cell that this process is one of; empty: the installation without cells (docs/scale.md).
_cell = cell_named(env.str("REDDOG_CELL", ""))
serving.begin_as(_cell)
# The cells that this web server serves beside the installation; new players come to the first one that takes any.
REDDOG_CELLS = cells_named(env.list("REDDOG_CELLS", default=[]), own=_cell)
# How many of them a thread is connected to at once.
REDDOG_CELL_CONNECTIONS = connections_kept(env.int("REDDOG_CELL_CONNECTIONS", 8))
# Keys: root, log, rounds, seal, vault, pin, person and factor, each a file. `manage.py make_keys` makes a demo's.
REDDOG_KEYS_DIR = Path(_cell.within(env.str("REDDOG_KEYS_DIR", str(CHECKOUT / ".local" / "keys"))))
# What guards the keys at rest: a passphrase, or a program that unwraps. A demonstration's keys are plain.
REDDOG_KEYS_PASSPHRASE_FILE = environment.credential_file(
    "REDDOG_KEYS_PASSPHRASE_FILE", "reddog-keys-passphrase", os.environ
)
REDDOG_KEYS_PASSPHRASE = env.str("REDDOG_KEYS_PASSPHRASE", "")
REDDOG_KEYS_UNWRAP_COMMAND = env.str("REDDOG_KEYS_UNWRAP_COMMAND", "")
REDDOG_KEYS_WRAP_COMMAND = env.str("REDDOG_KEYS_WRAP_COMMAND", "")
REDDOG_KEYS_PLAIN = _demo or env.str("REDDOG_KEYS_PLAIN", "") == "allowed"
# Signing keys in a token: the PKCS #11 module, the file of its PIN, and the token that new keys of the log and of records go into.
REDDOG_TOKEN_MODULE = env.str("REDDOG_TOKEN_MODULE", "")
REDDOG_TOKEN_PIN_FILE = environment.credential_file("REDDOG_TOKEN_PIN_FILE", "reddog-token-pin", os.environ)
REDDOG_TOKEN = env.str("REDDOG_TOKEN", "")
REDDOG_KEYS_APART = not _demo  # each process must have a folder with its own keys alone
REDDOG_LOG_ORIGIN = _cell.below(env.str("REDDOG_LOG_ORIGIN", "demo.reddog.example/log"))
# Where the sequencer publishes the log. Keep it apart from the database: it shows whether a backup was restored.
REDDOG_LOG_DIR = Path(_cell.below(env.str("REDDOG_LOG_DIR", str(CHECKOUT / ".local" / "log-public"))))
# An object store beside it: s3://bucket or s3://bucket/prefix, its server, and the file of the access key.
REDDOG_LOG_STORE = _cell.below(env.str("REDDOG_LOG_STORE", ""))
REDDOG_LOG_STORE_ENDPOINT = env.str("REDDOG_LOG_STORE_ENDPOINT", "")
REDDOG_LOG_STORE_REGION = env.str("REDDOG_LOG_STORE_REGION", "us-east-1")
REDDOG_LOG_STORE_SECRET_FILE = env.str("REDDOG_LOG_STORE_SECRET_FILE", "")
REDDOG_LOG_STORE_CA_FILE = env.str("REDDOG_LOG_STORE_CA_FILE", "")
# How long a record may wait for the log before no new wagers are taken; 0: however long it waits.
REDDOG_MERGE_DELAY_STOP_SECONDS = merge_delay.merge_delay_stop(
    env.int("REDDOG_MERGE_DELAY_STOP_SECONDS", 0 if _demo else 60)
)
# How long a checkpoint may wait for its witnesses before no new wagers are taken; 0: however long it waits.
REDDOG_WITNESS_STOP_SECONDS = merge_delay.witness_stop(env.int("REDDOG_WITNESS_STOP_SECONDS", 0))
# The origin, exactly as browsers write it. Passkeys are bound to it, and streams are behind it unless they have a name.
REDDOG_ORIGIN = env.str("REDDOG_ORIGIN", "http://localhost:8000")
REDDOG_STREAM_URL = (env.str("REDDOG_STREAM_URL", "") or REDDOG_ORIGIN).rstrip("/")
REDDOG_BEACON_URL = env.str("REDDOG_BEACON_URL", "").rstrip("/")  # a public source of randomness for tables' decks
# Streams that a process has open at most, in all and for one address, to which our proxy gives 100 connections.
REDDOG_STREAMS_MAX = env.int("REDDOG_STREAMS_MAX", 2000)
REDDOG_STREAMS_PER_ADDRESS = env.int("REDDOG_STREAMS_PER_ADDRESS", 50)
REDDOG_JURISDICTION = environment.jurisdiction(env.str("REDDOG_JURISDICTION", "demo"), REDDOG_MODE)
# The hour at which gaming days begin in the jurisdiction's zone. After a change: manage.py rebuild_rollups.
REDDOG_GAMING_DAY_STARTS = environment.hour_of_day(
    "REDDOG_GAMING_DAY_STARTS", env.str("REDDOG_GAMING_DAY_STARTS", "00:00")
)
REDDOG_VERIFICATION = environment.verifier(env.str("REDDOG_VERIFICATION", ""), demo=_demo)
# The operator's name, as regulators know it. Reports are in this name, and production has no default for it.
REDDOG_OPERATOR = env.str("REDDOG_OPERATOR", "Red Dog demonstration")
REDDOG_EXCLUSION_LIST = env.str("REDDOG_EXCLUSION_LIST", "")  # the national list's file, imported every night
# A sorted file of SHA-1 digests of stolen passwords, which nobody may choose. None: only common ones are refused.
REDDOG_BREACHED_PASSWORDS = env.str("REDDOG_BREACHED_PASSWORDS", "") or None
# The first words that somebody tries who guesses here. The demonstration's own password has one of them.
REDDOG_NAMES_IN_NO_PASSWORD = () if _demo else ("Red Dog", REDDOG_OPERATOR)
# The provider of new payments. The built-in `instant` moves play money. Empty: nothing is deposited or withdrawn.
REDDOG_PAYMENT_PROVIDER = environment.payment_provider(
    env.str("REDDOG_PAYMENT_PROVIDER", "instant" if _demo else ""), REDDOG_MODE
)
REDDOG_REPORT_DESTINATIONS = env.str("REDDOG_REPORT_DESTINATIONS", "")  # a TOML file (docs/reports-delivery.md)
# An object store for report files of more bytes than this, in place of the database: s3://bucket or s3://bucket/prefix.
REDDOG_REPORT_STORE = _cell.below(env.str("REDDOG_REPORT_STORE", ""))
REDDOG_REPORT_STORE_FROM_BYTES = env.int("REDDOG_REPORT_STORE_FROM_BYTES", 8 * 2**20)
REDDOG_REPORT_STORE_ENDPOINT = env.str("REDDOG_REPORT_STORE_ENDPOINT", "")
REDDOG_REPORT_STORE_REGION = env.str("REDDOG_REPORT_STORE_REGION", "us-east-1")
REDDOG_REPORT_STORE_SECRET_FILE = env.str("REDDOG_REPORT_STORE_SECRET_FILE", "")
REDDOG_REPORT_STORE_CA_FILE = env.str("REDDOG_REPORT_STORE_CA_FILE", "")
# Columnar copies of gaming days that are over, in a folder of their own; none: none are made (docs/reports.md).
_day_copies = env.str("REDDOG_DAY_COPIES_DIR", str(CHECKOUT / ".local" / "day-copies") if _demo else "")
REDDOG_DAY_COPIES_DIR = Path(_cell.within(_day_copies)) if _day_copies else None
# Who is sent alerts, from which severity on (docs/alerts.md). Only the worker of the queue `realtime` reads the secrets.
REDDOG_ALERT_WEBHOOKS = env.list("REDDOG_ALERT_WEBHOOKS", default=[])
REDDOG_ALERT_WEBHOOK_SECRETS = env.list("REDDOG_ALERT_WEBHOOK_SECRETS", default=[])
REDDOG_ALERT_SEVERITY = env.str("REDDOG_ALERT_SEVERITY", "alarm")
# The signed manifest of what may run, and who signs (audit/release.py). A demonstration may do without.
REDDOG_RELEASE_MANIFEST = Path(env.str("REDDOG_RELEASE_MANIFEST", str(CHECKOUT / "release.manifest")))
REDDOG_RELEASE_VKEY = env.str("REDDOG_RELEASE_VKEY", "")
REDDOG_RELEASE_VERIFIED = not _demo or bool(REDDOG_RELEASE_VKEY)
# Web servers make and check tokens with it. No other process of production has it.
SECRET_KEY = env.str("SECRET_KEY", "") or (environment.own_secret(REDDOG_KEYS_DIR / "django.key") if _demo else "")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])  # they verify older tokens during a change
DEBUG = False
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

# --- Parts --------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "reddog_platform",
    "web.apps.WebConfig",
    "reports.apps.ReportsConfig",
    "approvals.apps.ApprovalsConfig",
    "casework.apps.CaseworkConfig",
    "tables.apps.TablesConfig",
    "games.apps.GamesConfig",
    "cashier.apps.CashierConfig",
    "responsible_gaming.apps.ResponsibleGamingConfig",
    "players.apps.PlayersConfig",
    "wallet.apps.WalletConfig",
    "staff.apps.StaffConfig",
    "audit.apps.AuditConfig",
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "corsheaders",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

# Origins of other sites whose pages may call the interface from a browser. None: only pages of our own origin may.
# Where streams have a name of their own, our own page is another site's to them.
CORS_ALLOWED_ORIGINS = [
    *env.list("REDDOG_CORS_ORIGINS", default=[]),
    *([] if REDDOG_STREAM_URL == REDDOG_ORIGIN else [_cell.at_host(REDDOG_ORIGIN)]),
]
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = ("authorization", "content-type", "idempotency-key", "if-none-match", "last-event-id")
CORS_EXPOSE_HEADERS = ("ETag", "Reddog-Data-As-Of", "Retry-After", "WWW-Authenticate", "X-Request-ID")
CORS_PREFLIGHT_MAX_AGE = 600

MIDDLEWARE = [
    "reddog_platform.observed_requests.ObservedRequests",
    "rest.answer_headers.answer_headers",
    "django.middleware.security.SecurityMiddleware",
    *(["corsheaders.middleware.CorsMiddleware"] if CORS_ALLOWED_ORIGINS else []),
    "rest.content_length.content_length",
    "rest.request_guard.RequestGuard",
    "whitenoise.middleware.WhiteNoiseMiddleware",
]

ROOT_URLCONF, WSGI_APPLICATION = "reddog_platform.urls", "reddog_platform.wsgi.application"

TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]

# --- Data ---------------------------------------------------------------------------------------------------

if env.str("DATABASE_URL", ""):
    DATABASES = {"default": environment.database(env.str("DATABASE_URL"), prepared=True)}
    # Only migrations, erasure and tests need the owner: a web server should not know its password.
    if env.str("DATABASE_OWNER_URL", ""):
        DATABASES["owner"] = environment.database(env.str("DATABASE_OWNER_URL"), prepared=False)
else:
    DATABASES = postgres.databases(home.find())
DATABASES["default"]["USER"] = _cell.role(DATABASES["default"]["USER"])
DATABASES |= replica(env.str("DATABASE_REPLICA_URL", ""), _cell)
REDDOG_REPLICA_LAG_MAX_SECONDS = env.int("REDDOG_REPLICA_LAG_MAX_SECONDS", 30)  # one beyond that is not read

# For restore_drill: a role with the right REPLICATION. Empty: the included server's superuser, where it is in use.
DATABASE_BACKUP_URL = env.str("DATABASE_BACKUP_URL", "")
REDIS_URL = env.str("REDIS_URL", "") or f"unix://{home.find().redis_socket}"

CACHES: dict[str, Any] = {
    "default": {
        "BACKEND": "reddog_platform.json_cache.JsonCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "reddog",
        "KEY_FUNCTION": "reddog_platform.json_cache.key_of_the_cell",
        # Play goes on without Redis: a throttle may delay a request by 0.2 seconds. The cache does not retry.
        "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2},
    },
}

DEFAULT_AUTO_FIELD, USE_TZ, TIME_ZONE = "django.db.models.BigAutoField", True, "UTC"
# The interface speaks one language. The console's pages choose for themselves (web/console/language.py).
LANGUAGE_CODE, USE_I18N = "en", True
LANGUAGES = [("en", "English"), ("ja", "日本語")]
LANGUAGE_COOKIE_NAME = "console-language"

# --- The API ------------------------------------------------------------------------------------------------

REST_FRAMEWORK = rest_settings.REST_FRAMEWORK
SPECTACULAR_SETTINGS = rest_settings.SPECTACULAR_SETTINGS

# The folder in which processes keep their metrics for the exporter. Empty: each keeps its own, and none is exported.
REDDOG_METRICS_DIR = _cell.within(env.str("REDDOG_METRICS_DIR", ""))
# Where `manage.py metrics` answers Prometheus. Not an address that the public reaches.
REDDOG_METRICS_ADDRESS = env.str("REDDOG_METRICS_ADDRESS", "127.0.0.1:9464")
# While a file of this name exists, /readyz says that this machine is going away. Empty: there is no such file.
REDDOG_DRAIN_FILE = env.str("REDDOG_DRAIN_FILE", "")

REDDOG_THROTTLES = {} if env.str("REDDOG_THROTTLES", "on") == "off" else throttles.THROTTLES

REST_KNOX = rest_settings.REST_KNOX

PASSWORD_HASHERS, AUTH_PASSWORD_VALIDATORS = HASHERS, VALIDATORS
# Threads of one process that may wait for a password to be hashed: fewer than it has (`--threads`), so that the
# others play on (docs/adr/0029-hashing-apart.md).
REDDOG_HASHING_THREADS = env.int("REDDOG_HASHING_THREADS", 2)

STATIC_URL = "/static/"
# Static files are served from the packages: they are few, and nothing must be collected before the first start.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = WHITENOISE_ALLOW_ALL_ORIGINS = False
# The name of each of these has a digest of its content: a browser that has one never asks again.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/web/table/assets/[^/]+-[A-Za-z0-9_-]{8}\.(?:js|css)$"

# --- Transport ----------------------------------------------------------------------------------------------

# Who may tell the address and the scheme of a request. What anybody else tells is removed (rest/client_ip.py).
REDDOG_PROXIES = environment.proxies(
    env.str("REDDOG_TRUSTED_PROXIES", ""), behind_proxy=env.bool("REDDOG_BEHIND_PROXY", False)
)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if REDDOG_PROXIES.networks else None
SILENCED_SYSTEM_CHECKS = [
    # X-Frame-Options comes with the other headers (rest/answer_headers.py), and tests look for it on every path.
    "security.W002",
    # Of all paths only the console's take a cookie, and each of them checks who sent a form (web/console/visit.py).
    "security.W003",
    # Whoever owns the domain decides about the browsers' preload list. It cannot be taken back for months.
    "security.W021",
]
if not SECRET_KEY:
    # A web server does not start without it (checks.refuse_without_secret).
    SILENCED_SYSTEM_CHECKS.append("security.W009")
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", not _demo)
if not _demo and not SECURE_SSL_REDIRECT:
    # Said on purpose (weak_variables.refuse_if_weak): something else keeps plain HTTP away, or it is a test.
    SILENCED_SYSTEM_CHECKS.append("security.W008")
SECURE_HSTS_SECONDS, SECURE_HSTS_INCLUDE_SUBDOMAINS = 0 if _demo else 31_536_000, not _demo
SECURE_CONTENT_TYPE_NOSNIFF, SECURE_REFERRER_POLICY = True, "no-referrer"
# The console's second cookie: what another site's page cannot know when it sends a form.
CSRF_COOKIE_SECURE = REDDOG_ORIGIN.startswith("https:")
CSRF_COOKIE_NAME = "__Host-console-csrf" if CSRF_COOKIE_SECURE else "console-csrf"
CSRF_COOKIE_HTTPONLY, CSRF_COOKIE_SAMESITE, CSRF_COOKIE_AGE = True, "Strict", None
CSRF_FAILURE_VIEW = "web.console.refused_form.forged"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

_mail = mail_server(env.str("REDDOG_MAIL_URL", ""))
# The `From` of mails to players; without it none is sent, and they read of all in their inbox alone (docs/alerts.md).
_from = env.str("REDDOG_MAIL_FROM", "Red Dog <demo@reddog.example>" if _demo else "")
REDDOG_MAIL_FROM = _from if _demo or _mail else ""
EMAIL_BACKEND = f"django.core.mail.backends.{'filebased' if _mail is None else 'smtp'}.EmailBackend"
EMAIL_FILE_PATH = CHECKOUT / ".local" / "outbox" / _cell.folder
if _mail is not None:
    EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS, EMAIL_USE_SSL = _mail
EMAIL_TIMEOUT = 10

# --- Tasks --------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = environment.broker(REDIS_URL)
# Whoever can write to Redis must not be able to have anything executed: JSON alone is written, and alone is read.
# Control commands and their replies take these settings too.
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = CELERY_EVENT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = CELERY_RESULT_ACCEPT_CONTENT = ["application/json"]
CELERY_TASK_IGNORE_RESULT = True
# A task is run again if its worker dies. So every task is idempotent, by a row of its own.
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 15 * 60
CELERY_TASK_DEFAULT_QUEUE, CELERY_TASK_ROUTES = beat_schedule.DEFAULT_QUEUE, beat_schedule.ROUTES
CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(_cell)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(CHECKOUT / ".local" / f"beat{_cell.suffix}")
CELERY_BEAT_SCHEDULE = beat_schedule.SCHEDULE

# --- Logs ---------------------------------------------------------------------------------------------------

LOGGING = log_lines.configure(json=not _demo, level=env.str("REDDOG_LOG_LEVEL", "INFO"))
