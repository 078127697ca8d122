"""The sentences in languages other than English, in which they are written.

`python -m scorepad.locale` collects the templates from the code, brings each catalogue's `.po` up
to date, and compiles the `.mo` beside it, which is what `scorepad.text` reads.
"""
