/** The public algorithm `hmac-sha256/1`: from the seeds to everything that chance gave. */
import { hmac } from './sha256';

export function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const hex = (all: Uint8Array): string => Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The endless row of 32-bit words behind it. */
export class Stream {
  readonly #key: Uint8Array;
  readonly #message: Uint8Array;
  #block = 0;
  #words: number[] = [];

  constructor(serverSeed: string, seatSeeds: readonly string[]) {
    this.#key = bytes(serverSeed);
    this.#message = new TextEncoder().encode(`kaiten/1\0${seatSeeds.join(',')}\0${'\0'.repeat(8)}`);
  }

  /** A number from 0 to n - 1, each as likely. */
  async uniform(n: number): Promise<number> {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = await this.#next();
      if (word < limit) return word % n;
    }
  }

  async shuffle<T>(items: readonly T[]): Promise<T[]> {
    const all = [...items];
    for (let i = all.length - 1; i > 0; i -= 1) {
      const j = await this.uniform(i + 1);
      [all[i], all[j]] = [all[j]!, all[i]!];
    }
    return all;
  }

  async #next(): Promise<number> {
    if (this.#words.length === 0) {
      new DataView(this.#message.buffer).setUint32(this.#message.length - 4, this.#block);
      this.#block += 1;
      const block = new DataView((await hmac(this.#key, this.#message)).buffer);
      this.#words = Array.from({ length: 8 }, (_, i) => block.getUint32(i * 4));
    }
    return this.#words.shift()!;
  }
}
