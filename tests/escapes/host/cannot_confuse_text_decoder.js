// A buffer that its options detach, and garbage in its place.
// must-end: completed ["",""]
const decoder = new TextDecoder();
const detach = (view) => ({
  get stream() {
    structuredClone(0, { transfer: [view.buffer] });
    globalThis.garbage = Array.from({ length: 100 }, () => new Uint8Array(1 << 12).fill(65));
    return false;
  },
});
const bytes = new Uint8Array(1 << 16).fill(66);
const words = new Uint16Array(1 << 16).fill(66);
[decoder.decode(bytes, detach(bytes)), new TextDecoder('utf-16le').decode(words, detach(words))];
