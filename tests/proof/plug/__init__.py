"""Evenings of a tournament in which the plug is pulled."""
