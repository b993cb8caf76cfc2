"""What stands before the rooms: games, open rooms, the home's past. See docs/reference/lobby.md."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from tabletop.complaints import explain
from tabletop.guard.failures import PluginError
from tabletop.i18n import Texts
from tabletop.server import shelf
from tabletop.server.house import House
from tabletop.server.limits import TooOften
from tabletop.server.parlour import Parlour
from tabletop.server.past import Past
from tabletop.server.served import Forbidden, Served, body_of, problem
from tabletop.unsaved import SaveError

_ = Texts(__file__)

VERSION: Final = 1
_NO_STORE: Final = {"Cache-Control": "no-store"}
_MOST_BYTES: Final = 20_000
_MOST_CHANGES: Final = 50
Answer = Callable[[Request, Served], Awaitable[Any]]


def _route(path: str, answer: Answer, method: str = "GET", status: int = 200) -> BaseRoute:
    """A route whose failures are sentences."""

    async def respond(request: Request) -> Response:
        try:
            return JSONResponse(await answer(request, request.app.state.served), status, headers=_NO_STORE)
        except Forbidden:
            return problem(401, _("That is only for who has the house's token."))
        except KeyError:
            return problem(404, _("There is no such thing here."))
        except TooOften as why:
            return problem(429, str(why))
        except (ValueError, PluginError, SaveError) as why:
            return problem(422, str(why))

    return Route(path, respond, methods=[method])


def routes() -> list[BaseRoute]:
    """What the server answers beside its page, its socket and the making of rooms."""
    return [
        _route("/api/lobby", _lobby),
        _route("/api/games/{game}", _game),
        _route("/api/games/{game}/lessons/{lesson}", _lesson),
        _route("/api/rooms/{room}/seats", _sit, "POST", 201),
        _route("/api/mine", _mine),
        _route("/api/matches", _matches),
        _route("/api/matches/{match}", _match),
        _route("/api/matches/{match}/{position:int}", _position),
        _route("/api/statistics", _statistics),
        _route("/api/settings", _settings),
        _route("/api/settings", _change, "PUT"),
    ]


class _Sitting(BaseModel):
    """Who sits down: the body of ``POST /api/rooms/ROOM/seats``."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(default="", max_length=200)


async def _read(request: Request, served: Served, work: Callable[[Past], Any]) -> Any:
    return await served.library.read(work, request.query_params.get("language", "en"))


def _number(request: Request, name: str, usual: int, most: int) -> int:
    """A number of the query. Raises ValueError with a sentence."""
    text = request.query_params.get(name, str(usual))
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most):
        raise ValueError(_("“{name}” should be a number from 1 to {most}.").format(name=name, most=most))
    return int(text)


# For everybody


async def _lobby(request: Request, served: Served) -> Any:
    rooms = [_room(served.house, parlour) for parlour in served.house.parlours if _is_listed(parlour)]
    games = await _read(request, served, lambda past: shelf.games(past.host))
    titles = {game["id"]: game["title"] for game in games}
    for room in rooms:
        room["title"] = titles.get(room["game"], room["game"])
    makes = served.house.limits.anybody or served.is_house(request)
    return {"version": VERSION, "house": served.is_house(request), "makes": makes, "games": games, "rooms": rooms}


def _is_listed(parlour: Parlour) -> bool:
    row = parlour.row
    waits = row.match is None and not row.closed and not row.locked
    return row.listed and waits and bool(row.free)


def _room(house: House, parlour: Parlour) -> dict[str, Any]:
    row = parlour.row
    chairs = [{"name": chair.name, "level": chair.level, "open": chair.open} for chair in row.chairs]
    return {"room": row.id, "game": house.called(row.game), "seats": chairs, "fair": row.fair}


async def _game(request: Request, served: Served) -> Any:
    name, seats = request.path_params["game"], _number(request, "seats", 2, 100)
    return await _read(request, served, lambda past: shelf.about(past.host, name, seats))


async def _lesson(request: Request, served: Served) -> Any:
    game, lesson = request.path_params["game"], request.path_params["lesson"]
    width = _number(request, "width", 600, 900)
    return await _read(request, served, lambda past: shelf.lesson(past.host, game, lesson, width))


async def _sit(request: Request, served: Served) -> Any:
    served.callers_sitting.check(request.client.host if request.client else "")
    try:
        name = _Sitting.model_validate_json(await body_of(request, _MOST_BYTES)).name
    except ValidationError as error:
        raise ValueError(explain(error)) from None
    seat, token = served.house.sit(request.path_params["room"], name)
    return {"seat": seat + 1, "token": token}


# A guest's own


async def _mine(request: Request, served: Served) -> Any:
    """The match that the bearer's token sits in."""
    match = served.match_of(request)
    if match is None:
        return {"match": None}
    over = await _read(request, served, lambda past: past.over(match))
    title = await _read(request, served, lambda past: past.title(match))
    return {"match": match if over else None, "title": title, "over": over}


async def _open_to(request: Request, served: Served) -> None:
    """Raises Forbidden where the match isn't open to whoever asks: to the house, and to who played it to its end."""
    if served.is_house(request):
        return
    if served.match_of(request) != request.path_params["match"]:
        raise Forbidden
    match = request.path_params["match"]
    if not await _read(request, served, lambda past: past.over(match)):
        raise Forbidden


async def _match(request: Request, served: Served) -> Any:
    await _open_to(request, served)
    match = request.path_params["match"]
    return await _read(request, served, lambda past: past.match(match))


async def _position(request: Request, served: Served) -> Any:
    await _open_to(request, served)
    match, at = request.path_params["match"], request.path_params["position"]
    width = _number(request, "width", 600, 900)
    return await _read(request, served, lambda past: past.position(match, at, width))


# For the house


async def _matches(request: Request, served: Served) -> Any:
    served.check_house(request)
    text, limit = request.query_params.get("find", ""), _number(request, "limit", 20, 200)
    return await _read(request, served, lambda past: past.matches(text, limit))


async def _statistics(request: Request, served: Served) -> Any:
    served.check_house(request)
    return await _read(request, served, Past.statistics)


async def _settings(request: Request, served: Served) -> Any:
    served.check_house(request)
    return await _read(request, served, Past.settings)


async def _change(request: Request, served: Served) -> Any:
    served.check_house(request)
    changes = [
        line for line in (await body_of(request, _MOST_BYTES)).decode("utf-8", "replace").splitlines() if line.strip()
    ]
    if not 1 <= len(changes) <= _MOST_CHANGES:
        raise ValueError(_("Send each setting in a line of its own, such as speed=fast."))
    return await _read(request, served, lambda past: past.change(changes))
