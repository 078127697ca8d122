"""The code of the table in the register of devices: one key that lets in everybody who sits there;
and the secret behind the keys on the slips of a tournament, one for each of its tables.

Of the key it has only the hash. Who came by it is noted, because the host says for all of them
together whether they write.
"""

from typing import NamedTuple

from sqlalchemy import BigInteger, Connection, Integer, String, delete, select, text, update

from scorepad.storage.register import ADMIT, DEVICE, Device, Register, table_of

_CODE = table_of("door_table", id=String, role=String, until=BigInteger, came=Integer, most=Integer)
_SEATED = table_of("door_seated", id=String)
_SLIPS = table_of("door_slips", number=Integer, secret=String)

KEEP = text("INSERT INTO door_slips (number, secret) VALUES (1, :secret) "
            "ON CONFLICT (number) DO NOTHING")


class TableCode(NamedTuple):
    """The code; role: what whoever came by it may do; until: when it ends, in seconds since 1970;
    came, most: how many devices it has let in, and may."""

    role: str
    until: int
    came: int
    most: int

    @property
    def is_full(self) -> bool:
        """True if nobody else is let in."""
        return self.came >= self.most


class TableCodes:
    """The codes in a register, one for each program that serves the book. The calls may wait, and
    raise `StorageFault`."""

    def __init__(self, register: Register) -> None:
        self._ask = register.ask

    def open(self, id: str, new: TableCode, now: int) -> None:
        """Write down a key by its hash. It has the role of another program's, if there is one. id:
        the hash; now: in seconds since 1970."""
        def act(asked: Connection) -> None:
            asked.execute(delete(_CODE).where(_CODE.c.until <= now))
            role = asked.execute(select(_CODE.c.role)).scalar()
            asked.execute(_CODE.insert().values(id=id, **new._replace(
                role=role or new.role)._asdict()))
            asked.execute(delete(_SEATED).where(_SEATED.c.id.not_in(select(DEVICE.c.id))))
        self._ask(act)

    def find(self, id: str, now: int) -> TableCode | None:
        """Return a code that has not ended, None for none."""
        return self._ask(lambda asked: _found(asked, id, now))

    def end(self) -> None:
        """Make all keys worthless."""
        self._ask(lambda asked: asked.execute(delete(_CODE)))

    def allow(self, more: int) -> None:
        """Let in so many devices more."""
        self._ask(lambda asked: asked.execute(update(_CODE).values(most=_CODE.c.most + more)))

    def let(self, role: str, others: str) -> None:
        """Give all who came by a code a role in place of another one, and all who will."""
        def act(asked: Connection) -> None:
            asked.execute(update(_CODE).values(role=role))
            asked.execute(update(DEVICE).values(role=role).where(
                (DEVICE.c.role == others) & DEVICE.c.id.in_(select(_SEATED.c.id))))
        self._ask(act)

    def leave(self, id: str) -> None:
        """Note that a device has a role of its own from now on."""
        self._ask(lambda asked: asked.execute(delete(_SEATED).where(_SEATED.c.id == id)))

    def secret(self, new: str) -> str:
        """Return the secret of the slips: `new` if there was none."""
        def act(asked: Connection) -> str:
            found = asked.execute(select(_SLIPS.c.secret)).scalar()
            if found is None:
                asked.execute(KEEP, {"secret": new})
                found = asked.execute(select(_SLIPS.c.secret)).scalar_one()
            return str(found)
        return self._ask(act)

    def end_slips(self) -> None:
        """Make the keys on all slips worthless."""
        self._ask(lambda asked: asked.execute(delete(_SLIPS)))

    def sit_down(self, id: str, device: Device, now: int, *, follows: bool) -> TableCode | None:
        """Let in a device by a key; return the code as it was, None if there is none. Nobody comes
        in by one that is full. id, now: as for `open`; follows: whether the device has the role of
        the table, else its own."""
        def act(asked: Connection) -> TableCode | None:
            # What writes first keeps all others out, so two that come at once are two.
            counted = asked.execute(update(_CODE).where(
                (_CODE.c.id == id) & (_CODE.c.until > now) & (_CODE.c.came < _CODE.c.most)).values(
                    came=_CODE.c.came + 1))
            code = _found(asked, id, now)
            if code is None or not counted.rowcount:
                return code
            asked.execute(ADMIT, device._replace(
                role=code.role if follows else device.role)._asdict())
            if follows:
                asked.execute(_SEATED.insert().values(id=device.id))
            return code._replace(came=code.came - 1)
        return self._ask(act)


def _found(asked: Connection, id: str, now: int) -> TableCode | None:
    row = asked.execute(select(_CODE.c.role, _CODE.c.until, _CODE.c.came, _CODE.c.most).where(
        (_CODE.c.id == id) & (_CODE.c.until > now))).first()
    return None if row is None else TableCode(*row)
