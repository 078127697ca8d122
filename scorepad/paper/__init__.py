"""The papers: an evening, a year and the ledger of stars as PDF, and as CSV for spreadsheets.

Frozen views in, bytes out; the same facts make the same bytes. Nothing here knows of screens or
databases.
"""
