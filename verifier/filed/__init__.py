"""Judges a filed report: whose it is, and whether its figures are those of the log.

Source: docs/formats/report.md; how it is used stands in docs/auditor.md.
"""
