"""Rows of the table of attacks that the campaign does not try."""

from typing import Final

NOT_TRIED: Final = {
    "checkpoint without witnesses (E_QUORUM), time window of witnesses (E_BACKDATED)": (
        "elsewhere: the log of this evening has no witnesses; tests/verifier/test_witnesses.py"
    ),
    "signatures at tables (E_PSIG_MISSING, E_PSIG)": (
        "elsewhere: the player who signs plays alone; tests/verifier/test_signed_tables.py"
    ),
    "shorter waits without notice (E_PROFILE)": "elsewhere: the log has one profile; tests/verifier/test_protection.py",
    "acts against the player, chosen seeds, a player who knows the cards (W_ACTS, W_DEALT, W_CHAIN)": (
        "elsewhere: the players of this evening never raise; tests/operations/test_statistics_of_the_log.py,"
        " tests/verifier/test_statistics.py"
    ),
    "fake disconnect, money without a record, a restored backup": "elsewhere: not seen in a log; tests/crash",
    "pot game: a grinding house, seats and seals (E_SEALED, E_CHIPS, E_ABORT)": (
        "elsewhere: tests/verifier/test_table_pot_attacks.py, test_table_end_attacks.py"
    ),
    "revoked key, successors in force, stolen keys (W_SUSPECT, W_FORK_STOLEN)": (
        "elsewhere: this log replaces none; tests/verifier/test_attacks.py, test_log_keys.py"
    ),
}
"""Rows that are not tried here, with the reason."""
