/** Several phones at one table: a server passes edits on. It knows no rule, and each phone has all of the sheet. */
import { RefusedError } from '../net/api';
import type { Kept } from './book';
import { isEdit } from './checking';
import { type Edit, type Head, headOf, merged, type Sheet } from './edits';

interface Answer {
  head: Head;
  edits: Edit[];
  known: number;
  more: boolean;
}

const isAnswer = (told: unknown): told is Answer => {
  const { head, edits, known } = (told ?? {}) as Partial<Answer>;
  return typeof head === 'object' && Array.isArray(edits) && Number.isSafeInteger(known);
};

/** So many at once, which a server takes in one message. */
const BATCH = 15;

async function exchange(id: string, body: { head: Head | null; edits: Edit[]; known: number }): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`/api/sheets/${encodeURIComponent(id)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
  } catch {
    throw new RefusedError('unreachable', 'the server cannot be reached');
  }
  const told: unknown = await response.json().catch(() => null);
  if (response.ok && isAnswer(told)) return told;
  // A page where an answer should be comes from whoever stands between: a hotel, a proxy.
  if (response.ok) throw new RefusedError('unreachable', 'this is no answer of a server of ours');
  const { code = 'unreachable', message = response.statusText } = (told ?? {}) as { code?: string; message?: string };
  throw new RefusedError(code, message);
}

/** Send what the server does not have, and take what it has. What is in `kept` by then may be newer: only edits are added. */
export async function inStep(kept: Kept): Promise<Pick<Kept, 'known' | 'has'> & { edits: Edit[] }> {
  const { sheet } = kept;
  const has = new Set(kept.has);
  const edits: Edit[] = [];
  let known = kept.known;
  let more = true;
  let anew = false;
  const again = (): void => {
    anew = true;
    has.clear();
    known = 0;
  };
  while (more) {
    const batch = sheet.edits.filter((edit) => !has.has(edit.id)).slice(0, BATCH);
    const answer = await exchange(sheet.sheet, { head: headOf(sheet), edits: batch, known });
    if (answer.known < known && !anew) {
      // The server has lost the sheet, or what came last: it gets all of it again.
      again();
      continue;
    }
    for (const edit of [...batch, ...answer.edits]) has.add(edit.id);
    edits.push(...answer.edits.filter(isEdit));
    known = answer.known;
    more = answer.more || sheet.edits.some((edit) => !has.has(edit.id));
    if (!more && has.size !== known && !anew) {
      // It has lost some, and got others since: the numbers do not say which.
      again();
      more = true;
    }
  }
  return { known, has: [...has], edits };
}

/** A sheet that another phone has shared. */
export async function fetched(id: string): Promise<Sheet> {
  let answer = await exchange(id, { head: null, edits: [], known: 0 });
  let sheet: Sheet = { ...answer.head, edits: [] };
  sheet = merged(sheet, answer.edits.filter(isEdit));
  while (answer.more) {
    answer = await exchange(id, { head: null, edits: [], known: answer.known });
    sheet = merged(sheet, answer.edits.filter(isEdit));
  }
  return sheet;
}
