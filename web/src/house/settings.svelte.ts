/** What this person likes, kept by the browser. */
import { keep, kept } from './kept';
import { languages, type LanguageName } from '../words/languages';

export type Theme = 'system' | 'light' | 'dark';

interface Kept {
  name: string;
  theme: Theme;
  language: LanguageName;
  sound: boolean;
  notify: boolean;
  memory: boolean;
  learned: string[];
}

const KEY = 'kaiten-settings';

function browserLanguage(): LanguageName {
  const wanted = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
  return languages.find((name) => name === wanted.find((tag) => (languages as readonly string[]).includes(tag))) ?? 'en';
}

function defaults(): Kept {
  return { name: '', theme: 'system', language: browserLanguage(), sound: true, notify: false, memory: false, learned: [] };
}

function read(): Kept {
  const all = defaults();
  for (const [name, value] of Object.entries(kept<Kept>(KEY))) {
    if (name in all && typeof value === typeof all[name as keyof Kept]) Object.assign(all, { [name]: value });
  }
  if (!languages.includes(all.language)) all.language = 'en';
  if (!Array.isArray(all.learned)) all.learned = [];
  return all;
}

export const settings = $state<Kept>(read());

/** Call once, in the root component: writes down every change, and shows the theme. */
export function keepSettings(): void {
  $effect(() => keep(KEY, settings));
  $effect(() => {
    if (settings.theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = settings.theme;
  });
  // Another tab of ours has changed something.
  $effect(() => {
    const changed = (event: StorageEvent): void => {
      if (event.key === KEY) Object.assign(settings, read());
    };
    addEventListener('storage', changed);
    return () => removeEventListener('storage', changed);
  });
}
