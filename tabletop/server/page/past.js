// The home's past: matches with a slider, statistics, settings.
import { drawn, width } from "/page/lobby.js";
import { element } from "/page/table.js";

export async function matches(lobby, found) {
  const { texts } = lobby;
  const answer = await lobby.ask(`/api/matches?limit=200&find=${encodeURIComponent(found)}`);
  if (!answer) return lobby.problem(texts.to_matches);
  const form = element("form", "", { className: "line" });
  const box = element("input", "", { id: "find", value: found, maxLength: 100 });
  form.append(element("label", texts.find, { htmlFor: "find" }), box, element("button", texts.search));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = `matches=${encodeURIComponent(box.value.trim())}`;
  });
  const list = element("ul", "", { className: "matches" });
  for (const match of answer.matches) {
    const item = element("li");
    item.append(lobby.link(`#match=${encodeURIComponent(match.id)}`, match.line));
    list.append(item);
  }
  const older = answer.number - answer.matches.length;
  return [lobby.section(texts.to_matches, form, answer.matches.length ? list : element("p", texts.no_matches), ...(older > 0 ? [element("p", texts.older.replace("{n}", older))] : []))];
}

export async function match(lobby, found) {
  const { texts } = lobby;
  const [id, at] = found.split("/");
  const token = lobby.house || lobby.here.token;
  const match = await lobby.ask(`/api/matches/${encodeURIComponent(id)}`, { token });
  if (!match) return lobby.problem(texts.to_matches);
  const viewer = new Viewer(lobby, match, token);
  await viewer.go(Math.min(match.events, Number(at) || 0));
  return [lobby.section(`${match.title}, ${id}`, viewer.box)];
}

class Viewer {
  constructor(lobby, match, token) {
    const { texts } = lobby;
    Object.assign(this, { lobby, match, token, at: 0, seen: new Map(), timer: null });
    this.box = element("div", "", { className: "viewer" });
    this.slider = element("input", "", { type: "range", min: 0, max: match.events, id: "position", value: 0 });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.said = element("p", "", { className: "said" });
    this.status = element("p");
    this.scores = element("p");
    this.table = element("div");
    this.open = element("ul");
    const buttons = element("div", "", { className: "buttons" });
    const steps = [["first", () => 0], ["before", () => this.at - 1], ["after", () => this.at + 1], ["end_of_match", () => match.events]];
    for (const [name, where] of steps) buttons.append(element("button", texts[name], { type: "button", onclick: () => this.go(where(), true) }));
    this.auto = element("button", texts.by_itself, { type: "button", onclick: () => this.play() });
    buttons.append(this.auto);
    const list = element("ol", "", { className: "told" });
    for (const told of match.told) {
      const item = element("li");
      const link = element("a", told.text, { href: `#match=${encodeURIComponent(match.id)}/${told.position}` });
      link.onclick = (event) => {
        event.preventDefault();
        this.go(told.position, true);
      };
      item.append(link);
      list.append(item);
    }
    const history = element("details");
    history.append(element("summary", texts.history), list);
    this.box.append(element("label", texts.position, { htmlFor: "position" }), this.slider, buttons, this.status, this.said, this.table, this.scores, this.open, history);
  }

  async go(to, spoken = false) {
    const at = Math.max(0, Math.min(this.match.events, to));
    this.at = at;
    this.slider.value = at;
    const shown = await this.position(at);
    if (!shown || this.at !== at) return;
    const here = this.match.told.filter((told) => told.position === at && told.kind === "event").map((told) => told.text);
    this.status.textContent = `${at} / ${this.match.events}`;
    this.slider.setAttribute("aria-valuetext", `${at} / ${this.match.events}: ${here.join(" ")}`);
    this.said.textContent = here.join(" ");
    this.table.replaceChildren(drawn(shown));
    this.scores.textContent = shown.scores.map((side) => `${side.name}: ${side.points}`).join("; ");
    this.open.replaceChildren(...shown.revealed.map((line) => element("li", line)));
    this.open.hidden = !shown.revealed.length;
    history.replaceState(null, "", `#match=${encodeURIComponent(this.match.id)}/${at}`);
    if (spoken) this.lobby.here.voice.say(this.said.textContent || this.status.textContent);
  }

  async position(at) {
    if (!this.seen.has(at)) {
      const path = `/api/matches/${encodeURIComponent(this.match.id)}/${at}?width=${width()}`;
      const shown = await this.lobby.ask(path, { token: this.token });
      if (!shown) return null;
      this.seen.set(at, shown);
    }
    return this.seen.get(at);
  }

  play() {
    const { texts } = this.lobby;
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    } else {
      this.timer = setInterval(() => {
        if (!this.box.isConnected || this.at >= this.match.events) return this.timer && this.play();
        this.go(this.at + 1, true);
      }, 1200);
    }
    this.auto.textContent = this.timer ? texts.stop : texts.by_itself;
  }
}

export async function statistics(lobby) {
  const { texts } = lobby;
  const found = await lobby.ask("/api/statistics");
  if (!found) return lobby.problem(texts.to_statistics);
  const table = element("table");
  const row = (cells, kind) => {
    const made = element("tr");
    made.append(...cells.map((text, at) => element(at ? kind : "th", text, at && kind === "td" ? {} : { scope: kind === "th" ? "col" : "row" })));
    return made;
  };
  const head = element("thead");
  head.append(row([texts.game, texts.side, texts.against, texts.played, texts.won, texts.shared, texts.share], "th"));
  const body = element("tbody");
  for (const one of found.tallies) {
    const percent = (share) => share.toLocaleString(lobby.here.choices.language, { style: "percent", maximumFractionDigits: 1 });
    const house = one.rules === "house" ? ` (${texts.house_rules})` : "";
    body.append(row([one.title + house, one.name, one.opponents.join(", "), one.played, one.won, one.shared, `${percent(one.share)} (${percent(one.by_chance)})`], "td"));
  }
  table.append(head, body);
  const wide = element("div", "", { className: "wide", tabIndex: 0, role: "region", ariaLabel: texts.to_statistics });
  wide.append(table);
  const lines = found.uncounted.map((line) => element("p", line));
  return [lobby.section(texts.to_statistics, found.tallies.length ? wide : element("p", texts.nothing_counts), ...lines)];
}

export async function settings(lobby) {
  const { texts } = lobby;
  const found = await lobby.ask("/api/settings");
  if (!found) return lobby.problem(texts.to_settings);
  const form = element("form", "", { className: "match" });
  form.append(...found.map((one) => lobby.field("setting", one)), element("button", texts.save));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const changed = lobby.changed(form);
    if (!changed.length) return lobby.refuse(texts.nothing_changed);
    if (!(await lobby.ask("/api/settings", { method: "PUT", body: changed.join("\n") }))) return;
    await lobby.show(true);
    lobby.refuse(texts.saved);
  });
  return [lobby.section(texts.to_settings, element("p", texts.settings_what), form)];
}
