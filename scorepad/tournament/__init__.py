"""A tournament: an evening of many tables in rounds, as facts over ordinary sheets.

`facts` says what is written down, `drawing` who sits where, `standing` who is best, and `cash` who
pays and gets what. A table's list in a round is a sheet of its game; nothing here scores a hand.
"""
