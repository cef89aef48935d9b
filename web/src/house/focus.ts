/**
 * For a row of buttons that gets shorter: whoever had one of them under the keyboard has the last one afterwards, and is not
 * sent back to the top of the page. The arrow keys go along the row.
 */
export function row(node: HTMLElement): { destroy: () => void } {
  let had = false;
  const buttons = (): HTMLButtonElement[] => [...node.querySelectorAll('button')];

  const came = (): void => {
    had = true;
  };
  const went = (event: FocusEvent): void => {
    // A button that is taken away says goodbye to nobody in particular.
    if (event.relatedTarget instanceof Node && !node.contains(event.relatedTarget)) had = false;
  };
  const keys = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = buttons();
    const at = all.findIndex((button) => button === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  };
  const see = (): void => {
    if (had && document.activeElement === document.body) buttons().at(-1)?.focus({ preventScroll: true });
  };
  const watcher = new MutationObserver(see);
  // A window that was open meanwhile gives the keyboard back to where it was, which may be gone.
  const closed = (): void => void setTimeout(see);

  node.addEventListener('focusin', came);
  node.addEventListener('focusout', went);
  node.addEventListener('keydown', keys);
  document.addEventListener('close', closed, true);
  watcher.observe(node, { childList: true, subtree: true });
  return {
    destroy: () => {
      watcher.disconnect();
      document.removeEventListener('close', closed, true);
      node.removeEventListener('focusin', came);
      node.removeEventListener('focusout', went);
      node.removeEventListener('keydown', keys);
    },
  };
}

/** For what has come in the place of what had the keyboard: it is read out, and the next key goes on from there. */
export function takesFocus(node: HTMLElement): void {
  node.focus({ preventScroll: true });
}

/** Whether a window is open: then Escape is for it. */
export const inWindow = (): boolean => document.querySelector('dialog[open]') !== null;
