// Plays for a person, tap by tap, until a text is on the page: the first card or die that can be taken, again and again.
// It presses what a person could press, found by the names that a screen reader says.
({ until, hand, belt, confirm, goOn, mine }) => {
  const seen = (node) => node.checkVisibility();
  const named = (node) => node.getAttribute('aria-label') ?? node.textContent.trim();
  const buttons = (place) => [...place.querySelectorAll('button:not(:disabled, [aria-disabled=true])')].filter(seen);
  const labelled = (text) => [...document.querySelectorAll('[aria-label]')].filter((node) => named(node).startsWith(text) && seen(node));
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
    // Whoever has chosen waits for the others; taps would change the choice.
    if ([...page.querySelectorAll('button')].some((button) => named(button).startsWith('You keep '))) return undefined;
    return places.find((button) => button.getAttribute('aria-pressed') === 'false')?.click();
  };

  // Looking costs: only when something has changed, or nothing has for a while.
  let changed = true;
  let idle = 0;
  const watch = new MutationObserver(() => (changed = true));
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });

  window.pilot?.stop();
  const pilot = { done: false, stop: () => (clearInterval(timer), watch.disconnect()) };
  window.pilot = pilot;
  const turn = () => {
    if (!changed && (idle += 1) < 25) return;
    [changed, idle] = [false, 0];
    // A window hides what is behind it.
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
    if (top.textContent.includes(until)) {
      pilot.done = true;
      pilot.stop();
      return;
    }
    step();
  };
  const timer = setInterval(turn, 40);
}
