"""Plays a match through the page in a real browser, as a person would, and keeps pictures of it for the documents.

    python tools/page_pictures.py

Writes docs/pictures/*.png. Needs Debian's chromium, and what the tests need.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from browsers import TOKEN, Ground, launch, over, play_on  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402

TURNS = 200


def take(page: Page, name: str) -> None:
    """A picture of what is on the screen."""
    page.screenshot(path=PICTURES / f"{name}.png")


def play(page: Page, address: str) -> None:
    """From the lobby to the end of a match, and back to look at it again."""
    page.goto(f"{address}/#house={TOKEN}")
    page.wait_for_selector(".games li")
    take(page, "lobby")
    page.click(".games a:has-text('Passing')")
    page.wait_for_selector("form.match")
    page.fill("#who", "Ada")
    page.click("summary:has-text('House rules')")
    page.fill("#rule-target", "30")
    page.click("form.match button.act")
    page.wait_for_selector("#moves button")
    for turn in range(TURNS):
        if turn == 4:
            take(page, "table")
        if over(page):
            break
        page.locator("#moves:not([aria-busy]) button, #go-on, #status:has-text('over')").first.wait_for()
        play_on(page)
    page.wait_for_selector("#status:has-text('over')")
    page.click("#home")
    page.click("text=Look at the match again")
    page.wait_for_selector(".viewer svg")
    for _step in range(8):
        page.click("text=One on")
    page.wait_for_load_state("networkidle")
    take(page, "match")


def main() -> None:
    """See the module."""
    PICTURES.mkdir(exist_ok=True)
    ground = Ground(Path(tempfile.mkdtemp()))
    with sync_playwright() as playwright:
        browser = launch(playwright)
        play(browser.new_page(viewport={"width": 800, "height": 700}), ground.address)
        browser.close()
    ground.stop()


if __name__ == "__main__":
    main()
