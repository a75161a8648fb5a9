"""Run one command for the supervisor and end its whole process group when the supervisor is gone.

Started as `python -I -S lifeline.py FD GRACE COMMAND…`. FD is one end of a socket pair whose other end only the
supervisor holds: the kernel closes that end however the supervisor ends, `kill -9` included, on Linux and macOS
alike. The command's pid is written to the socket; its exit code becomes ours (128 + number for a signal).
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time


def _kill_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _exit_with(child: subprocess.Popen[bytes]) -> None:
    code = child.wait()
    _kill_group(child.pid)  # what the command has left behind, a worker's pool for one
    os._exit(code if code >= 0 else 128 - code)


def main() -> None:
    link = socket.socket(fileno=int(sys.argv[1]))
    grace = float(sys.argv[2])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # A handler, not SIG_IGN: the command would inherit that.
        signal.signal(number, lambda *_: None)
    child = subprocess.Popen(sys.argv[3:], process_group=0, stdin=subprocess.DEVNULL)
    threading.Thread(target=_exit_with, args=(child,), daemon=True).start()
    try:
        link.sendall(b"%d\n" % child.pid)
        while link.recv(64):
            pass
    except OSError:
        pass
    # Only the leader hears SIGTERM: a Celery worker then finishes what its pool is doing.
    with contextlib.suppress(ProcessLookupError):
        os.kill(child.pid, signal.SIGTERM)
    time.sleep(grace)  # the other thread ends this process as soon as the command has stopped
    _kill_group(child.pid)
    time.sleep(1)
    os._exit(1)


if __name__ == "__main__":
    main()
