// The page: who one is, what is chosen, what the server says, and what is typed.
import { Table, element } from "/page/table.js";
import { Voice } from "/page/voice.js";

const $ = (id) => document.getElementById(id);
const kept = (store, name, otherwise = "") => {
  try {
    return store.getItem(`tabletop-${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
};
const keep = (store, name, value) => {
  try {
    store.setItem(`tabletop-${name}`, value);
  } catch {
    // Private windows may keep nothing; the page works without.
  }
};

const LANGUAGES = ["en", "de", "it", "da"];
const choices = {
  language: kept(localStorage, "language") || navigator.languages.map((code) => code.slice(0, 2)).find((code) => LANGUAGES.includes(code)) || "en",
  colours: kept(localStorage, "colours", "system"),
  detail: kept(localStorage, "detail", "full"),
  keys: kept(localStorage, "keys", "yes") === "yes",
  sounds: kept(localStorage, "sounds") === "yes",
  notify: kept(localStorage, "notify") === "yes",
};
let texts = {};
let token = kept(sessionStorage, "token");
let you = null;
let since = null;
let returning = false;
let asked = null;
let state = "connecting";
let leading = false;
let turn = null;
let last = null;

const voice = new Voice(choices);
const table = new Table((text) => play(text), confirm);
let witness = null;
let watched = Promise.resolve();
let people = null;
let wire = null;
let lobby = null;

function hello() {
  returning = since !== null;
  return { type: "hello", version: 1, token, name: kept(sessionStorage, "name"), language: choices.language, since, pictures: "svg", width: width(), fair: true };
}

function width() {
  return Math.max(200, Math.min(900, Math.floor(($("picture").clientWidth || 640) / 20) * 20));
}

function stated(word) {
  state = word;
  const lost = word !== "connected" && word !== "connecting";
  $("state").className = lost ? "away" : "";
  $("state").textContent = texts[word];
  $("back").hidden = !["newer", "sent_out"].includes(word);
  if (lost) voice.say(texts[word], true);
  else voice.say(texts[word]);
}

// What the server says

let wanting = false;
let busy = false;
let soonest = 0;
let playing = false;

// A new look at the table, one at a time and ten in a second at most.
async function look() {
  if (busy) return void (wanting = true);
  busy = true;
  wanting = false;
  const wait = soonest - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  soonest = performance.now() + 100;
  const settled = !playing;
  const answer = await wire.ask("ask", { what: "look", width: width() });
  busy = false;
  if (settled && !playing) $("moves").removeAttribute("aria-busy");
  if (answer?.type === "done") show(answer.value);
  if (wanting) look();
}

function show(value) {
  last = value;
  const question = value.question;
  const mine = Boolean(question && you !== null && question[2].includes(you));
  const yours = mine && question[1] !== "look";
  const looking = mine && question[1] === "look";
  table.show(value, texts, you, yours, looking);
  if (leading) leading = !table.lead(yours);
  document.title = yours ? `● ${texts.your_turn} – Tabletop` : "Tabletop";
  tell(yours ? question[0] : null, value);
  showActions(value);
}

// That it is one's turn is urgent; how things stand isn't.
function tell(serial, value) {
  if (serial !== null && serial !== turn) {
    voice.say(texts.your_turn, true);
    voice.sound("turn");
    voice.notify(texts.your_turn);
    if (choices.detail === "full") voice.say([...value.words, value.moves.slice(0, 12).map((move) => move.spoken).join(", ")].join(" "));
  }
  turn = serial;
}

const HEARD = {
  welcome(message) {
    you = message.seat;
    $("room").hidden = false;
    $("door").hidden = true;
    look();
  },
  missed(message) {
    const lines = message.told.map(sentence).filter(Boolean);
    for (const line of lines) voice.note("events", line, true);
    if (returning && lines.length) voice.say(texts.missed.replace("{n}", lines.length));
    returning = false;
    since = message.n;
    look();
  },
  told(message) {
    since = Math.max(since ?? 0, message.n);
    voice.note("events", sentence(message));
    voice.sound("events");
    if (message.kind !== "event" || people.hide) people.hide?.();
    look();
  },
  asked(message) {
    asked = message;
    look();
  },
  over() {
    asked = null;
    voice.sound("over");
    look();
  },
  roster(message) {
    people.show(message, texts, you);
    if (!message.begun) $("status").textContent = texts.waiting_seats;
  },
  seated(message) {
    you = message.seat;
    since = null;
    people.hide?.();
  },
  request(message) {
    const program = message.what === "dice" && message.thrower === null;
    const wish = texts[program ? "wants_program" : `wants_${message.what}`].replace("{name}", () => message.name);
    const text = wish.replace("{thrower}", () => people.name(message.thrower));
    voice.note("notices", text);
    if (you !== null && message.seat !== you) people.request(text, [["grant", "grant"], ["refuse", "refuse"]]);
  },
  time(message) {
    const text = texts[message.what === "up" ? "time_up" : "time_short"].replace("{name}", () => message.name);
    voice.note("notices", text);
    if (message.what === "up" && you !== null && message.seat !== you)
      people.request(text, [["wait_on", "time", message.seat, "wait"], ["seat_cpu", "time", message.seat, "cpu"], ["end_for", "time", message.seat, "end"]]);
  },
  chat(message) {
    voice.note("chat", message.name ? `${message.name}: ${message.text}` : message.text);
    voice.sound("chat");
  },
  notice: (message) => voice.note("notices", message.text),
  fair(message) {
    const seat = you;
    watched = watched.then(() => watch(message, seat));
  },
  unsaved(message) {
    voice.note("notices", message.text, true);
    reply(message.text, true);
    look();
  },
  broken: () => reply(texts.broken, true),
  refused: (message) => reply(message.reason, true),
};

// Dice that can be proven: what it takes is loaded where it is needed.
async function watch(message, seat) {
  const { Witness } = await import("/page/fair.js");
  witness ??= new Witness();
  const said = witness.take(message, seat);
  if (said && wire.open) wire.put({ type: "fair", ...said });
  if (witness.doubt) voice.note("notices", texts.dice_doubt, true);
}

function take(message) {
  HEARD[message.type]?.(message);
}

function sentence(told) {
  return told.kind === "event" && told.name && told.text ? `${told.name}: ${told.text}` : told.text;
}

function reply(text, refused = false) {
  $("reply").className = refused ? "no" : "";
  $("reply").textContent = text;
  voice.say(text, refused);
  if (refused) voice.sound("no");
}

// What one does

async function play(text, typedText = "") {
  if (!wire.open) return reply(texts.unsent, true);
  leading = document.activeElement !== $("command");
  const serial = asked?.serial ?? last?.question?.[0] ?? 0;
  playing = true;
  $("moves").setAttribute("aria-busy", "true");
  const answer = await wire.ask("answer", { seat: you ?? 0, text, serial });
  playing = false;
  if (answer?.type === "refused") {
    leading = false;
    reply(answer.reason, true);
    if (typedText && !$("command").value) $("command").value = typedText;
  } else {
    $("reply").textContent = "";
  }
  look();
}

async function confirm() {
  leading = true;
  const answer = await wire.ask("confirm", { serial: asked?.serial ?? last.question[0] });
  if (answer?.type === "refused") reply(answer.reason, true);
  look();
}

async function command(what, seat = null, text = "") {
  const answer = await wire.ask("command", { what, seat, text });
  if (!answer) reply(texts.unsent, true);
  else if (answer.type === "refused") reply(answer.reason, true);
  else if (what === "link" || what === "ban") advise(texts.new_link.replace("{name}", () => people.name(seat)).replace("{link}", `${location.origin}/#${answer.value}`));
  return answer?.type === "done";
}

function advise(text) {
  $("advice").textContent = text;
  voice.say(text);
}

async function read(what) {
  const answer = await wire.ask("ask", { what });
  if (!answer) return reply(texts.unsent, true);
  if (answer.type === "refused") return reply(answer.reason, true);
  const value = answer.value;
  if (what === "record") {
    (await import("/page/fair.js")).save(value);
  } else if (what === "hint") {
    const worth = value.moves.map((move) => texts.worth.replace("{move}", () => spoken(move.move)).replace("{value}", move.value.toFixed(3)));
    advise(worth.slice(0, 12).join("; "));
  } else if (what === "review") {
    const errors = value.map((decision) => decision.error ?? 0);
    advise(texts.cost.replace("{n}", errors.length).replace("{error}", Math.max(0, ...errors).toFixed(3)));
  } else if (what === "last") {
    advise(value.map(sentence).filter(Boolean).join(" "));
  } else {
    advise(value.join(", "));
  }
}

const spoken = (text) => last?.moves.find((move) => move.text === text)?.spoken ?? text;

const TYPED = {
  undo: () => command("undo"),
  redo: () => command("redo"),
  resign: () => resign(),
  rematch: () => command("rematch"),
  hint: () => read("hint"),
  odds: () => read("hint"),
  review: () => read("review"),
  record: () => read("record"),
  dice: () => command("dice", you),
  program: () => command("dice", null, "program"),
  last: () => read("last"),
  log: () => read("log"),
  score: () => advise(last.scores.map((side) => `${side.name}: ${side.points}`).join("; ")),
  turn: () => advise($("status").textContent),
  moves: () => advise(last.moves.map((move) => move.spoken).join(", ")),
  table: () => advise(last.words.join(" ")),
  help: () => advise(texts.help.replace("{words}", Object.values(texts.words).map((found) => found[0]).join(", "))),
  yes: () => (surely ? resign() : command("grant")),
  no: () => (surely ? (surely = false) : command("refuse")),
};

let surely = false;

function resign() {
  if (surely) command("resign");
  else advise(texts.resign_sure);
  surely = !surely;
}

function typed(text) {
  if (!text) return;
  const low = text.toLowerCase();
  const move = last?.moves.find((each) => [each.text, each.spoken].some((its) => its.toLowerCase() === low));
  if (move) return play(move.text);
  if (low.startsWith("chat ")) return void (wire.chat(text.slice(5).trim()) || reply(texts.unsent, true));
  const question = last?.questions?.[low];
  if (question) return advise(question);
  const word = Object.keys(TYPED).find((each) => each === low || texts.words[each]?.includes(low));
  if (word !== "yes" && word !== "resign") surely = false;
  return word ? TYPED[word]() : play(text, text);
}

function showActions(value) {
  const names = you === null ? (value.over ? ["review", "record"] : []) : value.over ? ["rematch", "review", "record"] : ["undo", "redo", "hint", "resign", "end", value.question?.[1] === "throw" ? "program" : "dice"];
  const key = names.join() + texts.what_to_do;
  if ($("actions").dataset.key === key) return;
  $("actions").dataset.key = key;
  const inside = $("actions").contains(document.activeElement);
  const act = (name) => (TYPED[name] ? TYPED[name]() : command(name));
  $("actions").replaceChildren(...names.map((name) => element("button", texts[name], { type: "button", onclick: () => act(name) })));
  if (inside) ($("actions").querySelector("button") ?? $("table")).focus({ preventScroll: true });
}

// What is chosen

async function speak(code) {
  const answer = await fetch(`/page/texts/${code}.json`);
  texts = await answer.json();
  document.documentElement.lang = code;
  for (const each of document.querySelectorAll("[data-t]")) each.textContent = texts[each.dataset.t];
  $("state").textContent = wire ? texts[state] : "";
  table.drawn = {};
  if (people) people.drawn = "";
  if (lobby) lobby.show();
}

function paint() {
  document.documentElement.dataset.colours = choices.colours;
}

function wireChoices() {
  for (const name of ["language", "colours", "detail"]) $(name).value = choices[name];
  for (const name of ["keys", "sounds", "notify"]) $(name).checked = choices[name];
  $("choices").addEventListener("change", async ({ target }) => {
    choices[target.id] = target.type === "checkbox" ? target.checked : target.value;
    keep(localStorage, target.id, target.type === "checkbox" ? (target.checked ? "yes" : "no") : target.value);
    paint();
    if (target.id === "notify" && target.checked && "Notification" in window) Notification.requestPermission();
    if (target.id === "language") {
      await speak(choices.language);
      if (wire && !$("room").hidden) again();
    }
  });
}

// Everything anew, in the language that was chosen.
function again() {
  since = null;
  voice.forget();
  wire.leave();
  wire.connect();
}

// To the table that the token leads to: what a table takes is loaded here.
async function enter() {
  const [{ People }, { Wire }] = await Promise.all([import("/page/people.js"), import("/page/wire.js")]);
  people = new People(command);
  wire = new Wire(hello, take, stated);
  listen();
  if (kept(sessionStorage, "inside") !== token) {
    $("name").value = kept(sessionStorage, "name") || kept(localStorage, "name");
    $("door").hidden = false;
    return;
  }
  $("room").hidden = false;
  $("state").textContent = texts.connecting;
  wire.connect();
}

// To everything else; of what is there both sides know.
async function open() {
  const { Lobby } = await import("/page/lobby.js");
  lobby = new Lobby({ choices, kept, keep, voice, token, get texts() { return texts; } });
  await lobby.show();
}

// Takes a token out of the address, where it would be seen; whether there was one.
function takeToken() {
  const given = location.hash.slice(1);
  const house = given.match(/^house=([\w-]{16,200})$/);
  if (house) keep(sessionStorage, "house", house[1]);
  else if (!/^[\w-]{16,200}$/.test(given)) return false;
  else keep(sessionStorage, "token", (token = given));
  history.replaceState(null, "", location.pathname);
  return !house;
}

function listen() {
  $("door").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = $("name").value.trim();
    for (const store of [sessionStorage, localStorage]) keep(store, "name", name);
    keep(sessionStorage, "inside", token);
    $("room").hidden = false;
    $("table").focus();
    $("door").hidden = true;
    $("state").textContent = texts.connecting;
    wire.connect();
  });
  for (const [form, box, act] of [["answer", "command", typed], ["chat", "line", (text) => text && (wire.chat(text) || reply(texts.unsent, true))]])
    $(form).addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $(box).value.trim();
      if (text && !wire.open) return reply(texts.unsent, true);
      $(box).value = "";
      act(text);
    });
  $("back").addEventListener("click", () => {
    $("back").hidden = true;
    $("table").focus();
    again();
  });
  $("skip").addEventListener("click", (event) => {
    event.preventDefault();
    ($("moves").querySelector("button") ?? $("table")).focus();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (!choices.keys || typing || event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
    const move = table.offered()[Number(event.key) - 1];
    if (move) play(move.text);
  });
  let before = 0;
  new ResizeObserver(() => {
    if (Math.abs(width() - before) < 40) return;
    before = width();
    if (wire.open) look();
  }).observe($("picture"));
}

paint();
const inside = takeToken() || (token && !location.hash && kept(sessionStorage, "inside") === token);
await speak(choices.language);
wireChoices();
$("main").hidden = false;
window.addEventListener("hashchange", () => (takeToken() || !lobby) && location.reload());
await (inside ? enter() : open());
