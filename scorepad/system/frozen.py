"""Quick making of named tuples, for the few of which a long book or sheet holds one a hand."""

frozen = tuple.__new__
"""Makes a named tuple from its class and all its fields, at half the price of calling the class."""
