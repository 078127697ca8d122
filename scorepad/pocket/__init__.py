"""The pocket page: Scorepad as static files, with Python in the browser."""
