/** What a card or a die's face scores, as short as can be. The numbers are those of the rules, not typed again here. */
import numbers from '../generated/numbers.json';
import type { GameName } from './games';

const go = numbers['sushi-go'];
const roll = numbers['sushi-roll'];

const nigiri = (points: Record<string, number>, code: string): string => `${points[code] ?? ''}`;

const GO: Record<string, string> = {
  T: `${go.tempura_set} → ${go.tempura_points}`,
  S: `${go.sashimi_set} → ${go.sashimi_points}`,
  D: go.dumpling_points.slice(1).join(' '),
  P: `+${go.pudding_most} / −${go.pudding_fewest}`,
  W: `×${go.wasabi_factor}`,
  C: '1 ⇄ 2',
};

const ROLL: Record<string, string> = {
  T: roll.tempura_points.slice(1).join(' '),
  S: roll.sashimi_points.slice(1).join(' '),
  D: roll.dumpling_points.slice(1).join(' '),
  W: `×${roll.wasabi_factor}`,
};

export function hint(game: GameName, code: string): string {
  if (code.startsWith('N')) return nigiri(game === 'sushi-go' ? go.nigiri_points : roll.nigiri_points, code);
  return (game === 'sushi-go' ? GO : ROLL)[code] ?? '';
}
