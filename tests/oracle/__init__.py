"""The games once more, slowly and plainly: what the program's answers are measured by.

Works on the dictionaries of a document and shares no code with `scorepad`. Where the program is
quick, this recounts everything after every hand.
"""

from tests.oracle.evenings import PEOPLE, documents, hands, random_document, random_sheet
from tests.oracle.kalter_schlag import random_hand
from tests.oracle.money import fault_of_transfers, fewest_transfers
from tests.oracle.sheet import GAMES, WHOLE_SHEETS, expected, sheet_result

__all__ = ["GAMES", "PEOPLE", "WHOLE_SHEETS", "documents", "expected", "fault_of_transfers",
           "fewest_transfers", "hands", "random_document", "random_hand", "random_sheet",
           "sheet_result"]
