"""The auditor's program: judges an export of the log, and shares no code with the platform that wrote it.

It needs Python 3.11 and `cryptography`; the folder may be copied anywhere and run as `python -m verifier DIR|URL`.
docs/formats/ defines what it judges; docs/auditor.md says how to use it.
"""

__version__ = "1.1.0"
"""Semantic: a verdict of an honest log never changes within a major version."""
