// What the table looks like and what can be played: pictures that the server drew, words, scores, moves.

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set("svg g title desc rect circle ellipse path line text tspan polygon polyline".split(" "));
const VALUES = new Set(
  ("role viewBox width height x y cx cy r rx ry d x1 y1 x2 y2 points fill stroke stroke-width transform text-anchor " +
    "font-family font-size font-weight textLength lengthAdjust aria-label tabindex data-move data-kind data-text").split(" "),
);
const MOST = 60;

export const element = (name, text = "", values = {}) => Object.assign(document.createElement(name), { textContent: text }, values);

// A copy of a picture with nothing in it but what draws, or null.
export function picture(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return read.localName === "svg" && read.namespaceURI === SVG ? copy(read) : null;
}

function copy(node) {
  const made = document.createElementNS(SVG, node.localName);
  for (const { name, value } of node.attributes)
    if (VALUES.has(name) && !/url\s*\(/i.test(value)) made.setAttribute(name, value);
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) made.append(child.data);
    else if (child.namespaceURI === SVG && ELEMENTS.has(child.localName)) made.append(copy(child));
  }
  return made;
}

// Puts other items into a place; the focus stays with its item, goes to the next, to the one before, or to the place's box.
export function replace(place, made, box) {
  const keys = (root) => [...root.querySelectorAll("button, [tabindex]")].map((each) => [each.dataset.key ?? each.dataset.move, each]);
  const before = keys(place);
  const at = before.findIndex(([, each]) => each === document.activeElement);
  place.replaceChildren(...made);
  if (at < 0) return;
  const now = new Map(keys(place));
  const order = [...before.slice(at), ...before.slice(0, at).reverse()];
  const kept = order.map(([key]) => now.get(key)).find(Boolean);
  (kept ?? box).focus({ preventScroll: true });
}

export class Table {
  // play(text): sends a move; confirm(): a summary was looked at.
  constructor(play, confirm) {
    Object.assign(this, { play, confirm, moves: [], chosen: null, drawn: {} });
    for (const kind of ["click", "keydown"]) $("picture").addEventListener(kind, (event) => this.touch(event));
    $("command").addEventListener("input", () => this.moves.length > MOST && this.showMoves());
  }

  show(look, texts, you, yours, looking) {
    Object.assign(this, { texts, look });
    const moved = look.moves.map((move) => move.text).join("\n") !== this.moves.map((move) => move.text).join("\n");
    this.moves = look.moves;
    if (moved || !look.moves.length) this.chosen = null;
    this.draw("picture", look.svg ?? look.words.join("\n"), !look.svg, $("table"));
    this.showSummary(look, looking);
    this.showScores(look);
    this.showStatus(look, you, yours);
    this.showMoves();
  }

  draw(id, text, plain, box) {
    if (this.drawn[id] === text) return;
    this.drawn[id] = text;
    const made = plain ? null : picture(text);
    replace($(id), made ? [made] : text.split("\n").filter(Boolean).map((line) => element("p", line)), box);
  }

  showSummary(look, looking) {
    const place = $("summary");
    const text = look.summary_svg ?? "";
    const shown = Boolean(look.summary_svg || looking);
    if (this.drawn.summary !== text + looking) {
      this.drawn.summary = text + looking;
      const made = text ? picture(text) : null;
      const button = element("button", this.texts.go_on, { type: "button", id: "go-on", onclick: this.confirm });
      button.dataset.key = "go-on";
      replace(place, [element("h3", this.texts.summary), ...(made ? [made] : []), ...(looking ? [button] : [])], $("table"));
    }
    place.hidden = !shown;
  }

  showScores(look) {
    const rows = look.scores.map((side) => {
      const row = element("tr", "", { className: side.on_turn ? "turn" : "" });
      const name = element("th", side.on_turn ? `${side.name} – ${this.texts.on_turn}` : side.name, { scope: "row" });
      row.append(name, element("td", String(side.points)));
      return row;
    });
    $("scores").tBodies[0].replaceChildren(...rows);
  }

  showStatus(look, you, yours) {
    const asked = look.question ? look.question[2].map((seat) => look.names[seat]) : [];
    let said = asked.length ? this.texts.turn_of.replace("{name}", asked.join(", ")) : "";
    if (yours) said = this.texts.your_turn;
    if (look.over) said = this.texts.over;
    const more = look.status.length ? `(${look.status.join("; ")})` : "";
    const text = [said, you === null ? this.texts.looking_on : "", more].filter(Boolean).join(" ");
    if ($("status").textContent !== text) $("status").textContent = text;
  }

  // What stands for moves in the picture: one is played, of several one is chosen below.
  touch(event) {
    const piece = event.target.closest("[data-move]");
    if (!piece || (event.type === "keydown" && ![" ", "Enter"].includes(event.key))) return;
    event.preventDefault();
    const legal = piece.dataset.move.split("\n").filter((text) => this.moves.some((move) => move.text === text));
    if (legal.length === 1) return this.play(legal[0]);
    if (!legal.length) return;
    this.chosen = new Set(legal);
    this.showMoves();
    $("moves").querySelector("button")?.focus();
  }

  offered() {
    if (this.chosen) return this.moves.filter((move) => this.chosen.has(move.text));
    if (this.moves.length <= MOST) return this.moves;
    const typed = $("command").value.trim().toLowerCase();
    return this.moves.filter((move) => [move.text, move.spoken].some((text) => text.toLowerCase().startsWith(typed))).slice(0, MOST);
  }

  showMoves() {
    const offered = this.offered();
    const keys = offered.map((move) => move.text).join("\n") + Boolean(this.chosen) + this.texts.moves;
    if (this.drawn.moves === keys) return;
    this.drawn.moves = keys;
    const made = offered.map((move, at) => {
      const button = element("button", "", { type: "button", onclick: () => this.play(move.text) });
      if (at < 9) {
        const key = element("kbd", String(at + 1));
        key.setAttribute("aria-hidden", "true");
        button.append(key);
      }
      button.append(move.spoken);
      button.dataset.key = move.text;
      return button;
    });
    if (this.chosen) made.push(element("button", this.texts.all_moves, { type: "button", onclick: () => this.all() }));
    replace($("moves"), made, $("moves-box"));
    $("moves-note").hidden = !(this.chosen || this.moves.length > offered.length);
    $("moves-note").textContent = this.chosen ? this.texts.for_piece : `${offered.length} / ${this.moves.length}`;
  }

  all() {
    this.chosen = null;
    this.showMoves();
    $("moves").querySelector("button")?.focus();
  }

  // After a move of one's own: to what is to be done next. Whether it is found already.
  lead(yours) {
    const here = document.activeElement;
    const free = [document.body, $("moves-box"), $("table")].includes(here) || $("moves").contains(here) || $("summary").contains(here) || $("picture").contains(here);
    if (!free) return true;
    const next = document.getElementById("go-on") ?? (yours ? $("moves").querySelector("button") : null);
    if (!next || $("picture").contains(here) === false || !here.isConnected) (next ?? $("moves-box")).focus({ preventScroll: true });
    return Boolean(next) || this.look.over || Boolean(this.look.question && !yours);
  }
}
