-- What ranking the whole space learns. Ratings themselves are in setup_ratings, rounds in
-- generations (fitness is the rating: the best, the mean of the top, the deviation of all).

CREATE TABLE rank_field (
    run VARCHAR NOT NULL,
    place UINTEGER NOT NULL,
    entrant VARCHAR NOT NULL,
    setup VARCHAR NOT NULL,
    weight DOUBLE NOT NULL,
    PRIMARY KEY (run, place)
);
COMMENT ON TABLE rank_field IS 'The opponents that a ranking is against, and the share of the games that each has.';
COMMENT ON COLUMN rank_field.run IS 'the run';
COMMENT ON COLUMN rank_field.place IS 'place in the field, from 1';
COMMENT ON COLUMN rank_field.entrant IS 'the setup''s name, or its text if it has none';
COMMENT ON COLUMN rank_field.setup IS 'the setup as text';
COMMENT ON COLUMN rank_field.weight IS 'its weight in the mixture';

CREATE TABLE rank_effects (
    run VARCHAR NOT NULL,
    kind VARCHAR NOT NULL CHECK (kind IN ('main', 'square', 'pair')),
    thing VARCHAR NOT NULL,
    other VARCHAR,
    elo DOUBLE NOT NULL,
    elo_low DOUBLE NOT NULL,
    elo_high DOUBLE NOT NULL,
    strength DOUBLE NOT NULL
);
COMMENT ON TABLE rank_effects IS 'What the model of a ranking says of troops, commands and pairs of them.';
COMMENT ON COLUMN rank_effects.run IS 'the run';
COMMENT ON COLUMN rank_effects.kind IS 'main: slope over one thing, with what is bought less for it; square: how that changes with its number; pair: slope over the product of two beyond what single things explain';
COMMENT ON COLUMN rank_effects.thing IS 'a troop''s letter or a command';
COMMENT ON COLUMN rank_effects.other IS 'the other thing of a pair; NULL for main effects';
COMMENT ON COLUMN rank_effects.elo IS 'Elo for one more of each, by regression over all setups of the space';
COMMENT ON COLUMN rank_effects.elo_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN rank_effects.elo_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN rank_effects.strength IS 'Elo for a standard deviation of what is measured: how much it decides in the space';

CREATE TABLE rank_contents (
    run VARCHAR NOT NULL,
    thing VARCHAR NOT NULL,
    number UTINYINT NOT NULL,
    setups UINTEGER NOT NULL,
    rating DOUBLE NOT NULL,
    rating_low DOUBLE NOT NULL,
    rating_high DOUBLE NOT NULL,
    PRIMARY KEY (run, thing, number)
);
COMMENT ON TABLE rank_contents IS 'Mean rating of all setups of the space that have a number of a thing.';
COMMENT ON COLUMN rank_contents.run IS 'the run';
COMMENT ON COLUMN rank_contents.thing IS 'a troop''s letter or a command';
COMMENT ON COLUMN rank_contents.number IS 'how many of it';
COMMENT ON COLUMN rank_contents.setups IS 'setups that have so many';
COMMENT ON COLUMN rank_contents.rating IS 'the mean of their ratings';
COMMENT ON COLUMN rank_contents.rating_low IS 'lower end of its 95 % interval';
COMMENT ON COLUMN rank_contents.rating_high IS 'upper end of its 95 % interval';

CREATE TABLE rank_held_out (
    run VARCHAR NOT NULL,
    setup VARCHAR NOT NULL,
    expected DOUBLE NOT NULL,
    expected_low DOUBLE NOT NULL,
    expected_high DOUBLE NOT NULL,
    without_pairs DOUBLE NOT NULL,
    games UINTEGER NOT NULL,
    score DOUBLE NOT NULL,
    score_low DOUBLE NOT NULL,
    score_high DOUBLE NOT NULL,
    PRIMARY KEY (run, setup)
);
COMMENT ON TABLE rank_held_out IS 'Setups that a ranking''s model never saw: what it expected of them, and what they scored.';
COMMENT ON COLUMN rank_held_out.run IS 'the run';
COMMENT ON COLUMN rank_held_out.setup IS 'the setup as text';
COMMENT ON COLUMN rank_held_out.expected IS 'the score rate that the model expected';
COMMENT ON COLUMN rank_held_out.expected_low IS 'lower end of the 95 % interval of the true rate';
COMMENT ON COLUMN rank_held_out.expected_high IS 'upper end of that interval';
COMMENT ON COLUMN rank_held_out.without_pairs IS 'the score rate that a model without pairs expected';
COMMENT ON COLUMN rank_held_out.games IS 'games it played';
COMMENT ON COLUMN rank_held_out.score IS 'share of the points it took';
COMMENT ON COLUMN rank_held_out.score_low IS 'lower end of the 95 % interval in which the model expected that share';
COMMENT ON COLUMN rank_held_out.score_high IS 'upper end of that interval';

CREATE TABLE rank_figures (
    run VARCHAR NOT NULL,
    figure VARCHAR NOT NULL,
    value DOUBLE NOT NULL,
    low DOUBLE,
    high DOUBLE,
    PRIMARY KEY (run, figure)
);
COMMENT ON TABLE rank_figures IS 'How far a ranking can be trusted: errors of its models, coverage of its intervals, agreement of its agents.';
COMMENT ON COLUMN rank_figures.run IS 'the run';
COMMENT ON COLUMN rank_figures.figure IS 'which figure: log loss with pairs, coverage, rank correlation top, ...';
COMMENT ON COLUMN rank_figures.value IS 'its value';
COMMENT ON COLUMN rank_figures.low IS 'lower end of the 95 % interval; NULL if it has none';
COMMENT ON COLUMN rank_figures.high IS 'upper end of the 95 % interval; NULL if it has none';
