"""A game at a table followed to its end, taken back, and sent around."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.driving import Sight


def begin(sight: Sight, rules: str) -> None:
    """Fill in the form for Anne, who opens, and Bob."""
    sight.page.get_by_label("House rules").select_option(rules)
    sight.page.get_by_label("Who opens first").fill("Anne")
    sight.page.get_by_label("Then player 2").fill("Bob")
    sight.button("Begin").click()


def play(sight: Sight, *turns: tuple[str, str]) -> None:
    """Let these players make these hands, with the first roll each."""
    for name, hand in turns:
        expect(heading(sight)).to_have_text(re.compile(f"^{name} "))
        sight.tap(hand)
        expect(sight.order).to_be_visible()
        sight.button("It stands").click()


def heading(sight: Sight) -> Locator:
    """Whose turn it is, or who has won."""
    return sight.page.locator(".whose")


def chances(sight: Sight) -> Locator:
    """Everybody's chance, as the score shows it."""
    return sight.page.locator(".score .chance")


def values(sight: Sight, position: str) -> list[str]:
    """Every seat's chance in a position, as the page writes it."""
    address = f"{sight.server}/api/v1/value"
    answer: Any = sight.page.request.get(address, params={"position": position}).json()
    return [f"{p['value']['float'] * 100:.2f}\N{NO-BREAK SPACE}%" for p in answer["players"]]


def test_a_whole_game_of_legs(open_page: OpenPage) -> None:
    sight = open_page("/#/game")
    begin(sight, "jambes")
    expect(chances(sight)).to_have_text(values(sight, "jambes: legs 2,2"))
    play(sight, ("Anne", "641"), ("Bob", "631"))
    expect(sight.page.locator(".news")).to_have_text("Bob has the lowest hand and loses a leg.")
    # Bob has lost and opens: seat 0 is his, but Anne stays first in the score.
    bob, anne = values(sight, "jambes: legs 1,2")
    expect(chances(sight)).to_have_text([anne, bob])
    play(sight, ("Bob", "421"), ("Anne", "421"))
    expect(heading(sight)).to_have_text("Level for lowest: who lost the barrage?")
    sight.button("Anne").click()
    expect(chances(sight)).to_have_text(values(sight, "jambes: legs 1,1"))
    play(sight, ("Anne", "111"), ("Bob", "221"))
    expect(heading(sight)).to_have_text("Anne wins")
    expect(chances(sight)).to_have_text(["100.00\N{NO-BREAK SPACE}%", "0.00\N{NO-BREAK SPACE}%"])
    picture = sight.page.get_by_role("img", name="Chances by round")
    expect(picture.locator("polyline")).to_have_count(2)
    sight.page.get_by_text("Round by round").click()
    expect(sight.page.locator(".chances tbody tr")).to_have_count(4)


def test_a_whole_game_of_jetons_from_the_charge_to_the_end(open_page: OpenPage) -> None:
    sight = open_page("/#/game?from=jetons:charge+6+0,15&names=Anne,Bob")
    play(sight, ("Anne", "331"), ("Bob", "332"))
    taken = "Anne has the lowest hand and takes one jeton from the pot."
    expect(sight.page.locator(".news")).to_have_text(taken)
    play(sight, ("Anne", "331"), ("Bob", "421"))
    expect(sight.page.locator(".score")).to_contain_text("Décharge: the pot is empty.")
    expect(chances(sight)).to_have_text(values(sight, "jetons: decharge 6,15"))
    play(sight, ("Anne", "421"), ("Bob", "331"))
    given = "Bob has the lowest hand and is given 6 jetons by Anne."
    expect(sight.page.locator(".news")).to_have_text(given)
    expect(heading(sight)).to_have_text("Anne wins")
    expect(sight.page.locator(".score .pile b")).to_have_text(["0", "21"])


def test_undo_takes_back_step_by_step_to_the_beginning(open_page: OpenPage) -> None:
    game = "/#/game?from=jambes:legs+1,1&names=Anne,Bob"
    sight = open_page(f"{game}&rounds=421.2-421-l1")
    undo = sight.button("Undo")
    expect(heading(sight)).to_have_text("Anne wins")
    undo.click()
    expect(heading(sight)).to_have_text("Level for lowest: who lost the barrage?")
    undo.click()
    expect(heading(sight)).to_have_text("Bob follows: 421 on the table, in 2 rolls")
    sight.tap("6")
    undo.click()
    expect(sight.page.locator(".tray .face-none")).to_have_count(3)
    undo.click()
    expect(heading(sight)).to_have_text("Anne opens")
    expect(undo).to_be_disabled()
    expect(sight.page).to_have_url(f"{sight.server}{game}")


def test_nothing_is_lost_when_the_page_is_loaded_again(open_page: OpenPage) -> None:
    sight = open_page("/#/game")
    begin(sight, "jambes")
    play(sight, ("Anne", "641"))
    sight.tap("631")
    expect(sight.order).to_be_visible()
    order = sight.order.inner_text()
    for address in (sight.page.url.removeprefix(sight.server), "/#/game"):
        sight.go(address)
        expect(heading(sight)).to_have_text("Bob follows: 641 on the table, in one roll")
        expect(sight.order).to_have_text(order)


def test_who_wants_no_advice_sees_none(open_page: OpenPage) -> None:
    sight = open_page("/#/game?from=jambes:legs+2,2&names=Anne,Bob")
    sight.page.get_by_role("checkbox", name="advice Anne").uncheck()
    expect(sight.page).to_have_url(re.compile("quiet=0"))
    sight.tap("641")
    expect(sight.button("It stands")).to_be_visible()
    expect(sight.order).to_have_count(0)
    expect(sight.page.locator(".choice")).to_have_count(0)
    sight.button("It stands").click()
    sight.tap("551")
    expect(sight.order).to_be_visible()


def test_three_players_of_whom_one_leaves(open_page: OpenPage) -> None:
    game = "from=jambes:legs+1,2,2&names=Anne,Bob,Carl&rounds=221.1-641-651"
    sight = open_page(f"/#/game?{game}")
    # Anne is out and Bob opens; her chance is none.
    expect(heading(sight)).to_have_text("Bob opens")
    bob, carl = values(sight, "jambes: legs 2,2,0")[:2]
    expect(chances(sight)).to_have_text(["0.00\N{NO-BREAK SPACE}%", bob, carl])


def test_followers_who_must_roll_cannot_stop(open_page: OpenPage) -> None:
    sight = open_page("/#/game?from=comptoir:charge+21+0,0&names=Anne,Bob&seen=641.2&roll=421.1")
    expect(sight.button("Thrown: enter the die")).to_be_visible()
    expect(sight.button("It stands")).to_have_count(0)
