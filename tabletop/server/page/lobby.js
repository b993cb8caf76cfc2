// Before the rooms: games and their pages, open tables, a match of one's own, and the way to the home's past.
import { element, picture } from "/page/table.js";

const $ = (id) => document.getElementById(id);
const TAGS = new Set("h1 h2 h3 h4 h5 h6 p ul ol li table thead tbody tr th td code pre em strong a blockquote hr br".split(" "));

// here: {texts, choices, kept, keep, voice, token}, shared with the page.
export class Lobby {
  constructor(here) {
    this.here = here;
    this.place = $("lobby");
    this.place.hidden = false;
    $("home").hidden = true;
    window.addEventListener("hashchange", () => this.show(true));
  }

  get texts() {
    return this.here.texts;
  }

  get house() {
    return this.here.kept(sessionStorage, "house");
  }

  // Asks the server: what it answers, or null where it refused, which is said.
  async ask(path, how = {}) {
    const { token = this.house, quiet = false, ...rest } = how;
    const mark = path.includes("?") ? "&" : "?";
    let answer;
    try {
      const headers = token ? { Authorization: `Bearer ${token}` } : {};
      answer = await fetch(`${path}${mark}language=${this.here.choices.language}`, { ...rest, headers });
    } catch {
      this.refuse(this.texts.away);
      return null;
    }
    const value = await answer.json().catch(() => ({}));
    if (answer.ok) return value;
    if (!quiet) this.refuse(value.error ?? this.texts.broken);
    return null;
  }

  refuse(text) {
    const place = this.place.querySelector(".reply");
    if (place) place.textContent = text;
    this.here.voice.say(text, true);
  }

  async show(moved = false) {
    const [, page, rest] = location.hash.slice(1).match(/^(\w+)=?(.*)$/) ?? [null, "lobby", ""];
    const turn = (this.turn = (this.turn ?? 0) + 1);
    let found = "";
    try {
      found = decodeURIComponent(rest);
    } catch {
      // An address that nobody has made; what it names isn't there.
    }
    const made = await this.page(page, found);
    if (turn !== this.turn) return;
    const box = element("div", "", { className: "pages" });
    const links = ["lobby", "matches", "statistics", "settings"].map((name) => this.link(`#${name}`, this.texts[`to_${name}`]));
    const nav = element("nav");
    nav.ariaLabel = this.texts.places;
    nav.append(...links);
    const reply = element("p", "", { className: "reply" });
    box.append(nav, reply, ...made);
    this.place.replaceChildren(box);
    document.title = `${this.place.querySelector("h2").textContent} – Tabletop`;
    if (moved) this.place.querySelector("h2").focus();
  }

  async page(page, found) {
    if (page === "game") return this.game(found);
    if (page === "lesson") return (await import("/page/lessons.js")).lesson(this, found);
    if (["matches", "match", "statistics", "settings"].includes(page)) return (await import("/page/past.js"))[page](this, found);
    return this.start();
  }

  link(to, text) {
    return element("a", text, { href: to });
  }

  section(title, ...inside) {
    const made = element("section");
    const heading = element("h2", title, { tabIndex: -1 });
    made.append(heading, ...inside);
    return made;
  }

  problem(title) {
    return [this.section(title, element("p", this.texts.not_there), this.house ? "" : this.tokenForm())];
  }

  // The start

  async start() {
    const lobby = await this.ask("/api/lobby");
    if (!lobby) return this.problem(this.texts.to_lobby);
    const made = [];
    if (this.here.token) {
      const back = element("button", this.texts.back_to_table, { type: "button", onclick: () => this.enter(this.here.token) });
      const mine = await this.ask("/api/mine", { token: this.here.token, quiet: true });
      const watch = mine?.match ? [" ", this.link(`#match=${encodeURIComponent(mine.match)}`, this.texts.look_at_it)] : [];
      made.push(this.section(this.texts.your_table, back, ...watch));
    }
    made.push(this.section(this.texts.open_tables, ...this.tables(lobby.rooms)));
    made.push(this.section(this.texts.start_match, ...(lobby.makes ? this.chooseGame(lobby.games) : [element("p", this.texts.house_only), this.tokenForm()])));
    const games = element("ul", "", { className: "games" });
    for (const game of lobby.games) {
      const item = element("li");
      item.append(this.link(`#game=${encodeURIComponent(game.id)}`, game.title), element("p", game.summary));
      games.append(item);
    }
    made.push(this.section(this.texts.games, games));
    return made;
  }

  tables(rooms) {
    if (!rooms.length) return [element("p", this.texts.no_tables)];
    const line = element("p", "", { className: "field" });
    const name = element("input", "", { id: "sitter", maxLength: 40, autocomplete: "nickname", value: this.here.kept(localStorage, "name") });
    line.append(element("label", this.texts.name, { htmlFor: "sitter" }), name);
    const list = element("ul");
    for (const room of rooms) {
      const names = room.seats.map((seat, at) => seat.name || (seat.level ? `${this.texts.cpu} ${seat.level}` : seat.open ? this.texts.free : at + 1));
      const item = element("li", `${room.title}: ${names.join(", ")} `);
      const sit = element("button", `${this.texts.sit_down}: ${room.title}`, { type: "button", onclick: () => this.sit(room.room, name.value.trim()) });
      item.append(sit);
      list.append(item);
    }
    return [line, list];
  }

  async sit(room, name) {
    const found = await this.ask(`/api/rooms/${room}/seats`, { method: "POST", body: JSON.stringify({ name }) });
    if (!found) return this.show();
    for (const store of [sessionStorage, localStorage]) this.here.keep(store, "name", name);
    this.enter(found.token, Boolean(name));
  }

  enter(token, known = false) {
    if (known) this.here.keep(sessionStorage, "inside", token);
    location.hash = token;
    location.reload();
  }

  tokenForm() {
    const form = element("form");
    const box = element("input", "", { id: "house", autocomplete: "off", maxLength: 200 });
    form.append(element("label", this.texts.house_token, { htmlFor: "house" }), box, element("button", this.texts.come_in));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.here.keep(sessionStorage, "house", box.value.trim());
      this.show(true);
    });
    return form;
  }

  chooseGame(games) {
    const form = element("form", "", { className: "line" });
    const choice = this.select("game", games.map((game) => [game.id, game.title]));
    form.append(element("label", this.texts.game, { htmlFor: "game" }), choice, element("button", this.texts.choose));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      location.hash = `game=${encodeURIComponent(choice.value)}`;
    });
    return [form];
  }

  select(id, choices, value) {
    const made = element("select", "", { id });
    made.append(...choices.map(([key, text]) => element("option", text, { value: key })));
    if (value !== undefined) made.value = value;
    return made;
  }

  // A game

  async game(id) {
    const [game, lobby] = [await this.ask(`/api/games/${encodeURIComponent(id)}`), await this.ask("/api/lobby")];
    if (!game || !lobby) return this.problem(id);
    const made = [this.section(game.title, element("p", game.summary))];
    if (lobby.makes) made.push(this.section(this.texts.start_match, this.matchForm(game)));
    if (game.lessons.length) {
      const list = element("ol");
      for (const lesson of game.lessons) {
        const item = element("li");
        item.append(this.link(`#lesson=${encodeURIComponent(id)}/${encodeURIComponent(lesson.id)}`, lesson.title));
        list.append(item);
      }
      made.push(this.section(this.texts.lessons, list));
    }
    const rules = element("div", "", { className: "rules" });
    rules.append(...written(game.rules));
    made.push(this.section(this.texts.rules, rules));
    return made;
  }

  matchForm(game) {
    const form = element("form", "", { className: "match" });
    const field = (id, text, box) => {
      const line = element("p", "", { className: "field" });
      line.append(element("label", text, { htmlFor: id }), box);
      return line;
    };
    const name = element("input", "", { id: "who", maxLength: 40, autocomplete: "nickname", value: this.here.kept(localStorage, "name") });
    const number = this.select("seats", game.seats.map((count) => [count, count]), game.chosen_seats);
    const chairs = element("div");
    const fill = () => {
      const before = [...chairs.querySelectorAll("select")].map((each) => each.value);
      chairs.replaceChildren();
      for (let seat = 2; seat <= Number(number.value); seat++) {
        const levels = game.players.map((player) => [`cpu:${player.name}`, `${this.texts.cpu}: ${player.text}`]);
        const box = this.select(`seat-${seat}`, [["open", this.texts.a_friend], ["anybody", this.texts.anybody], ...levels], before[seat - 2] ?? "cpu:medium");
        if (!box.value) box.selectedIndex = 0;
        chairs.append(field(`seat-${seat}`, this.texts.seat.replace("{n}", seat), box));
      }
    };
    number.addEventListener("change", fill);
    fill();
    const rules = element("details");
    rules.append(element("summary", this.texts.house_rules));
    for (const option of game.options) rules.append(this.field("rule", option));
    const more = element("details");
    more.append(element("summary", this.texts.more));
    for (const [id, text] of [["hints", this.texts.with_hints], ["fair", this.texts.with_fair]]) {
      const label = element("label");
      label.append(element("input", "", { id, type: "checkbox" }), ` ${text}`);
      more.append(label);
    }
    const undo = this.select("undo", [["off", this.texts.undo_off], ["fair", this.texts.undo_fair], ["free", this.texts.undo_free]]);
    const clock = element("input", "", { id: "clock", type: "number", min: 1, max: 5184000, inputMode: "numeric" });
    more.append(field("undo", this.texts.undo, undo), field("clock", this.texts.seconds, clock));
    form.append(field("who", this.texts.name, name), field("seats", this.texts.how_many, number), chairs, rules, more, element("button", this.texts.start, { className: "act" }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.make(form, game, name.value.trim());
    });
    return form;
  }

  // A field of a form; what it held at first is kept beside it.
  field(prefix, option) {
    const id = `${prefix}-${option.name}`;
    const line = element("p", "", { className: "field" });
    const box = option.choices.length
      ? this.select(id, option.choices.map((text) => [text, text]), option.choices.find((text) => option.value === text || option.value.endsWith(`(${text})`)))
      : element("input", "", { id, value: option.value, maxLength: 200, autocomplete: "off" });
    box.dataset.option = option.name;
    box.dataset.first = box.value;
    const hint = element("small", [option.description, option.choices.length ? "" : option.allowed].filter(Boolean).join(" – "), { id: `${id}-hint` });
    box.setAttribute("aria-describedby", hint.id);
    line.append(element("label", option.title, { htmlFor: id }), box, hint);
    return line;
  }

  changed(form) {
    return [...form.querySelectorAll("[data-option]")].filter((box) => box.value !== box.dataset.first).map((box) => `${box.dataset.option}=${box.value}`);
  }

  async make(form, game, name) {
    const chosen = [...form.querySelectorAll("[id^=seat-]")].map((each) => each.value);
    const seats = ["open", ...chosen.map((value) => (value === "anybody" ? "open" : value))];
    const seconds = Number(form.querySelector("#clock").value);
    const wish = {
      game: game.id,
      seats,
      settings: this.changed(form),
      listed: chosen.includes("anybody"),
      hints: form.querySelector("#hints").checked,
      fair: form.querySelector("#fair").checked,
      take_back: form.querySelector("#undo").value,
      clock: seconds > 0 ? { move: seconds } : null,
    };
    const room = await this.ask("/api/rooms", { method: "POST", body: JSON.stringify(wish) });
    if (!room) return;
    for (const store of [sessionStorage, localStorage]) this.here.keep(store, "name", name);
    const [own, ...others] = room.seats.map((seat) => seat.link.split("#")[1]);
    if (others.length) this.invite(room, own);
    else this.enter(own, Boolean(name));
  }

  invite(room, own) {
    const list = element("ul");
    const add = (text, link) => {
      const item = element("li", `${text} `);
      const box = element("input", "", { readOnly: true, value: link, ariaLabel: text });
      const copy = element("button", `${this.texts.copy}: ${text}`, { type: "button" });
      copy.onclick = async () => {
        box.select();
        await navigator.clipboard?.writeText(link).catch(() => {});
        this.here.voice.say(this.texts.copied);
        copy.textContent = this.texts.copied;
      };
      item.append(box, copy);
      list.append(item);
    };
    for (const seat of room.seats.slice(1)) add(this.texts.seat.replace("{n}", seat.seat), seat.link);
    if (room.spectators) add(this.texts.for_spectators, room.spectators);
    const go = element("button", this.texts.to_your_seat, { type: "button", onclick: () => this.enter(own, true) });
    const made = this.section(this.texts.invite, element("p", this.texts.invite_how), list, go);
    this.place.querySelector(".pages").replaceChildren(made);
    made.querySelector("h2").focus();
  }
}

// A rules page: a copy of the server's HTML with nothing in it but text, and links that lead elsewhere in a new window.
export function written(html) {
  const read = new DOMParser().parseFromString(html, "text/html").body;
  return [...read.childNodes].map(copied).filter(Boolean);
}

function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE || !TAGS.has(node.localName)) return null;
  const level = node.localName.match(/^h([1-6])$/);
  const made = element(level ? `h${Math.min(6, Number(level[1]) + 2)}` : node.localName);
  if (node.localName === "a" && /^https?:\/\//i.test(node.getAttribute("href") ?? "")) Object.assign(made, { href: node.href, rel: "noopener noreferrer", target: "_blank" });
  if (node.localName === "pre") made.tabIndex = 0;
  if (node.localName === "pre" && node.hasAttribute("aria-label")) {
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", node.getAttribute("aria-label"));
  }
  made.append(...[...node.childNodes].map(copied).filter(Boolean));
  return made;
}

export function drawn(shown) {
  const place = element("div", "", { className: "drawn" });
  const made = shown.svg ? picture(shown.svg) : null;
  place.append(...(made ? [made] : (shown.words ?? []).map((line) => element("p", line))));
  return place;
}

export const width = () => Math.max(200, Math.min(900, ($("lobby").clientWidth || 640) - 40));
