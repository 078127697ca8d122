"""The club's ledger of stars, its tariffs, and both in words."""
