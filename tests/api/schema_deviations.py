"""Where the interface does not keep to its rules, and why. An entry that is mended leaves."""

from typing import Final

_DEVICE: Final = "It is the secret of a device, and no id."
_EXCLUSIONS: Final = "The path is singular: it says whether the player is excluded, and lists the exclusions."
_FILE: Final = "It is one file of the published log, a JSON object a line, and no page of a list."
_SIZES: Final = "It is text, a size a line, which the next question goes on from: no page of a list in JSON."
_FINDS_ONE: Final = (
    "With a whole user name it finds the one player, and answers 404 where there is none; else it lists."
)

DEVIATIONS: Final[dict[str, dict[str, str]]] = {
    "lists": {
        "GET /api/v1/log/checkpoints": _SIZES,
        "GET /api/v1/log/keys": _FILE,
        "GET /api/v1/ops/players": _FINDS_ONE,
    },
    "ids": {
        "CredentialsRequest.device": _DEVICE,
        "OperatorCredentialsRequest.device": _DEVICE,
        "SecondFactorAnswerRequest.device": _DEVICE,
        "Session.device": _DEVICE,
        "StaffSession.device": _DEVICE,
    },
    "choices": {
        "ErasureBasisEnum": "The names are those of logged records.",
        "LimitNameEnum": "The names are those of logged records, but for the three limits of time.",
    },
    "paths": {"/api/v1/me/exclusion/return": "A return is a noun here: the player's request to come back."},
    "statuses": {},
    "operation_ids": {
        "GET /api/v1/log/announcements/{record_type}": "The path names a type, of which it lists all records.",
        "GET /api/v1/log/keys": _FILE,
        "GET /api/v1/me/exclusion": _EXCLUSIONS,
        "GET /api/v1/ops/players": _FINDS_ONE,
        "GET /api/v1/ops/players/{player_id}/exclusion": _EXCLUSIONS,
        "GET /api/v1/wallet/statement": "A statement is the list of its lines.",
        "GET /api/v1/ops/players/{player_id}/statement": "The same.",
    },
}
