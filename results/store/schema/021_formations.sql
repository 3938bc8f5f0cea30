-- Where the troops of a setup should stand.

ALTER TABLE candidates ADD COLUMN formation VARCHAR;
COMMENT ON COLUMN candidates.formation IS 'rows of its formation, front/middle/back; NULL: derived from its troops';

CREATE TABLE formation_gains (
    run VARCHAR NOT NULL,
    formation VARCHAR NOT NULL,
    reference VARCHAR NOT NULL,
    gain DOUBLE NOT NULL,
    gain_low DOUBLE NOT NULL,
    gain_high DOUBLE NOT NULL,
    pairs UINTEGER NOT NULL,
    PRIMARY KEY (run, formation, reference)
);
COMMENT ON TABLE formation_gains IS 'By how much one formation of a setup scores more than another, on held-out seeds.';
COMMENT ON COLUMN formation_gains.run IS 'the run';
COMMENT ON COLUMN formation_gains.formation IS 'the one: found, made, published or given; its rows are in setup_ratings';
COMMENT ON COLUMN formation_gains.reference IS 'the other';
COMMENT ON COLUMN formation_gains.gain IS 'mean difference of their scores, pair by pair of games with the same opponent and seed';
COMMENT ON COLUMN formation_gains.gain_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN formation_gains.gain_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN formation_gains.pairs IS 'pairs of games of each';

CREATE TABLE formation_effects (
    run VARCHAR NOT NULL,
    feature VARCHAR NOT NULL,
    change VARCHAR NOT NULL,
    points DOUBLE NOT NULL,
    points_low DOUBLE NOT NULL,
    points_high DOUBLE NOT NULL,
    shown BOOLEAN NOT NULL,
    PRIMARY KEY (run, feature)
);
COMMENT ON TABLE formation_effects IS 'What features of a formation change in the score, by the model of all games.';
COMMENT ON COLUMN formation_effects.run IS 'the run';
COMMENT ON COLUMN formation_effects.feature IS 'the feature';
COMMENT ON COLUMN formation_effects.change IS 'the step that the effect is of';
COMMENT ON COLUMN formation_effects.points IS 'what such a step adds to the score, the other features being equal';
COMMENT ON COLUMN formation_effects.points_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN formation_effects.points_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN formation_effects.shown IS 'whether it was shown to matter, all features asked at once';
