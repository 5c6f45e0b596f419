"""How soon a first answer is drawn on a slow telephone."""

import statistics

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import OpenPage

SLOWER = 4
DRAWN = """() => new Promise((done) => {
  const look = () => {
    const figure = document.querySelector(".verdict .figure strong");
    if (figure) requestAnimationFrame(() => done(performance.now()));
    else requestAnimationFrame(look);
  };
  look();
})"""


@pytest.mark.slow
def test_a_first_answer_is_drawn_within_a_second(
    new_window: OpenPage, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the beginning of the navigation, the processor four times slower, nothing kept."""
    times = []
    for _ in range(5):
        sight = new_window("/#/advice?p=jetons:round+2")
        expect(sight.page.locator(".pad")).to_be_visible()
        session = sight.page.context.new_cdp_session(sight.page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        sight.go("/#/advice?p=jetons:round+2/roll+641+left+2")
        times.append(sight.page.evaluate(DRAWN))
    with capsys.disabled():
        print(f"\nfirst answer after {', '.join(f'{time:.0f}' for time in times)} ms")
    assert statistics.median(times) <= 1000
