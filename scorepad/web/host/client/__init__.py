"""Flet's web client as a browser gets it: only what is needed of it, compressed, and kept."""
