"""A model of what people at several tables meant, which judges the books that they keep.

`deeds` says what somebody did and what he knew then, `model` what must be true of a book that knows
some of these deeds, `seen` reads what a book shows by its public views, `players` do what screens
offer, and `history` plays one evening of theirs from a seed.
"""
