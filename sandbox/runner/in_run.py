"""Runs a Python program with a `store`, as in-run.js does for JavaScript: the store comes in on descriptor 3 and goes back there."""

import builtins
import json
import os
import runpy
import sys

KEY_CHARS_MAX = 200


class Store:
    """JSON texts by key. What becomes of a value after `set`, or of what `get` gave, does not reach it."""

    def __init__(self, initial, keys_max, bytes_max):
        self._texts = {key: _json(value) for key, value in json.loads(initial).items()}
        self._keys_max = keys_max
        self._bytes_max = bytes_max
        self._before = self._text(self._texts)

    def get(self, key, default=None):
        text = self._texts.get(_key(key))
        return default if text is None else json.loads(text)

    def set(self, key, value):
        after = {**self._texts, _key(key): _json(value)}
        if len(after) > self._keys_max:
            raise ValueError(f"store: at most {self._keys_max} keys (storeKeysMax)")
        if len(self._text(after)) > self._bytes_max:
            raise ValueError(f"store: at most {self._bytes_max} bytes (storeBytesMax)")
        self._texts = after

    def delete(self, key):
        return self._texts.pop(_key(key), None) is not None

    def list(self, prefix=""):
        return sorted(key for key in self._texts if key.startswith(prefix))

    def changed(self):
        now = self._text(self._texts)
        return None if now == self._before else now.decode()

    @staticmethod
    def _text(texts):
        return ("{" + ",".join(f"{_json(key)}:{text}" for key, text in texts.items()) + "}").encode()


def _json(value):
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # Halves of surrogate pairs have no bytes: written as their numbers.
    return "".join(f"\\u{ord(unit):04x}" if 0xD800 <= ord(unit) <= 0xDFFF else unit for unit in text)


def _key(key):
    if not isinstance(key, str) or not 1 <= len(key) <= KEY_CHARS_MAX:
        raise TypeError(f"store: a key is a string of 1 to {KEY_CHARS_MAX} characters")
    return key


def main():
    entry = sys.argv[1]
    with os.fdopen(os.dup(3), "rb") as wire:
        given = json.loads(wire.readline())
    store = Store(given["initial"], given["bounds"]["keysMax"], given["bounds"]["bytesMax"])
    builtins.store = store
    sys.argv = [entry]
    sys.path[0] = os.path.dirname(entry)
    try:
        runpy.run_path(entry, run_name="__main__")
    finally:
        with os.fdopen(os.dup(3), "wb") as wire:
            wire.write(json.dumps({"store": store.changed()}).encode() + b"\n")


main()
