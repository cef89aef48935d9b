/** Store of the open sheet: edits are saved at once (optimistic update) and synchronised with other devices when possible. */
import { RefusedError } from '../net/api';
import { type Edit, findUndoable, headsOf, mergeEdits, type Sheet, undoEdit, valueBefore, valueOf, withEdit } from './edits';
import { formatTable, parseTable } from './notation';
import { authorOf, isDraftKey, isMine, keyOf, load, loadDrafts, save, saveDraft, type StoredSheet } from './storage';
import { syncSheet } from './sync';
import { scoreSheet } from './totals';

const SYNC_INTERVAL_MS = 2_500;
/** Refusals that are temporary: the next synchronisation tries again. */
const TEMPORARY = ['unreachable', 'too-fast', 'store'];

/** The dialogs of a sheet. */
export type Panel = 'sync' | 'history' | 'track' | 'share' | 'names';

export class SheetStore {
  stored = $state.raw<StoredSheet>()!;
  /** Whether the last change could not be stored. */
  saveFailed = $state(false);
  syncStatus = $state<'syncing' | 'synced' | 'unreachable' | 'refused'>('syncing');
  /** The server's code for why it refuses the sheet. */
  refusal = $state('');
  readonly score = $derived(scoreSheet(this.stored.sheet));
  readonly author: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #isSyncing = false;

  constructor(stored: StoredSheet, name: string) {
    this.stored = stored;
    this.author = authorOf(name);
    this.#save(stored);
  }

  get sheet(): Sheet {
    return this.stored.sheet;
  }

  /** Follow other tabs and other devices, until the returned function is called. */
  listen(): () => void {
    const onStorage = (event: StorageEvent): void => {
      if (isDraftKey(event.key, this.sheet.sheet)) this.stored = { ...this.stored, drafts: loadDrafts(this.sheet.sheet) };
      if (event.key !== keyOf(this.sheet.sheet)) return;
      const other = load(this.sheet.sheet);
      if (other)
        this.stored = {
          ...this.stored,
          sheet: mergeEdits(this.sheet, other.sheet.edits),
          shared: this.stored.shared || other.shared,
        };
    };
    const syncNow = (): void => void this.sync();
    this.#isClosed = false;
    addEventListener('storage', onStorage);
    addEventListener('online', syncNow);
    document.addEventListener('visibilitychange', syncNow);
    syncNow();
    return () => {
      this.#isClosed = true;
      clearTimeout(this.#timer);
      removeEventListener('storage', onStorage);
      removeEventListener('online', syncNow);
      document.removeEventListener('visibilitychange', syncNow);
    };
  }

  /** Write a cell. An edit that began as a draft replaces only what its author had seen. */
  write(cell: string, value: string | null): void {
    const draft = this.stored.drafts[cell];
    this.#writeEdit(withEdit(this.sheet, cell, value, this.author, draft ? { after: draft.after } : {}), cell);
  }

  /** Resolve a conflict: an edit that replaces all the others of the cell. */
  resolve(cell: string, value: string | null): void {
    this.#writeEdit(withEdit(this.sheet, cell, value, this.author), cell);
  }

  #writeEdit(sheet: Sheet, cell: string): void {
    this.#save({ ...this.stored, sheet });
    this.discardDraft(cell);
    void this.sync();
  }

  /** Save what has been entered of a table so far. */
  saveDraft(cell: string, table: string[]): void {
    if (formatTable(table) === (valueOf(this.sheet, cell) ?? '')) return this.discardDraft(cell);
    const after = this.stored.drafts[cell]?.after ?? headsOf(this.sheet, cell).map((edit) => edit.id);
    const draft = { table, after };
    this.saveFailed = !saveDraft(this.sheet.sheet, cell, draft);
    this.stored = { ...this.stored, drafts: { ...this.stored.drafts, [cell]: draft } };
  }

  discardDraft(cell: string): void {
    saveDraft(this.sheet.sheet, cell, null);
    const { [cell]: _, ...drafts } = this.stored.drafts;
    this.stored = { ...this.stored, drafts };
  }

  get undoable(): Edit | null {
    return findUndoable(this.sheet, isMine);
  }

  /** Undo the last edit of this device. If that empties a table, its content becomes a draft, to be corrected. */
  undo(): Edit | null {
    const edit = this.undoable;
    if (!edit) return null;
    const isEmptied = valueBefore(this.sheet, edit) === null;
    this.#writeEdit(undoEdit(this.sheet, edit, this.author), edit.cell);
    if (isEmptied && edit.value !== null && /^\d/.test(edit.cell))
      this.saveDraft(edit.cell, parseTable(this.sheet.game, edit.value).table);
    return edit;
  }

  /** Choose the seat that this device enters for; null for all of them. */
  enterFor(me: number | null): void {
    this.#save({ ...this.stored, me });
  }

  share(): void {
    this.#save({ ...this.stored, shared: true });
    void this.sync();
  }

  /** Synchronise once, and again after a while as long as the page is visible. */
  async sync(): Promise<void> {
    if (!this.stored.shared || this.#isClosed || this.#isSyncing) return;
    clearTimeout(this.#timer);
    if (document.visibilityState === 'hidden') return;
    const wasUnreachable = this.syncStatus === 'unreachable';
    this.#isSyncing = true;
    try {
      const { known, has, edits } = await syncSheet(this.stored);
      this.syncStatus = 'synced';
      const isChanged = edits.length > 0 || known !== this.stored.known || has.length !== this.stored.has.length;
      // Meanwhile the person may have left the sheet, and deleted it.
      if (isChanged && !this.#isClosed) this.#save({ ...this.stored, sheet: mergeEdits(this.sheet, edits), known, has });
    } catch (error) {
      this.refusal = error instanceof RefusedError ? error.code : 'unreachable';
      this.syncStatus = TEMPORARY.includes(this.refusal) ? 'unreachable' : 'refused';
    } finally {
      this.#isSyncing = false;
    }
    if (this.#isClosed || this.syncStatus === 'refused') return;
    // Edits made during the request are sent at once.
    const isPending = this.sheet.edits.some((edit) => !this.stored.has.includes(edit.id));
    const delay = isPending && this.syncStatus === 'synced' && !wasUnreachable ? 0 : SYNC_INTERVAL_MS;
    this.#timer = setTimeout(() => void this.sync(), delay);
  }

  #save(stored: StoredSheet): void {
    const saved = save(stored);
    this.saveFailed = !saved.safe;
    this.stored = saved.stored;
  }
}
