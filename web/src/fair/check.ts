/** Whether a game's chance follows from the seeds that were promised before it: the record is checked draw by draw. */
import numbers from '../generated/numbers.json';
import { bytes, hex, Stream } from './chance';
import { sha256 } from './sha256';

interface Fairness {
  commitment: string;
  server_seed: string;
  seat_seeds: string[];
}

/** A record, as far as chance is concerned. */
export interface Dealt {
  game: string;
  players: string[];
  options: { dummy?: boolean; first_control?: number };
  chance: { deck?: string[]; red_belt?: number; bags?: string[][][]; rolls?: string[][] };
  turns: unknown[];
  fairness?: Fairness;
}

export type Finding = 'fair' | 'no-seeds' | 'other-promise' | 'broken-promise' | 'other-deal';

/** `promised` is the commitment that this browser was told before the deal. */
export async function check(record: Dealt, promised: string): Promise<Finding> {
  const proof = record.fairness;
  if (!proof?.server_seed) return 'no-seeds';
  if (hex(await sha256(bytes(proof.server_seed))) !== proof.commitment) return 'broken-promise';
  if (proof.commitment !== promised) return 'other-promise';
  const same = record.game === 'sushi-go' ? await cards(record, proof) : await dice(record, proof);
  return same ? 'fair' : 'other-deal';
}

async function cards(record: Dealt, proof: Fairness): Promise<boolean> {
  const full = Object.entries(numbers['sushi-go'].deck).flatMap(([code, count]) => Array<string>(count).fill(code));
  const plain = new Stream(proof.server_seed, proof.seat_seeds);
  if (equal(await plain.shuffle(full), record.chance.deck)) return true;
  if (!record.options.dummy) return false;
  // Who controls the dummy first may have been drawn by lot before the deck.
  const withLot = new Stream(proof.server_seed, proof.seat_seeds);
  return (await withLot.uniform(2)) === record.options.first_control && equal(await withLot.shuffle(full), record.chance.deck);
}

async function dice(record: Dealt, proof: Fairness): Promise<boolean> {
  const stream = new Stream(proof.server_seed, proof.seat_seeds);
  const { red_belt, bags = [], rolls = [] } = record.chance;
  if ((await stream.uniform(record.players.length)) !== red_belt) return false;
  return replayDice(record, stream, bags, rolls);
}

const kinds = numbers['sushi-roll'].dice as Record<string, { count: number; faces: string[] }>;
const bag = Object.entries(kinds).flatMap(([kind, { count }]) => Array<string>(count).fill(kind));

/**
 * Rolls come in the order in which the game asked for them, and which dice were rolled follows from what was done with
 * them: so belts of kinds are carried along, through takes, swaps and slides.
 */
async function replayDice(record: Dealt, stream: Stream, bags: string[][][], rolls: string[][]): Promise<boolean> {
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
      for (const belt of belts) if (!(await same(stream, belt, rolls[rolled++]))) return false;
      for (let taken = 0; taken < players; ) {
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
          if (!(await same(stream, again, rolls[rolled++]))) return false;
        }
      }
      belts = belts.map((_, seat) => belts[(seat + players - 1) % players]!);
    }
  }
  return rolled === rolls.length;
}

async function same(stream: Stream, belt: readonly string[], roll: readonly string[] | undefined): Promise<boolean> {
  const faces: string[] = [];
  for (const kind of belt) faces.push(kinds[kind]?.faces[await stream.uniform(6)] ?? '');
  return equal(faces, roll);
}

function equal(a: readonly string[], b: readonly string[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((code, i) => code === b[i]);
}
