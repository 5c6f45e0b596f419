"""How the views look: no fault for axe, nothing too wide, no movement where none is wanted."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.driving import LAPTOP, LYING, PHONE, Sight
from tests.web.browser.views import DRAWN, VIEWS

Options = dict[str, list[str]]

ALL: Options = {"resultTypes": ["violations"]}
CONTRAST = ALL | {"runOnly": ["color-contrast"]}
"""What may differ between the themes."""


def serious(page: Page, part: str = "body", options: Options = ALL) -> list[Any]:
    """What axe finds that matters in a part of the page, and where."""
    found = Axe().run(page, part, options).response["violations"]
    return [
        (fault["id"], [(node["target"], node["failureSummary"]) for node in fault["nodes"]])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


def too_wide(page: Page) -> int:
    """How many pixels stand out to the right."""
    reach: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return reach


@pytest.mark.parametrize("view", ["follow", "game", "setup", "learn", "result"])
def test_a_view_is_accessible_in_both_themes_and_fits(open_page: OpenPage, view: str) -> None:
    # French is the longer language.
    sight = open_page(f"/?lang=fr{VIEWS[view]}", color_scheme="light")
    page = sight.page
    expect(page.locator(DRAWN[view])).to_be_attached()
    assert serious(page) == []
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert serious(page, options=CONTRAST) == []
    for size in (PHONE, LYING, LAPTOP):
        page.set_viewport_size(size)
        assert too_wide(page) <= 0, size


def test_the_dialog_and_the_map_by_chance_are_accessible(sight: Sight) -> None:
    sight.page.get_by_role("radio", name="chance").check()
    sight.button("Rules and state").click()
    sight.page.get_by_role("radio", name="The whole game").check()
    expect(sight.page.get_by_role("button", name="Opener +")).to_be_visible()
    assert serious(sight.page, "dialog") == []
    sight.page.keyboard.press("Escape")
    assert serious(sight.page, ".map") == []
    sight.page.emulate_media(color_scheme="dark")
    assert serious(sight.page, ".map", CONTRAST) == []


def test_dice_move_only_where_movement_is_wanted(open_page: OpenPage) -> None:
    sight = open_page("/")
    enter = """() => {
      document.querySelector(".face-key").click();
      return document.getAnimations().length;
    }"""
    sight.page.emulate_media(reduced_motion="reduce")
    assert sight.page.evaluate(enter) == 0
    sight.page.emulate_media(reduced_motion="no-preference")
    assert sight.page.evaluate(enter) > 0


def test_forced_colours_leave_dice_and_choices_visible(open_page: OpenPage) -> None:
    sight = open_page("/#/advice?p=jetons:round+2/roll+621+left+2", forced_colors="active")
    expect(sight.order).to_be_visible()
    border = "getComputedStyle(document.querySelector('.tray .die')).borderTopWidth"
    assert sight.page.evaluate(border) == "2px"
