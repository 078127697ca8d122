"""The watcher's pages: plain ones, drawn once a change for all who look at the same."""
