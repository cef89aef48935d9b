/** Keyboard focus: arrow keys within a group of buttons, and focus that survives the removal of the focused element. */

/**
 * Svelte action for a group of buttons that may shrink. Arrow keys move the focus within the group, wrapping around; every
 * button also stays in the tab order, so this is no roving tabindex. When the focused button is removed, the last button of
 * the group gets the focus, which would otherwise fall back to the top of the page.
 */
export function focusGroup(node: HTMLElement): { destroy: () => void } {
  let hadFocus = false;
  const buttons = (): HTMLButtonElement[] => [...node.querySelectorAll('button')];

  const onFocusIn = (): void => {
    hadFocus = true;
  };
  const onFocusOut = (event: FocusEvent): void => {
    // A removed button has no relatedTarget: the group keeps its claim on the focus.
    if (event.relatedTarget instanceof Node && !node.contains(event.relatedTarget)) hadFocus = false;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = buttons();
    const at = all.findIndex((button) => button === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  };
  const restoreFocus = (): void => {
    if (hadFocus && document.activeElement === document.body) buttons().at(-1)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restoreFocus);
  // A closed dialog returns the focus to the element that had it before, which may have been removed meanwhile.
  const onClose = (): void => void setTimeout(restoreFocus);

  node.addEventListener('focusin', onFocusIn);
  node.addEventListener('focusout', onFocusOut);
  node.addEventListener('keydown', onKeyDown);
  document.addEventListener('close', onClose, true);
  observer.observe(node, { childList: true, subtree: true });
  return {
    destroy: () => {
      observer.disconnect();
      document.removeEventListener('close', onClose, true);
      node.removeEventListener('focusin', onFocusIn);
      node.removeEventListener('focusout', onFocusOut);
      node.removeEventListener('keydown', onKeyDown);
    },
  };
}

/** Svelte action for content that replaces the focused element: it takes the focus, so that it is read out. */
export function focusOnMount(node: HTMLElement): void {
  node.focus({ preventScroll: true });
}

/** Whether a modal dialog is open; then Escape closes the dialog and nothing else. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;
