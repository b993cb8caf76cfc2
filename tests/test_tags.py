"""The tags of a manifest are shown with the games, and found."""

import pytest
from click.testing import CliRunner

from tabletop.cli import tabletop
from tabletop.i18n import speaking
from tabletop.plugins.find.catalogue import Catalogue


def test_games_are_listed_with_their_tags():
    lines = CliRunner().invoke(tabletop, ["games"]).output.splitlines()
    assert any(line.startswith("pig ") and "dice" in line and "push your luck" in line for line in lines)


@pytest.mark.parametrize(("text", "found"), [("dice", "pig"), ("HIDDEN hands", "passing"), ("luck dice", "pig")])
def test_games_are_found_by_their_tags(text, found):
    output = CliRunner().invoke(tabletop, ["games", "--find", text]).output
    assert found in output
    assert ("pig" in output) != ("passing" in output)


def test_a_tag_is_found_in_the_language_in_use_and_in_english():
    pig = Catalogue.installed().find("pig")
    with speaking("de"):
        assert pig.tags[0] != "dice"
        assert pig.fits(pig.tags[0])
        assert pig.fits("dice")


def test_nothing_found_is_said():
    assert not any(game.fits("chess") for game in Catalogue.installed().games)
    result = CliRunner().invoke(tabletop, ["games", "--find", "chess"])
    assert result.exit_code
