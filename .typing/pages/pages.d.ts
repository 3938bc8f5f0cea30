// What the modules of the pages hand to each other, for the type checker.
//
// `Api` is made from the OpenAPI document. Where that says `object` the values are described here; a field
// that the document no longer has is an error (`Refined`).

type Refined<Base, More extends { [Name in keyof More]: Name extends keyof Base ? unknown : never }> =
  Omit<Base, keyof More> & More;

// ---- elements

type Child = Node | string | number | bigint | false | null | undefined | readonly Child[];

/** Of an event: `target` is what it was listened to on, or something in it. */
type Handled<Kind, Target> = Kind & { readonly target: Target; readonly currentTarget: Target };

type Handlers<Target> = {
  [Name in keyof HTMLElementEventMap as `on${Name}`]?:
    ((event: Handled<HTMLElementEventMap[Name], Target>) => unknown) | false | null;
};

type Properties<Target> = Handlers<Target> & {
  dataset?: Record<string, string | number | boolean | null | undefined> | false;
  [name: string]: unknown;
};

/** What most parts are: an element, and a function that shows other values in it. */
interface Part<Shown extends unknown[] = []> {
  element: HTMLElement;
  show(...shown: Shown): void;
}

// ---- pages

interface PageGiven {
  /** The parts of its path. */
  params: string[];
  query: URLSearchParams;
  /** Aborted when the page is left. */
  signal: AbortSignal;
  title(text: string): void;
}

interface AskOptions {
  params?: Record<string, unknown>;
  body?: unknown;
  method?: string;
  /** Whether a request with a body only reads. */
  reads?: boolean;
  signal?: AbortSignal | null;
}

/** What the database says. */
type Answer<Data> = Refined<Api.ReadAnswer, { data: Data }>;

// ---- the board

/** Column and row from 0: k3 is [10, 2]. */
type Square = [number, number];

interface Ground {
  width: number;
  height: number;
  home_rows: number;
  obstacles: Square[];
}

interface Troop {
  id: number;
  type: string;
  name: string;
  side: number;
  square: string;
  at: Square;
  health: number;
  max_health: number;
  extra_health: number;
  damage: number;
  range: number;
  movement: number;
  movement_left: number;
  selected: boolean;
  effects: string[];
  chastised: boolean;
}

/** What of a troop is drawn. */
type DrawnTroop = Omit<Troop, "range" | "movement" | "movement_left" | "selected">;

interface Command {
  command: string;
  name: string;
  text: string;
  effect: string;
  target: string;
  cost: number;
  cooldown: number;
  cooldown_left: number;
  ready: boolean;
  affordable: boolean;
  usable: boolean;
}

interface Player {
  points: number;
  income: number;
  commands: Command[];
}

interface Outcome {
  winner: number | "draw";
  text: string;
}

interface Action {
  text: string;
  kind: string;
  troop: number | null;
  from: Square | null;
  to: Square | null;
  target: number | null;
  command: string | null;
  cost: number;
}

interface GameEvent extends Action {
  n: number;
  turn: number;
  player: number;
  type: string | null;
  target_type: string | null;
  damage: number;
  counter: number;
  kills: number[];
  readied: string | null;
  points: [number, number];
  earned: [number, number];
}

interface Position {
  board: Ground;
  turn: number;
  player: number;
  phase: string;
  selected: number | null;
  troops: Troop[];
  players: Player[];
}

interface LastTurn {
  turn: number;
  player: number;
  first: number;
  events: GameEvent[];
}

/** A game as the API shows it. */
type View = Refined<Api.GameView, {
  board: Ground; troops: Troop[]; players: Player[]; actions: Action[]; last: LastTurn | null;
  outcome: Outcome | null; names: string[]; sides: string[]; seed: number | string;
}>;

type ListedGame = Refined<Api.ListedGame, { outcome: Outcome | null; names: string[]; sides: string[] }>;
type RecordChoice = Refined<Api.RecordChoice, { outcome: Outcome | null }>;
/** Of POST /games: a game, or the games of a record to choose from. */
type Opened = View & { choices?: RecordChoice[] };

interface TroopReach {
  id: number;
  moves: Square[];
  attacks: Square[];
  targets: { troop: number; from: Square[] }[];
  can_act: boolean;
}

type Reach = Refined<Api.Reach, { troops: TroopReach[] }>;

interface Preview {
  actions: Action[];
  events: GameEvent[];
  chance: boolean;
  troops: { id: number; before: Standing | null; after: Standing | null; dies: boolean }[];
  points: { before: number[]; after: number[] };
  outcome: Outcome | null;
}

interface Standing {
  health: number;
  extra_health: number;
}

interface Mark {
  at: Square;
  kind: string;
}

interface Arrow {
  from: Square;
  to: Square;
  kind: string;
  side: number;
  faint?: boolean;
}

interface Scene {
  board: Ground;
  troops: DrawnTroop[];
  player: number;
  selected: number | null;
  marks: Mark[];
  arrows: Arrow[];
  flipped: boolean;
  cursor: Square | null;
  event: GameEvent | null;
}

/** How a square was chosen. */
interface Touched {
  touch: boolean;
  keyboard?: boolean;
}

type Board = ReturnType<typeof import("../../service/web/board/board.js").makeBoard>;
type BoardSettings = ReturnType<typeof import("../../service/web/board/settings.js").boardSettings>;

// ---- replays

interface ReplayTurn {
  turn: number;
  player: number;
  first: number;
  actions: number;
}

interface ReplayStep {
  event: GameEvent;
  turn: number;
  player: number;
  phase: string;
  selected: number | null;
  /** Those that changed. */
  troops: Troop[];
  gone: number[];
  players: { points: number; cooldowns: Record<string, number> }[];
}

interface ReplayPage {
  names: string[];
  sides: string[];
  outcome: Outcome | null;
  after: number;
  offset: number;
  start: Position;
  turns: ReplayTurn[];
  steps: ReplayStep[];
}

/** The position after so many actions. */
type Boards = (n: number) => Position;

type Replay = Awaited<ReturnType<typeof import("../../service/web/board/replay.js").readReplay>>;
type Walk = ReturnType<typeof import("../../service/web/review/walk.js").makeWalk>;

// ---- a game that is played

interface Plan {
  kind: string;
  at: Square | null;
  actions: string[];
}

interface Choice {
  troop: number | null;
  command: string | null;
  plan: Plan | null;
}

/** What a click leads to: another choice, or actions to play. */
interface Chosen {
  choice: Choice;
  play: string[] | null;
}

interface Offer {
  at: Square;
  kind: string;
  troop: number | null;
  actions: string[];
}

/** Whether an action of a kind has to be confirmed. */
type Asks = (kind: string) => boolean;

interface Hint {
  agent: string;
  /** The name by which the agent was asked for. */
  by: string;
  turn: Action[];
  first_chance: number | null;
}

type Session = ReturnType<typeof import("../../service/web/play/session.js").makeSession>;
type PlayedGame = ReturnType<typeof import("../../service/web/play/asking.js").gameAt>;

// ---- what an agent sees

interface Seen {
  agent: string;
  advances: number;
  iterations: number;
  turn: number;
  player: number;
  first_chance: number | null;
  candidates_are: string;
  candidates: { actions: Action[]; value: number; visits: number; share: number }[];
  first_actions: { action: Action; value: number; visits: number; share: number }[];
  line: { turn: number; player: number; actions: Action[] }[];
  winner_of_line: number | "draw" | null;
}

interface Candidate {
  key: string;
  texts: string[];
  words: string;
  arrows: Arrow[];
  value: number;
  visits: number;
  share: number;
}

interface LineTurn {
  key: string;
  texts: string[];
  words: string;
  arrows: Arrow[];
  turn: number;
  player: number;
}

interface Pointed {
  key: string;
  texts: string[];
  arrows: Arrow[];
}

interface Mind {
  state: "thinking" | "finished" | "paused" | "failed";
  seen: Seen | null;
  problem: Error | null;
}

type Thinking = ReturnType<typeof import("../../service/web/analyse/thinking.js").makeThinking>;
type Bench = ReturnType<typeof import("../../service/web/analyse/workbench.js").makeBench>;

// ---- a review

interface ReviewTurn {
  turn: number;
  player: number;
  actions_before: number;
  played: string[];
  best: string[];
  first_chance: number;
  chance_loss: number;
  mark: "blunder" | "mistake" | "inaccuracy" | null;
}

interface MarkedTurn extends ReviewTurn {
  mark: "blunder" | "mistake" | "inaccuracy";
  played_actions: Action[];
  best_actions: Action[];
}

interface ReviewSide {
  player: number;
  turns: number;
  mean_loss: number;
  blunders: number;
  mistakes: number;
  inaccuracies: number;
}

interface Review {
  start: { first_chance: number };
  sides: ReviewSide[];
  turns: ReviewTurn[];
  marked: MarkedTurn[];
}

interface ReviewProgress {
  what: string;
  done: number;
  of: number;
}

type Reviewing = ReturnType<typeof import("../../service/web/review/reviewing.js").makeReviewing>;

/** The better turn that is on the board, and its events. */
interface Branch {
  turn: MarkedTurn;
  events: GameEvent[];
}

// ---- a board that is set up

interface SetTroop {
  id: number;
  type: string;
  side: number;
  at: Square;
  /** null for full health. */
  health: number | null;
  extra_health: number;
  effects: string[];
  moved: number;
}

interface SetBoard {
  turn: number;
  player: number;
  phase: string;
  selected: number | null;
  stream?: string | null;
  points: number[];
  /** Of each side: turns until each of its commands is ready. */
  commands: Record<string, number>[];
  obstacles: Square[];
  troops: SetTroop[];
}

type Tool = "choose" | "erase" | "obstacle" | { type: string; side: number };

/** What the rules say of troops, and the commands there are. */
interface Stats {
  troops: Record<string, Record<string, number>>;
  commands: string[];
}

// ---- setups

interface Estimate {
  value: number;
  low: number;
  high: number;
}

interface Placing {
  rows: number;
  columns: number;
  front: number;
  text: string;
}

interface Component {
  component: string;
  name: string;
  kind: "troop" | "command";
  cost: number;
  has: number;
  more: number;
}

interface SameSetup {
  name: string;
  own: boolean;
  formation: string;
}

/** A setup as /setups/check describes it. */
interface SetupFacts {
  name?: string | null;
  note?: string;
  setup: string;
  troops: string;
  commands: string[];
  points: number;
  legal: boolean;
  maximal: boolean;
  faults: string[];
  fits: string[];
  formation: string[];
  formation_given: boolean;
  mirrored: string[];
  left: { points: number; troops: number; commands: number };
  components: Component[];
  placing: Placing;
  same_as: SameSetup[];
}

/** A setup of a list that has names. */
interface NamedSetup {
  name: string;
  note?: string;
  setup: string;
  troops: string;
  commands: string[];
  points: number;
  legal: boolean;
  maximal: boolean;
  formation: string[];
  rating?: Api.SetupRating | null;
}

/** A setup that is being built in the lab. */
interface Built {
  troops: string;
  commands: string[];
  squares: string[] | null;
}

interface Scored {
  setup: string;
  name: string | null;
  score: number;
  low: number;
  high: number;
  games: number;
  agent: string;
  run: string;
}

interface Known {
  rating: (Estimate & { judge: string; run: string; games: number; rank: number | null; of: number }) | null;
  metagame: number | null;
  counters: Scored[];
  matchups: Scored[];
  runs: { run: string; kind: string; started: string }[];
}

/** A troop or command with its price. */
interface Thing {
  slug: string;
  name: string;
  letter: string | null;
  price: number;
}

// ---- rules

interface Rule {
  name: string;
  group: string;
  part: string;
  about: string;
  standard: number | string | boolean;
  value: number | string | boolean;
  low: number;
  high: number;
  limits: string;
  choices: Record<string, string> | null;
  free: SliderRange | null;
}

interface SliderRange {
  low: number;
  high: number;
  step: number;
}

interface Rules {
  rules: Rule[];
  parts: Record<string, string>;
}

interface Objective {
  name: string;
  about: string;
  form: "share" | "count" | "number";
  more: boolean;
  games: boolean;
}

/** A question for a what-if. */
interface Question {
  base: string[];
  edits: string[];
}

// ---- runs and jobs

type Settings = Record<string, any>;
type Job = Api.Job;
type JobAsked = { kind: string; settings: Settings };
type Setting = Api.SettingForm & { title?: string };

interface Run {
  run: string;
  kind: string;
  command: string;
  status: string;
  title: string;
  played: string;
  games: number;
  agents: string[];
  edits: string[];
  arguments: Settings;
  seed: number | string;
  started: string;
  ended: string | null;
  seconds: number | null;
  software: string;
  message: string | null;
  said: string[];
  rows_by_table: Record<string, number>;
  /** What it found, in the form of its kind. */
  result: any;
}

interface RunPage {
  matching: number;
  offset: number;
  runs: Run[];
}

type WhatifRun = Run & { questions: Question[] };

interface StoredGame {
  run: string;
  game: number;
  names: string[];
  agents: string[];
  winner: number | "draw";
  turns: number;
  scores: number[];
  upset: boolean;
}

// ---- rows of the database

interface TableColumn {
  name: string;
  type: string;
}

type TableRow = any[];

interface RunTable {
  run: string;
  table: string;
  total: number;
  offset: number;
  columns: TableColumn[];
  rows: TableRow[];
}

type SqlResult = Refined<Api.SqlResult, { columns: TableColumn[]; rows: TableRow[] }>;

interface Relation {
  name: string;
  kind: string;
  comment: string;
  open?: boolean;
  columns: { name: string; type: string; comment: string }[];
}

// ---- parts

interface Order {
  name: string | null;
  descending: boolean;
}

/** A column of a table: `key` lets it be sorted here, `sortable` by whoever hears of it. */
interface Column<Row> {
  name: string;
  title: Child;
  about?: string;
  number?: boolean;
  wide?: boolean;
  sortable?: boolean;
  cell(row: Row): Child;
  key?(row: Row): unknown;
}

interface Plotted {
  x: number;
  y: number;
  xLow?: number | null;
  xHigh?: number | null;
  low?: number | null;
  high?: number | null;
  label?: string;
  href?: string;
  id?: unknown;
  kind?: string;
  mark?: string | number | null;
}

interface PlottedRow {
  label: string;
  value: number;
  low?: number | null;
  high?: number | null;
  tick?: number | null;
  href?: string;
  title?: string;
  kind?: string;
}

type Form = (value: number, digits?: number) => string;
