-- Changed rules compared with those before.

CREATE TABLE whatif_variants (
    run VARCHAR NOT NULL,
    variant UINTEGER NOT NULL,
    ruleset VARCHAR NOT NULL,
    edits VARCHAR[] NOT NULL,
    words VARCHAR[] NOT NULL,
    first_game UINTEGER NOT NULL,
    games UINTEGER NOT NULL,
    legal UBIGINT NOT NULL,
    maximal UBIGINT NOT NULL,
    exact UBIGINT NOT NULL,
    cycles UINTEGER NOT NULL,
    certain_cycles UINTEGER NOT NULL,
    PRIMARY KEY (run, variant)
);
COMMENT ON TABLE whatif_variants IS 'The sets of rules that a comparison played: variant 0 is before.';
COMMENT ON COLUMN whatif_variants.run IS 'the run';
COMMENT ON COLUMN whatif_variants.variant IS '0 for the rules before, then one number for each set of rules after';
COMMENT ON COLUMN whatif_variants.ruleset IS 'digest of the rules';
COMMENT ON COLUMN whatif_variants.edits IS 'what differs from the rules before';
COMMENT ON COLUMN whatif_variants.words IS 'the same in words';
COMMENT ON COLUMN whatif_variants.first_game IS 'first game of its round robin within the run';
COMMENT ON COLUMN whatif_variants.games IS 'games of its round robin';
COMMENT ON COLUMN whatif_variants.legal IS 'setups that keep the limits';
COMMENT ON COLUMN whatif_variants.maximal IS 'setups to which nothing can be added';
COMMENT ON COLUMN whatif_variants.exact IS 'setups of exactly the points allowed';
COMMENT ON COLUMN whatif_variants.cycles IS 'circles of dominance at 29 of 50 points; counting stops at 10,000';
COMMENT ON COLUMN whatif_variants.certain_cycles IS 'those of which every link is certain at 95 %';

CREATE TABLE whatif_setups (
    run VARCHAR NOT NULL,
    variant UINTEGER NOT NULL,
    entrant VARCHAR NOT NULL,
    setup_before VARCHAR NOT NULL,
    setup_after VARCHAR NOT NULL,
    fate VARCHAR NOT NULL,
    change VARCHAR NOT NULL,
    room UINTEGER NOT NULL,
    gained_room BOOLEAN NOT NULL,
    PRIMARY KEY (run, variant, entrant)
);
COMMENT ON TABLE whatif_setups IS 'What became of each setup under changed rules.';
COMMENT ON COLUMN whatif_setups.run IS 'the run';
COMMENT ON COLUMN whatif_setups.variant IS 'the set of rules after';
COMMENT ON COLUMN whatif_setups.entrant IS 'the setup''s name, or its text before if it has none';
COMMENT ON COLUMN whatif_setups.setup_before IS 'the setup before';
COMMENT ON COLUMN whatif_setups.setup_after IS 'the setup that played after';
COMMENT ON COLUMN whatif_setups.fate IS 'kept, moved (only its formation), repaired, filled, or over (as it was over the limits before)';
COMMENT ON COLUMN whatif_setups.change IS 'what happened to it, in words';
COMMENT ON COLUMN whatif_setups.room IS 'points that the setup before leaves under the rules after, if anything can be had for them';
COMMENT ON COLUMN whatif_setups.gained_room IS 'whether that is more than under the rules before';

CREATE TABLE whatif_measures (
    run VARCHAR NOT NULL,
    variant UINTEGER NOT NULL,
    measure VARCHAR NOT NULL,
    value DOUBLE NOT NULL,
    value_low DOUBLE,
    value_high DOUBLE,
    PRIMARY KEY (run, variant, measure)
);
COMMENT ON TABLE whatif_measures IS 'What each set of rules was measured to do.';
COMMENT ON COLUMN whatif_measures.run IS 'the run';
COMMENT ON COLUMN whatif_measures.variant IS 'the set of rules';
COMMENT ON COLUMN whatif_measures.measure IS 'first player, turns, draws, deviation (typical, of match-ups from even), entropy, effective, support (of the Nash mixture), triples (circles of three)';
COMMENT ON COLUMN whatif_measures.value IS 'its value';
COMMENT ON COLUMN whatif_measures.value_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN whatif_measures.value_high IS 'upper end of the 95 % interval';

CREATE TABLE whatif_changes (
    run VARCHAR NOT NULL,
    variant UINTEGER NOT NULL,
    family VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    opponent VARCHAR NOT NULL DEFAULT '',
    value_before DOUBLE NOT NULL,
    value_after DOUBLE NOT NULL,
    change DOUBLE NOT NULL,
    change_low DOUBLE NOT NULL,
    change_high DOUBLE NOT NULL,
    p_value DOUBLE NOT NULL,
    beyond_noise BOOLEAN NOT NULL,
    PRIMARY KEY (run, variant, family, name, opponent)
);
COMMENT ON TABLE whatif_changes IS 'What changed from before to after, from paired games with common seeds.';
COMMENT ON COLUMN whatif_changes.run IS 'the run';
COMMENT ON COLUMN whatif_changes.variant IS 'the set of rules after';
COMMENT ON COLUMN whatif_changes.family IS 'setups and matchups (score rates), games, usage, or structure (figures of the whole matrix)';
COMMENT ON COLUMN whatif_changes.name IS 'the setup or figure; of usage a troop (its share of selections) or a command (uses a game)';
COMMENT ON COLUMN whatif_changes.opponent IS 'the second setup of a match-up; empty otherwise';
COMMENT ON COLUMN whatif_changes.value_before IS 'the figure before';
COMMENT ON COLUMN whatif_changes.value_after IS 'the figure after';
COMMENT ON COLUMN whatif_changes.change IS 'how much it rose';
COMMENT ON COLUMN whatif_changes.change_low IS 'lower end of the 95 % interval of the change, taken by itself';
COMMENT ON COLUMN whatif_changes.change_high IS 'upper end of the 95 % interval of the change, taken by itself';
COMMENT ON COLUMN whatif_changes.p_value IS 'how likely such a change is by noise, with all questions of the run asked at once';
COMMENT ON COLUMN whatif_changes.beyond_noise IS 'whether that is below 5 %';

CREATE TABLE whatif_mixtures (
    run VARCHAR NOT NULL,
    variant UINTEGER NOT NULL,
    adapted BOOLEAN NOT NULL,
    entrant VARCHAR NOT NULL,
    setup VARCHAR NOT NULL,
    weight DOUBLE NOT NULL,
    takes_part DOUBLE,
    found BOOLEAN NOT NULL,
    PRIMARY KEY (run, variant, adapted, entrant)
);
COMMENT ON TABLE whatif_mixtures IS 'Nash mixtures under each set of rules, of the setups given and after players adapted.';
COMMENT ON COLUMN whatif_mixtures.run IS 'the run';
COMMENT ON COLUMN whatif_mixtures.variant IS 'the set of rules';
COMMENT ON COLUMN whatif_mixtures.adapted IS 'whether counters that were searched for take part';
COMMENT ON COLUMN whatif_mixtures.entrant IS 'the setup''s name';
COMMENT ON COLUMN whatif_mixtures.setup IS 'the setup as it plays under these rules';
COMMENT ON COLUMN whatif_mixtures.weight IS 'its weight in the mixture';
COMMENT ON COLUMN whatif_mixtures.takes_part IS 'share of resampled mixtures that use it; NULL where none were drawn';
COMMENT ON COLUMN whatif_mixtures.found IS 'whether it was found by the search';

CREATE TABLE whatif_counters (
    run VARCHAR NOT NULL,
    variant UINTEGER NOT NULL,
    round UINTEGER NOT NULL,
    setup VARCHAR NOT NULL,
    score DOUBLE NOT NULL,
    score_low DOUBLE NOT NULL,
    score_high DOUBLE NOT NULL,
    games UINTEGER NOT NULL,
    PRIMARY KEY (run, variant, round)
);
COMMENT ON TABLE whatif_counters IS 'Counters to the Nash mixture that were found while players adapted.';
COMMENT ON COLUMN whatif_counters.run IS 'the run';
COMMENT ON COLUMN whatif_counters.variant IS 'the set of rules';
COMMENT ON COLUMN whatif_counters.round IS 'number of the round, from 1';
COMMENT ON COLUMN whatif_counters.setup IS 'the counter';
COMMENT ON COLUMN whatif_counters.score IS 'what it scored against the mixture of its round, on fresh seeds';
COMMENT ON COLUMN whatif_counters.score_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN whatif_counters.score_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN whatif_counters.games IS 'games of that';
