"""Parts that the screens are put together from."""
