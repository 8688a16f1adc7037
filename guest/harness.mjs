// A host for the guest in JavaScript, for tests: loads the module, boots it
// once, and starts every run from a copy of that memory. Its CBOR is written
// apart from the guest's, so that one checks the other.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export class Tagged {
  constructor(tag, value) {
    this.tag = tag;
    this.value = value;
  }
}
export const HOLE = Symbol("hole");
export class Raw {
  constructor(bytes) {
    this.bytes = bytes;
  }
}
export class Float {
  constructor(value) {
    this.value = value;
  }
}

// ---- CBOR, as plain items: tags stay Tagged, maps become Map.

export function encode(value) {
  const out = [];
  const head = (major, n) => {
    n = BigInt(n);
    const type = major << 5;
    if (n < 24n) out.push(type | Number(n));
    else {
      const [info, size] = n < 256n ? [24, 1] : n < 65536n ? [25, 2] : n < 2n ** 32n ? [26, 4] : [27, 8];
      out.push(type | info);
      for (let i = size - 1; i >= 0; i--) out.push(Number((n >> BigInt(8 * i)) & 255n));
    }
  };
  const float = (v) => {
    const b = new DataView(new ArrayBuffer(8));
    b.setFloat64(0, v);
    out.push(0xfb, ...new Uint8Array(b.buffer));
  };
  const item = (v) => {
    if (v === undefined) out.push(0xf7);
    else if (v === null) out.push(0xf6);
    else if (v === true) out.push(0xf5);
    else if (v === false) out.push(0xf4);
    else if (v === HOLE) out.push(0xe0);
    else if (typeof v === "number") {
      if (Number.isSafeInteger(v) && !Object.is(v, -0)) v >= 0 ? head(0, v) : head(1, -1 - v);
      else float(v);
    } else if (typeof v === "bigint") {
      v >= 0n ? head(0, v) : head(1, -1n - v);
    } else if (typeof v === "string") {
      const bytes = Buffer.from(v, "utf8");
      head(3, bytes.length);
      for (const b of bytes) out.push(b);
    } else if (v instanceof Uint8Array) {
      head(2, v.length);
      for (const b of v) out.push(b);
    } else if (v instanceof Tagged) {
      head(6, v.tag);
      item(v.value);
    } else if (v instanceof Raw) for (const b of v.bytes) out.push(b);
    else if (v instanceof Float) float(v.value);
    else if (Array.isArray(v)) {
      head(4, v.length);
      v.forEach(item);
    } else if (v instanceof Map) {
      head(5, v.size);
      for (const [k, x] of v) item(k), item(x);
    } else {
      const keys = Object.keys(v);
      head(5, keys.length);
      for (const k of keys) item(k), item(v[k]);
    }
  };
  item(value);
  return Uint8Array.from(out);
}

export function decode(bytes) {
  let at = 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const item = () => {
    const first = view.getUint8(at++);
    const major = first >> 5;
    const info = first & 31;
    if (major === 7) {
      switch (info) {
        case 0: return HOLE;
        case 20: return false;
        case 21: return true;
        case 22: return null;
        case 23: return undefined;
        case 27: at += 8; return view.getFloat64(at - 8);
        default: throw new Error(`simple ${info}`);
      }
    }
    let n = BigInt(info);
    if (info >= 24) {
      if (info > 27) throw new Error("indefinite length");
      const size = 1 << (info - 24);
      n = 0n;
      for (let i = 0; i < size; i++) n = (n << 8n) | BigInt(view.getUint8(at++));
    }
    const count = Number(n);
    switch (major) {
      case 0: return n <= 2n ** 53n ? count : n;
      case 1: return n < 2n ** 53n ? -1 - count : -1n - n;
      case 2: at += count; return bytes.slice(at - count, at);
      case 3: {
        at += count;
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(at - count, at));
      }
      case 4: return Array.from({ length: count }, item);
      case 5: return new Map(Array.from({ length: count }, () => [item(), item()]));
      default: return new Tagged(count, item());
    }
  };
  const value = item();
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes after the item`);
  return value;
}

// ---- The guest

export class OutOfMemory extends Error {}
export class Stopped extends Error {}

export class Guest {
  constructor(path) {
    this.module = new WebAssembly.Module(readFileSync(path));
    const instance = this.instantiate();
    instance.exports.modebox_boot();
    this.image = new Uint8Array(instance.exports.memory.buffer).slice();
    this.mailbox = instance.exports.modebox_mailbox();
    this.canary = instance.exports.modebox_canary();
  }

  instantiate(host = { call: () => { throw new Error("call at boot"); }, poll: () => { throw new Error("poll at boot"); } }) {
    return new WebAssembly.Instance(this.module, { modebox: host });
  }

  start(source, options = {}) {
    return new Run(this, source, options);
  }

  // Runs to the end: tools answer as soon as nothing else can move, timers fire by a virtual clock.
  run(source, options = {}) {
    return this.start(source, options).finish();
  }
}

const DEFAULTS = {
  name: "script.ts", maxResult: 1 << 20, maxArguments: 1 << 20, maxStack: 512 << 10, memoryLimit: 64 << 20,
  seed: 42, seeded: true, callFunctionResult: false, fuel: 10_000, epoch: 1_700_000_000_000, tools: {},
};

export class Run {
  constructor(guest, source, options) {
    this.guest = guest;
    this.options = { ...DEFAULTS, ...options };
    this.source = source;
    this.logs = [];
    this.calls = [];
    this.queue = [];
    this.cancelled = [];
    this.clock = 0;
    this.polls = 0;
    this.reply = null;
    this.toolList = Object.entries(this.options.tools).map(([name, tool]) =>
      typeof tool === "function" ? { name, kind: 0, call: tool }
        : tool.fetch ? { name, kind: 2, call: tool.fetch } : { name, kind: 1, call: tool.sync });
    this.instance = guest.instantiate({ call: (p, n) => this.call(p, n), poll: (w) => this.poll(w) });
    const memory = this.instance.exports.memory;
    const missing = guest.image.length - memory.buffer.byteLength;
    if (missing > 0) memory.grow(missing / 65536);
    new Uint8Array(memory.buffer).set(guest.image);
    // The one mutable global is the stack pointer, which boot leaves as it was.
    this.started = false;
  }

  get memory() {
    return new Uint8Array(this.instance.exports.memory.buffer);
  }

  poll(what) {
    if (what === 1) return this.options.epoch + this.clock;
    if (what === 2) return this.clock;
    if (++this.polls > this.options.fuel) throw new Stopped("fuel");
    return 0;
  }

  call(pointer, length) {
    if (length < 0) {
      if (this.reply === null || -length !== this.reply.length) throw new Error("bad fetch");
      this.memory.set(this.reply, pointer);
      this.reply = null;
      return -length;
    }
    const message = decode(this.memory.slice(pointer, pointer + length));
    switch (message[0]) {
      case 0: {
        const [, id, index, args] = message;
        this.calls.push({ id, name: this.toolList[index].name, args });
        this.queue.push({ id, index, args });
        return 0;
      }
      case 1: {
        const [, id, index, args] = message;
        this.calls.push({ id, name: this.toolList[index].name, args });
        this.reply = encode(this.answer(index, args));
        return this.reply.length;
      }
      case 2: this.logs.push({ level: message[1], text: message[2] }); return 0;
      case 3: this.reply = new Uint8Array(message[1]).fill(7); return message[1];
      case 4: throw new OutOfMemory("out of memory");
      case 5: throw new Error(`guest broke: ${message[1]}`);
      case 6:
        this.cancelled.push(message[1]);
        this.queue = this.queue.filter((c) => c.id !== message[1]);
        return 0;
      default: throw new Error(`message ${message[0]}`);
    }
  }

  // [0, value] or [1, name, message, code, data]
  answer(index, args) {
    try {
      return [0, this.toolList[index].call(...args)];
    } catch (e) {
      return [1, e.name, e.message, e.code ?? null, e.data];
    }
  }

  enterBytes(bytes) {
    const { exports } = this.instance;
    let at = this.guest.mailbox;
    if (bytes.length > 16384) at = exports.modebox_input(bytes.length);
    this.memory.set(bytes, at);
    const packed = BigInt.asUintN(64, exports.modebox_enter(at, bytes.length));
    const address = Number(packed >> 32n);
    const length = Number(packed & 0xffffffffn);
    return decode(this.memory.slice(address, address + length));
  }

  enter(message) {
    return this.enterBytes(encode(message));
  }

  begin() {
    const o = this.options;
    return this.enter([0, this.source, o.name, this.toolList.map((t) => [t.name, t.kind]), o.maxResult, o.maxArguments,
      o.maxStack, o.memoryLimit, o.seed, o.seeded, o.callFunctionResult]);
  }

  finish() {
    let outcome = this.begin();
    for (let i = 0; outcome[0] === 0; i++) {
      if (i > 100_000) throw new Stopped("entries");
      if (this.queue.length > 0 && !this.options.hold) {
        const answers = this.queue.splice(0).filter((c) => this.toolList[c.index].call !== hang)
          .map((c) => [c.id, ...this.answer(c.index, c.args)]);
        if (answers.length > 0) {
          outcome = this.enter([1, answers]);
          continue;
        }
      }
      if (outcome[1] === null) return { kind: "waiting", run: this };
      this.clock = Math.max(this.clock, outcome[1]);
      outcome = this.enter([1, []]);
    }
    return this.result(outcome);
  }

  result(outcome) {
    const base = { logs: this.logs, calls: this.calls, run: this };
    if (outcome[0] === 1) return { ...base, kind: "completed", value: outcome[1] };
    const [, kind, name, message, stack, code, line, column, thrown] = outcome;
    return { ...base, kind, name, message, stack, code, line, column, thrown, hasThrown: outcome.length > 8 };
  }
}

// The guest for a test file: the module that $MODEBOX_GUEST_WASM names, or the build's. Recursion in the guest is
// recursion in Node, whose stack is small by default, so the file is started again with a larger one.
export function openGuest(file) {
  if (!process.execArgv.some((a) => a.startsWith("--stack-size"))) {
    const command = ["--stack-size=7000", ...process.execArgv, fileURLToPath(file), ...process.argv.slice(2)];
    process.exit(spawnSync(process.execPath, command, { stdio: "inherit" }).status ?? 1);
  }
  const { MODEBOX_GUEST_WASM, MODEBOX_BUILD_DIR } = process.env;
  const candidates = [MODEBOX_GUEST_WASM, MODEBOX_BUILD_DIR && `${MODEBOX_BUILD_DIR}/guest/modebox-guest.wasm`,
    "build/guest/modebox-guest.wasm", "build/release/guest/modebox-guest.wasm"].filter(Boolean);
  const path = candidates.find(existsSync);
  if (path) return new Guest(path);
  console.error(`no guest module: none of ${candidates.join(", ")}`);
  process.exit(1);
}

// A tool that never answers.
export function hang() {}
