"""Runs the command in forked processes, each of which gets a SIGINT as one module after another is looked for.

Standard output has a line of JSON for each: at which module, how it ended, what it wrote. Arguments: how many moments
are tried at most, then those of the command.
"""

import json
import os
import signal
import sys
import tempfile


class Moments:
    """Counts the modules that are looked for, and interrupts at one of them."""

    def __init__(self, last=None):
        self.count = 0
        self.last = last

    def find_spec(self, name, path=None, target=None):
        self.count += 1
        if self.count == self.last:
            signal.raise_signal(signal.SIGINT)


def main(moments):
    """The command from its first line on, as the interpreter runs it; returns the exit code."""
    from tabletop.__main__ import main

    sys.meta_path.insert(0, moments)
    try:
        main()
    except SystemExit as leaving:
        return leaving.code or 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return -1
    return 0


def forked(moments):
    """Exit code, number of moments, output and errors of the command in a process of its own."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as count:
        child = os.fork()
        if child == 0:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            code = main(moments)
            sys.stdout.flush()
            os.write(count.fileno(), str(moments.count).encode())
            os._exit(code % 256)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = []
        for file in (count, out, err):
            file.seek(0)
            texts.append(file.read().decode())
        return status, *texts


def chosen(total, most):
    """The first and the last moments, and some between them."""
    return sorted({1, 2, 3, total - 1, total, *range(1, total, max(1, total // most))})


if __name__ == "__main__":
    most = int(sys.argv.pop(1))
    forked(Moments())  # the first run keeps what it finds, so that the others look for less
    code, total, _out, err = forked(Moments())
    assert (code, err) == (0, ""), err
    for moment in chosen(int(total), most):
        code, _count, out, err = forked(Moments(moment))
        print(json.dumps({"moment": moment, "code": code, "out": out, "err": err}), flush=True)
