/** What this person likes, kept by the browser. Where it keeps nothing, it is kept until the page is closed. */
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
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return all;
    for (const [name, value] of Object.entries(kept)) {
      if (name in all && typeof value === typeof all[name as keyof Kept]) Object.assign(all, { [name]: value });
    }
    if (!languages.includes(all.language)) all.language = 'en';
    if (!Array.isArray(all.learned)) all.learned = [];
  } catch {
    // Something else wrote there, or nothing may be kept.
  }
  return all;
}

export const settings = $state<Kept>(read());

/** Call once, in the root component: writes down every change, and shows the theme. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Nothing may be kept here; it holds for this visit.
    }
  });
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
