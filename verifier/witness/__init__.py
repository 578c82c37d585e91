"""A witness: a program of its own that signs checkpoints of logs, each only where it goes on from the last one it signed.

Source: docs/formats/witnesses.md, rule 8 (C2SP tlog-witness).
"""
