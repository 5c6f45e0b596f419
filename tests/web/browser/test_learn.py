"""The quiz: an answer is marked, and the whole is summed up."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.driving import Sight


def ask(sight: Sight, path: str, **parameters: str | float | bool) -> Any:
    """What the server says."""
    return sight.page.request.get(f"{sight.server}/api/v1/{path}", params=parameters).json()


def lift(sight: Sight, roll: str, keep: str) -> None:
    """Lift the dice of a keep."""
    left = list(keep)
    for place, die in enumerate(roll):
        if die in left:
            left.remove(die)
            sight.page.locator(".tray button").nth(place).click()


def test_answers_are_marked_and_summed_up(open_page: OpenPage) -> None:
    # Six of ten were answered before, by throwing all three dice.
    before = ["x"] * 6
    sight = open_page(f"/#/learn?rules=jetons&seed=421&answers={'-'.join(before)}&at=7")
    quiz = ask(sight, "quiz", rules="jetons", players="2", seed="421", n="10")
    lost, right = 0.0, 0
    for number, question in enumerate(quiz["questions"], start=1):
        choices = ask(sight, "advise", position=question["position"])["choices"]
        if number <= len(before):
            thrown = next(choice for choice in choices if choice["keep"] == "")
            right += thrown["best"]
            lost += thrown["loss"]["float"] * 100
            continue
        expect(sight.page.locator(".progress")).to_contain_text(f"Question {number} of 10")
        # The best and the worst answer by turns.
        choice = choices[0] if number % 2 else choices[-1]
        roll = re.search(r"roll (\d{3})", question["position"])
        assert roll is not None
        lift(sight, roll[1], choice["keep"])
        sight.page.locator(".stage .primary").click()
        if choice["best"]:
            right += 1
            expect(sight.page.locator(".mark-right")).to_have_text("Right.")
        else:
            lost += choice["loss"]["float"] * 100
            points = f"That costs {choice['loss']['float'] * 100:.2f} points."
            expect(sight.page.locator(".mark-wrong")).to_contain_text(points)
        sight.button("How did I do?" if number == 10 else "Next question").click()
    expect(sight.page.locator("h1")).to_have_text(f"{right} of 10 right")
    expect(sight.page.get_by_text(f"{lost:.2f} points of chance lost in all.")).to_be_visible()
    expect(sight.page.locator(".missed a")).to_have_count(10 - right)
    sight.page.locator(".missed a").first.click()
    expect(sight.order).to_be_visible()


def test_a_quiz_begins_with_a_tap_and_says_why(open_page: OpenPage) -> None:
    sight = open_page("/#/learn")
    sight.button("Ask me 10").click()
    expect(sight.page.locator(".tray .mark")).to_have_text(["throw"] * 3)
    sight.button("Throw all three").click()
    expect(sight.page.locator(".mark-right, .mark-wrong, [role=alert]")).to_be_visible()
    expect(sight.page.locator(".why p").first).to_be_visible()


def test_an_answer_stays_when_the_page_is_loaded_again(open_page: OpenPage) -> None:
    sight = open_page("/#/learn?rules=jetons&seed=7")
    sight.button("Throw all three").click()
    expect(sight.button("Next question")).to_be_visible()
    address = sight.page.url.removeprefix(sight.server)
    assert address.endswith("&answers=x&at=1")
    sight.go(address)
    expect(sight.button("Next question")).to_be_visible()
