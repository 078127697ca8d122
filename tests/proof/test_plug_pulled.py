"""The plug is pulled in the middle of a tournament: desks and tables go on with books of their own,
and when they have met nobody and nothing is lost, doubled or another person's."""

import pytest

from tests.proof.conftest import Note as Figure
from tests.proof.histories import Clocks, clocks as clocks
from tests.proof.plug.evening import Plug
from tests.proof.plug.judge import Judge
from tests.proof.plug.sixty import Sixty


@pytest.mark.rounds(short=6, full=1_000)
def test_nothing_is_lost_when_the_plug_is_pulled(rounds: int, note: Figure,
                                                 clocks: Clocks) -> None:
    said = questions = 0
    for seed in range(rounds):
        clocks.start(seed)
        plug = Plug(seed)
        plug.run()
        judge = Judge(plug)
        judge.judge()
        said, questions = said + len(plug.notes), questions + len(judge.asked)
        for device in plug.devices:
            device.service.close()
    note("evenings of a tournament in which the plug is pulled", f"{rounds:,}")
    note("… things said in them; lost, doubled or another person's", f"{said:,}; 0")
    note("… conflicts asked about; settled silently", f"{questions:,}; 0")


@pytest.mark.rounds(short=8, full=48)
def test_sixty_people_play_three_rounds(rounds: int, note: Figure, clocks: Clocks) -> None:
    """rounds: the hands of a list, which is one of Skat in full."""
    clocks.start(0)
    sixty = Sixty(0, rounds)
    sixty.run()
    judge = Judge(sixty)
    judge.judge()
    view = sixty.view(sixty.desks[0])
    assert view.complete
    note(f"60 people, 15 tables, 3 rounds of {rounds} hands with the plug pulled: things said; "
         "lost, doubled or another person's", f"{len(sixty.notes):,}; 0")
    note("… seconds from the last list to the ranking at the desk", f"{sixty.seconds:.2f}")
    assert sixty.seconds < 60
    for device in sixty.devices:
        device.service.close()
