"""One Two Three … Four on the page, over a real session whose eyes see what a test lays on the table."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.follow.one_two_three_four import contents
from companion.record.library import Library
from companion.record.store import Store
from companion.session.games import one_two_three_four as game
from companion.session.live import LiveSession
from referee import one_two_three_four as rules
from referee.one_two_three_four_acts import Enter, Move, tiles_after
from tests.companion.session.lane_table import Camera, Eyes, Watcher, marks
from tests.webui.browser import offered, verdict
from webui.app import create_app
from webui.server import Server

WITHIN_S = 20.0
SLOW_SETUP = """() => {
    const quick = window.fetch;
    const later = () => new Promise((done) => setTimeout(done, 500));
    window.fetch = async (url, ...rest) => {
        if (url.endsWith("/api/setup")) await later();
        return quick(url, ...rest);
    };
}"""


class Table:
    """A table with a camera and a live session."""

    def __init__(self, players: tuple[str, ...], options: dict[str, Any]) -> None:
        self.camera = Camera()
        self.store = Store.open(":memory:")
        self.live = LiveSession(self.camera, self.store, rules.ID, players, options, camera="0")
        self.live.start()

    def see(self, times: int = 1) -> None:
        """The camera sends so many pictures, and all are taken in."""
        wanted = self.live.frame_number() + times
        self.camera.left = times
        until = time.monotonic() + WITHIN_S
        while self.live.frame_number() < wanted and time.monotonic() < until:
            time.sleep(0.01)
        self.live.state()

    def do(self, *acts: Any, times: int = 1) -> None:
        """People do something, right or wrong."""
        state = self.live.session.state
        for act in acts:
            self.lay(contents(state, tiles_after(state, act)))
            state = rules.accept(state, act)
        self.see(times)

    def lay(self, table: np.ndarray) -> None:
        self.live.watcher.table = table

    def as_told(self) -> None:
        self.lay(contents(self.live.session.state))
        self.see(2)


class Blind(Watcher):
    """Eyes that see no board of the size that they look for."""

    def feed(self, bgr: np.ndarray, t: float, hints: Any = None) -> Any:
        yield from ()


@pytest.fixture
def board_marks() -> dict[str, Any]:
    return marks(clockwise_p=0.01)


@pytest.fixture
def lay(monkeypatch: pytest.MonkeyPatch, board_marks: dict[str, Any]) -> Iterator[Callable[..., Table]]:
    monkeypatch.setattr(game, "eyes", lambda options, known: Watcher(Eyes(**board_marks)))
    monkeypatch.setattr(game, "shows", lambda: lambda stretch: stretch.look)
    tables = []

    def lay(players: tuple[str, ...] = ("ann", "bo"), **options: Any) -> Table:
        tables.append(Table(players, options))
        return tables[-1]

    yield lay
    for table in tables:
        table.live.stop()
        table.store.close()


@pytest.fixture
def table(lay: Callable[..., Table]) -> Table:
    table = lay()
    table.see()
    return table


@pytest.fixture
def server(table: Table) -> Iterator[Server]:
    server = Server(create_app(table.live, library=Library(table.store)), port=0)
    server.start()
    yield server
    server.close()


def cell(page: Page, name: str) -> Any:
    return expect(page.locator(f"#board [data-cell={name}]"))


def test_the_board_shows_its_lane_its_direction_and_whose_corners_are_which(page: Page) -> None:
    arrows = page.locator("#board .arrows")
    expect(arrows).to_have_attribute("data-direction", "anticlockwise")
    expect(arrows).to_have_attribute("aria-label", "Anticlockwise")
    expect(arrows.locator("path")).to_have_count(20)
    cell(page, "a1").to_have_attribute("aria-label", "a1, corner of Red: empty")
    cell(page, "f6").to_have_attribute("aria-label", "f6, corner of Yellow: empty")
    cell(page, "b1").to_have_attribute("aria-label", "b1, outer lane: empty")
    cell(page, "c3").to_have_attribute("aria-label", "c3, inner section: empty")


def test_the_players_have_names_and_the_tiles_left_of_their_colours(page: Page, table: Table) -> None:
    expect(page.locator(".seat").first).to_contain_text("ann")
    expect(page.locator(".seat").first).to_contain_text("to move")
    table.do(Enter("ann", "red", 4))
    tokens = page.locator(".seat").first.locator(".seat-token")
    expect(tokens.nth(0)).to_have_attribute("title", "Red: 7 tiles left")
    expect(tokens.nth(1)).to_have_attribute("title", "Yellow: 8 tiles left")


def test_an_act_is_told_and_the_tile_lies_on_the_board(page: Page, table: Table) -> None:
    table.do(Enter("ann", "red", 4))
    verdict(page).to_have_attribute("data-kind", "legal")
    verdict(page).to_contain_text("ann brings in a red tile at a1; after 4 steps it lies on a5.")
    cell(page, "a5").to_have_attribute("aria-label", "a5, outer lane: Red tile")
    expect(page.locator("#board .frame.legal")).to_have_count(1)
    expect(page.locator(".act-number").first).to_have_text("1")


def test_a_fault_shows_its_reason_and_the_tile_until_it_is_taken_back(page: Page, table: Table) -> None:
    table.do(Enter("ann", "red", 3), times=2)
    verdict(page).to_have_attribute("data-kind", "faulty")
    verdict(page).to_contain_text("steps")
    expect(page.locator("#board .tile.ghost")).to_have_count(1)
    expect(page.locator("#board .frame.faulty")).to_have_count(1)
    assert "accept" in offered(page)
    table.as_told()
    verdict(page).not_to_have_attribute("data-kind", "faulty")
    expect(page.locator("#board .tile")).to_have_count(0)


def test_an_act_is_corrected_in_the_editor_that_is_made_from_the_games_acts(page: Page, table: Table) -> None:
    table.do(Enter("ann", "red", 4))
    page.get_by_role("button", name="Correct move 1").click()
    editor = page.locator("#editor")
    expect(editor.get_by_label("brings in a tile")).to_be_checked()
    fields = editor.locator("[data-kind=enter]")
    expect(fields.get_by_label("Steps along the lane")).to_have_value("4")
    expect(fields.get_by_label("ann")).to_be_checked()
    fields.get_by_label("Yellow").check()
    editor.get_by_role("button", name="Save").click()
    expect(page.locator(".act.legal")).to_contain_text("yellow tile at f6")
    expect(page.locator("#differences tbody tr")).to_have_count(2)
    assert table.live.record().splitlines()[1].endswith('"colour": "yellow", "steps": 4}')
    page.get_by_text("Corrections: 1").click()
    expect(page.locator(".corrections li")).to_contain_text(
        "Move 1: ann, brings in a tile, Red, 4 became ann, brings in a tile, Yellow, 4"
    )


def test_only_the_fields_of_the_chosen_act_are_shown(page: Page) -> None:
    page.get_by_role("button", name="Say what was done").click()
    editor = page.locator("#editor")
    for kind, words in {
        "enter": "brings in a tile", "move": "moves a tile", "pass": "passes", "change": "another change",
        "table": "set by hand",
    }.items():  # fmt: skip
        editor.get_by_text(words).click()
        expect(editor.locator(f".act-fields[data-kind={kind}]")).to_be_visible()


def test_a_move_that_was_missed_is_told_by_hand(page: Page, table: Table) -> None:
    table.do(Enter("ann", "red", 4))
    table.do(Enter("bo", "blue", 4))
    verdict(page).to_contain_text("bo brings in")
    page.get_by_role("button", name="Say what was done").click()
    editor = page.locator("#editor")
    editor.get_by_text("moves a tile").click()
    fields = editor.locator("[data-kind=move]")
    fields.get_by_label("Column").select_option("a")
    fields.get_by_label("Row").select_option("5")
    fields.get_by_label("ann").check()
    expect(editor.get_by_role("status")).to_have_text("Still to be said: Steps along the lane.")
    fields.get_by_label("Steps along the lane").fill("2")
    fields.get_by_label("Steps inwards").fill("2")
    editor.get_by_role("button", name="Save").click()
    verdict(page).to_contain_text("The table does not match the game")
    cell(page, "b4").to_have_attribute("aria-label", "b4, inner section: Red tile")
    assert Move("ann", (4, 0), 2, 2) == table.live.session.history[-1].act


def test_the_table_is_set_by_hand_cell_by_cell(page: Page, table: Table) -> None:
    page.get_by_role("button", name="Say what was done").click()
    editor = page.locator("#editor")
    editor.get_by_text("set by hand").click()
    editor.get_by_label("Blue").check()
    editor.get_by_role("button", name="c3: empty").click()
    editor.get_by_role("button", name="c4: empty").click()
    editor.get_by_label("takes one off").check()
    editor.get_by_role("button", name="c4: Blue").click()
    editor.get_by_role("group", name="To move then").get_by_label("bo").check()
    editor.get_by_role("button", name="Save").click()
    cell(page, "c3").to_have_attribute("aria-label", "c3, inner section: Blue tile")
    assert table.live.session.state.on_turn == "bo"


def test_the_direction_is_mended_in_the_middle_of_the_game_and_no_tile_moves(
    page: Page, table: Table
) -> None:
    table.do(Enter("ann", "red", 4))
    page.get_by_role("button", name="Lane and corners").click()
    page.locator("#palette").get_by_label("Clockwise", exact=True).check()
    expect(page.locator("#board .arrows")).to_have_attribute("data-direction", "clockwise")
    cell(page, "a5").to_have_attribute("aria-label", "a5, outer lane: Red tile")
    assert '"direction": "clockwise"' in table.live.record().splitlines()[0]


def test_what_is_unclear_is_named_and_the_table_can_be_right(page: Page, table: Table) -> None:
    for act in (Enter("ann", "red", 4), Enter("bo", "blue", 4), Enter("ann", "yellow", 4)):
        table.do(act)
    lying = np.zeros(36, int)
    lying[[14, 15, 20]] = (1, 2, 3)
    table.lay(lying)
    table.see(3)
    verdict(page).to_contain_text("I cannot make out")
    expect(page.locator("#board .frame.differs")).not_to_have_count(0)
    page.get_by_role("button", name="The table is right").click()
    cell(page, "c3").to_have_attribute("aria-label", "c3, inner section: Red tile")


def test_a_row_ends_the_game_and_it_is_replayed(page: Page, table: Table) -> None:
    row = {(0, 4), (1, 4), (2, 4), (3, 4)}
    for n, tiles in enumerate((row - {(0, 4)}, row), start=1):
        stacks = [[["red"] if (r, c) in tiles else [] for c in range(6)] for r in range(6)]
        table.live.command("insert", {"n": n, "act": {"act": "table", "stacks": stacks, "on_turn": "ann"}})
    verdict(page).to_contain_text("wins: four red tiles in a row")
    expect(page.locator("#board .winning")).to_have_count(4)
    page.get_by_role("link", name="See the game again").click()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "Move 2 of 2")
    expect(page.locator("#board .arrows")).to_have_attribute("data-direction", "anticlockwise")
    expect(page.locator(".seat").first).to_contain_text("ann")


def test_in_chinese_a_space_stands_beside_a_latin_name_and_none_beside_a_chinese_one(
    page: Page, table: Table
) -> None:
    page.locator("[data-setting=language-zh-Hant]").click()
    verdict(page).to_contain_text("輪到 ann")
    cell(page, "a1").to_have_attribute("aria-label", "a1，紅色的角落：空")
    table.do(Enter("ann", "red", 4))
    verdict(page).to_contain_text("ann 從 a1 放進一片紅色板塊；走 4 步，停在 a5。")


# Set-up


@pytest.fixture
def guided(lay: Callable[..., Table]) -> Table:
    return lay(())


@pytest.fixture
def guided_server(guided: Table) -> Iterator[Server]:
    server = Server(create_app(guided.live, library=Library(guided.store)), port=0)
    server.start()
    yield server
    server.close()


def test_everybody_takes_and_gives_up_colours_until_all_have_as_many_as_the_rules_say(
    context: Any, guided: Table, guided_server: Server
) -> None:
    page = context.new_page()
    page.goto(guided_server.url, wait_until="domcontentloaded")
    onward, why = page.locator("[data-action=next]"), expect(page.locator(".why-not"))
    why.to_have_text("Every player needs a name of their own.")
    page.get_by_label("Name at seat 1").fill("ann")
    page.get_by_label("Name at seat 2").fill("bo")
    why.to_have_text("")
    ann, bo = page.locator(".named-seats li").all()

    def plays(seat: Any, *colours: str) -> None:
        expect(seat.locator("[aria-pressed=true]")).to_have_count(len(colours))
        for colour in colours:
            expect(seat.get_by_role("button", name=colour)).to_have_attribute("aria-pressed", "true")

    plays(ann, "Red", "Yellow")
    ann.get_by_role("button", name="Red").click()
    plays(ann, "Yellow")
    why.to_have_text("Colours are still to be chosen: ann (1 of 2).")
    expect(onward).to_be_disabled()
    ann.get_by_role("button", name="Green").click()
    plays(ann, "Yellow", "Green")
    plays(bo, "Blue")
    why.to_have_text("Colours are still to be chosen: bo (1 of 2).")
    bo.get_by_role("button", name="Red").click()
    plays(bo, "Blue", "Red")
    ann.get_by_role("button", name="Blue").click()
    plays(ann, "Yellow", "Blue")
    plays(bo, "Red", "Green")
    expect(ann.get_by_role("button", name="Blue")).to_be_focused()
    onward.click()
    expect(page.locator("#guide .found-board")).to_be_visible()
    assert guided.live.state()["setup"]["colours"] == {"ann": ["yellow", "blue"], "bo": ["red", "green"]}
    page.close()


def test_a_game_is_set_up_with_names_colours_and_the_board_as_it_is_seen(
    context: Any, guided: Table, guided_server: Server
) -> None:
    page = context.new_page()
    page.goto(guided_server.url, wait_until="domcontentloaded")
    guided.see(2)
    page.locator("[data-step=camera]").click()
    expect(page.locator("#guide")).to_contain_text("the whole board is in the picture")
    expect(page.locator("#guide")).not_to_contain_text("cards")
    page.locator("[data-action=next]").click()
    page.get_by_label("Name at seat 1").fill("ann")
    expect(page.locator("[data-action=next]")).to_be_disabled()
    page.get_by_label("Name at seat 2").fill("bo")
    first = page.locator(".named-seats li").first
    first.get_by_role("button", name="Blue").click()
    expect(first.get_by_role("button", name="Blue")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-action=next]").click()
    board = page.locator("#guide .found-board")
    expect(board.locator(".arrows")).to_have_attribute("data-direction", "anticlockwise")
    board.get_by_role("radio", name="Clockwise", exact=True).check()
    expect(board.locator(".arrows")).to_have_attribute("data-direction", "clockwise")
    expect(board.locator(".lane-note")).to_contain_text("What you said counts")
    board.get_by_label("top left").select_option("green")
    expect(board.locator("[data-cell=a1]")).to_have_attribute("aria-label", "a1, corner of Green: empty")
    expect(board.get_by_label("Cells along each side")).to_have_value("6")
    board.get_by_role("button", name="as it is seen").click()
    expect(board.locator("[data-cell=a1]")).to_have_attribute("aria-label", "a1, corner of Red: empty")
    expect(board.locator(".arrows")).to_have_attribute("data-direction", "anticlockwise")
    expect(board.locator(".lane-note")).to_have_count(0)
    expect(board.get_by_role("button", name="as it is seen")).to_have_count(0)
    board.get_by_role("radio", name="Clockwise", exact=True).check()
    board.get_by_label("top left").select_option("green")
    expect(board.locator("[data-cell=a1]")).to_have_attribute("aria-label", "a1, corner of Green: empty")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".seat").first).to_contain_text("ann")
    header = guided.live.record().splitlines()[0]
    assert '"direction": "clockwise"' in header and '"green": [0, 0]' in header
    assert guided.live.session.colours["ann"] == ["red", "blue"]
    page.close()


def test_choices_that_come_faster_than_the_answers_all_count(
    context: Any, guided: Table, guided_server: Server
) -> None:
    page = context.new_page()
    page.goto(guided_server.url, wait_until="domcontentloaded")
    guided.see(2)
    page.get_by_label("Name at seat 1").fill("ann")
    page.get_by_label("Name at seat 2").fill("bo")
    page.locator("[data-action=next]").click()
    board = page.locator("#guide .found-board")
    expect(board.locator(".arrows")).to_have_attribute("data-direction", "anticlockwise")
    page.evaluate(SLOW_SETUP)
    board.get_by_role("radio", name="Clockwise", exact=True).check()
    board.get_by_label("top left").select_option("green")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".seat").first).to_contain_text("ann")
    header = json.loads(guided.live.record().splitlines()[0])["options"]
    assert (header["direction"], header["corners"]["green"]) == ("clockwise", [0, 0])
    page.close()


def test_a_size_that_the_board_has_not_is_said_and_taken_back(
    context: Any,
    guided: Table,
    guided_server: Server,
    monkeypatch: pytest.MonkeyPatch,
    board_marks: dict[str, Any],
) -> None:
    def eyes(options: Any, known: Any) -> Watcher:
        return Blind(Eyes(8)) if options.get("size") == 8 else Watcher(Eyes(**board_marks))

    monkeypatch.setattr(game, "eyes", eyes)
    page = context.new_page()
    page.goto(guided_server.url, wait_until="domcontentloaded")
    guided.see(2)
    page.get_by_label("Name at seat 1").fill("ann")
    page.get_by_label("Name at seat 2").fill("bo")
    page.locator("[data-action=next]").click()
    size = page.get_by_label("Cells along each side")
    size.select_option("8")
    guided.see(2)
    expect(page.locator(".board-state")).to_contain_text("Looking for the board")
    assert "NaN" not in page.locator(".outline .grid").get_attribute("d")
    page.get_by_role("button", name="as it is seen").click()
    expect(size).to_have_value("")  # the server has heard it: other eyes look now
    guided.see(2)
    expect(size).to_have_value("6")
    expect(page.get_by_role("button", name="Play")).to_be_enabled()
    page.close()
