/** Verification of a deal in the browser: SHA-256, HMAC, the random stream, and whole records. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromHex, toHex } from '../src/app/hex';
import { Stream } from '../src/fair/chance';
import { verifyDeal, type DealRecord } from '../src/fair/verifyDeal';
import { hmac, sha256, sha256Plain } from '../src/fair/sha256';
import numbers from '../src/generated/numbers.json';
import { readGolden, recordOf, records } from './kit/golden';

const text = (words: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(words);
const copy = (all: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(all);

/** As on a page over http, where browsers hide WebCrypto. */
function withoutWebCrypto(): void {
  vi.stubGlobal('crypto', {});
}
afterEach(() => {
  vi.unstubAllGlobals();
});

const HASHES = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
] as const;

describe('SHA-256', () => {
  it.each(HASHES)('of “%s” is what the standard says', async (words, wanted) => {
    expect(toHex(sha256Plain(text(words)))).toBe(wanted);
    expect(toHex(await sha256(text(words)))).toBe(wanted);
    withoutWebCrypto();
    expect(toHex(await sha256(text(words)))).toBe(wanted);
  });

  it('of a million letters too', () => {
    expect(toHex(sha256Plain(text('a'.repeat(1_000_000))))).toBe(
      'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
    );
  });

  it('agrees with Node’s on every length up to four blocks', () => {
    for (let length = 0; length <= 257; length += 1) {
      const message = randomBytes(length);
      expect(toHex(sha256Plain(message)), `${length} bytes`).toBe(createHash('sha256').update(message).digest('hex'));
    }
  });
});

describe('HMAC', () => {
  // RFC 4231, the cases with keys of at most 64 bytes.
  it.each([
    ['0b'.repeat(20), toHex(text('Hi There')), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      toHex(text('Jefe')),
      toHex(text('what do ya want for nothing?')),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  ])('key %s', async (key, message, wanted) => {
    expect(toHex(await hmac(fromHex(key), fromHex(message)))).toBe(wanted);
    withoutWebCrypto();
    expect(toHex(await hmac(fromHex(key), fromHex(message)))).toBe(wanted);
  });

  it('agrees with Node’s on random messages', async () => {
    withoutWebCrypto();
    for (let length = 0; length < 130; length += 7) {
      const [key, message] = [randomBytes(32), randomBytes(length)];
      expect(toHex(await hmac(copy(key), copy(message)))).toBe(createHmac('sha256', key).update(message).digest('hex'));
    }
  });
});

interface Vector {
  players: number;
  server_seed: string;
  seat_seeds: string[];
  sushi_go: { deck: string };
  sushi_go_dummy_by_lot: { first_control: number; deck: string };
  sushi_roll: { red_belt: number; bags: string[][]; rolls: string[] };
}
const vectors = readGolden<Vector[]>('hmac-sha256-1.json');
const full = Object.entries(numbers['sushi-go'].deck).flatMap(([code, count]) => Array<string>(count).fill(code));

describe('the random stream', () => {
  it('gives the decks and lots of all golden vectors', async () => {
    expect(vectors).toHaveLength(100);
    for (const { server_seed, seat_seeds, sushi_go, sushi_go_dummy_by_lot } of vectors) {
      expect(await new Stream(server_seed, seat_seeds).shuffle(full)).toEqual(sushi_go.deck.split(' '));
      const lot = new Stream(server_seed, seat_seeds);
      expect(await lot.uniform(2)).toBe(sushi_go_dummy_by_lot.first_control);
      expect(await lot.shuffle(full)).toEqual(sushi_go_dummy_by_lot.deck.split(' '));
    }
  });

  it('gives the bags and rolls of all golden vectors, verified as whole games', async () => {
    for (const vector of vectors) expect(await verifyDeal(firstDice(vector), commitmentOf(vector.server_seed))).toBe('fair');
  });

  it('gives the same without WebCrypto', async () => {
    withoutWebCrypto();
    const [first] = vectors;
    expect(await verifyDeal(firstDice(first!), commitmentOf(first!.server_seed))).toBe('fair');
  });
});

function commitmentOf(seed: string): string {
  return createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');
}

/** A vector as a game record: everybody takes their first die, from the red belt on. */
function firstDice({ players, server_seed, seat_seeds, sushi_roll: { red_belt, bags, rolls } }: Vector): DealRecord {
  const each = bags[0]![0]!.split(' ').length;
  const row = Array.from({ length: players }, (_, at): [number, string] => [(red_belt + at) % players, 'take 0']);
  return {
    game: 'sushi-roll',
    players: Array<string>(players).fill(''),
    options: {},
    chance: { red_belt, bags: bags.map((bag) => bag.map((belt) => belt.split(' '))), rolls: rolls.map((roll) => roll.split(' ')) },
    turns: Array.from({ length: each * bags.length }, () => row).flat(),
    fairness: { commitment: commitmentOf(server_seed), server_seed, seat_seeds },
  };
}

describe('a record', () => {
  const commitment = (record: DealRecord): string => record.fairness!.commitment;

  it('exists for each kind of game, with swaps and menus', () => {
    expect(records.length).toBeGreaterThanOrEqual(15);
    expect(records.some(([, { turns }]) => JSON.stringify(turns).includes('swap'))).toBe(true);
    expect(records.some(([, { turns }]) => JSON.stringify(turns).includes('menu'))).toBe(true);
  });

  it.each(records)('of a fair game is verified: %s', async (_, record) => {
    expect(await verifyDeal(record, commitment(record))).toBe('fair');
  });

  it.each(records)('with two draws exchanged is a deal mismatch: %s', async (_, record) => {
    const changed = structuredClone(record);
    const row = changed.chance.deck ?? changed.chance.rolls!.find((roll) => new Set(roll).size > 1)!;
    const other = row.findIndex((code) => code !== row[0]);
    [row[0], row[other]] = [row[other]!, row[0]!];
    expect(await verifyDeal(changed, commitment(changed))).toBe('deal-mismatch');
  });

  it.each(['sushi-go-4', 'sushi-roll-3'])('with another seat seed is a deal mismatch: %s', async (name) => {
    const changed = recordOf(name);
    changed.fairness!.seat_seeds[1] = 'ff'.repeat(16);
    expect(await verifyDeal(changed, commitment(changed))).toBe('deal-mismatch');
  });

  it.each(['sushi-go-4', 'sushi-roll-3'])('with another server seed is a seed mismatch: %s', async (name) => {
    const changed = recordOf(name);
    changed.fairness!.server_seed = changed.fairness!.server_seed.replace(/^../, (pair) => (pair === '00' ? '01' : '00'));
    expect(await verifyDeal(changed, commitment(changed))).toBe('seed-mismatch');
  });

  it('with another commitment is a commitment mismatch', async () => {
    expect(await verifyDeal(recordOf('sushi-go-4'), '00'.repeat(32))).toBe('commitment-mismatch');
  });

  it('without seeds cannot be verified', async () => {
    const { fairness, ...record } = recordOf('sushi-go-4');
    expect(await verifyDeal(record, fairness!.commitment)).toBe('no-seeds');
  });

  it('with a card added or missing is a deal mismatch', async () => {
    const changed = recordOf('sushi-go-4');
    changed.chance.deck!.pop();
    expect(await verifyDeal(changed, commitment(changed))).toBe('deal-mismatch');
    const other = recordOf('sushi-go-4');
    delete other.chance.deck;
    expect(await verifyDeal(other, commitment(other))).toBe('deal-mismatch');
  });

  it('with the wrong first controller of the dummy is a deal mismatch', async () => {
    const changed = recordOf('sushi-go-2-dummy-lot');
    changed.options.first_control = 1 - changed.options.first_control!;
    expect(await verifyDeal(changed, commitment(changed))).toBe('deal-mismatch');
  });

  it('with another red belt, other bags or other rolls is a deal mismatch', async () => {
    const belt = recordOf('sushi-roll-4');
    belt.chance.red_belt = (belt.chance.red_belt! + 1) % 4;
    expect(await verifyDeal(belt, commitment(belt))).toBe('deal-mismatch');
    const bags = recordOf('sushi-roll-4');
    bags.chance.bags![2]!.reverse();
    expect(await verifyDeal(bags, commitment(bags))).toBe('deal-mismatch');
    const rolls = recordOf('sushi-roll-4');
    rolls.chance.rolls!.at(-1)![0] = 'X';
    expect(await verifyDeal(rolls, commitment(rolls))).toBe('deal-mismatch');
    const more = recordOf('sushi-roll-4');
    more.chance.rolls!.push(['T']);
    expect(await verifyDeal(more, commitment(more))).toBe('deal-mismatch');
  });

  it('of a stopped game is verified as far as it goes', async () => {
    const stopped = recordOf('sushi-roll-3');
    // In the first cycle each belt is rolled, and once more for each menu.
    const taken = stopped.turns.findIndex((turn) => JSON.stringify(turn).includes('take'));
    stopped.turns = stopped.turns.slice(0, taken + 1);
    const menus = stopped.turns.filter((turn) => JSON.stringify(turn).includes('menu')).length;
    stopped.chance.bags = stopped.chance.bags!.slice(0, 1);
    stopped.chance.rolls = stopped.chance.rolls!.slice(0, 3 + menus);
    expect(await verifyDeal(stopped, commitment(stopped))).toBe('fair');
    stopped.chance.rolls[0]![0] = 'X';
    expect(await verifyDeal(stopped, commitment(stopped))).toBe('deal-mismatch');
  });
});

it('fromHex and toHex are inverse', () => {
  expect(toHex(fromHex('00ff10'))).toBe('00ff10');
  expect(fromHex('')).toHaveLength(0);
});
