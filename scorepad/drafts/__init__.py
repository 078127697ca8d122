"""Half-typed hands of every game: what keys and taps make of them, without a screen."""
