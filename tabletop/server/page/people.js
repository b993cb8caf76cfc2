// Who is in the room, what somebody wants of the others, and what the host can do.
import { element } from "/page/table.js";

const $ = (id) => document.getElementById(id);

export class People {
  // command(what, seat, text): sends one.
  constructor(command) {
    Object.assign(this, { command, drawn: "", muted: new Set() });
  }

  name(seat) {
    return this.roster?.seats[seat]?.name || String(seat + 1);
  }

  show(roster, texts, you) {
    Object.assign(this, { roster, texts, you });
    const seen = JSON.stringify([roster, texts.people, you, [...this.muted]]);
    if (seen === this.drawn) return;
    this.drawn = seen;
    const opened = [...$("people").querySelectorAll("details[open]")].map((each) => each.dataset.seat);
    const focused = document.activeElement?.dataset?.id;
    $("people").replaceChildren(...roster.seats.map((seat, number) => this.line(seat, number, opened)));
    $("looking").textContent = texts.looking.replace("{n}", roster.spectators);
    $("hosting").replaceChildren(...(this.hosts() ? this.hosting() : []));
    if (focused && document.activeElement === document.body)
      (document.querySelector(`[data-id="${CSS.escape(focused)}"]`) ?? $("table")).focus({ preventScroll: true });
  }

  hosts() {
    return this.you !== null && this.roster.host === this.you;
  }

  line(seat, number, opened) {
    const item = element("li");
    const words = [];
    if (number === this.you) words.push(this.texts.you);
    if (seat.level) words.push(`${this.texts.cpu} ${seat.level}`);
    else words.push(seat.open ? this.texts.free : seat.here ? this.texts.here : this.texts.absent);
    if (number === this.roster.host) words.push(this.texts.is_host);
    if (seat.left !== null) words.push(this.texts.left.replace("{n}", Math.round(seat.left)));
    const name = element("span", seat.name || String(number + 1), { className: "name" });
    item.append(name, ` (${words.join(", ")})`);
    if (this.hosts() && number !== this.you && (seat.name || seat.open)) item.append(this.tools(seat, number, opened));
    return item;
  }

  tools(seat, number, opened) {
    const box = element("details", "", { open: opened.includes(String(number)) });
    box.dataset.seat = number;
    const buttons = element("div", "", { className: "buttons" });
    const title = element("summary", `${this.texts.what_to_do}: ${seat.name || number + 1}`);
    title.dataset.id = `tools-${number}`;
    const add = (what, label, text = "") => buttons.append(this.button(what, label, number, text));
    if (this.roster.begun && !seat.open) seat.level ? add("seat", "seat_back", "back") : add("seat", "seat_cpu", "cpu");
    if (!seat.open && !seat.level) add("host", "make_host");
    this.muted.has(number) ? add("mute", "unmute", "off") : add("mute", "mute");
    add("kick", "kick");
    add("link", "link");
    box.append(title, buttons);
    return box;
  }

  hosting() {
    const { paused, locked } = this.roster;
    return [
      paused ? this.button("go-on", "resume") : this.button("pause", "pause"),
      locked ? this.button("lock", "unlock", null, "off") : this.button("lock", "lock"),
      this.button("close", "close", null, "", true),
    ];
  }

  button(what, label, seat = null, text = "", sure = false) {
    const made = element("button", this.texts[label], { type: "button" });
    made.dataset.id = `${what}-${seat}`;
    made.onclick = async () => {
      if (sure && !made.dataset.sure) {
        made.dataset.sure = "1";
        made.textContent = `${this.texts[label]} – ${this.texts.sure}`;
        return;
      }
      const done = await this.command(what, seat, text);
      if (done && what === "mute") {
        text ? this.muted.delete(seat) : this.muted.add(seat);
        this.show(this.roster, this.texts, this.you);
      }
    };
    return made;
  }

  // Something that the others have to grant, or to choose.
  request(text, buttons) {
    const place = $("request");
    const hide = () => {
      if (place.contains(document.activeElement)) $("table").focus({ preventScroll: true });
      place.hidden = true;
      place.replaceChildren();
    };
    const made = buttons.map(([label, what, seat, more]) =>
      element("button", this.texts[label], {
        type: "button",
        onclick: () => {
          hide();
          this.command(what, seat, more);
        },
      }),
    );
    place.replaceChildren(element("p", text), ...made);
    place.hidden = false;
    this.hide = hide;
  }
}
