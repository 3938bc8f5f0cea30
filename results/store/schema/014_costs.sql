-- What troops and commands are worth in points, beside what they cost.

CREATE TABLE thing_worths (
    run VARCHAR NOT NULL,
    thing VARCHAR NOT NULL,
    copy VARCHAR NOT NULL,
    price DOUBLE NOT NULL,
    worth DOUBLE NOT NULL,
    worth_low DOUBLE NOT NULL,
    worth_high DOUBLE NOT NULL,
    verdict VARCHAR,
    setups UINTEGER NOT NULL,
    PRIMARY KEY (run, thing, copy)
);
COMMENT ON TABLE thing_worths IS 'What a run found troops and commands to be worth, in points.';
COMMENT ON COLUMN thing_worths.run IS 'the run';
COMMENT ON COLUMN thing_worths.thing IS 'the troop or command';
COMMENT ON COLUMN thing_worths.copy IS 'each: the same for every one of it; first, second, third: of a troop, the third for every further one';
COMMENT ON COLUMN thing_worths.price IS 'what it costs by the run''s rules';
COMMENT ON COLUMN thing_worths.worth IS 'what it is worth';
COMMENT ON COLUMN thing_worths.worth_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN thing_worths.worth_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN thing_worths.verdict IS 'underpriced, overpriced or in line; NULL for single copies';
COMMENT ON COLUMN thing_worths.setups IS 'sampled setups that have it';

CREATE TABLE worth_models (
    run VARCHAR NOT NULL,
    model VARCHAR NOT NULL,
    terms UINTEGER NOT NULL,
    log_loss DOUBLE NOT NULL,
    log_loss_error DOUBLE NOT NULL,
    PRIMARY KEY (run, model)
);
COMMENT ON TABLE worth_models IS 'How well models of a setup''s strength foretell who wins.';
COMMENT ON COLUMN worth_models.run IS 'the run';
COMMENT ON COLUMN worth_models.model IS 'chance, price, worth, or worth by copy';
COMMENT ON COLUMN worth_models.terms IS 'numbers that were fitted';
COMMENT ON COLUMN worth_models.log_loss IS 'mean log loss of a game, foretold without it; chance has 0.693';
COMMENT ON COLUMN worth_models.log_loss_error IS 'standard error of what it is below that of price';
