// Made by `make gen` from docs/protocol.schema.json; do not edit.

/**
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage = Hello | Watch | Unwatch | Do;
/**
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Command".
 */
export type Command =
  | Sit
  | Leave
  | Rename
  | AddBot
  | Remove
  | Start
  | Choose
  | TakeBack
  | SendSeed
  | MoreTime
  | EndGame
  | HandOver
  | Say
  | Rematch;
/**
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Move".
 */
export type Move = SushiGoMove | MenuMove | SwapMove | TakeMove;
/**
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "News".
 */
export type News =
  | SatNews
  | FreedNews
  | RenamedNews
  | HostNews
  | StartedNews
  | RevealedNews
  | ActedNews
  | HandedOverNews
  | TakenBackNews
  | AgreedNews
  | SaidNews
  | EndedNews
  | RematchNews;
/**
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage = Welcome | Answer | Refused | State | Ready | Presence | Closing;
/**
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "View".
 */
export type View = SushiGoView | SushiRollView;

/**
 * Sushi Roll: a player paid a menu, swapped, or took a die.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "ActedNews".
 */
export interface ActedNews {
  type: 'acted';
  seat: number;
  move: MenuMove | SwapMove | TakeMove;
}
/**
 * Pay a menu and re-roll these dice of your belt, ascending from 0.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "MenuMove".
 */
export interface MenuMove {
  type: 'menu';
  dice: number[];
}
/**
 * Pay chopsticks and swap your die `mine` with die `theirs` of `seat`.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SwapMove".
 */
export interface SwapMove {
  type: 'swap';
  mine: number;
  seat: number;
  theirs: number;
}
/**
 * Take this die of your belt.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "TakeMove".
 */
export interface TakeMove {
  type: 'take';
  die: number;
}
/**
 * The host puts a bot of this level on a free seat.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "AddBot".
 */
export interface AddBot {
  type: 'add-bot';
  seat: number;
  level: string;
}
/**
 * The player of a seat agreed to `more-time`, `end-game` or `hand-over N`.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "AgreedNews".
 */
export interface AgreedNews {
  type: 'agreed';
  seat: number;
  what: string;
}
/**
 * The message was carried out; the changes of a command are on disk.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  type: 'answer';
  id: string;
}
/**
 * A choice for this round and turn; in Sushi Go! it may be changed until the last player has chosen. In Sushi Roll, where a turn has several actions, `turn` counts the actions of the round.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Choose".
 */
export interface Choose {
  type: 'choose';
  round: number;
  turn: number;
  move: SushiGoMove | MenuMove | SwapMove | TakeMove;
}
/**
 * One card, or two in order with chopsticks; in control, the dummy's card too.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SushiGoMove".
 */
export interface SushiGoMove {
  type: 'cards';
  cards: ('C' | 'D' | 'M1' | 'M2' | 'M3' | 'N1' | 'N2' | 'N3' | 'P' | 'S' | 'T' | 'W')[];
  dummy?: ('C' | 'D' | 'M1' | 'M2' | 'M3' | 'N1' | 'N2' | 'N3' | 'P' | 'S' | 'T' | 'W') | null;
}
/**
 * Sign in this device as the player whose link this is.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "ClaimLink".
 */
export interface ClaimLink {
  token: string;
  keep?: 'cookie' | 'token';
}
/**
 * The first message of a client: the version of the protocol that it speaks.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  type: 'hello';
  protocol: number;
}
/**
 * Subscribe to a table; with `version`, first the news since that version.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Watch".
 */
export interface Watch {
  type: 'watch';
  id: string;
  table: string;
  version?: number | null;
}
/**
 * Unsubscribe from a table.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Unwatch".
 */
export interface Unwatch {
  type: 'unwatch';
  id: string;
  table: string;
}
/**
 * A command for a table. `id` is its idempotency key: the same id again gets the same answer and changes nothing.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Do".
 */
export interface Do {
  type: 'do';
  id: string;
  table: string;
  command:
    | Sit
    | Leave
    | Rename
    | AddBot
    | Remove
    | Start
    | Choose
    | TakeBack
    | SendSeed
    | MoreTime
    | EndGame
    | HandOver
    | Say
    | Rematch;
}
/**
 * Take a seat (any free one, if none is named) under a name. `seed` is 16 random bytes in hex for a fair deal, or empty.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Sit".
 */
export interface Sit {
  type: 'sit';
  name: string;
  seat?: number | null;
  seed?: string;
}
/**
 * Give the seat up. In a game that has begun a bot plays on, and the seat can be taken back.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Leave".
 */
export interface Leave {
  type: 'leave';
}
/**
 * Change the name of your seat.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Rename".
 */
export interface Rename {
  type: 'rename';
  name: string;
}
/**
 * The host frees a seat before the game.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Remove".
 */
export interface Remove {
  type: 'remove';
  seat: number;
}
/**
 * The host begins, when every seat is taken.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  type: 'start';
}
/**
 * Take your seat back from the bot that plays it.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "TakeBack".
 */
export interface TakeBack {
  type: 'take-back';
}
/**
 * Send 16 random bytes in hex for a fair deal, before the game; after a rematch too, where the players are seated already.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SendSeed".
 */
export interface SendSeed {
  type: 'send-seed';
  seed: string;
}
/**
 * Vote for more time for this turn; it is given when all players who are not away agree.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "MoreTime".
 */
export interface MoreTime {
  type: 'more-time';
}
/**
 * Vote to stop the game here; it ends when all players who are not away agree.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "EndGame".
 */
export interface EndGame {
  type: 'end-game';
}
/**
 * Vote to let a bot play for an absent player, at tables without a clock; it takes over when all the others agree.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "HandOver".
 */
export interface HandOver {
  type: 'hand-over';
  seat: number;
}
/**
 * Say one of the preset phrases to everybody at the table; rate-limited.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  type: 'say';
  phrase:
    | 'clap'
    | 'cry'
    | 'good-luck'
    | 'goodbye'
    | 'hello'
    | 'laugh'
    | 'one-more'
    | 'smile'
    | 'sorry'
    | 'thank-you'
    | 'thinking'
    | 'well-played'
    | 'wow'
    | 'yum';
}
/**
 * After the game: a new table for the same people and bots, everybody one seat further to the left.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Rematch".
 */
export interface Rematch {
  type: 'rematch';
}
/**
 * The server is about to stop; every answered command is stored. Reconnect after `back_in` milliseconds.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Closing".
 */
export interface Closing {
  type: 'closing';
  back_in: number;
}
/**
 * A one-time link that signs in another device as you; `qr` is the same link as an SVG picture.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "DeviceLink".
 */
export interface DeviceLink {
  link: string;
  token: string;
  expires_at: number;
  qr: string;
}
/**
 * The game was stopped before its end.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "EndedNews".
 */
export interface EndedNews {
  type: 'ended';
  why: string;
}
/**
 * A seat is free again.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "FreedNews".
 */
export interface FreedNews {
  type: 'freed';
  seat: number;
}
/**
 * A bot plays on for the player of a seat, who left or was late.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "HandedOverNews".
 */
export interface HandedOverNews {
  type: 'handed-over';
  seat: number;
}
/**
 * The player of this seat is host now; null while there is none.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "HostNews".
 */
export interface HostNews {
  type: 'host';
  seat: number | null;
}
/**
 * Your identity. The token is sent once, and only on request.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Identity".
 */
export interface Identity {
  player: string;
  token?: string | null;
}
/**
 * Your seats, your finished games, and their totals.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "MyGames".
 */
export interface MyGames {
  open: OpenGame[];
  past: PastGame[];
  statistics: Statistics[];
}
/**
 * A table at which you have a seat; `waits` says whether it waits for your choice.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "OpenGame".
 */
export interface OpenGame {
  table: string;
  code: string;
  game: 'sushi-go' | 'sushi-roll';
  phase: 'lobby' | 'over' | 'playing';
  seat: number;
  names: string[];
  waits: boolean;
  due: number | null;
}
/**
 * A game that you have played to its end.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "PastGame".
 */
export interface PastGame {
  table: string;
  game: 'sushi-go' | 'sushi-roll';
  seat: number;
  name: string;
  players: number;
  bots: number;
  points: number;
  place: number;
  won: boolean;
  finished_at: number;
}
/**
 * Totals of your games of one kind.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Statistics".
 */
export interface Statistics {
  game: 'sushi-go' | 'sushi-roll';
  games: number;
  wins: number;
  best: number;
  mean: number;
}
/**
 * Create a guest identity. A browser gets the token as an HttpOnly cookie; a program asks for the token itself.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "NewPlayer".
 */
export interface NewPlayer {
  keep?: 'cookie' | 'token';
}
/**
 * Open a table. With a `name` you take a seat as well. `id` is an idempotency key: the same id again opens no second table.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "NewTable".
 */
export interface NewTable {
  id: string;
  game: 'sushi-go' | 'sushi-roll';
  seats: number;
  options?: SushiGoOptions | null;
  clock?: 'brisk' | 'days' | 'none' | 'relaxed';
  listed?: boolean;
  spectators?: boolean;
  name?: string | null;
  seed?: string;
}
/**
 * How the game is played; `first_control` is null until the lot is drawn.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SushiGoOptions".
 */
export interface SushiGoOptions {
  pass?: 'both' | 'left';
  dummy?: boolean;
  dummy_pudding_penalty?: boolean;
  first_control?: number | null;
}
/**
 * A player took a seat; `bot` is the level of a bot, null for a person.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SatNews".
 */
export interface SatNews {
  type: 'sat';
  seat: number;
  name: string;
  bot: string | null;
}
/**
 * The player of a seat changed their name.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "RenamedNews".
 */
export interface RenamedNews {
  type: 'renamed';
  seat: number;
  name: string;
}
/**
 * The game began.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "StartedNews".
 */
export interface StartedNews {
  type: 'started';
}
/**
 * Sushi Go!: all choices of a turn were turned over, by seat.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "RevealedNews".
 */
export interface RevealedNews {
  type: 'revealed';
  round: number;
  turn: number;
  moves: SushiGoMove[];
}
/**
 * The player of a seat plays again.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "TakenBackNews".
 */
export interface TakenBackNews {
  type: 'taken-back';
  seat: number;
}
/**
 * The player of a seat said a preset phrase.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SaidNews".
 */
export interface SaidNews {
  type: 'said';
  seat: number;
  phrase:
    | 'clap'
    | 'cry'
    | 'good-luck'
    | 'goodbye'
    | 'hello'
    | 'laugh'
    | 'one-more'
    | 'smile'
    | 'sorry'
    | 'thank-you'
    | 'thinking'
    | 'well-played'
    | 'wow'
    | 'yum';
}
/**
 * The next game of the same people is at this table.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "RematchNews".
 */
export interface RematchNews {
  type: 'rematch';
  table: string;
}
/**
 * Tables with free seats, newest first.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "OpenTables".
 */
export interface OpenTables {
  tables: TableFound[];
}
/**
 * The summary of a table.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "TableFound".
 */
export interface TableFound {
  table: string;
  code: string;
  game: 'sushi-go' | 'sushi-roll';
  phase: 'lobby' | 'over' | 'playing';
  seats: number;
  free: number;
  clock: 'brisk' | 'days' | 'none' | 'relaxed';
  host: string;
  spectators: boolean;
}
/**
 * Presence: the seats whose players are away now. It replaces `away` in the seats of `state`.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Presence".
 */
export interface Presence {
  type: 'presence';
  table: string;
  away: number[];
}
/**
 * Why a request was refused: `code` is for programs, `message` for people.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  code: string;
  message: string;
}
/**
 * The player of a seat has chosen; nothing else has changed. Only that player gets the move, in `chosen`.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Ready".
 */
export interface Ready {
  type: 'ready';
  table: string;
  version: number;
  seat: number;
  chosen: SushiGoMove | null;
}
/**
 * The message was refused: `code` is for programs, `message` for people. `id` is null if the message could not be read, and if the server refuses on its own: then the subscription to `table`, if that is named, has ended.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
  type: 'refused';
  id: string | null;
  code: string;
  message: string;
  table?: string | null;
}
/**
 * The first message of a server: your identity.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
  type: 'welcome';
  protocol: number;
  server: string;
  player: string;
}
/**
 * A snapshot of a table for one viewer. `options` is null for Sushi Roll, which has none. `news` is what happened after version `since`; a null `since` means that the news is unknown or too long. `you` is your seat, `turn` the round and turn that a choice has to name, `due` and `now` milliseconds of UTC by the server's clock (null without a clock), `server_seed` the seed behind the `commitment`, revealed when the game is over, `next` the table of the rematch.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "State".
 */
export interface State {
  type: 'state';
  table: string;
  code: string;
  version: number;
  since: number | null;
  news: (
    | SatNews
    | FreedNews
    | RenamedNews
    | HostNews
    | StartedNews
    | RevealedNews
    | ActedNews
    | HandedOverNews
    | TakenBackNews
    | AgreedNews
    | SaidNews
    | EndedNews
    | RematchNews
  )[];
  game: 'sushi-go' | 'sushi-roll';
  options: SushiGoOptions | null;
  phase: 'lobby' | 'over' | 'playing';
  seats: WireSeat[];
  you: number | null;
  host: number | null;
  hosting: boolean;
  clock: 'brisk' | 'days' | 'none' | 'relaxed';
  due: number | null;
  now: number | null;
  listed: boolean;
  spectators: boolean;
  agreed: {
    [k: string]: number[];
  };
  turn: [number, number] | null;
  commitment: string;
  server_seed: string | null;
  ended: string | null;
  next: string | null;
  view: (SushiGoView | SushiRollView) | null;
}
/**
 * A chair: `free`, a `person`'s or a `bot`'s. `bot` names the level that plays, also for a person who is away.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "WireSeat".
 */
export interface WireSeat {
  kind: 'bot' | 'free' | 'person';
  name: string;
  bot: string | null;
  away: boolean;
}
/**
 * All that a seat may know, with everything that follows from it by the rules. Rows are by seat; `tables`, `puddings`, `dessert` and `scores` have the dummy last, where there is one. `scores` are the points of the rounds that were scored, `past` the tables they came from, `dessert` what puddings would be worth now.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SushiGoView".
 */
export interface SushiGoView {
  type: 'sushi-go';
  seat: number | null;
  players: number;
  options: SushiGoOptions;
  round: number;
  rounds: number;
  turn: number;
  turns: number;
  passes: 'left' | 'right';
  hands: WireHand[];
  tables: WireTable[];
  puddings: number[];
  dessert: WireTally[];
  scores: number[];
  legal: SushiGoMove[];
  chosen: SushiGoMove | null;
  ready: boolean[];
  revealed: SushiGoMove[];
  in_control: number | null;
  drawn: ('C' | 'D' | 'M1' | 'M2' | 'M3' | 'N1' | 'N2' | 'N3' | 'P' | 'S' | 'T' | 'W') | null;
  pile: number;
  undealt: number;
  past: WireTable[][];
  result: SushiGoResult | null;
}
/**
 * A hand as this seat knows it: how many cards, and those of them that it has seen.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "WireHand".
 */
export interface WireHand {
  size: number;
  cards: ('C' | 'D' | 'M1' | 'M2' | 'M3' | 'N1' | 'N2' | 'N3' | 'P' | 'S' | 'T' | 'W')[];
}
/**
 * The table of one seat, in the order it was put down, and its score so far.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "WireTable".
 */
export interface WireTable {
  dishes: string[];
  tally: WireTally;
}
/**
 * The lines of one seat and their total.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "WireTally".
 */
export interface WireTally {
  points: number;
  lines: WireLine[];
}
/**
 * A line of a score: codes to translate (`item`, `reason`), numbers, the English text, and the dishes it is about. `dishes` are cards or dice of the table, wasabi before the nigiri on it, so that a client can group them without the rules.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "WireLine".
 */
export interface WireLine {
  item: string;
  count: number;
  points: number;
  reason: string;
  lacks: number;
  rivals: number;
  text: string;
  dishes?: string[];
}
/**
 * Points by seat for each round and for puddings, and the winners.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SushiGoResult".
 */
export interface SushiGoResult {
  rounds: number[][];
  puddings: number[];
  totals: number[];
  winners: number[];
}
/**
 * All that a seat may know, with everything that follows from it by the rules. Rows are by seat. `can_menu` and `can_swap` say what the seat may pay for now; the dice to choose from are those of the belts. `scores` are the points of the rounds that were scored, `past` the trays they came from.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SushiRollView".
 */
export interface SushiRollView {
  type: 'sushi-roll';
  seat: number | null;
  players: number;
  options: SushiRollOptions;
  round: number;
  rounds: number;
  turn: number;
  turns: number;
  red_belt: number | null;
  acting: number | null;
  belts: (
    'C1' | 'C2' | 'D' | 'M1' | 'M2' | 'M3' | 'N1' | 'N2' | 'N3' | 'P1' | 'P2' | 'P3' | 'S' | 'T' | 'U2' | 'W'
  )[][];
  rerolling: WireReroll | null;
  trays: WireTable[];
  menus: number[];
  chopsticks: number[];
  puddings: number[];
  supply_menus: number;
  supply_chopsticks: number;
  supply_puddings: number;
  dessert: WireTally[];
  scores: number[];
  can_take: boolean;
  can_menu: boolean;
  can_swap: number[];
  last: SushiRollDone | null;
  past: WireTable[][];
  result: SushiRollResult | null;
}
/**
 * Sushi Roll has no options.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SushiRollOptions".
 */
export interface SushiRollOptions {}
/**
 * A menu that was paid and waits for its roll.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "WireReroll".
 */
export interface WireReroll {
  seat: number;
  dice: number[];
}
/**
 * The seat and the move of the last action.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SushiRollDone".
 */
export interface SushiRollDone {
  seat: number;
  move: MenuMove | SwapMove | TakeMove;
}
/**
 * Points by seat for each round, for puddings and for unused tokens, and the winners.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SushiRollResult".
 */
export interface SushiRollResult {
  rounds: number[][];
  puddings: number[];
  tokens: number[];
  totals: number[];
  winners: number[];
}
/**
 * A new value of a cell, which replaces the edits `after`. `id` is its idempotency key.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SheetEdit".
 */
export interface SheetEdit {
  id: string;
  cell: string;
  value: string | null;
  /**
   * @maxItems 20
   */
  after:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string, string, string, string, string, string, string]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ]
    | [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string
      ];
  at: number;
  by: string;
  undoes?: string | null;
}
/**
 * The header of a sheet: everything but its edits.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SheetHead".
 */
export interface SheetHead {
  format: 'kaiten-sheet/1';
  sheet: string;
  game: 'sushi-go' | 'sushi-roll';
  /**
   * @minItems 2
   * @maxItems 5
   */
  players:
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string];
  options: {
    [k: string]: boolean;
  };
  started: number;
}
/**
 * The edits after the first `known` ones, in order of arrival, and the new `known`; with `more`, ask again with it.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SheetSynced".
 */
export interface SheetSynced {
  head: SheetHead;
  edits: SheetEdit[];
  known: number;
  more: boolean;
}
/**
 * Synchronize a sheet: the head, which is needed the first time; edits that may be new; how many edits this device has received.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "SyncSheet".
 */
export interface SyncSheet {
  head?: SheetHead | null;
  edits?: SheetEdit[];
  known?: number;
}
/**
 * A table: its id for programs, its code for people, its link to share.
 *
 * This interface was referenced by `KaitenProtocol`'s JSON-Schema
 * via the `definition` "TableOpened".
 */
export interface TableOpened {
  table: string;
  code: string;
  link: string;
}
