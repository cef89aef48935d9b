/** What this browser keeps from visit to visit. Where it may keep nothing, it lasts as long as the page. */

const meanwhile = new Map<string, string>();

function text(key: string): string {
  try {
    return localStorage.getItem(key) ?? meanwhile.get(key) ?? '{}';
  } catch {
    return meanwhile.get(key) ?? '{}';
  }
}

/** What was kept under a key; nothing, where something else wrote there. */
export function kept<T extends object>(key: string): Partial<T> {
  try {
    const found: unknown = JSON.parse(text(key));
    return typeof found === 'object' && found !== null ? (found as Partial<T>) : {};
  } catch {
    return {};
  }
}

export function keep(key: string, what: object): void {
  const written = JSON.stringify(what);
  try {
    localStorage.setItem(key, written);
    meanwhile.delete(key);
  } catch {
    meanwhile.set(key, written);
  }
}
