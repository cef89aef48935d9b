/** Verifies a deal (commit-reveal): every draw of the record follows from the seeds whose commitment was published before. */
import { fromHex, toHex } from '../app/hex';
import numbers from '../generated/numbers.json';
import { Stream } from './chance';
import { sha256 } from './sha256';

interface Fairness {
  commitment: string;
  server_seed: string;
  seat_seeds: string[];
}

/** The parts of a game record that the deal depends on. */
export interface DealRecord {
  game: string;
  players: string[];
  options: { dummy?: boolean; first_control?: number };
  chance: { deck?: string[]; red_belt?: number; bags?: string[][][]; rolls?: string[][] };
  turns: unknown[];
  fairness?: Fairness;
}

/**
 * `commitment-mismatch`: the record carries another commitment than was published. `seed-mismatch`: the server's seed does not
 * match the commitment. `deal-mismatch`: the seeds give another deal.
 */
type Finding = 'fair' | 'no-seeds' | 'commitment-mismatch' | 'seed-mismatch' | 'deal-mismatch';

/** `commitment` is the one that this browser received before the deal. */
export async function verifyDeal(record: DealRecord, commitment: string): Promise<Finding> {
  const proof = record.fairness;
  if (!proof?.server_seed) return 'no-seeds';
  if (toHex(await sha256(fromHex(proof.server_seed))) !== proof.commitment) return 'seed-mismatch';
  if (proof.commitment !== commitment) return 'commitment-mismatch';
  const isSame = record.game === 'sushi-go' ? await verifyCards(record, proof) : await verifyDice(record, proof);
  return isSame ? 'fair' : 'deal-mismatch';
}

async function verifyCards(record: DealRecord, proof: Fairness): Promise<boolean> {
  const full = Object.entries(numbers['sushi-go'].deck).flatMap(([code, count]) => Array<string>(count).fill(code));
  const plain = new Stream(proof.server_seed, proof.seat_seeds);
  if (equal(await plain.shuffle(full), record.chance.deck)) return true;
  if (!record.options.dummy) return false;
  // Who controls the dummy first may have been drawn by lot before the deck.
  const withLot = new Stream(proof.server_seed, proof.seat_seeds);
  return (await withLot.uniform(2)) === record.options.first_control && equal(await withLot.shuffle(full), record.chance.deck);
}

async function verifyDice(record: DealRecord, proof: Fairness): Promise<boolean> {
  const stream = new Stream(proof.server_seed, proof.seat_seeds);
  const { red_belt, bags = [], rolls = [] } = record.chance;
  if ((await stream.uniform(record.players.length)) !== red_belt) return false;
  return replayDice(record, stream, bags, rolls);
}

const kinds = numbers['sushi-roll'].dice as Record<string, { count: number; faces: string[] }>;
const bag = Object.entries(kinds).flatMap(([kind, { count }]) => Array<string>(count).fill(kind));

/**
 * Replay a dice game. Rolls are drawn in the order of the game, and which dice are rolled depends on the moves: so the kinds of
 * dice on each belt are tracked through takes, swaps and slides.
 */
async function replayDice(record: DealRecord, stream: Stream, bags: string[][][], rolls: string[][]): Promise<boolean> {
  const players = record.players.length;
  const turns = record.turns as [number, string][];
  let rolled = 0;
  let at = 0;
  for (const belts0 of bags) {
    const shuffled = await stream.shuffle(bag);
    const size = belts0[0]?.length ?? 0;
    if (!belts0.every((belt, seat) => equal(shuffled.slice(seat * size, (seat + 1) * size), belt))) return false;
    let belts = belts0.map((belt) => [...belt]);
    for (let cycle = 0; cycle < size; cycle += 1) {
      for (const belt of belts) if (!(await rollsMatch(stream, belt, rolls[rolled++]))) return false;
      for (let taken = 0; taken < players;) {
        const next = turns[at++];
        if (!next) return true; // the game was stopped here
        const [seat, action] = next;
        const own = belts[seat];
        if (!own) return false;
        const [what, first = '', , where = ''] = action.split(' ');
        if (what === 'take') {
          own.splice(Number(first), 1);
          taken += 1;
        } else if (what === 'swap') {
          const [other, die] = where.split(':').map(Number) as [number, number];
          const theirs = belts[other];
          if (!theirs) return false;
          [own[Number(first)], theirs[die]] = [theirs[die]!, own[Number(first)]!];
        } else {
          const again = first.split(',').map((die) => own[Number(die)]!);
          if (!(await rollsMatch(stream, again, rolls[rolled++]))) return false;
        }
      }
      belts = belts.map((_, seat) => belts[(seat + players - 1) % players]!);
    }
  }
  return rolled === rolls.length;
}

async function rollsMatch(stream: Stream, belt: readonly string[], roll: readonly string[] | undefined): Promise<boolean> {
  const faces: string[] = [];
  for (const kind of belt) faces.push(kinds[kind]?.faces[await stream.uniform(6)] ?? '');
  return equal(faces, roll);
}

function equal(a: readonly string[], b: readonly string[] | undefined): boolean {
  return a.length === b?.length && a.every((code, i) => code === b[i]);
}
