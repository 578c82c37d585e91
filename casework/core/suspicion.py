"""What a player suspects of another seat at a table."""

import enum


class Suspicion(enum.StrEnum):
    """One of these, and no words: what somebody writes about another person would be personal data of both."""

    CHIP_DUMPING = "chip-dumping"
    """The seat loses on purpose to another one."""
    SOFT_PLAY = "soft-play"
    """The seat spares another one."""
    PROGRAM = "program"
    """No person plays there."""
    OTHER = "other"
