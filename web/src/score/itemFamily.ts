/** The dish family of a tally line, for its icon and colour. */
import type { Family } from '../art/families';

const FAMILIES: Record<string, Family> = {
  egg: 'nigiri',
  salmon: 'nigiri',
  squid: 'nigiri',
  tokens: 'menu',
};

export function familyOfItem(item: string): Family {
  return FAMILIES[item] ?? (item as Family);
}
