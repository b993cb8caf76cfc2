"""The page in a real browser: played to the end, interrupted, by keyboard alone, and by somebody hostile."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import AXE, LANGUAGES, browser, enter, ground, play_on, play_to_the_end
from playwright.sync_api import expect

from tabletop.record import read

__all__ = ["browser", "enter", "ground"]


def focused(page):
    return page.evaluate("document.activeElement.dataset.key ?? document.activeElement.id")


def test_two_pages_and_a_spectator_play_pig_through_whatever_happens(ground, enter):
    requests, size = [], []
    links = ground.room("pig", "open", "open", options={"target": 20})
    one = enter(links[0], "Ada")
    two, eve = enter(links[1], "Bo"), enter(links[2], "Eve")
    assert "#" not in one.url
    one.wait_for_selector("#moves button")
    one.on("response", lambda answer: (requests.append(answer.url), size.append(len(answer.body()))))
    one.click("#moves button")
    expect(one.locator("#log li").nth(1)).to_be_attached()
    one.reload()
    one.wait_for_selector("#scores tbody tr")
    assert len(requests) + 1 < 10
    assert sum(size) < 150_000

    assert one.locator("#log li").first.text_content() == "Ada: rolls"
    ground.stop()
    for page in (one, two, eve):
        page.wait_for_selector("#state.away")
        assert "connection is lost" in page.locator("#urgent").text_content()
    ground.start()
    for page in (one, two, eve):
        expect(page.locator("#state")).to_have_text("Connected.")
    play_to_the_end([one, two], ("hold", "roll"))
    expect(eve.locator("#status")).to_contain_text("The match is over.")
    assert eve.locator("#moves button").count() == 0
    assert eve.locator("#scores tbody").inner_text() == one.locator("#scores tbody").inner_text().replace("You", "Ada")


def test_the_passing_game_is_played_on_its_picture(ground, enter):
    links = ground.room("passing-game", "open", "open", options={"target": 1})
    pages = [enter(links[0], "Ada"), enter(links[1], "Bo")]
    eve = enter(links[2], "Eve")
    turn = pages[0].locator("#status:has-text('Your turn'), #status:has-text('Waiting for Bo')")
    asked = pages["Bo" in turn.inner_text()]
    pieces = asked.locator("#picture [data-move]")
    moves = pieces.evaluate_all("all => all.map(each => each.dataset.move.split('\\n'))")
    assert moves
    pieces.first.click()
    if len(moves[0]) > 1:
        expect(asked.locator("#moves button")).to_have_count(len(moves[0]) + 1)
        play_on(asked)
    expect(eve.locator("#log li").first).to_be_attached()
    play_to_the_end(pages)
    expect(eve.locator("#status")).to_contain_text("The match is over.")


def test_by_keyboard_alone_and_with_the_focus_where_it_helps(ground, enter):
    (link, other, _eve) = ground.room("pig", "open", "open", options={"target": 100})
    ada, bo = enter(link, "Ada"), enter(other, "Bo")
    ada.wait_for_selector("#moves button")
    assert focused(ada) == "table"
    while focused(ada) != "roll":
        ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    expect(ada.locator("#log li").nth(1)).to_be_attached()
    assert focused(ada) in ("roll", "moves-box")

    # Others' events move no focus and touch no text box.
    bo.fill("#line", "half a sent")
    bo.focus("#line")
    ada.locator("#moves:not([aria-busy])").wait_for(state="attached")
    more = 2 if play_on(ada, ("hold",)) else 1  # a 1 has lost the turn
    expect(bo.locator("#log li").nth(more)).to_be_attached()
    assert (focused(bo), bo.input_value("#line")) == ("line", "half a sent")

    # The history is walked with the arrows.
    ada.focus("#log li[tabindex='0']")
    ada.keyboard.press("Home")
    assert ada.evaluate("document.activeElement.textContent") == "Ada: rolls"
    ada.keyboard.press("ArrowDown")
    assert ada.evaluate("document.activeElement.previousSibling.textContent") == "Ada: rolls"

    # What is typed: a command, chat, and something that is no move, which stays to be mended.
    bo.fill("#command", "score")
    bo.press("#command", "Enter")
    assert "Ada" in bo.locator("#advice").text_content()
    bo.fill("#command", "chat hello")
    bo.press("#command", "Enter")
    expect(ada.locator("#polite")).to_contain_text("Bo: hello")
    bo.fill("#command", "rollll")
    bo.press("#command", "Enter")
    bo.wait_for_selector("#reply.no")
    assert bo.locator("#reply").text_content() in bo.locator("#urgent").text_content()
    assert bo.input_value("#command") == "rollll"


def test_equal_text_is_said_once_and_the_regions_are_last(ground, enter):
    (link, *_rest) = ground.room("pig", "open", "cpu:easy")
    page = enter(link, "Ada")
    assert page.evaluate("[...document.body.children].slice(-2).map(each => each.ariaLive)") == ["polite", "assertive"]
    said = """async () => {
        const { Voice } = await import("/page/voice.js");
        const voice = new Voice({});
        for (let time = 0; time < 3; time++) voice.say("once only");
        return [...document.querySelectorAll("#polite p")].filter(p => p.textContent === "once only").length;
    }"""
    assert page.evaluate(said) == 1


HOSTILE = "<img src=x onerror='window.hacked=1'>&amp;"
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=2" viewBox="0 0 9 9">
<script>window.hacked=3</script><style>*{display:none}</style><a href="javascript:window.hacked=4"><text>a</text></a>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="window.hacked=5"/></foreignObject>
<image href="https://evil.example/x"/><use href="#x"/><rect fill="url(https://evil.example)"
onclick="hacked=6" width="9"/>
<text data-move="roll" style="color:red">fine</text></svg>"""


def test_hostile_names_chat_and_pictures_change_nothing(ground, enter):
    links = ground.room("pig", "open", "open")
    ada, bo = enter(links[0], HOSTILE[:40]), enter(links[1], "Bo")
    ada.wait_for_selector("#moves button")
    ada.fill("#line", HOSTILE)
    ada.press("#line", "Enter")
    expect(bo.locator("#log")).to_contain_text(HOSTILE)
    left = """async text => {
        const { picture } = await import("/page/table.js");
        const made = picture(text);
        document.querySelector("#picture").append(made);
        return [...made.querySelectorAll("*")].map(each => [each.localName, ...each.getAttributeNames()].join(" "));
    }"""
    assert bo.evaluate(left, PICTURE) == ["rect width", "text data-move"]
    for page in (ada, bo):
        assert page.evaluate("window.hacked ?? null") is None
        assert page.locator("img, body script").count() == 0
    assert all("style" in said for said in enter.complaints)
    enter.complaints.clear()
    assert bo.evaluate("picture => import('/page/table.js').then(its => its.picture(picture))", "<p>no</p>") is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(ground, enter, code):
    (link, *_rest) = ground.room("passing-game", "open", "cpu:easy")
    page = enter(link, "Ada", locale=code, viewport={"width": 320, "height": 700}, reduced_motion="reduce")
    page.wait_for_selector("#moves button")
    page.click("#choices summary")
    assert page.evaluate("document.documentElement.lang") == code
    assert "undefined" not in page.locator("body").inner_text()
    for wide, colours in ((320, "light"), (1_600, "dark")):
        page.set_viewport_size({"width": wide, "height": 900})
        page.select_option("#colours", colours)
        found = Axe().run(page, options=AXE).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= wide


def test_a_page_does_its_part_in_dice_that_can_be_proven_and_saves_the_record(ground, enter, tmp_path):
    links = ground.room("pig", "open", "cpu:easy", options={"target": 10}, fair=True)
    page = enter(links[0], "Ada")
    page.wait_for_selector("#moves button")
    assert "their secret has the hash" in page.locator("#log").inner_text()
    play_to_the_end([page], ("hold", "roll"))
    with page.expect_download() as saving:
        page.click("#actions button:has-text('record')")
    saving.value.save_as(tmp_path / "record.json")
    with (tmp_path / "record.json").open("rb") as file:
        record = read(file)
    assert [share.by for share in record.fair.seats] == ["seat", "server"]
    assert "promised about the dice" not in page.locator("#log").inner_text()
