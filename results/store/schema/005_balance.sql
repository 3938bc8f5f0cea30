-- Searches over the rules themselves: changed numbers, and what they do to the game.

CREATE TABLE balance_candidates (
    run VARCHAR NOT NULL,
    candidate UINTEGER NOT NULL,
    generation UINTEGER NOT NULL,
    ruleset VARCHAR NOT NULL,
    edits VARCHAR[] NOT NULL,
    distance DOUBLE,
    games UINTEGER NOT NULL DEFAULT 0,
    feasible BOOLEAN NOT NULL DEFAULT true,
    PRIMARY KEY (run, candidate)
);
COMMENT ON TABLE balance_candidates IS 'The rules a balancing run tried.';
COMMENT ON COLUMN balance_candidates.run IS 'the run';
COMMENT ON COLUMN balance_candidates.candidate IS 'index of the candidate within the run, from 0';
COMMENT ON COLUMN balance_candidates.generation IS 'the round it was first evaluated in';
COMMENT ON COLUMN balance_candidates.ruleset IS 'digest of the changed rules';
COMMENT ON COLUMN balance_candidates.edits IS 'what differs from the rules the run started with';
COMMENT ON COLUMN balance_candidates.distance IS 'how far it is from the rules the run started with';
COMMENT ON COLUMN balance_candidates.games IS 'games it was judged by';
COMMENT ON COLUMN balance_candidates.feasible IS 'whether it keeps the run''s constraints';

CREATE TABLE balance_objectives (
    run VARCHAR NOT NULL,
    candidate UINTEGER NOT NULL,
    objective VARCHAR NOT NULL,
    value DOUBLE NOT NULL,
    value_low DOUBLE,
    value_high DOUBLE,
    PRIMARY KEY (run, candidate, objective)
);
COMMENT ON TABLE balance_objectives IS 'What changed rules were measured to do, one row an objective.';
COMMENT ON COLUMN balance_objectives.run IS 'the run';
COMMENT ON COLUMN balance_objectives.candidate IS 'the candidate';
COMMENT ON COLUMN balance_objectives.objective IS 'name of the objective; smaller is better';
COMMENT ON COLUMN balance_objectives.value IS 'its value';
COMMENT ON COLUMN balance_objectives.value_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN balance_objectives.value_high IS 'upper end of the 95 % interval';

CREATE TABLE balance_front (
    run VARCHAR NOT NULL,
    generation UINTEGER NOT NULL,
    candidate UINTEGER NOT NULL,
    crowding DOUBLE,
    PRIMARY KEY (run, generation, candidate)
);
COMMENT ON TABLE balance_front IS 'The candidates that no other one beats in every objective, by round.';
COMMENT ON COLUMN balance_front.run IS 'the run';
COMMENT ON COLUMN balance_front.generation IS 'the round';
COMMENT ON COLUMN balance_front.candidate IS 'the candidate';
COMMENT ON COLUMN balance_front.crowding IS 'distance to its neighbours on the front; NULL at the ends';
