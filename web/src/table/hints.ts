/** What a card or a die face scores, as a short label such as `3 → 10`. The numbers are generated from the rules' tables. */
import numbers from '../generated/numbers.json';
import type { GameName } from './games';

const go = numbers['sushi-go'];
const roll = numbers['sushi-roll'];

const GO: Record<string, string | number> = {
  ...go.nigiri_points,
  T: `${go.tempura_set} → ${go.tempura_points}`,
  S: `${go.sashimi_set} → ${go.sashimi_points}`,
  D: go.dumpling_points.slice(1).join(' '),
  P: `+${go.pudding_most} / −${go.pudding_fewest}`,
  W: `×${go.wasabi_factor}`,
  C: '1 ⇄ 2',
};

const ROLL: Record<string, string | number> = {
  ...roll.nigiri_points,
  T: roll.tempura_points.slice(1).join(' '),
  S: roll.sashimi_points.slice(1).join(' '),
  D: roll.dumpling_points.slice(1).join(' '),
  W: `×${roll.wasabi_factor}`,
};

export function hint(game: GameName, code: string): string {
  return `${(game === 'sushi-go' ? GO : ROLL)[code] ?? ''}`;
}
