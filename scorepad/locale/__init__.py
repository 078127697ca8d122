"""The sentences in other languages than English, the language they are written in.

`python -m scorepad.locale` collects the templates from the code, brings each catalogue's `.po` up
to date, and compiles the `.mo` beside it, which is what `scorepad.text` reads.
"""
