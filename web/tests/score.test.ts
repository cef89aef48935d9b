/** The verdict, the cumulative scores, and the options form. */
import { describe, expect, it } from 'vitest';
import { cumulativeScores } from '../src/score/cumulativeScores';
import { verdict } from '../src/score/verdict';
import { defaultOptions, toWire } from '../src/screens/options';
import { en } from '../src/words/en';
import type { State } from '../src/protocol/types';
import { over, views } from './kit/golden';

const names = ['Ana', 'Ben', 'Cleo'];

function ended(you: number | null, totals: number[], winners: number[]): State {
  const table = { ...over('sushi-go'), you };
  Object.assign(table.view!.result!, { totals, winners });
  return table;
}

describe('the verdict', () => {
  it('addresses the reader', () => {
    expect(verdict(ended(1, [10, 20, 15], [1]), names, en)).toBe(en.score.youWin);
    expect(verdict(ended(0, [10, 20, 15], [1]), names, en)).toBe('Ben wins!');
    expect(verdict(ended(null, [10, 20, 15], [1]), names, en)).toBe('Ben wins!');
  });

  it('says that puddings broke a tie', () => {
    expect(verdict(ended(2, [20, 20, 15], [1]), names, en)).toBe('Ben wins! Equal on points: Ben has more puddings.');
  });

  it('says that a victory is shared', () => {
    expect(verdict(ended(2, [20, 20, 15], [0, 1]), names, en)).toContain(`${en.list(['Ana', 'Ben'])} win together`);
    expect(verdict(ended(0, [20, 20, 15], [0, 1]), names, en)).toBe(`${en.score.youShare(['Ben'])} ${en.score.tieShared}`);
  });

  it('of a stopped game names nobody', () => {
    const stopped = over('sushi-go');
    stopped.view = null;
    expect(verdict(stopped, names, en)).toBe(en.score.stopped);
  });

  it('leaves the dummy out: it neither wins nor ties', () => {
    const table = ended(1, [10, 20, 15, 20], [1]);
    expect(verdict(table, [...names, 'The dummy'], en)).toBe(en.score.youWin);
  });

  it('of golden games names the winner', () => {
    for (const game of ['sushi-go', 'sushi-roll'] as const) {
      const table = { ...over(game), you: null };
      const [winner] = table.view!.result!.winners;
      expect(
        verdict(
          table,
          table.seats.map((seat) => seat.name),
          en,
        ),
      ).toContain(table.seats[winner!]!.name);
    }
  });
});

it('cumulative scores begin with 0, go by rounds and end with the totals', () => {
  const finished = views.filter((view) => view.result !== null);
  expect(finished.length).toBeGreaterThan(1);
  for (const view of finished) {
    const rows = cumulativeScores(view);
    expect(rows.map((row) => row.at(-1))).toEqual(view.result!.totals);
    expect(rows.map((row) => row[0])).toEqual(view.scores.map(() => 0));
    expect(rows.map((row) => row.at(-2))).toEqual(view.scores);
    expect(rows.map((row) => row.length)).toEqual(view.scores.map(() => view.rounds + 2));
  }
});

it('cumulative scores of a stopped game end where it stopped', () => {
  const view = views.find((each) => each.past.length === 0)!;
  expect(cumulativeScores(view)).toEqual(view.scores.map(() => [0, 0]));
});

describe('options', () => {
  it('are the plain game by default', () => {
    expect(toWire(defaultOptions(), 3)).toEqual({ pass: 'left', dummy: false, dummy_pudding_penalty: false, first_control: null });
  });

  it('have a dummy for two players only, and its penalty and control only with it', () => {
    const form = { pass: 'both', dummy: true, penalty: true, first: '1' } as const;
    expect(toWire(form, 2)).toEqual({ pass: 'both', dummy: true, dummy_pudding_penalty: true, first_control: 1 });
    expect(toWire(form, 3)).toEqual({ pass: 'both', dummy: false, dummy_pudding_penalty: false, first_control: null });
    expect(toWire({ ...form, dummy: false }, 2)).toMatchObject({ dummy_pudding_penalty: false, first_control: null });
    expect(toWire({ ...form, first: 'lot' }, 2)).toMatchObject({ dummy: true, first_control: null });
    expect(toWire({ ...form, first: '0' }, 2).first_control).toBe(0);
  });
});
