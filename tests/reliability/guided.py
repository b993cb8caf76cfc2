"""Bytes that atheris makes, guided by which lines of a parser they reach: ``python guided.py PARSER RUNS FOLDER``."""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["tabletop"]):
    from parsers import SAMPLES, read_or_refuse


def main(name, runs, folder):
    for number, data in enumerate(SAMPLES[name]):
        (folder / str(number)).write_bytes(data)
    arguments = [sys.argv[0], f"-runs={runs}", "-max_len=4000", "-timeout=60", f"-artifact_prefix={folder}/", folder]
    atheris.Setup([str(argument) for argument in arguments], lambda data: read_or_refuse(name, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
