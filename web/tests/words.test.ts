/** Every language is complete: the same texts, with the same parameters. */
import { describe, expect, it } from 'vitest';
import { dishes as englishDishes } from '../src/words/dishes.en';
import { dishes as italianDishes } from '../src/words/dishes.it';
import { en } from '../src/words/en';
import { it as italian } from '../src/words/it';

type Leaf = [path: string, value: unknown];

function leaves(words: object, path = ''): Leaf[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]): Leaf[] => {
    const here = path ? `${path}.${name}` : name;
    return typeof value === 'object' && value !== null ? leaves(value, here) : [[here, value]];
  });
}

const shape = ([path, value]: Leaf): string =>
  `${path}: ${typeof value}${typeof value === 'function' ? ` of ${value.length}` : ''}`;

/** A text with sample parameters: numbers that take different forms in some language, names, and lists. */
function samples(value: unknown): string[] {
  if (typeof value !== 'function') return [String(value)];
  const format = value as (...blanks: unknown[]) => string;
  const tries: unknown[] = [1, 2, 5, 'Ana', ['Ana', 'Ben'], ['Ana']];
  return tries.flatMap((first) => {
    try {
      return [format(first, typeof first === 'number' ? 3 : 'Ben', typeof first === 'number' ? 1 : 'Cleo')];
    } catch {
      return []; // a list where a number was meant
    }
  });
}

describe.each([
  ['the interface', en, italian],
  ['the dishes', englishDishes, italianDishes],
])('%s', (_, english, other) => {
  it('has the same texts in Italian as in English', () => {
    expect(leaves(other).map(shape).sort()).toEqual(leaves(english).map(shape).sort());
  });

  it.each([
    ['English', english],
    ['Italian', other],
  ])('has no empty text in %s', (_language, words) => {
    const all = leaves(words);
    expect(all.length).toBeGreaterThan(30);
    for (const [path, value] of all) {
      expect(['string', 'function'], path).toContain(typeof value);
      const sentences = samples(value);
      expect(sentences, path).not.toEqual([]);
      for (const sentence of sentences) expect(typeof sentence === 'string' ? sentence.trim() : '', path).not.toBe('');
      for (const sentence of sentences) expect(sentence, path).not.toMatch(/undefined|NaN|\[object/);
    }
  });
});

it('Italian is not English', () => {
  const english = new Map(leaves(en));
  const same = leaves(italian).filter(([path, value]) => typeof value === 'string' && value === english.get(path));
  // Names of games and a few words are the same in both.
  expect(same.length).toBeLessThan(20);
});
