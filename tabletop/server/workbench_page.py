"""The author's page: text side by side, forms, and no script. It is for 127.0.0.1 alone."""

import secrets
import traceback
from collections.abc import Awaitable, Callable, Iterable, Mapping
from html import escape
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tabletop.cpu.players import DEFAULT_LEVEL, LEVELS
from tabletop.guard.failures import PluginError
from tabletop.server.app import Doorkeeper
from tabletop.server.doors import Doors
from tabletop.server.pages import HEADERS, POLICY
from tabletop.server.protocol import MOST_BYTES
from tabletop.server.served import TooMuch, body_of
from tabletop.server.workbench import Workbench

_POLICY: Final = POLICY.replace("script-src 'self'; ", "").replace("form-action 'none'", "form-action 'self'")
_HEADERS: Final = {**HEADERS, "Content-Security-Policy": _POLICY, "Cache-Control": "no-store"}
_STYLE: Final = """body { font-family: sans-serif } pre { overflow-x: auto; background: #eee; padding: .5em }
main { display: flex; flex-wrap: wrap; gap: 1em } section { flex: 1 1 20em; border: 1px solid; padding: 0 1em }
td, th { text-align: left; padding: 0 1em; font-family: monospace } form { display: inline } .wrong { color: #b00 }
"""


def workbench_application(bench: Workbench, key: str) -> Starlette:
    """The application. ``key``: part of every address of it."""
    page = _Page(bench, key)
    routes = [
        Route("/", page.nothing),
        Route("/debug/{key}", page.show),
        Route("/debug/{key}/state.json", page.json),
        Route("/debug/{key}/style.css", page.style),
        Route("/debug/{key}", page.do, methods=["POST"]),
    ]
    app = Starlette(routes=routes)
    app.add_middleware(Doorkeeper, doors=Doors([]))
    return app


Answer = Callable[[Request], Awaitable[Response]]


class _Page:
    """Requests to one workbench."""

    def __init__(self, bench: Workbench, key: str) -> None:
        self._bench = bench
        self._key = key
        self._wrong: BaseException | None = None
        """what the last step failed with"""

    def _knows(self, request: Request) -> bool:
        return secrets.compare_digest(request.path_params["key"].encode(), self._key.encode())

    async def nothing(self, _request: Request) -> Response:
        """Whoever comes without the link."""
        text = "This is an author's workbench: open the link that “tabletop serve --debug” has shown.\n"
        return Response(text, media_type="text/plain; charset=utf-8", headers=_HEADERS)

    async def show(self, request: Request) -> Response:
        """The page, of the match now or after ``?at=N`` events."""
        if not self._knows(request):
            return Response("there is no such page\n", 404, headers=_HEADERS)
        wrong, self._wrong = self._wrong, None
        try:
            body = "".join(_body(self._bench, self._key, _at(request, self._bench), wrong))
        except (ValueError, PluginError) as error:
            body = _failure(error) + _buttons(self._bench, self._key)
        head = (
            f'<meta charset="utf-8"><title>Workbench</title><link rel="stylesheet" href="/debug/{self._key}/style.css">'
        )
        text = f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>'
        return Response(text, media_type="text/html; charset=utf-8", headers=_HEADERS)

    async def style(self, _request: Request) -> Response:
        """How it looks."""
        return Response(_STYLE, media_type="text/css", headers=_HEADERS)

    async def json(self, request: Request) -> Response:
        """All of it as JSON."""
        if not self._knows(request):
            return JSONResponse({"error": "there is no such page"}, 404, headers=_HEADERS)
        try:
            return JSONResponse(self._bench.json(_at(request, self._bench)), headers=_HEADERS)
        except (ValueError, PluginError) as error:
            return JSONResponse({"error": str(error)}, 422, headers=_HEADERS)

    async def do(self, request: Request) -> Response:
        """Does what a form says, and shows what came of it."""
        if not self._knows(request):
            return Response("there is no such page\n", 404, headers=_HEADERS)
        try:
            body = await body_of(request, MOST_BYTES)
            _do(self._bench, dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)))
        except TooMuch:
            return Response("that is too much\n", 413, headers=_HEADERS)
        except (ValueError, PluginError) as error:
            self._wrong = error
        return Response(status_code=303, headers={**_HEADERS, "Location": f"/debug/{self._key}"})


def _at(request: Request, bench: Workbench) -> int | None:
    """After how many events; None: now. Raises ValueError."""
    text = request.query_params.get("at")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and int(text) <= bench.events):
        raise ValueError(f"There are {bench.events} events: ?at=0 to ?at={bench.events}.")
    return int(text)


def _do(bench: Workbench, form: Mapping[str, str]) -> None:
    """Raises ValueError and PluginFailure."""
    what = form.get("do")
    if what == "step":
        bench.step(form.get("level") or DEFAULT_LEVEL)
    elif what == "play":
        bench.play(_number(form, "seat") - 1, form.get("text", ""))
    elif what == "jump":
        bench.jump(_number(form, "at"))
    elif what == "new":
        bench.begin(_number(form, "seed"))
    else:
        raise ValueError("Nothing of that name can be done.")


def _number(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise ValueError(f"“{name}” has to be a number.")
    return int(text)


def _body(bench: Workbench, key: str, at: int | None, wrong: BaseException | None) -> Iterable[str]:
    shown = bench.events if at is None else at
    yield f"<h1>{escape(bench.listing.title)}</h1><p>After {shown} of {bench.events} events; seed {bench.seed}. "
    for text, place in (("first", 0), ("back", shown - 1), ("on", shown + 1), ("last", bench.events)):
        if 0 <= place <= bench.events:
            yield f'<a href="/debug/{key}?at={place}">{text}</a> '
    yield f'<a href="/debug/{key}/state.json?at={shown}">JSON</a></p>'
    if wrong is not None:
        yield _failure(wrong)
    if (question := bench.table.question) is not None:
        yield f"<p>Asked for a {question.kind}: seat {', '.join(str(seat + 1) for seat in question.seats)}.</p>"
    yield _buttons(bench, key) if shown == bench.events else _form(key, "jump", "Go on from here", at=shown)
    yield "<main>"
    for number, (seen, drawn) in enumerate(bench.looks(at), 1):
        yield f"<section><h2>{f'Seat {number}' if number <= bench.seats else 'Bystander'}</h2>"
        yield f"<pre>{escape(drawn)}</pre>" if drawn else ""
        yield "".join(f"<p>{escape(line)}</p>" for line in seen.words)
        if seen.moves and shown == bench.events:
            for move in seen.moves:
                yield _form(key, "play", move.spoken, seat=number, text=move.text) + " "
        yield "</section>"
    yield "</main><h2>Events, as each reads them</h2><table>"
    titles = ("", "event", *(f"seat {number + 1}" for number in range(bench.seats)), "bystander")
    yield _row("th", titles)
    for number, reading in enumerate(bench.readings(), 1):
        yield _row("td", (str(number), *reading))
    yield "</table>"


def _row(kind: str, texts: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(text)}</{kind}>" for text in texts) + "</tr>"


def _buttons(bench: Workbench, key: str) -> str:
    levels = "".join(_form(key, "step", f"Step ({level})", level=level) + " " for level in ("random", *LEVELS))
    again = _form(key, "new", "Begin anew", seed=bench.seed) + " "
    return f"<p>{levels}{again}{_form(key, 'new', 'Other dice', seed=bench.seed + 1)}</p>"


def _form(key: str, do: str, title: str, **fields: Any) -> str:
    hidden = "".join(
        f'<input type="hidden" name="{name}" value="{escape(str(value))}">'
        for name, value in {"do": do, **fields}.items()
    )
    return f'<form method="post" action="/debug/{key}">{hidden}<button>{escape(title)}</button></form>'


def _failure(error: BaseException) -> str:
    """What went wrong, with the traceback of a plugin's error for its author."""
    trace = "" if error.__cause__ is None else "".join(traceback.format_exception(error.__cause__))
    return f'<p class="wrong">{escape(str(error))}</p>' + (f"<pre>{escape(trace)}</pre>" if trace else "")
