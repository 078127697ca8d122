"""The contents of the screens that are filled in, and what is wrong with them; no controls here."""
