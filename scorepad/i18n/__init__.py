"""The sentences in other languages than English, in which they are written."""
