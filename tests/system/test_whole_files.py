"""What a killed process has left of a file goes with the next one that writes the same file."""

import os
import subprocess
import sys

from scorepad.system.files import part_of


def ended():
    """The number of a process that runs no more."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_only_what_nobody_writes_any_more_goes(tmp_path):
    gone, runs = ended(), os.getppid()
    stays = ["club.db", "club.db.part", f"other.db.{gone}.part", f"club.db.{runs}.part",
             f"club.db.{gone}.part.txt", "club.db.x.part"]
    goes = [f"club.db.{gone}.part", f"club.db.{gone}.part-journal", f"club.db.{9 * 10**30}.part"]
    for name in (*stays, *goes):
        (tmp_path / name).write_text("")
    assert part_of(tmp_path / "club.db") == tmp_path / f"club.db.{os.getpid()}.part"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(stays)


def test_a_folder_that_is_not_there_is_found_out_when_writing(tmp_path):
    assert part_of(tmp_path / "nowhere" / "club.db").parent == tmp_path / "nowhere"
