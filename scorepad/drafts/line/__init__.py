"""A hand in one line, as people say it: `Anne 66, Dora Jungfer, Kontra`.

numbers: words for numbers; tokens: the words of a line; phrases: what can be said, which follows
from how a game declares its hands; search: how the phrases cover the line; reading: the hand.
"""
