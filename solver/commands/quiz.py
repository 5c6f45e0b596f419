"""``421 quiz``: decisions that people get wrong, asked and explained."""

from collections.abc import Iterator
from random import Random
from secrets import randbelow

import click

from solver.commands.dialogue import HELP, QUIT, ask_line, say, until_ended
from solver.commands.matches import read_start, state_of, work
from solver.commands.options import read_seed, read_words, whole_number, with_rules
from solver.commands.output import heading, short
from solver.errors import HandError
from solver.game.dice_notation import format_keep
from solver.game.notation import format_position
from solver.game.state import Round, players_of
from solver.game.words import fold
from solver.language import _, ngettext
from solver.study.explain import explain
from solver.study.figures import points
from solver.study.quiz.progress import progress_file
from solver.study.quiz.questions import Error, Mark, Question, theme_names
from solver.study.quiz.sitting import Sitting
from solver.study.sentences import name_choice, sentences
from solver.study.stored import stored_values
from solver.study.typed import read_keep

MOST_QUESTIONS = 200


@click.command("quiz")
@click.argument("position", nargs=-1)
@click.option(
    "--questions",
    type=whole_number(1, MOST_QUESTIONS),
    default="10",
    show_default=True,
    help="How many are asked.",
)
@click.option("--seed", type=read_seed, help="What chance comes from.  [default: nothing known]")
@with_rules
def command(
    position: tuple[str, ...],
    questions: int,
    seed: int | None,
    rules: str | None,
    settings: tuple[str, ...],
) -> int:
    """Ask decisions that people get wrong, and say what answers cost.

    POSITION is what the players have, "round 2" if left out; of "start N" every state of the
    game is asked about. Answers are remembered, what was missed is asked again, and it ends
    with what to practise.

    \b
    Examples:
      421 quiz
      421 quiz --rules comptoir --questions 20
      421 quiz "jetons: start 2"
    """
    asked = read_start(read_words(position) or "round 2", rules, settings)
    state = state_of(asked)
    if not isinstance(state, Round):
        work(_("reading"), asked, lambda _tell: stored_values(asked.rules, players_of(state)))
    chance = Random(randbelow(1 << 32) if seed is None else seed)
    sitting = Sitting(asked, chance, progress_file())
    say(
        format_position(asked),
        heading(asked.rules),
        _("Type the dice to keep, such as 61; stop; or none, to throw all. ? helps, q ends."),
    )
    with until_ended():
        for number, question in enumerate(sitting.questions(questions), start=1):
            say("", *_asking(question, number, questions))
            keep = _read_answer(question)
            if keep is None:
                break
            say(*_told(question, sitting.answer(question, keep)))
    _say_score(sitting)
    return 0


def _asking(question: Question, number: int, most: int) -> Iterator[str]:
    position = question.position
    yield f"{number}/{most}  {format_position(position)}"
    facts = {"roll": format_keep(question.roll), "n": position.left}
    if not position.seen:
        yield ngettext(
            "You open. You have rolled {roll}, and {n} more roll is allowed.",
            "You open. You have rolled {roll}, and {n} more rolls are allowed.",
            position.left,
        ).format(**facts)
        return
    seen = ", ".join(map(format_keep, position.seen))
    yield ngettext(
        "You follow; made so far: {seen}. You have rolled {roll}, and {n} more roll is allowed.",
        "You follow; made so far: {seen}. You have rolled {roll}, and {n} more rolls are allowed.",
        position.left,
    ).format(seen=seen, **facts)


def _read_answer(question: Question) -> int | None:
    """The keep that is typed; None to end."""
    allowed = [choice.keep for choice in question.choices]
    while True:
        text = ask_line(_("keep"))
        if fold(text) in QUIT:
            return None
        if fold(text) in HELP:
            names = ", ".join(name_choice(keep) for keep in sorted(allowed))
            say(_("You can: {choices}. Type q to end.").format(choices=names))
            continue
        try:
            return read_keep(text, question.roll, allowed)
        except HandError as error:
            say(str(error))


def _told(question: Question, mark: Mark) -> Iterator[str]:
    if mark.error is None:
        yield _("Right.")
    else:
        message = _("That loses {points} points, exactly {loss}.")
        yield message.format(points=points(mark.given.loss), loss=short(mark.given.loss))
    instead = mark.given.keep if mark.error else None
    yield from sentences(explain(question.position), instead)


def _say_score(sitting: Sitting) -> None:
    """Say what this sitting came to, and of all sittings what to practise."""
    themes, progress = theme_names(), sitting.progress
    if sitting.fault:
        message = _("421: progress could not be kept: {fault}")
        click.echo(message.format(fault=sitting.fault), err=True)
    say("", *_score(sitting))
    if to_practise := progress.to_practise():
        say(_("To practise most: {theme}.").format(theme=themes[to_practise[0]]))
    usual = max(Error, key=lambda error: progress.errors[error])
    if progress.errors[usual]:
        say(_error_names()[usual])
    tallies = {theme: tally for theme, tally in progress.themes.items() if tally.asked}
    if tallies:
        say("", _("In all quizzes so far:"))
    for theme in sorted(tallies, key=lambda theme: -tallies[theme].mean_loss()):
        tally = tallies[theme]
        message = ngettext(
            "{theme}: {right} of {n} answer right, {points} points lost on average",
            "{theme}: {right} of {n} answers right, {points} points lost on average",
            tally.asked,
        )
        facts = {"right": tally.right, "n": tally.asked, "points": points(tally.mean_loss())}
        say(message.format(theme=themes[theme], **facts))


def _score(sitting: Sitting) -> Iterator[str]:
    if not sitting.asked:
        yield _("Nothing was answered.")
        return
    yield ngettext(
        "{right} of {n} answer was right; {points} points were lost, exactly {loss}.",
        "{right} of {n} answers were right; {points} points were lost, exactly {loss}.",
        sitting.asked,
    ).format(
        right=sitting.right,
        n=sitting.asked,
        points=points(sitting.lost),
        loss=short(sitting.lost),
    )


def _error_names() -> dict[Error, str]:
    return {
        Error.ROLLED_ON: _("What you get wrong most often: you roll on where you should stop."),
        Error.STOPPED: _("What you get wrong most often: you stop where you should roll on."),
        Error.OTHER_DICE: _("What you get wrong most often: you keep the wrong dice."),
    }
