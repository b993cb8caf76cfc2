// Dice that can be proven: this page gives a nonce to them, and watches what the server says (docs/reference/fair-dice.md).
// SHA-256 (FIPS 180-4) stands here because browsers hash nothing on pages without TLS.

const primes = [...Array(312).keys()].filter((n) => n > 1 && [...Array(n).keys()].every((d) => d < 2 || n % d));
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = primes.slice(0, 64).map((p) => fraction(Math.cbrt(p)));
const H = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const turn = (x, by) => (x >>> by) | (x << (32 - by));

export function sha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 4, bytes.length * 8);
  const state = [...H];
  const w = new Int32Array(64);
  for (let start = 0; start < length; start += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(start + i * 4);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i] + value) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setInt32(i * 4, value));
  return hex(new Uint8Array(out.buffer));
}

const bytesOf = (text) => new Uint8Array(text.match(/../g).map((pair) => parseInt(pair, 16)));
const nonceHash = (promised, seat, nonce) => sha256(new TextEncoder().encode(`${promised} ${seat + 1} ${nonce}`));

// One for each page. take(message, seat): what to send, or null; doubt: whether the server has broken its promise.
export class Witness {
  constructor(make = () => hex(crypto.getRandomValues(new Uint8Array(32)))) {
    Object.assign(this, { make, promised: "", own: new Map(), shown: false, doubt: false });
  }

  take(message, seat) {
    const { phase, hash } = message;
    if (phase === "commit") return this.begin(hash, seat);
    this.promised ||= hash;
    const nonce = this.own.get(seat);
    if (hash !== this.promised || (nonce && !this.hasOwn(message.seats[seat], seat, nonce))) this.doubt = true;
    else if (phase === "open" && sha256(bytesOf(message.secret)) !== hash) this.doubt = true;
    else if (phase === "reveal" && nonce) {
      this.shown = true;
      return { nonce };
    }
    if (phase === "open") this.shown = false;
    return null;
  }

  begin(hash, seat) {
    if (hash !== this.promised) {
      if (this.shown) this.doubt = true;
      this.own.clear();
      Object.assign(this, { promised: hash, shown: false });
    }
    if (seat === null) return null;
    if (!this.own.has(seat)) this.own.set(seat, this.make());
    return { hash: nonceHash(hash, seat, this.own.get(seat)) };
  }

  hasOwn(share, seat, nonce) {
    return Boolean(share) && share.hash === nonceHash(this.promised, seat, nonce) && [null, nonce].includes(share.nonce);
  }
}

// Hands a record over to the browser, to be saved as a file.
export function save(text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "record.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
