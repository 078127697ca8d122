"""The sentences in languages other than English, in which they are written.

`python -m scorepad.i18n` collects the templates from the code, brings each catalogue's `.po` up
to date, and compiles the `.mo` beside it, which is what `scorepad.i18n.message` reads.
"""
