-- Why a setup beats another, or loses.

CREATE TABLE explain_parts (
    run VARCHAR NOT NULL,
    number UINTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    change VARCHAR NOT NULL,
    setup VARCHAR NOT NULL,
    formation VARCHAR NOT NULL,
    games UINTEGER NOT NULL,
    score DOUBLE NOT NULL,
    score_low DOUBLE NOT NULL,
    score_high DOUBLE NOT NULL,
    points DOUBLE NOT NULL,
    points_low DOUBLE NOT NULL,
    points_high DOUBLE NOT NULL,
    expected DOUBLE,
    elo DOUBLE,
    elo_low DOUBLE,
    elo_high DOUBLE,
    PRIMARY KEY (run, number)
);
COMMENT ON TABLE explain_parts IS 'What A scores against B without a component, with a swap, without two components.';
COMMENT ON COLUMN explain_parts.run IS 'the run';
COMMENT ON COLUMN explain_parts.number IS 'number of the variant within the run, from 0';
COMMENT ON COLUMN explain_parts.kind IS 'out: without a component; swap: with another in its place; pair: without two';
COMMENT ON COLUMN explain_parts.change IS 'what is taken out, and what is put in for it, in words';
COMMENT ON COLUMN explain_parts.setup IS 'the variant as text';
COMMENT ON COLUMN explain_parts.formation IS 'where its troops stand, front/middle/back';
COMMENT ON COLUMN explain_parts.games IS 'games it played against B';
COMMENT ON COLUMN explain_parts.score IS 'what it scored';
COMMENT ON COLUMN explain_parts.score_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN explain_parts.score_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN explain_parts.points IS 'its score less that of A';
COMMENT ON COLUMN explain_parts.points_low IS 'lower end of the interval with all questions asked at once';
COMMENT ON COLUMN explain_parts.points_high IS 'upper end of the interval with all questions asked at once';
COMMENT ON COLUMN explain_parts.expected IS 'of a pair: the score if the losses of each alone add up in Elo';
COMMENT ON COLUMN explain_parts.elo IS 'of a pair: Elo that is lost beyond that, below 0 if the two matter more together';
COMMENT ON COLUMN explain_parts.elo_low IS 'lower end of the interval with all questions asked at once; NULL without limit';
COMMENT ON COLUMN explain_parts.elo_high IS 'upper end of the interval with all questions asked at once; NULL without limit';

CREATE TABLE explain_troops (
    run VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    troop troop NOT NULL,
    fielded UINTEGER NOT NULL,
    dealt DOUBLE NOT NULL,
    dealt_low DOUBLE NOT NULL,
    dealt_high DOUBLE NOT NULL,
    taken DOUBLE NOT NULL,
    taken_low DOUBLE NOT NULL,
    taken_high DOUBLE NOT NULL,
    kills DOUBLE NOT NULL,
    kills_low DOUBLE NOT NULL,
    kills_high DOUBLE NOT NULL,
    survivors DOUBLE NOT NULL,
    survivors_low DOUBLE NOT NULL,
    survivors_high DOUBLE NOT NULL,
    first_strikes DOUBLE NOT NULL,
    first_strikes_low DOUBLE NOT NULL,
    first_strikes_high DOUBLE NOT NULL,
    price_share DOUBLE NOT NULL,
    damage_share DOUBLE NOT NULL,
    dealt_won DOUBLE,
    dealt_lost DOUBLE,
    PRIMARY KEY (run, side, troop)
);
COMMENT ON TABLE explain_troops IS 'What the troops of each type did in a game of A against B, on average.';
COMMENT ON COLUMN explain_troops.run IS 'the run';
COMMENT ON COLUMN explain_troops.side IS 'a or b';
COMMENT ON COLUMN explain_troops.troop IS 'the type';
COMMENT ON COLUMN explain_troops.fielded IS 'how many of them the side has';
COMMENT ON COLUMN explain_troops.dealt IS 'damage that they dealt';
COMMENT ON COLUMN explain_troops.dealt_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN explain_troops.dealt_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN explain_troops.taken IS 'damage that they took';
COMMENT ON COLUMN explain_troops.taken_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN explain_troops.taken_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN explain_troops.kills IS 'troops that they killed';
COMMENT ON COLUMN explain_troops.kills_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN explain_troops.kills_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN explain_troops.survivors IS 'how many of them lived at the end';
COMMENT ON COLUMN explain_troops.survivors_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN explain_troops.survivors_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN explain_troops.first_strikes IS 'share of the games in which one of them attacks first of all troops';
COMMENT ON COLUMN explain_troops.first_strikes_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN explain_troops.first_strikes_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN explain_troops.price_share IS 'what they cost, as a share of what all troops of the side cost';
COMMENT ON COLUMN explain_troops.damage_share IS 'what they dealt, as a share of what all troops of the side dealt';
COMMENT ON COLUMN explain_troops.dealt_won IS 'damage that they dealt in games that the side won; NULL without any';
COMMENT ON COLUMN explain_troops.dealt_lost IS 'damage that they dealt in games that the side lost; NULL without any';

CREATE TABLE explain_commands (
    run VARCHAR NOT NULL,
    side VARCHAR NOT NULL,
    command command NOT NULL,
    used DOUBLE NOT NULL,
    used_low DOUBLE NOT NULL,
    used_high DOUBLE NOT NULL,
    brought DOUBLE,
    brought_low DOUBLE,
    brought_high DOUBLE,
    brought_a_use DOUBLE,
    kills DOUBLE NOT NULL,
    PRIMARY KEY (run, side, command)
);
COMMENT ON TABLE explain_commands IS 'What each command brought in a game of A against B, on average.';
COMMENT ON COLUMN explain_commands.run IS 'the run';
COMMENT ON COLUMN explain_commands.side IS 'a or b';
COMMENT ON COLUMN explain_commands.command IS 'the command';
COMMENT ON COLUMN explain_commands.used IS 'how often it was used';
COMMENT ON COLUMN explain_commands.used_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN explain_commands.used_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN explain_commands.brought IS 'damage that it dealt, health that it kept or brought back; NULL where no event says it';
COMMENT ON COLUMN explain_commands.brought_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN explain_commands.brought_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN explain_commands.brought_a_use IS 'the same for each use';
COMMENT ON COLUMN explain_commands.kills IS 'troops that it killed itself';

CREATE TABLE explain_values (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    turn USMALLINT NOT NULL,
    value DOUBLE NOT NULL,
    PRIMARY KEY (run, game, turn)
);
COMMENT ON TABLE explain_values IS 'The judge''s value for the first player after each turn of a game.';
COMMENT ON COLUMN explain_values.run IS 'the run';
COMMENT ON COLUMN explain_values.game IS 'index of the game within the run';
COMMENT ON COLUMN explain_values.turn IS 'the turn after which it holds; 0 before the first';
COMMENT ON COLUMN explain_values.value IS 'from -1, lost, to 1, won';

CREATE TABLE explain_turns (
    run VARCHAR NOT NULL,
    turn USMALLINT NOT NULL,
    mean DOUBLE NOT NULL,
    mean_low DOUBLE,
    mean_high DOUBLE,
    quarter DOUBLE NOT NULL,
    median DOUBLE NOT NULL,
    three_quarters DOUBLE NOT NULL,
    over DOUBLE NOT NULL,
    swing DOUBLE NOT NULL,
    decisive DOUBLE NOT NULL,
    PRIMARY KEY (run, turn)
);
COMMENT ON TABLE explain_turns IS 'The judge''s value for A after each turn, over games of A against B.';
COMMENT ON COLUMN explain_turns.run IS 'the run';
COMMENT ON COLUMN explain_turns.turn IS 'the turn; 0 before the first';
COMMENT ON COLUMN explain_turns.mean IS 'mean value, from -1, lost, to 1, won; a game that is over keeps its result';
COMMENT ON COLUMN explain_turns.mean_low IS 'lower end of the interval with all questions asked at once; NULL where no game differed';
COMMENT ON COLUMN explain_turns.mean_high IS 'upper end of the interval with all questions asked at once; NULL where no game differed';
COMMENT ON COLUMN explain_turns.quarter IS 'a quarter of the games lies below';
COMMENT ON COLUMN explain_turns.median IS 'half of the games lies below';
COMMENT ON COLUMN explain_turns.three_quarters IS 'a quarter of the games lies above';
COMMENT ON COLUMN explain_turns.over IS 'share of the games that are over';
COMMENT ON COLUMN explain_turns.swing IS 'mean size of the change by the turn, in games that were not over before it';
COMMENT ON COLUMN explain_turns.decisive IS 'share of the games whose decisive turn it is';

CREATE TABLE explain_games (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    role VARCHAR NOT NULL,
    points DOUBLE NOT NULL,
    turns UINTEGER NOT NULL,
    decisive_turn UINTEGER NOT NULL,
    value_before DOUBLE NOT NULL,
    value_after DOUBLE NOT NULL,
    PRIMARY KEY (run, game)
);
COMMENT ON TABLE explain_games IS 'Games of A against B that show best how it goes, each whole in game_records.';
COMMENT ON COLUMN explain_games.run IS 'the run';
COMMENT ON COLUMN explain_games.game IS 'index of the game within the run';
COMMENT ON COLUMN explain_games.role IS 'typical, sharpest (the largest swing) or exception (ended otherwise than most)';
COMMENT ON COLUMN explain_games.points IS 'what A scored in it';
COMMENT ON COLUMN explain_games.turns IS 'turns played, each player''s counted singly';
COMMENT ON COLUMN explain_games.decisive_turn IS 'the turn with the largest swing towards the result';
COMMENT ON COLUMN explain_games.value_before IS 'A''s value before that turn';
COMMENT ON COLUMN explain_games.value_after IS 'A''s value after it';
