"""What a connection may be and for how long, in one place: `dev` and deploy/*.service start Daphne with these flags.

It loads nothing of Django: the supervisor reads it too.
"""

from __future__ import annotations

# Bytes of one frame from a browser; a frame has a few short fields. `games.realtime.frames` refuses larger messages,
# however many frames they come in.
INBOUND_FRAME = 8 * 1024
# Bytes of one message. Autobahn holds our own messages to it too, and a late table in full has 10 to 40 KB.
MESSAGE = 256 * 1024
REQUEST_SECONDS = 20  # from the first byte of a request, or of a connection, to its last
CLOSE_SECONDS = 5  # how long a socket's application may take to end once its browser is gone

DAPHNE_FLAGS = (
    *("--websocket-max-message-size", str(MESSAGE)),
    *("--websocket-max-frame-size", str(INBOUND_FRAME)),
    *("--application-close-timeout", str(CLOSE_SECONDS)),
)
