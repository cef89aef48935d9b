/** The sheet that is open: what is written is kept at once, and goes to the other phones when there is a line. */
import { RefusedError } from '../net/api';
import { draftsOf, isDraftOf, isMine, keyOf, type Kept, load, save, saveDraft, signature } from './book';
import { before, type Edit, edited, headsOf, merged, type Sheet, undoable, undone, valueOf } from './edits';
import { read, written } from './notation';
import { inStep } from './phones';
import { standingOf } from './standing';

const EVERY = 2_500;

export class OpenSheet {
  kept = $state.raw<Kept>() as Kept;
  /** Whether this device could keep the last change. */
  trouble = $state(false);
  /** What the line to the other phones does. */
  line = $state<'asking' | 'in-step' | 'unreachable' | 'refused'>('asking');
  refusal = $state('');
  readonly standing = $derived(standingOf(this.kept.sheet));
  readonly by: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #busy = false;

  constructor(kept: Kept, name: string) {
    this.kept = kept;
    this.by = signature(name);
    this.#keep(kept);
  }

  get sheet(): Sheet {
    return this.kept.sheet;
  }

  /** Listens to other tabs and to the other phones, until what it returns is called. */
  listen(): () => void {
    const elsewhere = (event: StorageEvent): void => {
      if (isDraftOf(event.key, this.sheet.sheet)) this.kept = { ...this.kept, drafts: draftsOf(this.sheet.sheet) };
      if (event.key !== keyOf(this.sheet.sheet)) return;
      const other = load(this.sheet.sheet);
      if (other) this.kept = { ...this.kept, sheet: merged(this.sheet, other.sheet.edits), shared: this.kept.shared || other.shared };
    };
    const now = (): void => void this.exchange();
    this.#closed = false;
    addEventListener('storage', elsewhere);
    addEventListener('online', now);
    document.addEventListener('visibilitychange', now);
    now();
    return () => {
      this.#closed = true;
      clearTimeout(this.#timer);
      removeEventListener('storage', elsewhere);
      removeEventListener('online', now);
      document.removeEventListener('visibilitychange', now);
    };
  }

  write(cell: string, value: string | null): void {
    const draft = this.kept.drafts[cell];
    this.#keep({ ...this.kept, sheet: edited(this.sheet, cell, value, this.by, draft ? { after: draft.after } : {}) });
    this.leave(cell);
    void this.exchange();
  }

  /** Say which of several is right: an edit after all of them. */
  decide(cell: string, value: string | null): void {
    this.#keep({ ...this.kept, sheet: edited(this.sheet, cell, value, this.by) });
    this.leave(cell);
    void this.exchange();
  }

  /** Keep what has been entered of a table so far. */
  draft(cell: string, table: string[]): void {
    if (written(table) === (valueOf(this.sheet, cell) ?? '')) return this.leave(cell);
    const after = this.kept.drafts[cell]?.after ?? headsOf(this.sheet, cell).map((edit) => edit.id);
    const draft = { table, after };
    this.trouble = !saveDraft(this.sheet.sheet, cell, draft);
    this.kept = { ...this.kept, drafts: { ...this.kept.drafts, [cell]: draft } };
  }

  /** Leave a cell as it is: what was begun there is forgotten. */
  leave(cell: string): void {
    saveDraft(this.sheet.sheet, cell, null);
    const { [cell]: _, ...drafts } = this.kept.drafts;
    this.kept = { ...this.kept, drafts };
  }

  get undoable(): Edit | null {
    return undoable(this.sheet, isMine);
  }

  /** Take the last entry back. Where that leaves a table empty, what was there is at hand, to be mended. */
  undo(): Edit | null {
    const edit = this.undoable;
    if (!edit) return null;
    const empty = before(this.sheet, edit) === null;
    this.#keep({ ...this.kept, sheet: undone(this.sheet, edit, this.by) });
    this.leave(edit.cell);
    if (empty && edit.value !== null && /^\d/.test(edit.cell)) this.draft(edit.cell, read(this.sheet.game, edit.value).table);
    void this.exchange();
    return edit;
  }

  /** Whom this device enters for. */
  enterFor(me: number | null): void {
    this.#keep({ ...this.kept, me });
  }

  share(): void {
    this.#keep({ ...this.kept, shared: true });
    void this.exchange();
  }

  /** Send and take, once; and again after a while, as long as somebody looks. */
  async exchange(): Promise<void> {
    if (!this.kept.shared || this.#closed || this.#busy) return;
    clearTimeout(this.#timer);
    if (document.visibilityState === 'hidden') return;
    const lost = this.line === 'unreachable';
    this.#busy = true;
    try {
      const { known, has, edits } = await inStep(this.kept);
      this.line = 'in-step';
      const news = edits.length > 0 || known !== this.kept.known || has.length !== this.kept.has.length;
      // Somebody may have left, and deleted the sheet, meanwhile.
      if (news && !this.#closed) this.#keep({ ...this.kept, sheet: merged(this.sheet, edits), known, has });
    } catch (error) {
      const code = error instanceof RefusedError ? error.code : 'unreachable';
      this.refusal = code;
      this.line = ['unreachable', 'too-fast', 'store'].includes(code) ? 'unreachable' : 'refused';
    } finally {
      this.#busy = false;
    }
    if (this.#closed || this.line === 'refused') return;
    // What was written while we were asking goes out at once.
    const waiting = this.sheet.edits.some((edit) => !this.kept.has.includes(edit.id));
    this.#timer = setTimeout(() => void this.exchange(), waiting && this.line === 'in-step' && !lost ? 0 : EVERY);
  }

  #keep(kept: Kept): void {
    const now = save(kept);
    this.trouble = !now.safe;
    this.kept = now.kept;
  }
}
