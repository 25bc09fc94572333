"""Draws a replay: the position as its game draws it, and around it the place among the events."""

from __future__ import annotations

import math

from client.drawing.canvas import Canvas, Fragment, pad
from client.drawing.grammar import title_of
from client.fullscreen.screens import frame
from client.fullscreen.screens.table import side_panel
from client.fullscreen.ui.state import UiState
from client.games.spec import Scene
from client.history.replay import Replay, sentences
from client.state.phrases.endings import result, standings
from client.state.phrases.players import departures, players, reason
from client.state.reading import UnreadableTableError, game_of, names, view_of
from client.state.store import Store
from client.state.table_view import describe_table
from protocol import messages as m


def draw(canvas: Canvas, replay: Replay, store: Store, ui: UiState) -> None:
    """Draw the position, and the sentences about the event that led to it."""
    table = replay.table
    where = (title_of(table.game), "replay", f"table {table.room}")
    eyes = "as a spectator" if replay.seat is None else f"as {names(table)[replay.seat]} saw it"
    place = f"{'▶ ' if replay.rolls else ''}event {replay.at} of {replay.last}"
    who = " · ".join(players(table))
    frame.put_frame(canvas, (*where, describe_table(table), who), f"{eyes}   {place}", store)
    try:
        canvas.paste(0, frame.TOP, game_of(table.game).drawing.draw(scene(table, ui, (canvas.width, canvas.height))))
        text = _first(sentences(replay, replay.at), frame.max_sentence_length(canvas.width))
    except UnreadableTableError as error:
        canvas.centre_wrapped(canvas.height // 2, str(error), "bad")
        text = ""
    # What can be clicked in a game while it is played means nothing here.
    canvas.cover()
    rows, hint = canvas.height - frame.TOP - frame.BOTTOM, "Turn the wheel to step through the game."
    canvas.click(0, frame.TOP, canvas.width, rows, "", hint, wheel=("event -1", "event +1"))
    if table.ending is not None and not canvas.is_full:
        side_panel.put_beside(canvas, "The game is over", _end(table), width=side_panel.side_width(canvas))
    frame.put_sentence(canvas, *_sentence(store, ui, text))
    if canvas.is_full:
        frame.put_above_short(canvas, side_panel.describe_end(table, names(table)), text)


def scene(table: m.Table, ui: UiState, size: tuple[int, int]) -> Scene:
    """What the game draws from: what the seat could see, but as for a spectator, who can do nothing."""
    width, height = size
    return Scene(
        view=view_of(game_of(table.game), table.view),
        age_s=math.inf,
        earlier=(),
        names=names(table),
        seat=None,
        present=(True,) * len(table.chairs),
        time_left_s=None,
        pending=None,
        pace=None,
        width=width,
        height=height - frame.TOP - frame.BOTTOM,
        pane=ui.pane,
        scroll=ui.scroll,
        palette=ui.palette,
        is_over=table.phase == "over",
        is_past=True,
        gone=departures(table),
    )


def _end(table: m.Table) -> tuple[Fragment, ...]:
    who, title = names(table), result(table, names(table))
    why = reason(table, who)
    because = () if why in ("", title) else (("soft", why),)
    rows = tuple(
        ("bright" if each.is_winner else "", f"{'★' if each.is_winner else ' '} {pad(each.name, 16)}{each.score:>6}")
        for each in standings(table, who)
    )
    return (("title", title), *because, *rows)


def _first(sentences: tuple[str, ...], length: int) -> str:
    """As many of the first sentences as fit; the others can be seen on the board."""
    while len(sentences) > 1 and len(" ".join(sentences)) > length:
        sentences = sentences[:-1]
    return " ".join(sentences)


def _sentence(store: Store, ui: UiState, text: str) -> tuple[str, str]:
    if ui.hint:
        return ui.hint, "soft"
    if store.sentence:
        return frame.said(store)
    return text, "news"
