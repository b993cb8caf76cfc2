"""Messages that mean no good, to a server."""

import json


def hostile(rng, real):
    """A message that means no good: a good one spoiled, or something else altogether."""
    text = json.dumps(rng.choice(real))
    kind = rng.randrange(5)
    if kind == 0:
        at = rng.randrange(len(text))
        return text[:at] + chr(rng.choice((0, 34, 92, 123, 0xD7FF, 0x202E, 0x1F600))) + text[at + rng.randrange(3) :]
    if kind == 1:
        return text[: rng.randrange(len(text))]
    said = dict(rng.choice(real))
    name = rng.choice(list(said))
    said[name] = rng.choice((None, -1, 2**63, 1e308, "", "../../etc/passwd", "\n" * 400, [], {"a": [[]]}, True, "*"))
    if kind == 2:
        said[rng.choice(("seat", "serial", "at", "what"))] = rng.choice((0, 1, 99, 2**53, "host", "kick", None))
    return "[" * 500 if kind == 4 and not rng.randrange(20) else json.dumps(said)


REAL = (
    *({"type": "answer", "id": 1, "seat": 0, "text": text, "serial": 1} for text in ("roll", "hold", "* 6", "1 roll")),
    *({"type": "ask", "id": 2, "what": what, "at": 1, "text": "roll"} for what in ("look", "log", "round", "summary")),
    *({"type": "command", "id": 3, "what": what, "seat": 0, "text": "cpu:easy"} for what in ("seat", "host", "undo")),
    {"type": "chat", "text": "hello"},
    {"type": "confirm", "id": 4, "serial": 1},
    {"type": "ping", "id": 5},
    {"type": "hello", "version": 1, "token": "x", "name": "x", "language": "en", "since": 0},
)
