"""Advice for one roll: a newcomer's taps, what follows a throw, and the map."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.driving import LAPTOP, Sight


def told(sight: Sight, path: str, position: str, lang: str = "en") -> Any:
    """What the server says of a position."""
    answer = sight.page.request.get(
        f"{sight.server}/api/v1/{path}", params={"position": position, "lang": lang}
    )
    return answer.json()


def percent(number: Any) -> str:
    """A chance as the page writes it in English."""
    return f"{number['float'] * 100:.2f}\N{NO-BREAK SPACE}%"


def test_a_newcomers_first_advice_takes_three_taps(sight: Sight) -> None:
    expect(sight.page.locator(".pad-caption")).to_have_text("Tap your three dice")
    sight.tap("641")
    expect(sight.order).to_have_text("Stop with 641")
    best = told(sight, "advise", "round 2 | roll 641 left 2")["choices"][0]
    expect(sight.chance).to_have_text(percent(best["value"]))
    said = f"Stop with 641. {percent(best['value'])} chance of not losing the round."
    expect(sight.page.locator(".verdict + [role=status]")).to_have_text(re.compile(re.escape(said)))
    expect(sight.chance).to_be_in_viewport()


def test_dice_to_keep_are_lifted_and_the_others_are_thrown(sight: Sight) -> None:
    sight.tap("621")
    expect(sight.order).to_have_text("Keep 2 1, throw one die")
    marks = sight.page.locator(".tray .mark")
    expect(marks).to_have_text(["throw", "keep", "keep"])
    sight.button("Thrown: enter the die").click()
    expect(sight.page.locator(".pad-caption")).to_have_text("Now the die you threw")
    sight.tap("4")
    expect(sight.order).to_have_text("Stop with 421")
    expect(sight.page).to_have_url(re.compile(r"roll\+421\+left\+1$"))


def test_every_choice_is_there_with_what_it_costs(sight: Sight) -> None:
    sight.tap("641")
    choices = told(sight, "advise", "round 2 | roll 641 left 2")["choices"]
    rows = sight.page.locator(".choice")
    expect(rows.locator(".choice-chance")).to_have_text([percent(row["value"]) for row in choices])
    costs = [f"−{row['loss']['float'] * 100:.2f}" for row in choices[1:]]
    expect(rows.locator(".choice-cost")).to_have_text(["best", *costs])
    rows.nth(2).click()
    expect(sight.order).to_have_text("Keep 4 1, throw one die")
    expect(sight.page.locator(".lost")).to_have_text("Costs 3.43 points of chance")
    sight.page.locator(".verdict summary").click()
    exact = choices[2]["value"]["exact"].replace("/", " / ")
    expect(sight.page.locator(".verdict code")).to_have_text(exact)


def test_why_is_said_in_the_servers_sentences(sight: Sight) -> None:
    sight.tap("641")
    sentences = told(sight, "explain", "round 2 | roll 641 left 2")["sentences"]
    expect(sight.page.locator(".why p")).to_have_text(sentences)


def test_whoever_follows_enters_the_hand_to_beat_first(sight: Sight) -> None:
    sight.page.get_by_role("radio", name="I follow").check()
    expect(sight.page.locator(".pad-caption")).to_have_text("Tap the hand to beat")
    sight.tap("653")
    sight.page.get_by_role("group", name="Made in").get_by_label("2").check()
    sight.tap("641")
    best = told(sight, "advise", "round 2 | seen 653 in 2 | roll 641 left 1")["choices"][0]
    expect(sight.chance).to_have_text(percent(best["value"]))
    expect(sight.page.locator(".ties")).to_have_text("Just as good: Keep 1, throw two dice")


def test_dice_entered_before_the_hand_to_beat_are_kept(sight: Sight) -> None:
    sight.tap("641")
    expect(sight.order).to_be_visible()
    sight.page.get_by_role("radio", name="I follow").check()
    expect(sight.order).to_have_count(0)
    sight.tap("653")
    best = told(sight, "advise", "round 2 | seen 653 in 3 | roll 641 left 2")["choices"][0]
    expect(sight.chance).to_have_text(percent(best["value"]))
    sight.button("Hand to beat: 653").click()
    sight.tap("322")
    best = told(sight, "advise", "round 2 | seen 322 in 3 | roll 641 left 2")["choices"][0]
    expect(sight.chance).to_have_text(percent(best["value"]))


def test_a_wrong_die_is_entered_again(sight: Sight) -> None:
    sight.tap("651")
    expect(sight.order).to_be_visible()
    sight.button("Die 2").click()
    expect(sight.order).to_have_count(0)
    sight.tap("4")
    expect(sight.order).to_have_text("Stop with 641")
    sight.button("Clear").click()
    expect(sight.order).to_have_count(0)


def test_the_hand_that_stands_is_the_next_players_to_beat(sight: Sight) -> None:
    sight.tap("641")
    sight.button("It stands: next player").click()
    expect(sight.page.get_by_role("radio", name="I follow")).to_be_checked()
    sight.tap("551")
    expect(sight.page).to_have_url(re.compile(r"seen\+641\+in\+1/roll\+551\+left\+0$"))


def test_rules_and_a_state_of_the_game_are_chosen(sight: Sight) -> None:
    sight.button("Rules and state").click()
    sight.page.get_by_role("radio", name=re.compile("^Bar counter(?!,)")).check()
    sight.page.get_by_role("radio", name="The whole game").check()
    for _ in range(3):
        sight.page.get_by_role("button", name="Player 2 +").click()
    expect(sight.page.get_by_text("In the pot: 18 of 21")).to_be_visible()
    sight.button("Use this").click()
    sight.tap("655")
    position = "comptoir: charge 18 0,3 | roll 655 left 2"
    best = told(sight, "advise", position)["choices"][0]
    expect(sight.chance).to_have_text(percent(best["value"]))
    expect(sight.page.locator("#position")).to_have_value(position)


def test_the_map_shows_all_hands_and_a_tap_tries_one(sight: Sight) -> None:
    tiles = sight.page.locator(".tile")
    expect(tiles).to_have_count(56)
    hands = told(sight, "map", "round 2 | roll 421 left 2")["hands"]
    expect(tiles.locator(".tile-hand")).to_have_text([entry["hand"] for entry in hands])
    kept = next(entry for entry in hands if entry["hand"] == "621")
    tile = sight.button("621: Keep 2 1, throw one die, ")
    expect(tile).to_have_accessible_name(re.compile(re.escape(percent(kept["value"]))))
    tile.click()
    expect(sight.order).to_have_text("Keep 2 1, throw one die")
    expect(tile).to_have_attribute("aria-current", "true")
    sight.page.get_by_text("As a table").click()
    expect(sight.page.locator(".map tbody tr")).to_have_count(56)


def test_arrows_move_in_the_map(open_page: OpenPage) -> None:
    sight = open_page("/", LAPTOP)
    tiles = sight.page.locator(".tile")
    tiles.first.focus()
    sight.page.keyboard.press("ArrowRight")
    sight.page.keyboard.press("ArrowDown")
    expect(tiles.nth(9)).to_be_focused()
    sight.page.keyboard.press("Enter")
    expect(sight.order).to_be_visible()


def test_digits_on_a_keyboard_enter_dice(open_page: OpenPage) -> None:
    sight = open_page("/", LAPTOP)
    expect(sight.page.locator(".pad")).to_be_visible()
    sight.page.keyboard.type("641")
    expect(sight.order).to_have_text("Stop with 641")
    sight.page.keyboard.press("Backspace")
    expect(sight.order).to_have_count(0)
    sight.page.keyboard.press("Tab")
    expect(sight.page.locator(".skip")).to_be_focused()


@pytest.mark.parametrize(
    "text",
    ["round 2|seen 3-2-2 in 2|roll 146 left 1", "manche 2 | vu 322 en 2 | lancer 1 6 4 reste 1"],
)
def test_a_position_is_pasted_as_people_write_it(sight: Sight, text: str) -> None:
    field = sight.page.get_by_label("As one line; paste another here")
    field.fill(text)
    sight.button("Open").click()
    expect(field).to_have_value("jetons: round 2 | seen 322 in 2 | roll 641 left 1")
    expect(sight.order).to_be_visible()
    expect(sight.page.get_by_role("radio", name="I follow")).to_be_checked()


def test_a_bad_position_is_answered_with_the_servers_sentence(open_page: OpenPage) -> None:
    sight = open_page("/?lang=fr")
    bad = "round 2 | roll 6a1 left 2"
    sight.page.locator("#position").fill(bad)
    sight.page.locator(".paste [type=submit]").click()
    sentence = told(sight, "value", bad, "fr")["error"]
    expect(sight.page.get_by_role("alert")).to_have_text(sentence)
    # The same in an address: the view is there to be used, and says what is wrong with it.
    sight.go("/?lang=fr#/advice?p=round+2/roll+6a1+left+2")
    expect(sight.page.locator(".verdict [role=alert]")).to_have_text(sentence)
    expect(sight.page.locator("#position")).to_have_value(bad)
    sight.tap("641")
    expect(sight.order).to_be_visible()
    sight.forgive("status of 400")
