"""The tables of the database."""

from sqlalchemy import BigInteger, Index, text
from sqlmodel import Field, SQLModel

LAST_NUMBER = 2**63 - 1
"""The highest number of a row, after which SQLite numbers rows at random."""

HANDS = "HandRecorded"
"""The kind of nearly every row; the index that finds the others leaves it out."""


class FactRow(SQLModel, table=True):
    """One entry of the book. Rows are only ever added.

    seq: the order of writing on this device; id: the same on every device (UUIDv7);
    evening: the one it is about, if any; at: milliseconds since 1970, UTC;
    data: the fact's fields as JSON.
    """

    __tablename__ = "fact"
    __table_args__ = (
        Index("fact_frame", "kind", sqlite_where=text(f"kind <> '{HANDS}'"),
              postgresql_where=text(f"kind <> '{HANDS}'")),
    )

    seq: int | None = Field(default=None, primary_key=True)
    id: str = Field(unique=True)
    evening: str | None = Field(default=None, index=True)
    kind: str
    at: int = Field(sa_type=BigInteger)
    by: str
    data: str


class DeviceRow(SQLModel, table=True):
    """A value that belongs to this device, not to the book: a half-typed hand, the theme."""

    __tablename__ = "device"

    key: str = Field(primary_key=True)
    value: str


FACT, DEVICE = SQLModel.metadata.tables["fact"], SQLModel.metadata.tables["device"]
"""The tables of the two, for statements about their columns."""
