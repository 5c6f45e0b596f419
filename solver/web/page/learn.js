// The quiz: decisions that people get wrong, and what an answer costs.

import { ask, fieldsOf } from "./api.js";
import { createAnswer, exactDetails, keepWords, trouble } from "./answer.js";
import { createTray, keptOf } from "./dice.js";
import { el, put } from "./dom.js";
import { t } from "./i18n.js";
import { resultCard } from "./learn-result.js";
import { points } from "./numbers.js";
import { chanceKey, readPosition, seatsInPlay, sorted } from "./position.js";
import { rulesToChoose, rulesWords, stateWords } from "./table.js";

const ASKED = 10;
const freshSeed = () => Math.floor(Math.random() * 1e6);

/** Answers are written into the address: dice kept, or a letter where there are none. */
const written = (keep) => keep || "x";
const readKeep = (text) => (text === "x" ? "" : text);

/**
 * Make the view.
 * @param {{write: (values: object) => void}} handlers
 */
export function createLearn({ write }) {
  let quiz = null; // rules, seed, the keeps answered, and the questions
  let at = 0;
  let kept = [false, false, false];
  const element = el("div", { className: "view learn" });

  function store() {
    if (!quiz) {
      write({});
      return;
    }
    const { rules, seed, answers } = quiz;
    write({
      rules,
      seed: String(seed),
      answers: answers.map(written).join("-"),
      at: String(at + 1),
    });
  }

  async function begin() {
    put(element, el("p", { className: "hint", text: t("loading") }));
    try {
      const { names } = await rulesToChoose();
      put(element, startCard(names));
    } catch (error) {
      put(element, trouble(error, begin));
    }
  }

  function startCard(names) {
    const select = el(
      "select",
      { id: "quiz-rules" },
      names.map((name) =>
        el("option", { value: name, text: rulesWords(name), selected: name === "jetons" }),
      ),
    );
    return el(
      "form",
      {
        className: "card setup",
        onsubmit(event) {
          event.preventDefault();
          start(select.value, freshSeed());
        },
      },
      el("h1", { text: t("learn.head") }),
      el("p", { className: "hint", text: t("learn.hint") }),
      el("label", { htmlFor: "quiz-rules", text: t("table.rules") }),
      select,
      el("button", {
        type: "submit",
        className: "primary wide",
        text: t("learn.start", { n: ASKED }),
      }),
    );
  }

  async function start(rules, seed, answers = [], question = 0) {
    put(element, el("p", { className: "hint", text: t("loading") }));
    try {
      const { questions } = await ask("quiz", { rules, players: 2, seed, n: ASKED });
      quiz = { rules, seed, answers, questions, fields: await fieldsOf(rules).catch(() => null) };
      at = question;
      draw();
    } catch (error) {
      put(
        element,
        trouble(error, () => start(rules, seed, answers, question)),
      );
    }
  }

  function draw() {
    store();
    if (at >= quiz.questions.length) drawEnd();
    else drawQuestion(readPosition(quiz.questions[at].position));
  }

  function situation(position) {
    const seats = seatsInPlay(position.state).length;
    const words = position.seen.length
      ? t("learn.follow", { hands: position.seen.join(", "), n: position.limit })
      : t("learn.open", { n: seats - 1 });
    return `${words} ${t("learn.left", { n: position.left })}`;
  }

  function drawQuestion(position) {
    const dice = [...position.roll].map(Number);
    const answered = at < quiz.answers.length;
    kept = answered ? keptOf(dice, quiz.answers[at]) : [false, false, false];
    const tray = createTray({
      onpick(index) {
        if (at < quiz.answers.length) return;
        kept = kept.with(index, !kept[index]);
        drawTray();
      },
    });
    const answer = el("button", {
      type: "button",
      className: "primary wide",
      onclick: () => mark(position, keepOf(dice)),
    });
    const stage = el("div", { className: "stage" }, answer);
    const beside = el("div", { className: "beside" });
    function drawTray() {
      tray.show(dice, kept, answered ? { hint: "" } : { hint: t("learn.toggle"), pressed: true });
      const keep = keepOf(dice);
      answer.textContent = keepWords({ keep, throw: 3 - keep.length });
    }
    drawTray();
    const where =
      position.state.kind === "round"
        ? rulesWords(quiz.rules)
        : `${rulesWords(quiz.rules)}, ${stateWords(position.state)}`;
    put(
      element,
      el(
        "section",
        { className: "play", "aria-label": t("learn.head") },
        el("p", {
          className: "progress",
          text: `${t("learn.question", { n: at + 1, of: quiz.questions.length })} · ${where}`,
        }),
        el("h1", { className: "whose", tabIndex: -1, text: situation(position) }),
        answered ? null : el("p", { className: "hint", text: t("learn.lift") }),
        tray.element,
        stage,
      ),
      beside,
    );
    if (answered) feedback(position, quiz.answers[at], stage, beside, tray);
  }

  const keepOf = (dice) => sorted(dice.filter((_, index) => kept[index]));

  async function mark(position, keep) {
    quiz.answers[at] = keep;
    store();
    drawQuestion(position);
  }

  /** Take back an answer that the rules do not allow, or that could not be marked. */
  function reopen(position) {
    quiz.answers = quiz.answers.slice(0, at);
    store();
    drawQuestion(position);
  }

  async function feedback(position, keep, stage, beside, tray) {
    put(stage, el("p", { className: "hint", text: t("loading") }));
    const dice = [...position.roll].map(Number);
    let answer;
    try {
      answer = await ask("advise", { position: quiz.questions[at].position });
    } catch (error) {
      put(
        stage,
        trouble(error, () => feedback(position, keep, stage, beside, tray)),
      );
      return;
    }
    const given = answer.choices.find((choice) => choice.keep === keep);
    if (!given) {
      reopen(position);
      element
        .querySelector(".stage")
        .append(el("p", { className: "lost", role: "alert", text: t("learn.must") }));
      return;
    }
    const label = t(chanceKey(position.state, quiz.fields));
    const shown = createAnswer({ onchoose: (choice) => look(choice, false) });
    function look(choice, fresh) {
      tray.show(dice, keptOf(dice, choice.keep), { hint: "" });
      shown.show({
        hand: position.roll,
        answer,
        chosen: choice,
        label,
        fresh,
        told: fresh,
      });
    }
    const best = answer.choices[0];
    const result = given.best
      ? el("p", { className: "mark-right", text: t("learn.right") })
      : el("p", {
          className: "mark-wrong",
          text: t("learn.wrong", { n: points(given.loss), best: keepWords(best) }),
        });
    const next = el("button", {
      type: "button",
      className: "primary wide",
      text: at + 1 < quiz.questions.length ? t("learn.next") : t("learn.finish"),
      onclick() {
        at += 1;
        draw();
        element.querySelector("h1")?.focus();
      },
    });
    result.setAttribute("role", "status");
    put(
      stage,
      result,
      given.best ? null : exactDetails(given.loss, t("exact.loss")),
      next,
      shown.verdict,
    );
    put(beside, shown.details);
    look(given, true);
    next.focus();
  }

  async function drawEnd() {
    put(element, el("p", { className: "hint", text: t("loading") }));
    try {
      const advice = await Promise.all(
        quiz.questions.map(({ position }) => ask("advise", { position })),
      );
      const again = () => start(quiz.rules, freshSeed());
      put(element, resultCard({ quiz, advice, again, reset }));
    } catch (error) {
      put(element, trouble(error, drawEnd));
    }
  }

  function reset() {
    quiz = null;
    store();
    begin();
  }

  return {
    element,
    enter({ rules, seed, answers, at: question }) {
      if (!rules || !seed) {
        begin();
        return;
      }
      const given = answers ? answers.split("-").map(readKeep) : [];
      start(rules, Number(seed), given, Math.max(0, Number(question || 1) - 1));
    },
  };
}
