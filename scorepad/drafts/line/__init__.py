"""A hand in one line, as people say it: `Anne 66, Dora Jungfer, Kontra`."""
