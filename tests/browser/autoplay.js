// Plays for a person until a text is on the page: always the first card or die that can be taken.
// It clicks only what a person could click, found by accessible name.
({ until, hand, belt, confirm, goOn, mine }) => {
  const isVisible = (node) => node.checkVisibility();
  const named = (node) => node.getAttribute('aria-label') ?? node.textContent.trim();
  const buttons = (place) => [...place.querySelectorAll('button:not(:disabled, [aria-disabled=true])')].filter(isVisible);
  const labelled = (text) => [...document.querySelectorAll('[aria-label]')].filter((node) => named(node).startsWith(text) && isVisible(node));
  const wanted = new RegExp(confirm);
  const iAm = new RegExp(mine);

  const step = () => {
    const open = [...document.querySelectorAll('dialog[open]')].at(-1);
    const page = document.querySelector('main');
    if (open) return buttons(open).find((button) => named(button) === goOn)?.click();
    const all = buttons(page);
    const places = [...labelled(hand), ...labelled(belt)].flatMap(buttons);
    const ready = all.find((button) => !places.includes(button) && wanted.test(named(button)));
    if (ready) return ready.click();
    const shown = all.find((button) => iAm.test(named(button)));
    if (shown) return shown.click();
    // A choice is confirmed: wait for the others, since a click would change it.
    if ([...page.querySelectorAll('button')].some((button) => named(button).startsWith('You keep '))) return undefined;
    return places.find((button) => button.getAttribute('aria-pressed') === 'false')?.click();
  };

  // Look only after a change of the page, or after a second without one.
  let changed = true;
  let idle = 0;
  const watch = new MutationObserver(() => (changed = true));
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });

  window.autoplay?.stop();
  const autoplay = { done: false, stop: () => (clearInterval(timer), watch.disconnect()) };
  window.autoplay = autoplay;
  const turn = () => {
    if (!changed && (idle += 1) < 25) return;
    [changed, idle] = [false, 0];
    // A dialog hides what is behind it.
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
    if (top.textContent.includes(until)) {
      autoplay.done = true;
      autoplay.stop();
      return;
    }
    step();
  };
  const timer = setInterval(turn, 40);
}
