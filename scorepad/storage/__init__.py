"""The book on disk: rows in, facts out. Rows, engines and sessions never leave this folder."""

from scorepad.storage.faults import StorageFault
from scorepad.storage.store import Rows, Store

__all__ = ["Rows", "StorageFault", "Store"]
