"""The limits of what comes in from others: whatever a client sends, keeps open or leaves unread,
one of these bounds it.

docs/serving.md lists them, made from this file by ``python -m tests.web.limits_page``. How large a
message of an exchange may be is said in `storage.exchange`, as both books keep to it.
"""

# --- connections ----------------------------------------------------------------------------------

DESCRIPTORS = 8192
"""Connections and files that may be open at a time; many systems allow 1024 or fewer without being
asked. What is beyond is cut, those without a key first."""

FILES = 128
"""Of these, kept back for files and the book."""

STRANGERS = 512
"""Connections without a key altogether, and at most a quarter of all. The oldest is cut."""

STRANGERS_OF_ADDRESS = 256
"""Connections without a key from one address (of IPv6, one /64) that is no proxy. The oldest is
cut."""

OF_DEVICE = 64
"""Connections of a device that has a key. The oldest that asks nothing is cut, or else the new
one."""

ACCEPTED, QUEUE = 8, 1024
"""Connections that are taken in one after the other before all else has its turn, and that the
system has wait for that."""

SHARE, SAVED = 0.1, 0.2
"""Seconds of the processor in each second that all who have no key, and each device, may take from
those who play, and how many may be saved up. What is asked for beyond that is not read until
then."""

PLAY_SHARE, PLAY_SAVED = 0.12, 1.0
"""Seconds of the processor in each second that the pages of a device may take with what is tapped
on them, and how many may be saved up. What is tapped beyond that is followed later. Hosts have no
such limit: they can end the program."""

TAP_SECONDS = 0.005
"""Seconds that every tap counts at least, before it is known how many it takes."""

READ_SECONDS = 0.0005
"""Seconds that every piece that is read, and every connection, counts at least, besides what they
have taken."""

WAITING = 512
"""Connections that wait for that, without a key, or of one device. The last one of the address from
which most wait is cut."""

# --- requests -------------------------------------------------------------------------------------

HEAD_BYTES = 16_384
"""Bytes of the head of a request with its address, of a chunk's head, and of trailers. Answered
with 400 and cut."""

HEAD_SECONDS = 10.0
"""Seconds within which the head of a request must come whole. The connection is cut."""

PATH_BYTES = 255
"""Bytes of a path, as many as the name of a single file may have on any system. A longer one is the
page's, which says that there is nothing."""

ANSWER_SECONDS = 20.0
"""Seconds for which a client may take nothing of what was sent to it. The connection is cut."""

UNSENT_BYTES = 131_072
"""Bytes that the system keeps for a client that has not read them. No more is sent until it has."""

LAST_SECONDS = 5.0
"""Seconds that the last data sent have to arrive on a connection that is done with. It is cut."""

# --- joining --------------------------------------------------------------------------------------

JOIN_BYTES, JOIN_SECONDS = 4000, 10.0
"""Bytes of a request to join, and seconds within which it must come. Answered with 403."""

NAME_LETTERS = 60
"""Characters of a device's name, which stands in every entry that it makes. Answered with 400."""

LOOK_UPS = 4
"""Unknown keys that are looked up at once, and, besides, requests to join. Others wait."""

INVITED = 16
"""Joining keys of this machine that wait at the same time. The oldest is worthless."""

LINK_SECONDS, PIN_SECONDS = 600, 300
"""Seconds for which a link, and a PIN, let in."""

WALL_SECONDS = 20
"""Seconds between two links that a screen at the wall shows; whoever only watches may ask for them.
Meanwhile it shows none."""

PIN_TRIES = 30
"""Wrong PINs of all devices together, after which only an address is heard that has never been
wrong, after a pause. Answered with 429."""

PIN_TRIES_OF_ADDRESS = 5
"""Wrong PINs of one address. Answered with 429 until there is another PIN."""

PIN_TRIES_AT_ALL = 300
"""Wrong PINs altogether, after which none is heard. Answered with 429 until there is another PIN.
"""

PIN_PAUSE = 1.0
"""Seconds that such a try takes at least."""

PIN_DEVICES = 16
"""Devices that one PIN lets in before the host is asked for more. Answered with 409."""

TABLE_SECONDS = 28_800
"""Seconds for which the code of the table lets in."""

TABLE_DEVICES = 16
"""Devices that this code lets in before the host is asked for more, and that a slip lets in.
Answered with 409."""

TABLE_NAMES = 64
"""Names of those who sit at the tables that are told to whoever has this code."""

DEVICES, HOSTS = 2000, 64
"""Devices that have a key, and hosts among them. Who was away for longest goes, a watcher before a
writer; only a new host takes the place of a host."""

DAYS, DAYS_OF_HOST = 90, 365
"""Days without a visit after which the key of a device, and of a host, ends."""

# --- bodies ---------------------------------------------------------------------------------------

EXCHANGE_SECONDS = 60.0
"""Seconds within which a message of an exchange must come. Answered with 408."""

EXCHANGE_UNPACKED = 16_000_000
"""Bytes of such a message once it is unpacked. Answered with 400."""

EXCHANGE_LINES = 8000
"""Lines of it, one an entry. Answered with 400."""

EXCHANGE_VALUES, ENTRY_VALUES = 200_000, 20_000
"""Values in its first line, which names the heads of every evening, and in any other. Answered with
400."""

EXCHANGES_READ, EXCHANGES_OF_DEVICE = 4, 2
"""Messages that are taken in at once, and of one device. Others get 503."""

ANSWER_BYTES, WHOLE_ANSWER_SECONDS = 1 << 23, 120.0
"""Bytes of an answer of the server that this book asks, and seconds within which it must come
whole. The exchange is broken off."""

UPLOAD_SECONDS = 60.0
"""Seconds within which more of a file must come. Answered with 408."""

UPLOAD_SECONDS_AT_ALL = 1800.0
"""Seconds within which all of a file must come. Answered with 408."""

BACKUP_BYTES = 100_000_000
"""Bytes of a file to import or to restore, which only a host may send. Answered with 413."""

# --- the watchers' pages --------------------------------------------------------------------------

STREAMS, STREAMS_OF_DEVICE = 2000, 8
"""Streams of changes altogether, which others get 503 for, and of one device, of which the oldest
ends."""

STREAM_SECONDS = 10.0
"""Seconds for which whoever holds a stream may take nothing of it. The connection is cut."""

PAGES = 100
"""Pages that are kept though nobody holds a stream of them. The others are drawn anew."""

# --- the app's sockets ----------------------------------------------------------------------------

FRAME_BYTES = 512 * 1024
"""Bytes of what a page says at once; the largest that it has to say is the picture of an evening,
which it draws. The socket is closed."""

FRAGMENTS = 64
"""Frames in which that may come. The socket is closed."""

FRAME_VALUES, FRAME_DEPTH = 5_000, 20
"""Values in it, with keys, and lists and maps inside each other; what a browser says of itself has
about fifty, and Flet's client needs a depth of five. The socket is closed."""

REGISTER_SECONDS = 10.0
"""Seconds within which a page must register. The socket is closed."""

HEARD = 8
"""What a page has said that waits until what came before was followed. No more is read until then.
"""

WAITING_BYTES = 4_000_000
"""Bytes that may wait for a browser that does not read, before one more; that may be larger, such
as a backup. The socket is closed."""

PINGS, PINGS_SECONDS = 20, 10.0
"""Pings within so many seconds, of which a browser sends none. The connection is cut."""

SOCKETS, SOCKETS_OF_DEVICE = 512, 48
"""Sockets altogether, and of one device. More are refused."""

TABS, TABS_OF_DEVICE = 256, 24
"""Tabs altogether, and of one device: a session takes two megabytes. The one that has been away for
longest gives way, and if all are there, the socket is closed."""

BEGUN, BEGIN_SECONDS = 6, 1.0
"""Sessions that a device may begin at once, and seconds for each that it begins besides. The next
one waits."""

AWAY, AWAY_SECONDS = 20, 45.0
"""Closed tabs whose sessions wait for them, and for how many seconds. The one that has been away
for longest is closed."""

FORMS_SECONDS = 3600.0
"""Seconds for which the half-filled forms of a closed tab are kept."""
