"""Addresses that hold everything, two languages, and what is left without a network."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.driving import Sight

MAPS_ARE_HERE = """() => performance.getEntriesByType("resource").filter(
  (entry) => entry.name.includes("/map?") && entry.responseEnd > 0,
).length >= 2"""
REASONS_ARE_KEPT = """async () => {
  const kept = await (await caches.open("421")).keys();
  return kept.some((request) => request.url.includes("/explain?"));
}"""
ADDRESSES = {
    "following": "#/advice?p=comptoir:round+3/seen+653,641+in+2/roll+421+left+1",
    "game": "#/advice?p=jetons:charge+5+10,6/seen+322+in+2/roll+641+left+1",
    "changed rules": "#/advice?p=jetons%7Bsuites=off%7D:round+2/roll+654+left+2",
    "not yet seen": "#/advice?p=jetons:round+2&seat=1",
    "dice on their way": "#/game?from=jambes:legs+2,2&names=Anne,Bob&roll=640.1",
    "table": (
        "#/game?from=jambes:legs+2,2&names=Anne,Zo%C3%A9&rounds=641.1-631&seen=551.2&roll=421.1"
    ),
}


@pytest.mark.parametrize("kind", ADDRESSES)
def test_an_address_opens_its_view_and_stays(open_page: OpenPage, kind: str) -> None:
    address = ADDRESSES[kind]
    sight = open_page(f"/{address}")
    asked = {"not yet seen": "Tap the hand to beat", "dice on their way": "Now the die you threw"}
    caption = sight.page.locator(".pad-caption")
    expect(caption).to_have_text(asked.get(kind, "Another roll?"))
    if kind not in asked:
        expect(sight.order).to_be_visible()
    expect(sight.page).to_have_url(f"{sight.server}/{address}")


def test_a_copied_address_shows_a_friend_the_same(sight: Sight, open_page: OpenPage) -> None:
    sight.page.get_by_role("radio", name="I follow").check()
    sight.tap("653641")
    expect(sight.order).to_be_visible()
    friend = open_page(sight.page.url.removeprefix(sight.server))
    expect(friend.order).to_be_visible()
    play = friend.page.locator(".play")
    expect(play).to_have_text(sight.page.locator(".play").inner_text(), use_inner_text=True)


def test_back_returns_to_the_view_before(sight: Sight) -> None:
    sight.tap("641")
    expect(sight.order).to_be_visible()
    sight.page.get_by_role("link", name="Learn").click()
    expect(sight.page.get_by_role("heading", name="Learn")).to_be_visible()
    sight.page.go_back()
    expect(sight.order).to_have_text("Stop with 641")


def test_an_address_typed_into_an_open_page_is_followed(sight: Sight) -> None:
    expect(sight.page.locator(".pad-caption")).to_be_visible()
    sight.page.evaluate("location.hash = '#/advice?p=round 2 | roll 621 left 1'")
    expect(sight.order).to_have_text("Keep 2 1, throw one die")
    expect(sight.page.locator("#position")).to_have_value("jetons: round 2 | roll 621 left 1")


def test_french_is_chosen_and_kept_in_the_address(sight: Sight) -> None:
    sight.tap("641")
    expect(sight.order).to_be_visible()
    sight.page.get_by_role("link", name="En français").click()
    expect(sight.page.locator("html")).to_have_attribute("lang", "fr")
    expect(sight.page).to_have_url(re.compile(r"\?lang=fr#/advice\?p=jetons:round\+2/roll"))
    expect(sight.order).to_have_text("S’arrêter à 641")
    expect(sight.chance).to_have_text("51,39\N{NO-BREAK SPACE}%")
    why = sight.page.locator(".why p").nth(1)
    expect(why).to_have_text("Le mieux est « s’arrêter à 641 ».")
    sight.page.get_by_role("link", name="In English").click()
    expect(sight.order).to_have_text("Stop with 641")


def test_the_browsers_language_is_spoken_first(new_window: OpenPage) -> None:
    sight = new_window("/", locale="fr-BE", service_workers="block")
    expect(sight.page.locator(".pad-caption")).to_have_text("Touchez vos trois dés")
    expect(sight.page).to_have_title("Conseil · 421")


def test_both_languages_have_the_same_words(sight: Sight) -> None:
    words = sight.page.evaluate(
        """async () => {
          const load = async (name) => (await import(`/${name}.js`)).default;
          return [await load("en"), await load("fr")];
        }"""
    )
    english, french = words
    assert english.keys() == french.keys()
    for key, said in english.items():
        forms = said.values() if isinstance(said, dict) else [said]
        places = {place for form in forms for place in re.findall(r"\{\w+\}", form)}
        others = french[key].values() if isinstance(french[key], dict) else [french[key]]
        assert places == {p for form in others for p in re.findall(r"\{\w+\}", form)}, key


def test_an_unsolved_game_is_answered_with_the_command_that_solves_it(open_page: OpenPage) -> None:
    sight = open_page("/#/advice?p=jetons%7Bpot=97%7D:start+2/roll+641+left+2")
    expect(sight.page.get_by_role("alert").first).to_contain_text("421 solve")
    sight.forgive("status of 404")


def test_without_a_network_the_best_keep_is_still_known(sight: Sight) -> None:
    sight.tap("641")
    sight.page.wait_for_function(MAPS_ARE_HERE)
    sight.page.context.set_offline(True)
    sight.tap("621")
    expect(sight.order).to_have_text("Keep 2 1, throw one die")
    expect(sight.page.get_by_text("The network is away.")).to_be_visible()
    sight.page.get_by_role("radio", name="I follow").check()
    sight.tap("653")
    sight.tap("641")
    expect(sight.page.locator(".verdict [role=alert]")).to_contain_text("cannot be reached")
    sight.page.context.set_offline(False)
    sight.page.locator(".verdict").get_by_role("button", name="Try again").click()
    expect(sight.order).to_be_visible()
    sight.forgive("ERR_INTERNET_DISCONNECTED")


def test_the_page_itself_opens_without_a_network(new_window: OpenPage) -> None:
    sight = new_window("/")
    sight.page.evaluate("navigator.serviceWorker.ready")
    sight.page.reload()
    sight.tap("641")
    sight.page.wait_for_function(REASONS_ARE_KEPT)
    sight.page.context.set_offline(True)
    sight.page.reload()
    expect(sight.order).to_have_text("Stop with 641")
    expect(sight.page.locator(".why p").first).to_be_visible()
