"""The pocket page: Scorepad as static files, with Python in the browser. `making` puts the folder
together; `web` holds what runs in it, and `start` is where its Python begins."""
