"""The auditor's program: judges an export of the log and shares no line with the platform that wrote it.

It needs Python 3.11 and `cryptography`; the folder may be copied anywhere and run as `python -m verifier DIR`.
What it judges is fixed in docs/formats/; how it is used stands in docs/auditor.md.
"""
