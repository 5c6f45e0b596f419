"""Pictures drawn with letters, for a terminal: a line for each place, wide as there is room."""

from textwrap import wrap

from solver.language import _
from solver.study.pictures.charts import KIND_MARKS, Chart, HeatMap, kind_labels, kind_of

LEAST_WIDTH, MOST_WIDTH = 40, 100
"""Of a drawing, in letters; what is narrower than the least breaks its lines."""

_TOPS = (2, 5, 10, 20, 50, 100)
"""Where a scale ends, in percent."""


def draw_letters(picture: Chart | HeatMap, width: int) -> list[str]:
    """Return the lines of a drawing that fits so many letters, in ASCII but for its labels."""
    width = min(max(width, LEAST_WIDTH), MOST_WIDTH)
    lines = _map(picture, width) if isinstance(picture, HeatMap) else _chart(picture, width)
    return [line.rstrip() for line in lines]


def _chart(chart: Chart, width: int) -> list[str]:
    """Along the line of each place a mark for each series, or a bar if there is but one."""
    margin = max(len(str(label)) for label in chart.labels)
    room = width - margin - 3
    most = max(value for series in chart.series for value in series.values)
    top = next(percent for percent in _TOPS if 100 * most <= percent)
    scale = "0 %" + f"{top} %".rjust(room - 2)
    lines = [
        *wrap(chart.title, width),
        *wrap(f"{chart.across} | {chart.up}", width),
        *(f"{series.mark} {series.label}" for series in chart.series),
        "",
        f"{' ' * margin} |{scale}",
    ]
    for place, label in enumerate(chart.labels):
        row = [" "] * (room + 1)
        # The first series is the most important: its mark is written last.
        for series in reversed(chart.series):
            at = round(series.values[place] * 100 * room / top)
            if len(chart.series) == 1:
                row[:at] = series.mark * at
            else:
                row[at] = series.mark
        lines.append(f"{str(label).rjust(margin)} |{''.join(row)}")
    return lines


def _map(picture: HeatMap, width: int) -> list[str]:
    """A line for each hand rolled; where there is no room for all hands to beat, in parts."""
    margin = max(map(len, picture.hands))
    room = width - margin - 1
    lines = [
        *wrap(picture.title, width),
        *wrap(_("hands rolled downwards, hands to beat across; best first"), width),
        *(f"{mark} {label}" for mark, label in zip(KIND_MARKS, kind_labels(), strict=True)),
    ]
    for start in range(0, len(picture.hands), room):
        part = range(start, min(start + room, len(picture.hands)))
        lines.append("")
        lines += [
            " " * (margin + 1) + "".join(picture.hands[place][row] for place in part)
            for row in range(margin)
        ]
        lines += [
            f"{hand.rjust(margin)} {''.join(KIND_MARKS[kind_of(row[place])] for place in part)}"
            for hand, row in zip(picture.hands, picture.keeps, strict=True)
        ]
    return lines
