"""Judges a filed report: whether the operator filed it, and whether its figures are those of the log.

Source: docs/formats/report.md; docs/auditor.md says how to use it.
"""
