"""Scorepad: the score sheet for card tables."""

__version__ = "0.3.0"
