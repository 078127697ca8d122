"""What the screens that are filled in hold, and what is wrong with it; no controls here."""
