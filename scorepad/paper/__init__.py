"""The papers as PDF and CSV: frozen views in, bytes out, the same for the same facts."""
