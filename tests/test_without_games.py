"""A host without games says where games come from, and offers those that came with it."""

import pytest
from scripted import ScriptedConsole

from tabletop.cli import run
from tabletop.plugins.find import origin
from tabletop.plugins.find.catalogue import Catalogue
from tabletop.saves import Home, Settings
from tabletop.terminal.menu import Menu
from tabletop.terminal.session import Session

WHERE = "No game is installed. Games are plugins: “tabletop plugins install” takes a folder, a wheel or a git URL."


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """What the host was installed from."""
    for place, name in {"pig": "tabletop-pig", "bigpig": "tabletop_bigpig", "alien": "alien", "odd": ""}.items():
        (tmp_path / "src" / "plugins" / place).mkdir(parents=True)
        (tmp_path / "src" / "plugins" / place / "pyproject.toml").write_text(f'[project]\nname = "{name}"\n')
    monkeypatch.setattr(origin, "_origin", lambda: tmp_path / "src")
    monkeypatch.setattr(Catalogue, "installed", lambda _environ=None: Catalogue([]))
    return tmp_path / "src"


def test_the_games_of_a_folder_are_found(folder):
    assert origin.own_games() == [folder / "plugins" / "pig", folder / "plugins" / "bigpig"]


def test_the_games_beside_a_wheel_are_found(tmp_path):
    for name in ("tabletop_host-1-py3-none-any.whl", "tabletop_pig-1-py3-none-any.whl", "other-1-py3-none-any.whl"):
        (tmp_path / name).touch()
    assert origin.own_games(tmp_path / "tabletop_host-1-py3-none-any.whl") == [
        tmp_path / "tabletop_pig-1-py3-none-any.whl"
    ]


def test_games_says_where_games_come_from(folder, capsys):
    assert run(["games"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{WHERE}\n")
    assert f"tabletop plugins install {folder}/plugins/pig {folder}/plugins/bigpig\n" in out


def test_so_does_who_wants_to_play(folder, capsys):
    assert run(["play", "pig"]) == 2
    assert capsys.readouterr().err.startswith(f"tabletop: There is no game “pig”. {WHERE} Tabletop's own are here: ")


def test_from_an_index_nothing_is_offered(monkeypatch):
    monkeypatch.setattr(origin, "_origin", lambda: None)
    assert origin.without_games() == [WHERE]


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_the_menu_offers_to_install_them(folder, tmp_path, monkeypatch, answer):
    wanted = []
    monkeypatch.setattr("tabletop.terminal.plugins_page.PluginsPage.install", lambda _page, paths: wanted.append(paths))
    console = ScriptedConsole(["new", answer, "quit"])
    Menu(Session(console, Catalogue([]), Home(tmp_path / "home"), Settings())).run()
    assert console.left == 0
    assert WHERE in console.text
    assert wanted == [[f"{folder}/plugins/pig", f"{folder}/plugins/bigpig"]] * (answer == "yes")
