"""From a move to its picture in the other page: what the page takes beside the protocol's own time."""

from statistics import median

from browsers import browser, enter, ground, play_on

__all__ = ["browser", "enter", "ground"]

FRAME = 1_000 / 60
WATCH = """
window.times = [];
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  set onmessage(take) {
    super.onmessage = (event) => {
      const look = JSON.parse(event.data).value?.svg !== undefined;
      take(event);
      if (look) {
        const came = performance.now();
        queueMicrotask(() => requestAnimationFrame(() => window.times.push(performance.now() - came)));
      }
    };
  }
};
"""


def test_a_look_that_has_come_is_drawn_within_three_frames(ground, enter):
    links = ground.room("pig", "open", "open", options={"target": 100})
    ada = enter(links[0], "Ada")
    bo = enter("about:blank")
    bo.add_init_script(WATCH)
    bo.goto(links[1])
    bo.fill("#name", "Bo")
    bo.press("#name", "Enter")
    bo.wait_for_selector("#people li")
    for _move in range(30):
        if not play_on(ada, ("roll",)):
            play_on(bo, ("hold",))
        ada.wait_for_timeout(120)
    times = bo.evaluate("window.times")
    print(f"{len(times)} looks drawn; from its coming to the next frame: median {median(times) / FRAME:.2f} frames")
    assert len(times) > 10
    assert median(times) <= 3 * FRAME
