/** The rules of both games in English. Every number comes from the rules' tables. */
import numbers from '../generated/numbers.json';

const go = numbers['sushi-go'];
const roll = numbers['sushi-roll'];
const s = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const points = (number: number): string => s(number, 'point', 'points');

/** A heading with what stands under it. `steps` are done one after the other. */
export interface Part {
  title: string;
  text: readonly string[];
  steps?: readonly string[];
}

interface GameWords {
  idea: string;
  turn: Part;
  dishes: Part;
  tools: Part;
  puddings: Part;
  rounds: Part;
  dummy: Part | null;
  ties: Part;
}

export interface RulesWords {
  which: string;
  /** Heads of a small table: how many players, how much each gets. */
  players: string;
  cardsEach: string;
  diceEach: string;
  inDeck: (counts: readonly number[]) => string;
  box: string;
  boxText: string;
  kinds: Record<'nigiri' | 'maki' | 'appetizer' | 'specials' | 'pudding', string>;
  kind: (count: number, kind: string) => string;
  tryIt: string;
  'sushi-go': GameWords;
  'sushi-roll': GameWords;
}

export const words: RulesWords = {
  which: 'Game',
  players: 'Players',
  cardsEach: 'Cards each',
  diceEach: 'Dice each',
  inDeck: (counts) => `${counts.join(' + ')} in the deck`,
  box: 'The dice',
  boxText: 'These dice lie in the bag. Here are all their faces.',
  kinds: { nigiri: 'nigiri', maki: 'maki', appetizer: 'appetizer', specials: 'special', pudding: 'pudding' },
  kind: (count, kind) => `${s(count, `${kind} die`, `${kind} dice`)}`,
  tryIt: 'Learn it by playing',

  'sushi-go': {
    idea: `Everybody keeps one card and hands the rest on, again and again. After ${go.rounds} rounds the most points win.`,
    turn: {
      title: 'A turn',
      text: [],
      steps: [
        'Choose a card from your hand. All do so at the same time, and nobody sees what the others take. Until the last one has chosen you can change your mind.',
        'All the chosen cards are turned over and stay on the table in front of their players.',
        'What is left of your hand goes to your neighbour, and you get the hand of the neighbour on the other side.',
      ],
    },
    dishes: {
      title: 'The cards',
      text: ['At the end of a round, what lies in front of you scores:'],
    },
    tools: {
      title: 'Chopsticks and wasabi',
      text: [
        'Chopsticks that lie in front of you since an earlier turn let you take two cards at once, as long as you hold at least two. You say in which order they are put down. Then the chopsticks go into the hand that you pass on. You never have to use them, and only one pair a turn.',
        'A nigiri that you put down while you have a free wasabi goes on it, whether you like it or not. Each wasabi takes one nigiri. A nigiri that was there before the wasabi gets nothing from it.',
      ],
    },
    puddings: {
      title: 'Puddings',
      text: [
        'Puddings are not cleared away after a round: they count once, when the game is over.',
        `Most puddings: ${points(go.pudding_most)}. Fewest, and none at all is few: minus ${points(go.pudding_fewest)}. With fewer than ${go.pudding_loss_from} players nobody loses points, and if all have the same nothing happens.`,
      ],
    },
    rounds: {
      title: 'Rounds and passing',
      text: [
        `There are ${go.rounds} rounds. After each one points are counted, all but the puddings is cleared away, and new hands come from the same deck, which is not shuffled again.`,
        'The last card of a hand is passed too, and whoever gets it puts it down. There is nothing to decide then.',
        'Hands go to the left. If you choose so when you open the table, they go to the right in the second round.',
      ],
    },
    dummy: {
      title: 'Two players and a dummy',
      text: [
        `A third hand of ${go.dummy_hand_size} cards lies face down between the two of you. In turns, one of you draws its top card, then keeps a card and gives another to the dummy. Then the two of you swap hands.`,
        'The dummy is in the race for maki and puddings like a third player, but it uses no chopsticks and cannot win. Fewest puddings cost nothing, unless you choose otherwise when you open the table.',
      ],
    },
    ties: {
      title: 'When it is a tie',
      text: [
        'Maki: those with the most share the points, and then there is no second place. Those who are second together share theirs. What cannot be shared evenly is lost.',
        'Puddings are shared in the same way, and so is the loss.',
        'At the end, whoever has more puddings wins among those with the same points. If that is the same too, they win together.',
      ],
    },
  },

  'sushi-roll': {
    idea: `Dice ride past on little belts, and each turn you take one. After ${roll.rounds} rounds the most points win.`,
    turn: {
      title: 'A turn',
      text: ['All see everything. Whoever has the red belt begins, and the others follow to the left.'],
      steps: [
        'If you like, pay menus and chopsticks to change your dice: as many as you have, in any order.',
        'Take one die from your belt and put it on your tray, as it lies.',
        'When all have taken one, the belts slide to the left with their dice, all dice are rolled again, and the new owner of the red belt begins.',
      ],
    },
    dishes: {
      title: 'The faces',
      text: ['When the belts are empty, what is on your tray scores:'],
    },
    tools: {
      title: 'Menus, chopsticks, wasabi',
      text: [
        `You begin with ${s(roll.start_menus, 'menu', 'menus')} and ${s(roll.start_chopsticks, 'pair', 'pairs')} of chopsticks, and dice bring you more at once. You keep them from round to round, until you pay them.`,
        'A menu: roll again any dice of your belt.',
        'Chopsticks: swap a die of your belt with a die of another belt, both as they lie. What is on a tray is safe.',
        `What you have not paid is worth ${points(1)} for every ${roll.tokens_a_point} at the end of the game. If the supply runs out, you get what is left.`,
        'A nigiri that you take while you have a free wasabi goes on it. Each wasabi takes one nigiri.',
      ],
    },
    puddings: {
      title: 'Puddings',
      text: [
        'Dice with puddings bring you pudding tokens, which count once, when the game is over.',
        `Most puddings: ${points(roll.pudding_most)}. Fewest, and none at all is few: minus ${points(roll.pudding_fewest)}. With fewer than ${roll.pudding_loss_from} players nobody loses points.`,
      ],
    },
    rounds: {
      title: 'Rounds',
      text: [
        `There are ${roll.rounds} rounds. In each one all draw their dice from the bag and roll them; when the last die has been taken, trays are scored and all dice go back into the bag.`,
        `With ${roll.extra_slide_players} players the belts slide once more between rounds, so that somebody else begins.`,
      ],
    },
    dummy: null,
    ties: {
      title: 'When it is a tie',
      text: [
        'Nothing is shared here: everybody with the most maki gets all the points, and so does everybody who is second.',
        'Puddings likewise: all with the most gain, all with the fewest lose.',
        'At the end, whoever has more puddings wins among those with the same points. If that is the same too, they win together.',
      ],
    },
  },
};
