/** Sound effects, synthesised with the Web Audio API: a few soft tones, no files. */
import { settings } from './settings.svelte';

type Note = readonly [frequency: number, at: number, seconds: number];

const SOUNDS = {
  pick: [[520, 0, 0.07]],
  keep: [
    [440, 0, 0.08],
    [660, 0.07, 0.1],
  ],
  reveal: [
    [392, 0, 0.09],
    [494, 0.06, 0.09],
    [587, 0.12, 0.12],
  ],
  roll: [
    [210, 0, 0.04],
    [180, 0.07, 0.04],
    [230, 0.13, 0.04],
    [160, 0.2, 0.05],
  ],
  turn: [
    [587, 0, 0.12],
    [784, 0.12, 0.18],
  ],
  win: [
    [523, 0, 0.14],
    [659, 0.12, 0.14],
    [784, 0.24, 0.14],
    [1047, 0.36, 0.3],
  ],
} as const satisfies Record<string, readonly Note[]>;

type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;

/** Play a sound, if sounds are on and the browser allows it. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  // Browsers allow no sound before the first tap; in the background only the turn alert is played.
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (document.visibilityState === 'hidden' && sound !== 'turn') return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    for (const [frequency, at, seconds] of SOUNDS[sound]) tone(context, frequency, context.currentTime + at, seconds);
  } catch {
    // Without sound the game goes on.
  }
}

function tone(audio: AudioContext, frequency: number, at: number, seconds: number): void {
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = 'triangle';
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.06, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds + 0.02);
}
