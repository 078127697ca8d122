"""Tournaments: the draw, the faults of a document, and what is reckoned from it."""
