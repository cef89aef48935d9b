/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104): by WebCrypto, or in plain JavaScript on pages over http, where browsers hide it.
 * Messages are short, so there is no streaming.
 */

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

/** The first 32 bits of the fractional part of a root: the standard's constants. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

const FIRST_64 = primes(64);
const START = FIRST_64.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = FIRST_64.map((prime) => fraction(Math.cbrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256Plain(message: Uint8Array): Uint8Array {
  const blocks = ((message.length + 8) >> 6) + 1;
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  data.setUint32(padded.length - 4, message.length << 3);

  const hash = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < 16; i += 1) words[i] = data.getInt32(block * 64 + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const [before, after] = [words[i - 15]!, words[i - 2]!];
      const s0 = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3);
      const s1 = rotate(after, 17) ^ rotate(after, 19) ^ (after >>> 10);
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = hash[i]! + word;
  }
  const out = new Uint8Array(32);
  const view = new DataView(out.buffer);
  for (const [i, word] of hash.entries()) view.setInt32(i * 4, word);
  return out;
}

export async function sha256(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', message)) : sha256Plain(message);
}

/** HMAC-SHA256 with a key of at most 64 bytes. */
export async function hmac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const inner = new Uint8Array(64 + message.length).fill(0x36, 0, 64);
  const outer = new Uint8Array(96).fill(0x5c, 0, 64);
  for (const [i, byte] of key.entries()) {
    inner[i]! ^= byte;
    outer[i]! ^= byte;
  }
  inner.set(message, 64);
  outer.set(await sha256(inner), 64);
  return sha256(outer);
}
