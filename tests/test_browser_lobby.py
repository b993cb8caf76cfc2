"""What stands before the tables, in a real browser: each page, by keyboard, in each language, and a match alone."""

import json
import urllib.request
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import AXE, LANGUAGES, TOKEN, Ground, browser, enter, ground, over, play_to_the_end
from playwright.sync_api import expect

from tabletop.plugins.find.catalogue import Catalogue
from tabletop.plugins.find.folder import plugin_in

__all__ = ["browser", "enter", "ground"]

PAGES = ("lobby", "game=passing-game", "lesson=pig/turn", "matches", "statistics", "settings")
HOSTILE = "<img src=x onerror='window.hacked=1'>"


def at_home(ground, enter, page="", **how):
    """The lobby, for who has the house's token."""
    found = enter(f"{ground.address}/#house={TOKEN}", **how)
    found.wait_for_selector("#lobby h2")
    if page:
        found.evaluate("page => { location.hash = page; }", page)
        shown(found, page)
    return found


def shown(page, wanted):
    """Waits for a page of the lobby."""
    page.wait_for_function(
        "page => location.hash.startsWith('#' + page) && document.querySelector('#lobby h2')", arg=wanted
    )


def start(page, target):
    """A match of Ada alone against an easy CPU player, from the form of a game's page."""
    page.fill("#who", "Ada")
    page.select_option("#seat-2", "cpu:easy")
    page.click("summary:has-text('House rules')")
    page.fill("#rule-target", str(target))
    page.click("form.match button.act")
    page.wait_for_selector("#people li")


def test_the_first_page_is_small_and_its_address_keeps_no_token(ground, enter):
    page = enter("about:blank")
    got = []
    page.on("response", lambda answer: got.append((answer.url, len(answer.body()))))
    page.goto(f"{ground.address}/#house={TOKEN}")
    page.wait_for_selector("#lobby .games li")
    expect(page.locator(".games li")).to_have_count(5)
    page.wait_for_load_state("networkidle")
    assert len(got) < 10
    assert sum(size for _url, size in got) < 150_000
    assert TOKEN not in page.url
    assert page.locator("#lobby button", has_text="Choose").count() == 1


def test_one_person_alone_plays_and_looks_at_the_match_again(ground, enter):
    page = at_home(ground, enter)
    page.select_option("#game", "pig")
    page.press("#game", "Enter")
    page.click("form.line button")
    page.wait_for_selector("form.match")
    start(page, 4)
    play_to_the_end([page], ("hold", "roll"))
    page.click("#home")
    page.click("text=Look at the match again")
    page.wait_for_selector(".viewer svg")
    events = int(page.locator("#position").get_attribute("max"))
    page.focus("#position")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".viewer .said")).to_have_text("Ada: rolls")
    assert page.url.endswith("/1")
    page.click("text=To the end")
    expect(page.locator(".viewer")).to_contain_text(f"{events} / {events}")
    link = page.url
    page.click("nav a:has-text('Statistics')")
    page.wait_for_selector("#lobby table")
    page.goto(link)
    page.wait_for_selector(".viewer svg")
    expect(page.locator(".viewer")).to_contain_text(f"{events} / {events}")
    page.click(".viewer summary")
    page.click(".told a >> nth=0")
    expect(page.locator("#position")).to_have_js_property("value", "1")
    page.click("nav a:has-text('Past matches')")
    expect(page.locator(".matches a")).to_contain_text("Ada")
    page.click("nav a:has-text('Statistics')")
    expect(page.locator("#lobby table")).to_contain_text("Ada")


def test_friends_get_links_and_whoever_comes_sits_down(ground, enter):
    page = at_home(ground, enter, "game=pig")
    page.wait_for_selector("form.match")
    page.fill("#who", "Ada")
    page.select_option("#seats", "3")
    page.select_option("#seat-2", "open")
    page.select_option("#seat-3", "anybody")
    page.click("form.match button.act")
    links = page.locator("#lobby input[readonly]")
    expect(links).to_have_count(3)
    friend = links.nth(0).input_value()
    page.click("text=To your seat")
    page.wait_for_selector("#people li")
    stranger = enter(ground.address)
    stranger.fill("#sitter", "Cleo")
    stranger.click("button:has-text('Sit down')")
    stranger.wait_for_selector("#people li")
    expect(page.locator("#people")).to_contain_text("Cleo")
    other = enter(friend)  # the seat that a link was sent for went to who came first; the other one is free
    expect(other.locator("#door, #people li").first).to_be_attached()
    expect(page.locator("#people li")).to_have_count(3)


def test_a_link_that_is_worth_nothing_is_told(ground, enter):
    page = enter(f"{ground.address}/#{'x' * 22}")
    page.fill("#name", "Ada")
    page.press("#name", "Enter")
    expect(page.locator("#state")).to_have_text("This link isn't valid any more: ask for a new one.")


def test_without_the_token_the_home_stays_closed(ground, enter):
    page = enter(ground.address)
    page.wait_for_selector("#lobby h2")
    assert page.locator("#game").count() == 0
    for name in ("matches", "statistics", "settings"):
        page.evaluate("page => { location.hash = page; }", name)
        expect(page.locator("#lobby .reply, #urgent").first).to_be_attached()
        expect(page.locator("#urgent")).to_contain_text("house's token")
    page.fill("#house", TOKEN)
    page.press("#house", "Enter")
    page.wait_for_selector("#setting-speed")


def test_settings_are_changed_and_a_wrong_one_is_told(ground, enter):
    page = at_home(ground, enter, "settings")
    page.wait_for_selector("#setting-speed")
    page.select_option("#setting-speed", "fast")
    page.click("#lobby form.match > button")
    expect(page.locator(".reply")).to_have_text("Saved.")
    expect(page.locator("#setting-speed")).to_have_value("fast")
    page.fill("#setting-language", "zz")
    page.click("#lobby form.match > button")
    expect(page.locator(".reply")).to_contain_text("zz")
    assert page.input_value("#setting-language") == "zz"


def test_a_lesson_is_taken_by_keyboard(ground, enter):
    page = at_home(ground, enter, "lesson=pig/turn")
    page.wait_for_selector("h3")
    for _step in range(30):
        answers = page.locator("#lobby .buttons button")
        if answers.count() and page.locator("#lobby section button:visible").last.is_visible():
            for number in range(answers.count()):
                answers.nth(number).press("Enter")
                if page.locator(".said", has_text="Right.").count():
                    break
            assert page.evaluate("document.activeElement.localName") == "button"
        forward = page.locator("#lobby section >> nth=0").locator("button:visible").last
        text = forward.inner_text()
        forward.press("Enter")
        if text == "The lesson is done":
            break
    shown(page, "game=pig")


@pytest.mark.parametrize("code", LANGUAGES)
def test_axe_finds_nothing_on_any_page(ground, enter, code):
    page = at_home(ground, enter, locale=code, viewport={"width": 320, "height": 700}, reduced_motion="reduce")
    assert page.evaluate("document.documentElement.lang") == code
    ground.room("pig", "open", "open", listed=True)
    for number, name in enumerate(PAGES):
        page.evaluate("page => { location.hash = page; }", name)
        shown(page, name)
        page.wait_for_load_state("networkidle")
        page.evaluate("for (const each of document.querySelectorAll('#lobby details')) each.open = true")
        wide, colours = ((320, "light"), (1_600, "dark"))[number % 2]
        page.set_viewport_size({"width": wide, "height": 900})
        page.evaluate("colours => { document.documentElement.dataset.colours = colours; }", colours)
        found = Axe().run(page, options=AXE).response["violations"]
        assert [(name, each["id"], each["nodes"][0]["html"]) for each in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= wide
        assert "undefined" not in page.locator("body").inner_text()


def test_markup_in_names_and_rules_changes_nothing(ground, enter):
    wish = {"game": "pig", "seats": ["open", "open", "open"], "listed": True}
    body, head = json.dumps(wish).encode(), {"Authorization": f"Bearer {TOKEN}"}
    with urllib.request.urlopen(urllib.request.Request(f"{ground.address}/api/rooms", body, head)) as answer:
        room = json.load(answer)["room"]
    name = json.dumps({"name": HOSTILE[:39]}).encode()
    urllib.request.urlopen(urllib.request.Request(f"{ground.address}/api/rooms/{room}/seats", name)).close()
    page = at_home(ground, enter)
    expect(page.locator("#lobby")).to_contain_text("<img src=x")
    left = """async html => {
        const { written } = await import("/page/lobby.js");
        document.querySelector("#lobby").append(...written(html));
        return [...document.querySelectorAll("#lobby a")].filter(each => /^javascript/i.test(each.href)).length;
    }"""
    page_of_plugin = (
        f"<p>{HOSTILE}</p><script>window.hacked=2</script><a href='javascript:window.hacked=3'>a</a>"
        "<svg onload=hacked=4><style>*{display:none}</style><iframe src='//evil.example'></iframe><form><input></form>"
        "<h1 onclick=hacked=5 style='position:fixed'>x</h1>"
    )
    assert page.evaluate(left, page_of_plugin) == 0
    assert page.evaluate("window.hacked ?? null") is None
    assert all("style" in said for said in enter.complaints)
    enter.complaints.clear()
    assert page.locator("#lobby").locator("img, script, svg, style, iframe, [onclick], [style]").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect-four", "farkle"])
def test_an_example_is_played_from_its_page_to_the_end(tmp_path, enter, game):
    """Games that were written without a line for the page."""
    folder = Path(__file__).parent.parent / "docs" / "examples" / game.replace("-", "_")
    served = Ground(tmp_path, Catalogue([plugin_in(folder)]))
    try:
        page = at_home(served, enter, f"game={game}")
        page.wait_for_selector("form.match")
        page.fill("#who", "Ada")
        page.select_option("#seat-2", "cpu:easy")
        page.click("form.match button.act")
        page.wait_for_selector("#people li")
        play_to_the_end([page], ("bank", "hold"))
        assert over(page)
    finally:
        served.stop()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pig", "pig-two-dice", "pig-doubles", "bigpig", "passing-game"])
def test_each_game_is_played_from_its_page_to_the_end(ground, enter, game):
    page = at_home(ground, enter, f"game={game}")
    page.wait_for_selector("form.match")
    start(page, 10)
    play_to_the_end([page], ("hold", "roll"))
    assert over(page)


def test_an_answer_that_is_sent_twice_is_played_once(ground, enter):
    page = at_home(ground, enter, "game=pig")
    page.wait_for_selector("form.match")
    start(page, 50)
    page.wait_for_selector("#moves button")
    page.evaluate("const roll = document.querySelector('#moves button'); roll.click(); roll.click();")
    page.locator("#moves:not([aria-busy])").wait_for(state="attached")
    expect(page.locator("#log li").nth(1)).to_be_attached()
    said = page.locator("#log li").all_text_contents()
    assert said.count("Ada: rolls") == 1
