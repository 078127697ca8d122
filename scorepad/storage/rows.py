"""The tables of the database."""

from sqlalchemy import BigInteger, Index, LargeBinary, text
from sqlmodel import Field, SQLModel

LAST_NUMBER = 2**63 - 1
"""The highest number of a row, after which SQLite numbers rows at random."""

HANDS = "HandRecorded"
"""The kind of nearly every row; the index that finds the others leaves it out."""


class FactRow(SQLModel, table=True):
    """One entry of the book. Rows are only ever added.

    seq: the order of writing on this device; id: the same on every device (UUIDv7);
    evening: the one it is about, if any; at: milliseconds since 1970, UTC;
    data: the fact's fields as JSON; device: which one wrote it; clock: one more than the highest
    that its writer knew of its part; after: the digests of the entries that were last then; digest:
    of all of these but seq (see `links`); brought: who brought it into this book, if somebody did
    who may have had no right to say who wrote it.
    """

    __tablename__ = "fact"
    __table_args__ = (
        Index("fact_frame", "kind", sqlite_where=text(f"kind <> '{HANDS}'"),
              postgresql_where=text(f"kind <> '{HANDS}'")),
        Index("fact_part", "evening", "clock"),
    )

    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    evening: str | None = None
    kind: str
    at: int = Field(sa_type=BigInteger)
    by: str
    data: str
    device: str = ""
    clock: int = Field(default=0, sa_type=BigInteger)
    after: bytes | None = Field(default=None, sa_type=LargeBinary)
    digest: bytes | None = Field(default=None, sa_type=LargeBinary)
    brought: str | None = None


class DeviceRow(SQLModel, table=True):
    """A value that belongs to this device, not to the book: a half-typed hand, the theme."""

    __tablename__ = "device"

    key: str = Field(primary_key=True)
    value: str


COLUMNS = ("id", "evening", "kind", "at", "by", "data", "device", "clock", "after", "digest")
"""The columns of an entry, without its number, in the order in which rows are written."""


QUOTED = [f'"{column}"' for column in COLUMNS]
NAMED = ", ".join(QUOTED)
"""SQL for the columns of an entry."""

FACT, DEVICE = SQLModel.metadata.tables["fact"], SQLModel.metadata.tables["device"]
"""The tables of the two, for statements about their columns."""
