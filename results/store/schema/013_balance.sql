-- Searches for balance: what was measured on fresh seeds, who played, and how the front grew.

ALTER TABLE generations ADD COLUMN hypervolume DOUBLE;
COMMENT ON COLUMN generations.hypervolume IS 'share of the box of objectives that its front dominates; NULL if it has no front';

ALTER TABLE balance_candidates ADD COLUMN words VARCHAR[];
ALTER TABLE balance_candidates ADD COLUMN whatif VARCHAR;
ALTER TABLE balance_candidates ADD COLUMN reason VARCHAR;
COMMENT ON COLUMN balance_candidates.words IS 'the edits as a person says them';
COMMENT ON COLUMN balance_candidates.whatif IS 'the command that examines them';
COMMENT ON COLUMN balance_candidates.reason IS 'why it could not be played; NULL if it could';

ALTER TABLE balance_front ADD COLUMN reported BOOLEAN;
ALTER TABLE balance_front ADD COLUMN stability DOUBLE;
COMMENT ON COLUMN balance_front.reported IS 'true for the front as it was reported: found again on fresh seeds';
COMMENT ON COLUMN balance_front.stability IS 'how often it is on the front if all are measured again; NULL in the search';
COMMENT ON COLUMN balance_front.generation IS 'the round; of the reported front the number of rounds, one after the last';

COMMENT ON COLUMN balance_objectives.objective IS 'name of the objective; of diversity and use more is better, of all others less';

CREATE TABLE balance_checks (
    run VARCHAR NOT NULL,
    candidate UINTEGER NOT NULL,
    objective VARCHAR NOT NULL,
    value DOUBLE NOT NULL,
    value_low DOUBLE NOT NULL,
    value_high DOUBLE NOT NULL,
    games UINTEGER NOT NULL,
    wanted BOOLEAN NOT NULL,
    PRIMARY KEY (run, candidate, objective)
);
COMMENT ON TABLE balance_checks IS 'Candidates of the last front, measured again on seeds that had decided nothing.';
COMMENT ON COLUMN balance_checks.run IS 'the run';
COMMENT ON COLUMN balance_checks.candidate IS 'the candidate';
COMMENT ON COLUMN balance_checks.objective IS 'what was measured; of diversity and use more is better, of all others less';
COMMENT ON COLUMN balance_checks.value IS 'its value';
COMMENT ON COLUMN balance_checks.value_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN balance_checks.value_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN balance_checks.games IS 'games it rests on';
COMMENT ON COLUMN balance_checks.wanted IS 'whether the run searched by it; others are told beside';

CREATE TABLE balance_setups (
    run VARCHAR NOT NULL,
    candidate UINTEGER NOT NULL,
    place UINTEGER NOT NULL,
    generation UINTEGER NOT NULL,
    name VARCHAR NOT NULL,
    setup VARCHAR NOT NULL,
    fate VARCHAR NOT NULL,
    change VARCHAR NOT NULL,
    PRIMARY KEY (run, candidate, place, generation)
);
COMMENT ON TABLE balance_setups IS 'The setups that a candidate''s rules were judged by, and what became of each.';
COMMENT ON COLUMN balance_setups.run IS 'the run';
COMMENT ON COLUMN balance_setups.candidate IS 'the candidate';
COMMENT ON COLUMN balance_setups.place IS 'which of the run''s setups it is, or stands in for, from 0';
COMMENT ON COLUMN balance_setups.generation IS 'the round from which it plays; the number of rounds: from the check on';
COMMENT ON COLUMN balance_setups.name IS 'its name, or the text it had before';
COMMENT ON COLUMN balance_setups.setup IS 'the setup as it is played, as text';
COMMENT ON COLUMN balance_setups.fate IS 'kept, moved, repaired, filled, replaced or adapted';
COMMENT ON COLUMN balance_setups.change IS 'what became of it, in words; empty if nothing';
