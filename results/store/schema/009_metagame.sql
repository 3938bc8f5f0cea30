-- Rounds of the double oracle, and the mixture they end with.

CREATE TABLE metagame (
    run VARCHAR NOT NULL,
    number UINTEGER NOT NULL,
    setup VARCHAR NOT NULL,
    name VARCHAR,
    formation VARCHAR NOT NULL,
    round UINTEGER NOT NULL,
    weight DOUBLE NOT NULL,
    weight_low DOUBLE NOT NULL,
    weight_high DOUBLE NOT NULL,
    certainty DOUBLE NOT NULL,
    check_score DOUBLE,
    check_low DOUBLE,
    check_high DOUBLE,
    check_weight DOUBLE,
    PRIMARY KEY (run, number)
);
COMMENT ON TABLE metagame IS 'The setups of a metagame, each with its weight in the final mixture; 0 for those outside it.';
COMMENT ON COLUMN metagame.run IS 'the run';
COMMENT ON COLUMN metagame.number IS 'number of the setup within the run, from 0';
COMMENT ON COLUMN metagame.setup IS 'the setup as text';
COMMENT ON COLUMN metagame.name IS 'its name; NULL if it has none';
COMMENT ON COLUMN metagame.formation IS 'where its troops stand: rows front/middle/back';
COMMENT ON COLUMN metagame.round IS 'the round whose response it was; 0 if the run started with it';
COMMENT ON COLUMN metagame.weight IS 'how often the mixture plays it';
COMMENT ON COLUMN metagame.weight_low IS 'lower end of where 95 % of resampled mixtures have its weight';
COMMENT ON COLUMN metagame.weight_high IS 'upper end of it';
COMMENT ON COLUMN metagame.certainty IS 'share of resampled mixtures that play it at all';
COMMENT ON COLUMN metagame.check_score IS 'its score against the mixture in the hands of the second agent; NULL if not checked';
COMMENT ON COLUMN metagame.check_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN metagame.check_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN metagame.check_weight IS 'its weight in the mixture of the same setups by the second agent''s games';

CREATE TABLE metagame_rounds (
    run VARCHAR NOT NULL,
    round UINTEGER NOT NULL,
    setups UINTEGER NOT NULL,
    support UINTEGER NOT NULL,
    inside DOUBLE NOT NULL,
    setup VARCHAR NOT NULL,
    formation VARCHAR NOT NULL,
    score DOUBLE NOT NULL,
    score_low DOUBLE NOT NULL,
    score_high DOUBLE NOT NULL,
    score_games UINTEGER NOT NULL,
    added BOOLEAN NOT NULL,
    games UINTEGER NOT NULL,
    seconds DOUBLE NOT NULL,
    PRIMARY KEY (run, round)
);
COMMENT ON TABLE metagame_rounds IS 'One row a round of a metagame: a mixture, and the response that a search found to it.';
COMMENT ON COLUMN metagame_rounds.run IS 'the run';
COMMENT ON COLUMN metagame_rounds.round IS 'number of the round, from 1';
COMMENT ON COLUMN metagame_rounds.setups IS 'setups that were known';
COMMENT ON COLUMN metagame_rounds.support IS 'setups in the mixture';
COMMENT ON COLUMN metagame_rounds.inside IS 'what a known setup might gain on the mixture at most, at 95 % confidence';
COMMENT ON COLUMN metagame_rounds.setup IS 'the response, as text';
COMMENT ON COLUMN metagame_rounds.formation IS 'where its troops stood: rows front/middle/back';
COMMENT ON COLUMN metagame_rounds.score IS 'its score against the mixture, on fresh seeds; the exploitability is that less one half';
COMMENT ON COLUMN metagame_rounds.score_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN metagame_rounds.score_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN metagame_rounds.score_games IS 'games the score rests on';
COMMENT ON COLUMN metagame_rounds.added IS 'whether it joined the set';
COMMENT ON COLUMN metagame_rounds.games IS 'games of the whole round';
COMMENT ON COLUMN metagame_rounds.seconds IS 'time it took';

CREATE TABLE metagame_weights (
    run VARCHAR NOT NULL,
    round UINTEGER NOT NULL,
    number UINTEGER NOT NULL,
    weight DOUBLE NOT NULL,
    PRIMARY KEY (run, round, number)
);
COMMENT ON TABLE metagame_weights IS 'The mixture of each round.';
COMMENT ON COLUMN metagame_weights.run IS 'the run';
COMMENT ON COLUMN metagame_weights.round IS 'the round';
COMMENT ON COLUMN metagame_weights.number IS 'number of the setup, as in metagame';
COMMENT ON COLUMN metagame_weights.weight IS 'how often that round''s mixture plays it';

CREATE TABLE metagame_payoffs (
    run VARCHAR NOT NULL,
    a UINTEGER NOT NULL,
    b UINTEGER NOT NULL,
    games UINTEGER NOT NULL,
    wins UINTEGER NOT NULL,
    draws UINTEGER NOT NULL,
    losses UINTEGER NOT NULL,
    pairs_0 UINTEGER NOT NULL,
    pairs_1 UINTEGER NOT NULL,
    pairs_2 UINTEGER NOT NULL,
    pairs_3 UINTEGER NOT NULL,
    pairs_4 UINTEGER NOT NULL,
    PRIMARY KEY (run, a, b)
);
COMMENT ON TABLE metagame_payoffs IS 'How the setups of a metagame did against each other: what its mixture is solved from.';
COMMENT ON COLUMN metagame_payoffs.run IS 'the run';
COMMENT ON COLUMN metagame_payoffs.a IS 'number of setup a, as in metagame';
COMMENT ON COLUMN metagame_payoffs.b IS 'number of setup b';
COMMENT ON COLUMN metagame_payoffs.games IS 'games played';
COMMENT ON COLUMN metagame_payoffs.wins IS 'games a won';
COMMENT ON COLUMN metagame_payoffs.draws IS 'games drawn';
COMMENT ON COLUMN metagame_payoffs.losses IS 'games b won';
COMMENT ON COLUMN metagame_payoffs.pairs_0 IS 'side-swapped pairs of which a scored 0 of 2';
COMMENT ON COLUMN metagame_payoffs.pairs_1 IS 'side-swapped pairs of which a scored 0.5 of 2';
COMMENT ON COLUMN metagame_payoffs.pairs_2 IS 'side-swapped pairs of which a scored 1 of 2';
COMMENT ON COLUMN metagame_payoffs.pairs_3 IS 'side-swapped pairs of which a scored 1.5 of 2';
COMMENT ON COLUMN metagame_payoffs.pairs_4 IS 'side-swapped pairs of which a scored 2 of 2';

CREATE TABLE metagame_usage (
    run VARCHAR NOT NULL,
    thing VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    number DOUBLE NOT NULL,
    number_low DOUBLE NOT NULL,
    number_high DOUBLE NOT NULL,
    points DOUBLE NOT NULL,
    named_number DOUBLE NOT NULL,
    named_points DOUBLE NOT NULL,
    PRIMARY KEY (run, thing)
);
COMMENT ON TABLE metagame_usage IS 'How much each troop and command is used in a mixture, beside the named setups.';
COMMENT ON COLUMN metagame_usage.run IS 'the run';
COMMENT ON COLUMN metagame_usage.thing IS 'the troop or command';
COMMENT ON COLUMN metagame_usage.kind IS 'troop or command';
COMMENT ON COLUMN metagame_usage.number IS 'how many of it a setup of the mixture has on average';
COMMENT ON COLUMN metagame_usage.number_low IS 'lower end of where 95 % of resampled mixtures have it';
COMMENT ON COLUMN metagame_usage.number_high IS 'upper end of it';
COMMENT ON COLUMN metagame_usage.points IS 'share of its points that a setup of the mixture spends on it';
COMMENT ON COLUMN metagame_usage.named_number IS 'how many of it a named setup has on average';
COMMENT ON COLUMN metagame_usage.named_points IS 'share of its points that a named setup spends on it';
