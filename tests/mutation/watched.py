"""The modules whose tests are tested, each with tests that must see what goes wrong in it.

Its own examples run first, then these in their order, until the first that fails.
"""

WATCHED: dict[str, tuple[str, ...]] = {
    "solver/game/dice.py": ("tests/game/test_dice.py", "tests/game/test_words.py"),
    "solver/game/words.py": ("tests/game/test_words.py", "tests/game/test_notation_refused.py"),
    "solver/game/names.py": ("tests/game/test_words.py", "tests/commands/test_hands.py"),
    "solver/game/ranking.py": ("tests/game/test_ranking.py", "tests/game/test_words.py"),
    "solver/game/rules.py": (
        "tests/game/test_rules.py",
        "tests/game/test_presets.py",
        "tests/game/test_words.py",
        "tests/game/test_notation_refused.py",
    ),
    "solver/game/presets.py": ("tests/game/test_presets.py", "tests/game/test_rules_files.py"),
    "solver/game/state.py": ("tests/game/test_state.py", "tests/game/test_state_rounds.py"),
    "solver/game/legality.py": (
        "tests/game/test_starts.py",
        "tests/game/test_state.py",
        "tests/game/test_notation_refused.py",
    ),
    "solver/game/dice_notation.py": (
        "tests/game/test_notation_refused.py",
        "tests/game/test_notation.py",
    ),
    "solver/game/notation.py": (
        "tests/game/test_notation_refused.py",
        "tests/game/test_notation.py",
    ),
    "solver/engine/turn.py": ("tests/engine/test_turn.py", "tests/engine/test_rounds.py"),
    "solver/engine/plan.py": ("tests/engine/test_profile.py",),
    "solver/engine/exact.py": (
        "tests/engine/test_equilibrium.py",
        "tests/engine/test_chain.py",
    ),
    "solver/engine/information.py": ("tests/engine/test_information.py",),
    "solver/engine/rounds.py": ("tests/engine/test_rounds.py", "tests/engine/test_profile.py"),
    "solver/engine/profile.py": ("tests/engine/test_profile.py",),
    "solver/engine/continuation.py": (
        "tests/engine/test_continuation.py",
        "tests/engine/test_graph.py",
    ),
    "solver/engine/graph.py": ("tests/engine/test_graph.py",),
    "solver/engine/equilibrium.py": ("tests/engine/test_equilibrium.py",),
    "solver/engine/workers.py": (
        "tests/engine/test_workers.py",
        "tests/engine/test_value_iteration.py",
    ),
    "solver/engine/aftermath.py": (
        "tests/engine/test_aftermath.py",
        "tests/engine/test_continuation.py",
        "tests/engine/test_certificate.py",
    ),
    "solver/engine/certificate.py": ("tests/engine/test_certificate.py",),
    "solver/engine/generating.py": ("tests/engine/test_generating.py",),
    "solver/engine/chain.py": ("tests/engine/test_chain.py",),
}
