"""The paper: an evening, a year and the ledger of stars as PDF, and as CSV for spreadsheets.

Frozen views in, bytes out. The same facts make the same bytes. Nothing here knows of a screen or
of a database.
"""
