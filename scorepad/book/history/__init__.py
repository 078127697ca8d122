"""The history of what was written: who knew what, what holds of it, and what is to be asked.

    entries of a part  →  `knowing`: which of them were written apart
    steps of a sheet   →  `said`: the last word on each hand, what was also said
                       →  `runs`: which hands count, where several follow the same one
                       →  `sheet`: all of it as one value, computed once
"""
