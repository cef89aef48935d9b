/** The random stream `hmac-sha256/1`: HMAC-SHA256 in counter mode, from the seeds of the server and the seats. */
import { fromHex } from '../app/hex';
import { hmac } from './sha256';

/** Endless stream of 32-bit words; the message ends with the number of the block. */
export class Stream {
  readonly #key: Uint8Array;
  readonly #message: Uint8Array;
  #block = 0;
  #words: number[] = [];

  constructor(serverSeed: string, seatSeeds: readonly string[]) {
    this.#key = fromHex(serverSeed);
    this.#message = new TextEncoder().encode(`kaiten/1\0${seatSeeds.join(',')}\0${'\0'.repeat(8)}`);
  }

  /** A uniform number from 0 to n - 1, by rejection sampling. */
  async uniform(n: number): Promise<number> {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = await this.#next();
      if (word < limit) return word % n;
    }
  }

  /** Fisher-Yates shuffle. */
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
