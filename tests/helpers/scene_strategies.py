"""Any scene, for tests of those who draw and tell them."""

from hypothesis import strategies as st

from tabletop.lines import harmless
from tabletop.pieces.scenes import Grid, Piece, Pieces, Sheet, Text, Track, Train

short = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=12)
words = (
    st.lists(short, max_size=6)
    .map(" ".join)
    .filter(
        lambda text: harmless(text) == text and not (">" in text and "<" in text) and not ("&" in text and ";" in text)
    )
)
tile_texts = st.builds("{}-{}".format, st.integers(0, 15), st.integers(0, 15))
pieces = st.one_of(
    st.builds(Piece, st.just("tile"), tile_texts, marks=st.sampled_from(((), ("left",), ("left", "right"), ("new",)))),
    st.builds(Piece, st.just("die"), st.integers(1, 20).map(str)),
    st.builds(Piece, st.sampled_from(("card", "stone", "letter", "heap", "back")), words, words),
)
rows_of = st.integers(1, 5).flatmap(
    lambda width: st.builds(
        Sheet,
        words,
        st.tuples(*[words] * width),
        st.lists(st.tuples(*[words] * width), max_size=30).map(tuple),
        st.sampled_from(((), ("Total", *["7"] * (width - 1)))),
    )
)
grids = st.integers(0, 4).flatmap(
    lambda width: st.builds(
        Grid, words, st.lists(st.tuples(*[st.one_of(st.none(), pieces)] * width), max_size=4).map(tuple)
    )
)
tracks = st.lists(st.tuples(words, st.integers(-5, 90)), max_size=4).map(
    lambda steps: Track("race", tuple(name for name, _n in steps), tuple(n for _name, n in steps), 50)
)
halves = st.integers(0, 12)
blocks = st.one_of(
    st.builds(Text, words),
    st.builds(Pieces, words, st.lists(pieces, max_size=12).map(tuple)),
    st.builds(Train, words, st.lists(st.tuples(halves, halves), max_size=40).map(tuple)),
    rows_of,
    grids,
    tracks,
)
some_scenes = st.lists(blocks, max_size=5).map(tuple)
