// The field that holds the position in one line.

import { copyButton } from "./answer.js";
import { el, put } from "./dom.js";
import { t } from "./i18n.js";

/** Make the form that shows the position, takes another, and copies the page's address. */
export function pasteForm(onopen) {
  const input = el("input", {
    type: "text",
    id: "position",
    spellcheck: false,
    autocomplete: "off",
  });
  const problem = el("div", {});
  const form = el(
    "form",
    {
      onsubmit(event) {
        event.preventDefault();
        onopen(input.value.trim());
      },
    },
    el("label", { htmlFor: "position", text: t("paste.label") }),
    input,
    el(
      "div",
      { className: "actions" },
      el("button", { type: "submit", text: t("paste.open") }),
      copyButton(t("paste.copy"), () => location.href),
    ),
  );
  return {
    element: el(
      "section",
      { className: "card paste" },
      el("h3", { text: t("paste.head") }),
      form,
      problem,
    ),
    show(text) {
      input.value = text;
      put(problem);
    },
    fail(node) {
      put(problem, node);
      node.scrollIntoView({ block: "nearest" });
    },
  };
}
