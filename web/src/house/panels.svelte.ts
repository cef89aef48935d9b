/** Windows that can be opened from anywhere, and whether a game has the screen. */
export const panels = $state({ settings: false, rules: false, playing: false });

/** Call in a component that shows a game in progress. */
export function takeScreen(): void {
  $effect(() => {
    panels.playing = true;
    return () => {
      panels.playing = false;
    };
  });
}
