"""The bookkeeping: facts in, everything else computed from them by pure functions."""
