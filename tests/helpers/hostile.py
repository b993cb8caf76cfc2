"""A player that does whatever its argument says: run by its file, without Tabletop."""

import json
import os
import signal
import subprocess
import sys

WHAT = sys.argv[1]
BOUND = 200_000
"""So much is enough to flood; more would only cost time."""


def say(**message):
    print(json.dumps(message), flush=True)


def raw(data):
    os.write(1, data)


def answer(question, **more):
    say(**{"type": "answer", "n": question["n"], "move": question["position"]["moves"][0], **more})


def alone():
    """Waits for ever, whatever it is told."""
    while True:
        signal.pause()


def silent(question):
    alone()


def chatters(question):
    while True:
        say(type="info", text="x" * 100)


def babbles(question):
    raw(b"I think I shall roll\n")


def long_line(question):
    for _again in range(10 * 1024 * 1024 // BOUND):
        raw(b"x" * BOUND)
    answer(question)


def nul(question):
    raw(b"\0" * 100 + b"\n")


def bytes_of_no_text(question):
    raw(b'{"type":"answer","move":"\xff\xfe"}\n')


def half(question):
    raw(b'{"type":x}\n')


def empty(question):
    raw(b"\n")


def deep(question):
    raw(b"[" * 60_000 + b"\n")


def forks(question):
    """Leaves children behind that have a session of their own and close their pipes, and children of theirs."""
    code = "import os, time; os.setsid(); os.fork(); time.sleep(600)"
    for pipes in ({}, {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}):
        subprocess.Popen([sys.executable, "-I", "-S", "-c", code], **pipes)
    answer(question)


def stubborn(question):
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    alone()


def dies(question):
    os._exit(3)


def dies_once(question):
    if question["n"] % 2:
        os._exit(3)
    answer(question)


def twice(question):
    answer(question)
    answer(question)


def other_match(question):
    answer(question, match="999", move="nonsense")
    answer(question, n=question["n"] + 7, move="nonsense")
    answer(question)


def only_other_match(question):
    answer(question, match="999")
    alone()


def illegal(question):
    answer(question, move="fly \x1b[2J to the moon")


def no_move(question):
    answer(question, move=["roll"])


def no_number(question):
    say(type="answer", move=question["position"]["moves"][0])


def refuses(question):
    say(type="error", why="I don't want to \x1b[2J any more")
    alone()


def hungry(question):
    held = bytearray(4 * 1024**3)
    held[-1] = 1
    answer(question)


def shouts(question):
    os.write(2, b"oh no\n" + b"x" * 300_000)
    answer(question)


def envious(question):
    os.write(2, json.dumps(dict(os.environ)).encode() + b"\n")
    answer(question)


def deaf(question):
    answer(question)
    alone()


def chooses(question):
    answer(question, value=0.75, note="the first one")


def odd_value(question):
    answer(question, value="much", note=7)


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        if WHAT == "mute":
            alone()
        if WHAT == "stillborn":
            os._exit(9)
        say(type="hello", protocol=2 if WHAT == "modern" else 1, name="Hostile")
    elif told["type"] == "ready":
        say(type="ready")
    elif told["type"] == "ping":
        say(type="pong", n=told["n"])
    elif told["type"] == "choose":
        globals()[WHAT](told)
    elif told["type"] == "quit" and WHAT != "clings":
        break
