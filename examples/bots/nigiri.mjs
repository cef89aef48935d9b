// A bot for the arena, in JavaScript: nigiri on wasabi if possible, else nigiri, else any card.
//
//     kaiten arena sushi-go "random,run:node examples/bots/nigiri.mjs"
import { createInterface } from 'node:readline';

const worth = (card, waiting) => {
  if (card.startsWith('N')) return Number(card[1]) * (waiting ? 3 : 1);
  return card === 'W' && !waiting ? 2.5 : 0;
};

// Number of open wasabi: each nigiri goes on an open wasabi that was put down before it.
const open = (dishes) => dishes.reduce((left, dish) => (dish === 'W' ? left + 1 : dish.startsWith('N') ? Math.max(0, left - 1) : left), 0);

for await (const line of createInterface({ input: process.stdin })) {
  const { view } = JSON.parse(line);
  const waiting = open(view.tables[view.seat].dishes) > 0;
  const values = view.legal.map((move) => move.cards.reduce((sum, card) => sum + worth(card, waiting), 0));
  // The answer may be the index of a legal move.
  console.log(JSON.stringify({ move: values.indexOf(Math.max(...values)) }));
}
