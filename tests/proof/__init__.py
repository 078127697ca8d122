"""Proof that nothing is lost: killed, cut off, full, locked, fed with nonsense.

``python -m tests`` runs all of it in a short form; ``python -m tests.proof`` at full length, with
the measurements of `tests.bench`, and prints the figures that stand in docs/proof.md.
"""
