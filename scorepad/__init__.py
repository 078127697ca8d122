"""Scorepad: the score sheet for card tables."""

__version__ = "0.2.0"
