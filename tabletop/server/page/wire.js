// The connection: it comes back by itself, knows what is still to be answered, and tells what it is doing.

const STEPS = [500, 1000, 2000, 4000, 8000, 10000];
const FOR_GOOD = { 1000: "closed", 4001: "newer", 4002: "sent_out", 4003: "no_link", 4400: "closed" };

export class Wire {
  // hello(): the first message; take(message): what comes; state(word): connected, connecting, away, or why it is over.
  constructor(hello, take, state) {
    Object.assign(this, { hello, take, state, tries: 0, next: 1, waiting: new Map(), open: false });
    window.addEventListener("online", () => this.retry && this.connect());
  }

  connect() {
    clearTimeout(this.retry);
    this.retry = undefined;
    const url = new URL("/table", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    const socket = (this.socket = new WebSocket(url));
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (event) => socket === this.socket && this.read(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  leave() {
    clearTimeout(this.retry);
    const socket = this.socket;
    this.socket = undefined;
    this.open = false;
    if (socket) socket.close();
  }

  lost(code) {
    this.open = false;
    const kept = [...this.waiting].filter(([, each]) => each.message.type === "answer");
    for (const [id, each] of this.waiting) if (!kept.some(([its]) => its === id)) each.resolve(null);
    this.waiting = new Map(kept);
    if (FOR_GOOD[code]) return this.state(FOR_GOOD[code]);
    this.state("away");
    const wait = STEPS[Math.min(this.tries++, STEPS.length - 1)];
    this.retry = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  read(message) {
    if (message.type === "welcome") {
      this.open = true;
      this.tries = 0;
      this.state("connected");
    }
    const asker = ["done", "refused"].includes(message.type) && this.waiting.get(message.id);
    if (asker) {
      this.waiting.delete(message.id);
      asker.resolve(message);
    } else {
      this.take(message);
    }
    // An answer whose fate is unknown is sent again; the server plays it once.
    if (message.type === "welcome") for (const { message: said } of this.waiting.values()) this.put(said);
  }

  put(message) {
    this.socket.send(JSON.stringify(message));
  }

  // What becomes of a message, or null where the connection is away.
  ask(type, fields) {
    if (!this.open) return Promise.resolve(null);
    const message = { type, id: this.next++, ...fields };
    return new Promise((resolve) => {
      this.waiting.set(message.id, { message, resolve });
      this.put(message);
    });
  }

  chat(text) {
    if (this.open) this.put({ type: "chat", text });
    return this.open;
  }
}
