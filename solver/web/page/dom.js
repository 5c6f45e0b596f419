// The few lines that stand for a framework: elements made from data, never from markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (name in node && name !== "list" && !(node instanceof SVGElement)) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Make an HTML element: `el("p", {className: "why", text: "…"}, child, …)`. */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Make an SVG element; its properties are attributes. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Put these children in place of what an element holds. */
export function put(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

let ids = 0;

/** Return an id that nothing else on the page has. */
function freshId(prefix) {
  ids += 1;
  return `${prefix}-${ids}`;
}

/**
 * Make a row of radio buttons that look like one switch; arrow keys work as in every form.
 * @param {{label: string, options: {value: string, text: string}[], value: string,
 *          onpick: (value: string) => void, compact?: boolean, bare?: boolean}} choice
 *   `compact`: the label stands beside it; `bare`: the label is only heard
 */
export function segmented({ label, options, value, onpick, compact = false, bare = false }) {
  const name = freshId("choice");
  return el(
    "fieldset",
    { className: compact ? "segmented compact" : "segmented" },
    el("legend", { className: bare ? "unseen" : "", text: label }),
    el(
      "div",
      { className: "segments" },
      options.map((option) => {
        const input = el("input", {
          type: "radio",
          name,
          value: option.value,
          checked: option.value === value,
          onchange: () => onpick(option.value),
        });
        return el("label", {}, input, el("span", { text: option.text }));
      }),
    ),
  );
}
