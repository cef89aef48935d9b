/** Global interface state: the dialogs of the page's header, and whether a game in progress fills the screen. */
export const panels = $state({ settings: false, rules: false, playing: false });

/** Call in a component that shows a game in progress: `panels.playing` is true while it is mounted. */
export function markPlaying(): void {
  $effect(() => {
    panels.playing = true;
    return () => {
      panels.playing = false;
    };
  });
}
