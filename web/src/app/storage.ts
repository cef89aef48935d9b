/** localStorage, with an in-memory fallback where the browser allows no storage or has no room left. */

const memoryFallback = new Map<string, string>();

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memoryFallback.get(key) ?? null;
  } catch {
    return memoryFallback.get(key) ?? null;
  }
}

/** Whether the text was stored for good; if not, it lasts as long as the page. */
export function writeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    memoryFallback.delete(key);
    return true;
  } catch {
    memoryFallback.set(key, text);
    return false;
  }
}

export function removeText(key: string): void {
  memoryFallback.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** All keys with this prefix, sorted. */
export function keysWithPrefix(prefix: string): string[] {
  const found = new Set(memoryFallback.keys());
  try {
    for (let index = 0; index < localStorage.length; index++) found.add(localStorage.key(index) ?? '');
  } catch {
    // Without storage there is the fallback only.
  }
  return [...found].filter((key) => key.startsWith(prefix)).sort();
}

/** The object stored under a key; an empty one if there is none or it cannot be parsed. */
export function readJson<T extends object>(key: string): Partial<T> {
  try {
    const found: unknown = JSON.parse(readText(key) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

export const writeJson = (key: string, value: object): boolean => writeText(key, JSON.stringify(value));
