"""The evening of the issue: sixty people at fifteen tables play three rounds. In the middle of the
second the server is gone, two phones die, a table changes to paper, and somebody plays on for
another.
"""

from random import Random
from time import perf_counter

from tests.proof.plug.evening import Plug
from tests.proof.plug.record import Device, Record, Table, device_called

PEOPLE, ROUNDS = 60, 3


class Sixty(Plug):
    """That evening; hands: of each list. seconds: from the last list to the ranking at the desk."""

    def __init__(self, seed: int, hands: int) -> None:
        Record.__init__(self)
        self.seed, self.hands, self.without = seed, hands, ()
        self.cents, self.round, self.is_big = 0, 0, True
        self.count, self.rounds = PEOPLE, ROUNDS
        self.rng, self.seconds = Random(seed), 0.0
        self.desks = [device_called("desk"), device_called("desk2")]
        self.devices = [*self.desks]
        self.begin(self.rng, {"4": hands})

    def run(self) -> None:
        """Play the rounds; the desk has all lists of a round before it draws the next one."""
        for self.round in range(1, ROUNDS + 1):
            self.draw_at(self.desks[0], self.rng)
            self.meet(*self.desks)
            now = [table for table in self.tables if table.round == self.round]
            for table in now:
                self.play(table, self.hands // 2)
            if self.round == 2:
                self.without_the_server(now)
            for table in now:
                self.end(table)

    def give_device(self, table: Table, desk: Device, rng: Random) -> None:
        """Let a phone begin the list of a table by its slip, which says no more than that."""
        table.device = device_called(f"R{table.round}T{table.number}.{len(self.devices)}")
        self.devices.append(table.device)
        self.meet(desk, table.device)

    def play(self, table: Table, hands: int) -> None:
        """Write the next hands of a list, on a phone, which a table has from now on."""
        if table.device is None:
            self.give_device(table, self.desks[0], self.rng)
        assert table.device
        table.sheet = table.sheet or self.begin_list(table, table.device)
        for _ in range(hands):
            self.write_hand(table, table.device, self.rng)

    def without_the_server(self, now: list[Table]) -> None:
        """Tables go on with the books of their phones; the second desk, which has one as well,
        types the paper of the table whose phone is lost, and lets somebody play on for another.
        The other phone that dies is found again at the end."""
        for table in now:
            assert table.device
            self.meet(self.desks[0], table.device)
        self.meet(*self.desks)
        self.desks[0].is_here = False
        lost, away, other = self.rng.sample(now, 3)
        for table in now:
            self.play(table, self.hands // 4)
        for table in lost, away:
            device, table.device = table.device, None
            assert device
            device.is_here, device.is_lost = False, table is lost
            self.log.append(f"{device.name} dies")
        lost.on_paper = True
        self.note_paper(lost, self.desks[1], self.figures(lost, self.rng))
        self.replace_at(other, self.desks[1])
        self.desks[0].is_here = True
        self.meet(*self.desks)

    def replace_at(self, table: Table, desk: Device) -> None:
        """Let somebody play on for the first at a table."""
        person, hand, name = table.people[0], self.hands // 2 + 1, "Zoe"
        desk.service.tournaments.replace(
            self.evening, self.numbers(self.view(desk))[person], table.round, hand, name)
        self.say("replaced", (table, person, hand, name), desk)

    def end(self, table: Table) -> None:
        """Play a list to its end, and bring it to the desk."""
        if table.on_paper:
            return
        desk = self.desks[0]
        if table.device is None:  # another phone goes on with what the desk has
            self.give_device(table, desk, self.rng)
        assert table.device
        played = len(table.device.service.sheet(table.sheet).score.lines)
        self.play(table, self.hands - played)
        began = perf_counter()
        self.meet(desk, table.device)
        assert len(self.view(desk).standing.ranking) == PEOPLE
        self.seconds = perf_counter() - began
