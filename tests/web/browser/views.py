"""The views of the page that are looked at: by axe, for their width, and in pictures."""

VIEWS = {
    "first": "#/",
    "advice": "#/advice?p=jetons:round+2/roll+621+left+2",
    "follow": "#/advice?p=jetons:round+2/seen+653+in+2/roll+641+left+1",
    "game": (
        "#/game?from=jetons:charge+9+2,10&names=Anne,Bob"
        "&rounds=641.1-631_421.3-322_555.2-555-l0_611.1-655&seen=641.2&roll=631.1"
    ),
    "setup": "#/game",
    "learn": "#/learn?rules=jetons&seed=421&answers=x&at=1",
    "question": "#/learn?rules=jetons&seed=421",
    "result": "#/learn?rules=jetons&seed=421&answers=x-x-x-x-x-x-x-x-x-x&at=11",
}
"""An address for each view; ``?lang=fr`` goes before it."""

DRAWN = {
    "first": ".tile >> nth=55",
    "advice": ".why p >> nth=2",
    "follow": ".why p >> nth=2",
    "game": ".chances polyline >> nth=1",
    "setup": ".setup [type=submit]",
    "learn": ".why p >> nth=2",
    "question": ".stage .primary",
    "result": ".setup .primary",
}
"""What is there as soon as a view is drawn."""
