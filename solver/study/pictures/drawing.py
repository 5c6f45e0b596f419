"""Pictures drawn with matplotlib, which is imported when something is drawn.

Colours are from Okabe and Ito's palette, or from matplotlib's viridis: they stay apart for
colour-blind readers, and by their lightness in grey. Letters are large enough to be read in a
picture 320 pixels wide.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import SolverError
from solver.files import replacing
from solver.language import _, decimal
from solver.study.pictures.charts import Chart, HeatMap, Series, kind_labels, kind_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMS = ("png", "svg", "pdf")

_COLOURS = ("#000000", "#0072b2", "#e69f00")
"""Black, blue, orange: 0, 46 and 71 of 100 in lightness."""
_POINTS = ("o", "s", "^")
_DASHES = ("-", "--", "-.")
_MOST_POINTS = 30
_ANONYMOUS: dict[str, dict[str, str | None]] = {
    "png": {"Software": None},
    "svg": {"Creator": None, "Date": None},
    "pdf": {"Creator": None, "Producer": None, "CreationDate": None},
}
"""What is left out: what drew it, and when. The same picture is then the same file."""
_TITLE, _USUAL, _SMALL = 14.0, 13.0, 11.0
"""Sizes of letters, in points."""
_INCHES = (6.4, 4.8)
_SQUARE = (6.4, 7.0)
_PIXELS_AN_INCH = 150


def check_drawing() -> None:
    """Raise SolverError where matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise SolverError(
            _(
                "matplotlib draws the pictures, but is not installed; "
                "run: pip install 'solver-421[plot]', or leave out --out"
            )
        )


def draw(picture: Chart | HeatMap, path: Path) -> None:
    """Write a picture into a file, in the form that its name ends in, one of `FORMS`.

    Raises:
        SolverError: matplotlib is not installed.
        OSError: as writing does.
    """
    check_drawing()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    form = path.suffix.removeprefix(".").lower()
    # With a salt of its own an SVG file gives its parts the same names every time.
    with rc_context({"font.size": _USUAL, "axes.titlesize": _TITLE, "svg.hashsalt": "421"}):
        inches = _INCHES if isinstance(picture, Chart) else _SQUARE
        figure = Figure(figsize=inches, layout="constrained")
        axes = figure.add_subplot()
        if isinstance(picture, HeatMap):
            _draw_map(picture, figure, axes)
        elif picture.form == "lines":
            _draw_lines(picture, axes)
        else:
            _draw_bars(picture, axes)
        axes.set_title(picture.title, pad=24)
        axes.text(
            0.5, 1.02, picture.subtitle, transform=axes.transAxes, ha="center", fontsize=_SMALL
        )
        with replacing(path) as beside:
            figure.savefig(
                beside,
                format=form,
                dpi=_PIXELS_AN_INCH,
                metadata={"Title": picture.title, **_ANONYMOUS[form]},
            )


def _draw_lines(chart: Chart, axes: "Axes") -> None:
    places = range(len(chart.labels))
    for series, colour, point, dashes in zip(
        chart.series, _COLOURS, _POINTS, _DASHES, strict=False
    ):
        axes.plot(
            places,
            _percents(series),
            color=colour,
            marker=point,
            linestyle=dashes,
            markersize=5,
            markevery=1 + len(places) // _MOST_POINTS,
            label=series.label,
        )
    axes.set_ylim(-2, 102)
    axes.grid(color="0.85")
    _name_axes(chart, axes)
    axes.legend(frameon=False)


def _draw_bars(chart: Chart, axes: "Axes") -> None:
    """One series upwards, or two back to back: upwards and downwards."""
    places = range(len(chart.labels))
    for series, colour, sign in zip(chart.series, _COLOURS[1:], (1, -1), strict=False):
        heights = [sign * percent for percent in _percents(series)]
        axes.bar(places, heights, color=colour, width=0.8, label=series.label)
    _name_axes(chart, axes)
    axes.grid(axis="y", color="0.85")
    axes.set_axisbelow(True)
    if len(chart.series) > 1:
        axes.axhline(0, color="black", linewidth=0.8)
        axes.legend(frameon=False)


def _percents(series: Series) -> list[float]:
    return [float(100 * value) for value in series.values]


def _name_axes(chart: Chart, axes: "Axes") -> None:
    _name_places(axes, chart.labels, chart.named)
    axes.set_xlabel(chart.across)
    axes.set_ylabel(chart.up)
    # Of bars back to back those downwards are no negative numbers.
    axes.yaxis.set_major_formatter(lambda percent, _place: decimal(f"{abs(percent):g} %"))


def _name_places(axes: "Axes", labels: Sequence[str | int], places: Sequence[int]) -> None:
    """Write some labels below the places; hands stand upright."""
    names = [str(labels[place]) for place in places]
    axes.set_xticks(places, names, rotation=0 if isinstance(labels[0], int) else 90)


def _draw_map(picture: HeatMap, figure: "Figure", axes: "Axes") -> None:
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    labels = kind_labels()
    colours = colormaps["viridis_r"].resampled(len(labels))(range(len(labels)))
    kinds = [[kind_of(keep) for keep in row] for row in picture.keeps]
    axes.imshow(kinds, cmap=ListedColormap(colours), vmin=0, vmax=len(labels) - 1)
    _name_places(axes, picture.hands, picture.named)
    axes.set_yticks(picture.named, [picture.hands[place] for place in picture.named])
    axes.set_xlabel(_("hand to beat, best first"))
    axes.set_ylabel(_("hand rolled, best first"))
    figure.legend(
        [Patch(facecolor=colour, edgecolor="black") for colour in colours],
        labels,
        loc="outside lower center",
        ncols=3,
        frameon=False,
        fontsize=_SMALL,
    )
