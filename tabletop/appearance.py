"""What people see and read of a game: pictures and words, made from what a reader may know.

None of it takes part in the rules: where one of these fails, the host does without its answer and the match goes on.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from tabletop.i18n import Texts
from tabletop.pieces.scenes import Scene
from tabletop.style import Detail, Style

_ = Texts(__file__)

S = TypeVar("S")
V = TypeVar("V")


class Appearance(Generic[S, V]):
    """How a game looks, reads and is looked back at. All of it is optional.

    What is made from a view alone must find in it whose view it is, where that matters. Texts about players are made
    with ``who``: each reader gets their names, and is called “you”. In a picture a line that has become too long by a
    name is folded, so that names don't stand in columns.
    """

    texts: ClassVar[Texts] = _
    """Translates the game's own texts: titles of options, names of presets, measures."""
    measure_texts: ClassVar[Mapping[str, str]] = {}
    """What ``measures`` counts, each with a text such as ``{value:.1f} points per turn``."""

    def picture(self, view: V, style: Style) -> str:
        """The table as ``view`` shows it, at most ``style.width`` columns wide, without escape codes.

        By default that is the scene drawn, or the words where there is none.
        """
        from tabletop.pieces import scene_text

        scene = self.scene(view)
        return "\n".join(self.words(view)) if scene is None else scene_text.text(scene, style)

    def event_picture(self, event: str, style: Style) -> str:
        """What an event (its text as a seat may see it) looks like, dice for instance; empty without a picture."""
        return ""

    def words(self, view: V) -> Sequence[str]:
        """The same as the picture in sentences, the most important first. By default those of the scene."""
        from tabletop.pieces import scene_words

        scene = self.scene(view)
        return () if scene is None else scene_words.words(scene)

    def table_aloud(self, view: V, detail: Detail) -> Sequence[str]:
        """The table in sentences for who listens: the host tells those of a turn's beginning that are new, and not the
        scores. By default the status and all words; terse: none. (Since API 1.1.)
        """
        return () if detail == "terse" else [*self.status(view), *words_aloud(self, view)]

    def scene(self, view: V) -> Scene | None:
        """The table as values that the host draws for every screen; None: ``picture``, ``words``. (Since API 1.1.)

        A track without a label whose values are the scores is left out where the scores stand beside it.
        """
        return None

    def event_scene(self, before: V, event: str, after: V) -> Scene | None:
        """What an event looks like, as ``event_picture``; None: that is shown. A terminal shows it of what chance gave,
        who draws scenes itself gets it of moves too. (Since API 1.1.)
        """
        return None

    def summary(self, view: V) -> Scene | None:
        """A place to stop and look: not None from the end of a round until chance goes on. (Since API 1.1.)

        Every person at a screen goes on from it by a key; nothing is written, and a restart shows it again. When the
        match is over it comes before the result.
        """
        return None

    def status(self, view: V) -> Sequence[str]:
        """What must stay in sight beside the score and whose turn it is, in a few words each. (Since API 1.1.)"""
        return ()

    def queries(self, view: V) -> Mapping[str, str]:
        """What can be asked at the table beside the score and whose turn it is: a word in lower case, its answer.

        For people who don't see the screen, or don't want to search it; ``hand`` and ``ends``, for instance.
        """
        return {}

    def tell(self, before: V, event: str, after: V) -> str:
        """What an event (the text of a move, or of an outcome, as the seat may read it) did, in a few words.

        A text that begins with ``who`` is a whole sentence; any other is a predicate, and the host puts the name of the
        player before that of a move.
        """
        return event

    def aloud(self, before: V, event: str, after: V, detail: Detail) -> str | None:
        """An event (as for ``tell``) in one whole sentence for who listens, best made with ``who``: “CPU 2 rolls 4: 8
        this turn.” (Since API 1.1.)

        Empty where nothing is to be said, as of a move that chance answers at once: what chance gave says it with who
        moved. By default the host makes a sentence of ``tell``.
        """
        return None


def words_aloud(game: Appearance[Any, V], view: V) -> Sequence[str]:
    """The words of a game for who listens: those of its scene name tiles as moves do."""
    if game.__class__.words is Appearance.words and (scene := game.scene(view)) is not None:
        from tabletop.pieces import scene_words

        return scene_words.words(scene, as_moves=True)
    return game.words(view)
