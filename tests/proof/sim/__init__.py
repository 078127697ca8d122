"""A whole evening from one seed, faster than time: servers, pages, phones with books of their own,
watchers, a network that loses and repeats, disks that are full, machines that die, clocks that are
wrong, somebody who means no good. What must be true is said by `tests.proof.meaning`.
"""
