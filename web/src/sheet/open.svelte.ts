/** The sheet that is open: what is written is kept at once, and goes to the other phones when there is a line. */
import { RefusedError } from '../net/api';
import { device, keyOf, type Kept, load, save } from './book';
import { edited, headsOf, merged, type Sheet, undoable, undone } from './edits';
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
    this.by = device(name);
    this.#keep(kept);
  }

  get sheet(): Sheet {
    return this.kept.sheet;
  }

  /** Listens to other tabs and to the other phones, until what it returns is called. */
  listen(): () => void {
    const elsewhere = (event: StorageEvent): void => {
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
    const { [cell]: draft, ...drafts } = this.kept.drafts;
    this.#keep({ ...this.kept, sheet: edited(this.sheet, cell, value, this.by, draft ? { after: draft.after } : {}), drafts });
    void this.exchange();
  }

  /** Say which of several is right: an edit after all of them. */
  decide(cell: string, value: string | null): void {
    this.#keep({ ...this.kept, sheet: edited(this.sheet, cell, value, this.by) });
    void this.exchange();
  }

  /** Keep what has been entered of a table so far. */
  draft(cell: string, table: string[]): void {
    const after = this.kept.drafts[cell]?.after ?? headsOf(this.sheet, cell).map((edit) => edit.id);
    this.#keep({ ...this.kept, drafts: { ...this.kept.drafts, [cell]: { table, after } } });
  }

  get canUndo(): boolean {
    return undoable(this.sheet, this.by) !== null;
  }

  undo(): void {
    this.#keep({ ...this.kept, sheet: undone(this.sheet, this.by) });
    void this.exchange();
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
    const before = this.line;
    this.#busy = true;
    try {
      const { known, has, edits } = await inStep(this.kept);
      this.line = 'in-step';
      const news = edits.length > 0 || known !== this.kept.known || has.length !== this.kept.has.length;
      if (news) this.#keep({ ...this.kept, sheet: merged(this.sheet, edits), known, has });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.refusal = error.code;
      this.line = error.code === 'unreachable' || error.code === 'too-fast' || error.code === 'store' ? 'unreachable' : 'refused';
    }
    this.#busy = false;
    if (this.#closed || this.line === 'refused') return;
    // What was written while we were asking goes out at once.
    const waiting = this.sheet.edits.some((edit) => !this.kept.has.includes(edit.id));
    this.#timer = setTimeout(() => void this.exchange(), waiting && this.line === 'in-step' && before !== 'unreachable' ? 0 : EVERY);
  }

  #keep(kept: Kept): void {
    const now = save(kept);
    this.trouble = now === null;
    this.kept = now ?? kept;
  }
}
