"""A player of Pig in Python, without Tabletop: it holds at 20 points, or at so many as its option says."""

import json
import sys

hold_at = 20
seat = 0


def say(**message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        option = {"name": "hold_at", "type": "integer", "default": 20, "min": 1, "max": 1000}
        say(type="hello", protocol=1, name="Hold in Python", options=[option])
    elif said["type"] == "options":
        hold_at = said["values"]["hold_at"]
    elif said["type"] == "ready":
        say(type="ready")
    elif said["type"] == "ping":
        say(type="pong", n=said["n"])
    elif said["type"] == "new":
        seat, target = said["seat"] - 1, said["options"]["target"]
    elif said["type"] == "choose":
        position = said["position"]
        points = position["view"]["turn_points"]
        enough = points >= hold_at or position["view"]["banked"][seat] + points >= target
        move = "hold" if enough and "hold" in position["moves"] else position["moves"][0]
        say(type="answer", n=said["n"], move=move)
    elif said["type"] == "quit":
        break
