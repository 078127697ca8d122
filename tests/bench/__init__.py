"""What things cost, measured: `python -m tests.bench`."""
