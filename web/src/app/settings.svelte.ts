/** Preferences of this person, persisted in localStorage and synchronised between tabs. */
import { readJson, writeJson } from './storage';
import { languages, type LanguageName } from '../words/languages';

type Theme = 'system' | 'light' | 'dark';

interface Settings {
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

function defaults(): Settings {
  return { name: '', theme: 'system', language: browserLanguage(), sound: true, notify: false, memory: false, learned: [] };
}

/** The stored settings; a value of another type than its default is ignored. */
function read(): Settings {
  const all = defaults();
  for (const [name, value] of Object.entries(readJson<Settings>(KEY))) {
    if (name in all && typeof value === typeof all[name as keyof Settings]) Object.assign(all, { [name]: value });
  }
  if (!languages.includes(all.language)) all.language = 'en';
  if (!Array.isArray(all.learned)) all.learned = [];
  return all;
}

export const settings = $state<Settings>(read());

/** Call once, in the root component: stores every change, applies the theme, and follows changes made in other tabs. */
export function persistSettings(): void {
  $effect(() => void writeJson(KEY, settings));
  $effect(() => {
    if (settings.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = settings.theme;
  });
  $effect(() => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === KEY) Object.assign(settings, read());
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  });
}
