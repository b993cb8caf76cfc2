"""The page in a browser: files of this package, as they are, and what stands on them in each language."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from tabletop.i18n import languages, speaking
from tabletop.server.page_texts import page_texts

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_FOLDER: Final = Path(__file__).parent / "page"
_KINDS: Final = {".css": "text/css", ".js": "text/javascript"}
START: Final = "index.html"


@lru_cache(maxsize=16)
def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


async def _start(_request: Request) -> Response:
    headers = {**HEADERS, "Cache-Control": "no-store"}
    return Response(_read(START), media_type="text/html; charset=utf-8", headers=headers)


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    kind = _KINDS.get(Path(name).suffix)
    if kind is None or name not in {path.name for path in _FOLDER.iterdir()}:
        return Response("there is no such page\n", 404, headers=HEADERS)
    headers = {**HEADERS, "Cache-Control": "no-cache"}
    return Response(_read(name), media_type=f"{kind}; charset=utf-8", headers=headers)


async def _texts(request: Request) -> Response:
    code = request.path_params["code"]
    if code not in languages():
        return Response("there is no such language\n", 404, headers=HEADERS)
    with speaking(code):
        found = page_texts()
    return JSONResponse(found, headers={**HEADERS, "Cache-Control": "no-cache"})


def routes() -> list[BaseRoute]:
    """What of the server is the page."""
    return [Route("/", _start), Route("/page/{name}", _file), Route("/page/texts/{code}.json", _texts)]
