-- Games, what happened in them, and how entrants did against each other.
-- First and second are the players of the rules: first is player 0 and takes the first turn.
-- games and game_events have no primary key, for the reason given for setups; the store refuses a
-- game that is already there.

CREATE TYPE player AS ENUM ('first', 'second');
COMMENT ON TYPE player IS 'a player; first takes the first turn';

CREATE TYPE winner AS ENUM ('first', 'second', 'draw');
COMMENT ON TYPE winner IS 'who won';

CREATE TYPE ending AS ENUM ('elimination', 'turn limit');
COMMENT ON TYPE ending IS 'why a game ended';

CREATE TYPE phase AS ENUM ('selection', 'movement', 'combat', 'rally');
COMMENT ON TYPE phase IS 'a phase of a turn';

CREATE TYPE action_kind AS ENUM ('select', 'move', 'attack', 'command', 'end');
COMMENT ON TYPE action_kind IS 'what a player can do';

CREATE TABLE games (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    batch VARCHAR NOT NULL,
    matchup UINTEGER,
    pair UINTEGER,
    ruleset VARCHAR NOT NULL,
    seed UBIGINT NOT NULL,
    first_setup VARCHAR NOT NULL,
    second_setup VARCHAR NOT NULL,
    first_name VARCHAR,
    second_name VARCHAR,
    first_formation VARCHAR,
    second_formation VARCHAR,
    first_agent VARCHAR NOT NULL,
    second_agent VARCHAR NOT NULL,
    winner winner NOT NULL,
    reason ending NOT NULL,
    turns USMALLINT NOT NULL,
    actions UINTEGER NOT NULL,
    first_troops_left UTINYINT,
    second_troops_left UTINYINT,
    duration DOUBLE
);
COMMENT ON TABLE games IS 'One row a game.';
COMMENT ON COLUMN games.run IS 'the run';
COMMENT ON COLUMN games.game IS 'index of the game within the run, from 0';
COMMENT ON COLUMN games.batch IS 'the batch it was written in';
COMMENT ON COLUMN games.matchup IS 'index of the matchup it belongs to; NULL outside matchups';
COMMENT ON COLUMN games.pair IS 'two games with sides swapped share this; NULL if played singly';
COMMENT ON COLUMN games.ruleset IS 'digest of the rules';
COMMENT ON COLUMN games.seed IS 'seed of the game';
COMMENT ON COLUMN games.first_setup IS 'setup of the first player, as text';
COMMENT ON COLUMN games.second_setup IS 'setup of the second player, as text';
COMMENT ON COLUMN games.first_name IS 'what the first player''s setup is called; NULL if nothing';
COMMENT ON COLUMN games.second_name IS 'what the second player''s setup is called; NULL if nothing';
COMMENT ON COLUMN games.first_formation IS 'rows of the first formation, front/middle/back; NULL: derived';
COMMENT ON COLUMN games.second_formation IS 'rows of the second formation; NULL: derived';
COMMENT ON COLUMN games.first_agent IS 'agent that played first';
COMMENT ON COLUMN games.second_agent IS 'agent that played second';
COMMENT ON COLUMN games.winner IS 'first, second or draw';
COMMENT ON COLUMN games.reason IS 'why the game ended: elimination or turn limit';
COMMENT ON COLUMN games.turns IS 'turns played, each player''s counted singly';
COMMENT ON COLUMN games.actions IS 'actions played';
COMMENT ON COLUMN games.first_troops_left IS 'troops of the first player alive at the end';
COMMENT ON COLUMN games.second_troops_left IS 'troops of the second player alive at the end';
COMMENT ON COLUMN games.duration IS 'seconds it took to play';

CREATE TABLE game_events (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    action UINTEGER NOT NULL,
    turn USMALLINT NOT NULL,
    player player NOT NULL,
    phase phase NOT NULL,
    kind action_kind NOT NULL,
    command command,
    troop troop,
    square VARCHAR,
    target troop,
    target_square VARCHAR,
    damage_dealt USMALLINT NOT NULL DEFAULT 0,
    damage_received USMALLINT NOT NULL DEFAULT 0,
    kill BOOLEAN NOT NULL DEFAULT false,
    death BOOLEAN NOT NULL DEFAULT false,
    readied command,
    points UINTEGER NOT NULL,
    enemy_points UINTEGER NOT NULL,
    CHECK ((kind = 'command') = (command IS NOT NULL))
);
COMMENT ON TABLE game_events IS 'One row an action, for games whose actions were kept.';
COMMENT ON COLUMN game_events.run IS 'the run';
COMMENT ON COLUMN game_events.game IS 'index of the game within the run';
COMMENT ON COLUMN game_events.action IS 'number of the action within the game, from 1';
COMMENT ON COLUMN game_events.turn IS 'turn it was played in, from 1';
COMMENT ON COLUMN game_events.player IS 'who played it';
COMMENT ON COLUMN game_events.phase IS 'phase it was played in';
COMMENT ON COLUMN game_events.kind IS 'select, move, attack, command or end';
COMMENT ON COLUMN game_events.command IS 'the command used; NULL for other kinds';
COMMENT ON COLUMN game_events.troop IS 'type of the selected troop (in select: the one selected)';
COMMENT ON COLUMN game_events.square IS 'where that troop stood before the action';
COMMENT ON COLUMN game_events.target IS 'type of the troop attacked or commanded';
COMMENT ON COLUMN game_events.target_square IS 'square attacked, commanded or moved to';
COMMENT ON COLUMN game_events.damage_dealt IS 'health the target lost';
COMMENT ON COLUMN game_events.damage_received IS 'health the attacker lost to the counter-attack';
COMMENT ON COLUMN game_events.kill IS 'whether the target died';
COMMENT ON COLUMN game_events.death IS 'whether the attacker died';
COMMENT ON COLUMN game_events.readied IS 'the command that Winds of Fate made ready';
COMMENT ON COLUMN game_events.points IS 'command points of the player after the action';
COMMENT ON COLUMN game_events.enemy_points IS 'command points of the opponent after the action';

CREATE TABLE matchups (
    run VARCHAR NOT NULL,
    matchup UINTEGER NOT NULL,
    ruleset VARCHAR NOT NULL,
    setup_a VARCHAR NOT NULL,
    setup_b VARCHAR NOT NULL,
    name_a VARCHAR,
    name_b VARCHAR,
    agent_a VARCHAR NOT NULL,
    agent_b VARCHAR NOT NULL,
    games UINTEGER NOT NULL,
    wins UINTEGER NOT NULL,
    draws UINTEGER NOT NULL,
    losses UINTEGER NOT NULL,
    games_first UINTEGER NOT NULL,
    wins_first UINTEGER NOT NULL,
    draws_first UINTEGER NOT NULL,
    pairs_0 UINTEGER NOT NULL DEFAULT 0,
    pairs_1 UINTEGER NOT NULL DEFAULT 0,
    pairs_2 UINTEGER NOT NULL DEFAULT 0,
    pairs_3 UINTEGER NOT NULL DEFAULT 0,
    pairs_4 UINTEGER NOT NULL DEFAULT 0,
    turns_mean DOUBLE,
    PRIMARY KEY (run, matchup),
    CHECK (games = wins + draws + losses)
);
COMMENT ON TABLE matchups IS 'How entrant a did against entrant b over all their games of a run.';
COMMENT ON COLUMN matchups.run IS 'the run';
COMMENT ON COLUMN matchups.matchup IS 'index of the matchup within the run, from 0';
COMMENT ON COLUMN matchups.ruleset IS 'digest of the rules';
COMMENT ON COLUMN matchups.setup_a IS 'setup of a, as text';
COMMENT ON COLUMN matchups.setup_b IS 'setup of b, as text';
COMMENT ON COLUMN matchups.name_a IS 'what a''s setup is called; NULL if nothing';
COMMENT ON COLUMN matchups.name_b IS 'what b''s setup is called; NULL if nothing';
COMMENT ON COLUMN matchups.agent_a IS 'agent that played a';
COMMENT ON COLUMN matchups.agent_b IS 'agent that played b';
COMMENT ON COLUMN matchups.games IS 'games played';
COMMENT ON COLUMN matchups.wins IS 'games a won';
COMMENT ON COLUMN matchups.draws IS 'games drawn';
COMMENT ON COLUMN matchups.losses IS 'games b won';
COMMENT ON COLUMN matchups.games_first IS 'games in which a played first';
COMMENT ON COLUMN matchups.wins_first IS 'games a won playing first';
COMMENT ON COLUMN matchups.draws_first IS 'games drawn with a playing first';
COMMENT ON COLUMN matchups.pairs_0 IS 'side-swapped pairs of which a scored 0 of 2';
COMMENT ON COLUMN matchups.pairs_1 IS 'side-swapped pairs of which a scored 0.5 of 2';
COMMENT ON COLUMN matchups.pairs_2 IS 'side-swapped pairs of which a scored 1 of 2';
COMMENT ON COLUMN matchups.pairs_3 IS 'side-swapped pairs of which a scored 1.5 of 2';
COMMENT ON COLUMN matchups.pairs_4 IS 'side-swapped pairs of which a scored 2 of 2';
COMMENT ON COLUMN matchups.turns_mean IS 'mean number of turns';

CREATE TABLE setup_ratings (
    run VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    entrant VARCHAR NOT NULL,
    setup VARCHAR NOT NULL,
    rating DOUBLE NOT NULL,
    rating_low DOUBLE,
    rating_high DOUBLE,
    games UINTEGER,
    PRIMARY KEY (run, method, entrant)
);
COMMENT ON TABLE setup_ratings IS 'How good a run found each setup, by one method or more.';
COMMENT ON COLUMN setup_ratings.run IS 'the run';
COMMENT ON COLUMN setup_ratings.method IS 'how it is rated: elo, equilibrium share, ...';
COMMENT ON COLUMN setup_ratings.entrant IS 'the setup''s name, or its text if it has none';
COMMENT ON COLUMN setup_ratings.setup IS 'the setup as text';
COMMENT ON COLUMN setup_ratings.rating IS 'its rating';
COMMENT ON COLUMN setup_ratings.rating_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN setup_ratings.rating_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN setup_ratings.games IS 'games the rating rests on';
