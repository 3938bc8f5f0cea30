// A small position as the API shows it, for tests of choices and of sessions.

export const troop = (id, side, at, more = {}) => ({
  id, side, at, type: "S", name: "Scout", square: `${"abcdefghijklmnopqrst"[at[0]]}${at[1] + 1}`, health: 100, max_health: 100,
  extra_health: 0, damage: 100, range: 1, movement: 6, movement_left: 6, selected: false, effects: [], chastised: false, ...more,
});

export const action = (text, more) =>
  ({ text, kind: text.split(" ")[0], troop: null, from: null, to: null, target: null, command: null, cost: 0, ...more });

export const END = action("end", {});

/** Scouts 0 and 1 of the first side may be selected; the champion 7 is an enemy. */
export const viewOf = (more = {}) => ({
  game: "abc", names: ["Default", "Rush"], sides: ["human", "quick"], after: 0, updated: "1", position: "start", history: [],
  board: { width: 20, height: 20, home_rows: 3, obstacles: [] }, turn: 1, player: 0, phase: "selection", selected: null,
  outcome: null, last: null, played: [], players: [],
  troops: [troop(0, 0, [4, 4]), troop(1, 0, [9, 4]), troop(7, 1, [5, 6], { type: "C", name: "Champion" })],
  actions: [
    action("select e5", { troop: 0, from: [4, 4], to: [4, 4] }), action("select j5", { troop: 1, from: [9, 4], to: [9, 4] }),
  ],
  ...more,
});

/** Scout 0 reaches two squares; the champion can be hit from where it stands, and from elsewhere. */
export const REACH = { after: 0, troops: [
  { id: 0, moves: [[4, 5], [5, 5]], attacks: [[5, 6]], can_act: true, targets: [{ troop: 7, from: [[4, 4], [5, 5]] }] },
  { id: 1, moves: [], attacks: [], can_act: true, targets: [{ troop: 7, from: [[5, 5]] }] },
  { id: 7, moves: [[5, 7]], attacks: [], can_act: false, targets: [] },
] };
