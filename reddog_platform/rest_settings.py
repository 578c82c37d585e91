"""What Django REST framework and the interface's description are told: nothing of it depends on the environment."""

from typing import Any, Final

from reddog_platform.schema_names import ENUM_NAMES
from staff.core import session_rules

REST_FRAMEWORK: Final[dict[str, Any]] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ("players.api.authentication.PlayerTokenAuthentication",),
    "DEFAULT_PERMISSION_CLASSES": ("rest_framework.permissions.IsAuthenticated",),
    "DEFAULT_RENDERER_CLASSES": ("rest.renderers.JsonRenderer",),
    "DEFAULT_PARSER_CLASSES": ("rest.renderers.JsonParser",),
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "rest.negotiation.OnlyJson",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "reddog_platform.problems.handle",
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_THROTTLE_CLASSES": ("rest.throttling.Throttle",),
}

# The staff's tokens; players have signed ones (players/api/authentication.py).
REST_KNOX: Final[dict[str, Any]] = {
    "TOKEN_TTL": session_rules.IDLE_DURATION,
    "AUTO_REFRESH": True,
    "AUTO_REFRESH_MAX_TTL": session_rules.MAX_DURATION,
    "MIN_REFRESH_INTERVAL": int(session_rules.USE_STORED_EVERY.total_seconds()),
}

SPECTACULAR_SETTINGS: Final[dict[str, Any]] = {
    "TITLE": "Red Dog Platform",
    "DESCRIPTION": "Play, wallet and proofs of a regulated gaming platform.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "rest.schema.close_requests",
        "rest.schema.add_problems",
        "reddog_platform.schema_groups.group_paths",
    ],
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": ENUM_NAMES,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
