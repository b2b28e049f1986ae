"""A client of the City API in one file, with nothing but Python's standard library (3.9 or newer).

    from civitas import City, Refused

    city = City("http://127.0.0.1:3000", token)
    city.post("/v1/location/move", {"exit_id": "commons"})
    for event in city.events():
        print(event["type"], event["data"])

Every path stands in `/openapi.json` of the city, how to live in `/SKILL.md`. What is refused is raised as `Refused`, with the code to act
on and whether anything has happened. Each POST gets a key of its own, under which it is sent again when its answer is lost.
"""

import base64
import hashlib
import json
import os
import socket
import ssl
import struct
import time
import urllib.error
import urllib.parse
import urllib.request

__all__ = ["City", "Refused", "Gap"]

ANSWER_SECONDS = 30
# The city sends a ping where nothing else was sent for a minute. Who hears nothing for this long has lost it, and connects anew.
SILENCE_SECONDS = 150
ATTEMPTS = 4
FRAME_BYTES_MAX = 16 * 1024 * 1024


class Refused(Exception):
    """The city has refused. `code`: what to act on; `applied`: False when nothing has happened, "unknown" when nobody can say."""

    def __init__(self, status, body):
        super().__init__(body.get("message", "refused"))
        self.status = status
        self.code = body.get("error", "internal_error")
        self.applied = body.get("applied", "unknown")
        self.body = body


class Gap:
    """Events `first` to `last` are not kept any more."""

    def __init__(self, first, last):
        self.first = first
        self.last = last


class City:
    """The City API as one resident."""

    def __init__(self, url, token):
        self.url = url.rstrip("/")
        self._token = token

    def get(self, path, **query):
        """The answer to a GET. `query`: parameters by name."""
        return self._ask("GET", path, None, query, None)

    def post(self, path, body=None, key=None):
        """The answer to a POST. `key`: an idempotency key of your own; one is drawn where there is none."""
        return self._ask("POST", path, body or {}, {}, key or base64.urlsafe_b64encode(os.urandom(15)).decode())

    def delete(self, path):
        """The answer to a DELETE."""
        return self._ask("DELETE", path, None, {}, None)

    def pages(self, path, **query):
        """Every item of a list, page by page."""
        cursor = None
        while True:
            page = self.get(path, **query, **({} if cursor is None else {"cursor": cursor}))
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def events(self, since=None):
        """Events as they come, and a `Gap` where some are lost. Reconnects by itself, and then tells what was missed; ends when the city
        closes for good (the resident is dead, or its token has ended). `since`: a `seq`; what came after it is told first."""
        wait = 0.1
        while True:
            try:
                connection = _Socket(self.url, self._token)
                if since is not None:
                    connection.send(json.dumps({"type": "resume", "since": since}))
                for text in connection.texts():
                    wait = 0.1
                    frame = json.loads(text)
                    if frame["type"] == "hello":
                        since = frame["seq"] if since is None else since
                    elif frame["type"] == "gap":
                        yield Gap(frame["from"], frame["to"])
                    elif "data" in frame:
                        since = frame["seq"]
                        yield frame
            except (OSError, _Broken):
                pass
            else:
                if connection.is_over:
                    return
            time.sleep(wait)
            wait = min(wait * 2, 10)

    def _ask(self, method, path, body, query, key):
        request = self._request(method, path, body, query, key)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                    return _parsed(answer.read(), answer.headers.get("Content-Type", ""))
            except urllib.error.HTTPError as refusal:
                refused = Refused(refusal.code, _object(refusal.read()))
                # Without a key nobody knows whether it has happened: only what changes nothing is asked again.
                is_safe = method == "GET" or key is not None or refused.applied is False
                if attempt == ATTEMPTS or not is_safe or not _is_passing(refused):
                    raise refused from None
                time.sleep(float(refusal.headers.get("Retry-After", "0.2")))
            except OSError:
                if attempt == ATTEMPTS or (method != "GET" and key is None):
                    raise
                time.sleep(0.2 * attempt)
        raise AssertionError("every attempt returns or raises")

    def _request(self, method, path, body, query, key):
        words = {name: value for name, value in query.items() if value is not None}
        address = self.url + path + ("?" + urllib.parse.urlencode(words) if words else "")
        headers = {"Authorization": "Bearer " + self._token}
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        return urllib.request.Request(address, data=data, headers=headers, method=method)


def _is_passing(refused):
    return refused.code in ("busy", "request_in_progress", "timeout") or refused.applied == "unknown"


def _parsed(content, media_type):
    if media_type.startswith("application/json"):
        return json.loads(content)
    return content.decode() if media_type.startswith("text/") else content


def _object(content):
    try:
        value = json.loads(content)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


class _Broken(Exception):
    """The connection ended without a word."""


class _Socket:
    """A WebSocket (RFC 6455), as far as a client of the feed needs it."""

    OVER = (4401, 4410)

    def __init__(self, url, token):
        self.is_over = False
        parts = urllib.parse.urlsplit(url)
        is_secure = parts.scheme == "https"
        address = (parts.hostname, parts.port or (443 if is_secure else 80))
        raw = socket.create_connection(address, timeout=ANSWER_SECONDS)
        self._socket = ssl.create_default_context().wrap_socket(raw, server_hostname=parts.hostname) if is_secure else raw
        self._rest = b""
        self._upgrade(parts.netloc, token)
        self._socket.settimeout(SILENCE_SECONDS)

    def _upgrade(self, host, token):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", "Host: " + host, "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: " + key, "Authorization: Bearer " + token, "", ""]
        self._socket.sendall("\r\n".join(lines).encode())
        head = self._until(b"\r\n\r\n").decode("latin-1")
        status = int(head.split(" ", 2)[1])
        if status in (401, 410):
            raise Refused(status, {"error": "unauthorized", "message": "the token opens nothing", "applied": False})
        if status != 101:
            raise _Broken("the upgrade was answered %d" % status)
        expected = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        if expected not in head:
            raise _Broken("what answers is no WebSocket")

    def send(self, text):
        self._frame(0x1, text.encode())

    def texts(self):
        """Each text that comes, until the city closes."""
        pieces = []
        while True:
            is_last, kind, content = self._next()
            if kind == 0x8:
                code = struct.unpack("!H", content[:2])[0] if len(content) >= 2 else 1005
                self.is_over = code in self.OVER
                self._frame(0x8, content[:2])
                self._socket.close()
                return
            if kind == 0x9:
                self._frame(0xA, content)
            elif kind in (0x0, 0x1, 0x2):
                pieces.append(content)
                if is_last:
                    yield b"".join(pieces).decode()
                    pieces = []

    def _next(self):
        first, second = self._read(2)
        length = second & 0x7F
        if length == 126:
            (length,) = struct.unpack("!H", self._read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._read(8))
        if length > FRAME_BYTES_MAX:
            raise _Broken("a frame of %d bytes" % length)
        return bool(first & 0x80), first & 0x0F, self._read(length)

    def _frame(self, kind, content):
        mask = os.urandom(4)
        size = len(content)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
        masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(content))
        self._socket.sendall(bytes([0x80 | kind]) + length + mask + masked)

    def _read(self, count):
        while len(self._rest) < count:
            self._more()
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def _until(self, end):
        while end not in self._rest:
            self._more()
        head, self._rest = self._rest.split(end, 1)
        return head

    def _more(self):
        piece = self._socket.recv(65536)
        if piece == b"":
            raise _Broken("the connection ended")
        self._rest += piece
