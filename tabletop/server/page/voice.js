// What is spoken, kept and heard: two live regions, a history that can be walked, sounds and notices.

const $ = (id) => document.getElementById(id);
const TONES = { turn: [660, 880], events: [440], chat: [520], over: [440, 550, 660], no: [220] };
const MOST = 500;

export class Voice {
  constructor(choices) {
    Object.assign(this, { choices, said: new Map(), entries: [] });
    $("kind").addEventListener("change", () => this.show());
    $("log").addEventListener("keydown", (event) => this.walk(event));
  }

  // Equal text within 700 ms is said once.
  say(text, urgent = false) {
    const now = performance.now();
    if (!text || now - (this.said.get(text) ?? -1e9) < 700) return;
    for (const [old, at] of this.said) if (now - at > 700) this.said.delete(old);
    this.said.set(text, now);
    const line = document.createElement("p");
    line.textContent = text;
    const region = $(urgent ? "urgent" : "polite");
    region.append(line);
    while (region.childElementCount > 12) region.firstChild.remove();
  }

  note(kind, text, silent = false) {
    if (!text) return;
    this.entries.push({ kind, text });
    if (this.entries.length > MOST) this.entries.shift();
    if (this.shows(kind)) this.add(text);
    if (!silent) this.say(text);
  }

  forget() {
    this.entries = [];
    this.show();
  }

  shows(kind) {
    return ["all", kind].includes($("kind").value);
  }

  show() {
    $("log").replaceChildren();
    for (const { kind, text } of this.entries) if (this.shows(kind)) this.add(text);
  }

  add(text) {
    const log = $("log");
    const below = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    const item = document.createElement("li");
    item.textContent = text;
    item.dir = "auto";
    const walking = log.contains(document.activeElement);
    if (!walking) for (const other of log.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    item.tabIndex = walking ? -1 : 0;
    log.append(item);
    if (log.childElementCount > MOST && log.firstChild !== document.activeElement) log.firstChild.remove();
    if (below && !walking) log.scrollTop = log.scrollHeight;
  }

  walk(event) {
    const items = [...$("log").children];
    const at = items.indexOf(document.activeElement);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || !items[to]) return;
    event.preventDefault();
    items[at].tabIndex = -1;
    items[to].tabIndex = 0;
    items[to].focus();
  }

  sound(kind) {
    if (!this.choices.sounds) return;
    this.audio ??= new AudioContext();
    TONES[kind].forEach((pitch, number) => {
      const [tone, volume] = [this.audio.createOscillator(), this.audio.createGain()];
      const begin = this.audio.currentTime + number * 0.12;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.15);
      tone.connect(volume).connect(this.audio.destination);
      tone.start(begin);
      tone.stop(begin + 0.16);
    });
  }

  notify(text) {
    if (this.choices.notify && document.hidden && "Notification" in window && Notification.permission === "granted")
      new Notification(text);
  }
}
