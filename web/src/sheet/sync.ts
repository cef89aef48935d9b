/** Synchronises a sheet between devices: the server stores and forwards edits, and every device holds the whole sheet. */
import { fetchJson, postJson, refusalOf, RefusedError } from '../net/api';
import { type Edit, headerOf, mergeEdits, type Sheet, type SheetHeader } from './edits';
import type { StoredSheet } from './storage';
import { isEdit } from './validate';

interface Answer {
  head: SheetHeader;
  edits: Edit[];
  known: number;
  more: boolean;
}

const isAnswer = (body: unknown): body is Answer => {
  const { head, edits, known } = (body ?? {}) as Partial<Answer>;
  return typeof head === 'object' && Array.isArray(edits) && Number.isSafeInteger(known);
};

/** Edits in one request, within the server's limit for a body. */
const BATCH_SIZE = 15;
const TIMEOUT_MS = 10_000;

/** Send edits, and receive those after the first `known` of the server's list. An edit's id makes sending it twice idempotent. */
async function exchange(id: string, request: { head: SheetHeader | null; edits: Edit[]; known: number }): Promise<Answer> {
  const path = `/api/sheets/${encodeURIComponent(id)}`;
  const { response, body } = await fetchJson(path, { ...postJson(request), signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw refusalOf(response, body);
  // A web page instead of JSON comes from something in between, such as a hotel's captive portal or a proxy.
  if (!isAnswer(body)) throw new RefusedError('unreachable', 'this is no answer of a Kaiten server');
  return body;
}

/** Send the edits that the server lacks, and fetch those that this device lacks. */
export async function syncSheet({
  sheet,
  ...stored
}: StoredSheet): Promise<Pick<StoredSheet, 'known' | 'has'> & { edits: Edit[] }> {
  const has = new Set(stored.has);
  const edits: Edit[] = [];
  let known = stored.known;
  let hasMore = true;
  let isFullResync = false;
  const startFullResync = (): void => {
    isFullResync = true;
    has.clear();
    known = 0;
  };
  while (hasMore) {
    const batch = sheet.edits.filter((edit) => !has.has(edit.id)).slice(0, BATCH_SIZE);
    const answer = await exchange(sheet.sheet, { head: headerOf(sheet), edits: batch, known });
    if (answer.known < known && !isFullResync) {
      // The server has lost the sheet or its latest edits, as after a restored backup: send everything again.
      startFullResync();
      continue;
    }
    for (const edit of [...batch, ...answer.edits]) has.add(edit.id);
    edits.push(...answer.edits.filter(isEdit));
    known = answer.known;
    hasMore = answer.more || sheet.edits.some((edit) => !has.has(edit.id));
    if (!hasMore && has.size !== known && !isFullResync) {
      // The server has lost some edits and received others since: the count does not tell which.
      startFullResync();
      hasMore = true;
    }
  }
  return { known, has: [...has], edits };
}

/** Fetch a sheet that another device has shared. */
export async function fetchSheet(id: string): Promise<Sheet> {
  let answer = await exchange(id, { head: null, edits: [], known: 0 });
  let sheet = mergeEdits({ ...answer.head, edits: [] }, answer.edits.filter(isEdit));
  while (answer.more) {
    answer = await exchange(id, { head: null, edits: [], known: answer.known });
    sheet = mergeEdits(sheet, answer.edits.filter(isEdit));
  }
  return sheet;
}
