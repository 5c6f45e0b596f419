"""Pages of HTML that need nothing else: no script, no font, no other file."""

from collections.abc import Collection, Iterable, Sequence
from html import escape

from solver.language import language

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --right: #1f6f8b;
  --wrong: #b3261e; --margin: #e4eff2; --grid: #ccc; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #161616;
  --right: #6cc0dd; --wrong: #ff8a80; --margin: #20343b; --grid: #444; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; color: var(--ink); background: var(--paper); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--grid); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
.rejected { color: var(--wrong); font-weight: 600; }
.scroll { overflow-x: auto; }
svg { width: 100%; height: auto; }
svg text { font-size: 11px; fill: currentColor; }
line.axis { stroke: currentColor; } line.grid { stroke: var(--grid); }
line.right { stroke: var(--right); stroke-width: 2; }
line.wrong { stroke: var(--wrong); stroke-width: 2; }
circle.right { fill: var(--right); } circle.wrong { fill: var(--wrong); }
polyline.right { fill: none; stroke: var(--right); stroke-width: 1.5; }
rect.margin { fill: var(--margin); }
@media print { body { margin: 0; font-size: 10pt; } table { font-size: 7.5pt; }
  th, td { padding: .15rem .3rem; } }
"""


def html_page(title: str, parts: Iterable[str], style: str = "") -> str:
    """Return a page with a title, which is its heading too, and parts that are HTML.

    ``style`` is added to the style of all pages.
    """
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}{style}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body>\n</html>\n"
    )


def paragraph(words: str) -> str:
    """Return a paragraph of text."""
    return f"<p>{escape(words)}</p>"


def heading(words: str) -> str:
    """Return a heading below the page's own."""
    return f"<h2>{escape(words)}</h2>"


def html_table(
    head: Sequence[str], rows: Iterable[Sequence[str]], numbers: Collection[int] = ()
) -> str:
    """Return a table of texts; ``numbers`` are the columns that stand to the right."""

    def cells(tag: str, texts: Sequence[str]) -> str:
        kinds = [' class="number"' if place in numbers else "" for place in range(len(texts))]
        return "".join(
            f"<{tag}{kind}>{escape(words)}</{tag}>"
            for kind, words in zip(kinds, texts, strict=True)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return (
        f'<div class="scroll"><table><thead><tr>{cells("th", head)}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
