-- Archives of play-styles and of setups.

CREATE TABLE behaviour (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    player player NOT NULL,
    turns USMALLINT NOT NULL,
    attacks UINTEGER NOT NULL,
    commands UINTEGER NOT NULL,
    damage UINTEGER NOT NULL,
    ranged_damage UINTEGER NOT NULL,
    damage_received UINTEGER NOT NULL,
    ends USMALLINT NOT NULL,
    distance DOUBLE NOT NULL,
    spread DOUBLE NOT NULL,
    wins UTINYINT NOT NULL,
    winning_turns USMALLINT NOT NULL
);
COMMENT ON TABLE behaviour IS 'What one player of a game did, in numbers: a row a game of a run that maps styles. A feature is the sum of one column over games, divided by that of another.';
COMMENT ON COLUMN behaviour.run IS 'the run';
COMMENT ON COLUMN behaviour.game IS 'index of the game within the run';
COMMENT ON COLUMN behaviour.player IS 'the player that is described: the candidate';
COMMENT ON COLUMN behaviour.turns IS 'turns the player began';
COMMENT ON COLUMN behaviour.attacks IS 'attacks it made';
COMMENT ON COLUMN behaviour.commands IS 'commands it used';
COMMENT ON COLUMN behaviour.damage IS 'health its blows took, as attacker and in answer to attacks';
COMMENT ON COLUMN behaviour.ranged_damage IS 'the part of it that was dealt over two squares or more';
COMMENT ON COLUMN behaviour.damage_received IS 'health that blows took from its troops';
COMMENT ON COLUMN behaviour.ends IS 'turns it ended, at which distance and spread were measured';
COMMENT ON COLUMN behaviour.distance IS 'sum over these of the mean distance of its troops to the nearest enemy, in squares';
COMMENT ON COLUMN behaviour.spread IS 'sum over these of the mean distance between two of its troops, in squares';
COMMENT ON COLUMN behaviour.wins IS '1 if it won, else 0';
COMMENT ON COLUMN behaviour.winning_turns IS 'turns of the game if it won, both players'' counted; else 0';

CREATE TABLE archive_cells (
    run VARCHAR NOT NULL,
    generation UINTEGER NOT NULL,
    row UINTEGER NOT NULL,
    col UINTEGER NOT NULL,
    candidate UINTEGER NOT NULL,
    x DOUBLE,
    y DOUBLE,
    score DOUBLE NOT NULL,
    score_low DOUBLE NOT NULL,
    score_high DOUBLE NOT NULL,
    games UINTEGER NOT NULL,
    PRIMARY KEY (run, generation, row, col)
);
COMMENT ON TABLE archive_cells IS 'The filled cells of a map of styles or setups, as they were after each generation.';
COMMENT ON COLUMN archive_cells.run IS 'the run';
COMMENT ON COLUMN archive_cells.generation IS 'the generation after which it was so; the one after the last is the map at the end';
COMMENT ON COLUMN archive_cells.row IS 'the cell''s place along the feature y, from 0';
COMMENT ON COLUMN archive_cells.col IS 'the cell''s place along the feature x, from 0';
COMMENT ON COLUMN archive_cells.candidate IS 'the candidate that holds the cell';
COMMENT ON COLUMN archive_cells.x IS 'its feature x, over the games that count; NULL if there is none';
COMMENT ON COLUMN archive_cells.y IS 'its feature y, over the games that count; NULL if there is none';
COMMENT ON COLUMN archive_cells.score IS 'its score in the games that count: all but those it qualified by';
COMMENT ON COLUMN archive_cells.score_low IS 'lower end of the 95 % interval, by which cells are held';
COMMENT ON COLUMN archive_cells.score_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN archive_cells.games IS 'games that count';

CREATE TABLE archive_checks (
    run VARCHAR NOT NULL,
    candidate UINTEGER NOT NULL,
    row UINTEGER NOT NULL,
    col UINTEGER NOT NULL,
    meeting VARCHAR NOT NULL,
    feature VARCHAR NOT NULL,
    claimed DOUBLE,
    measured DOUBLE,
    measured_low DOUBLE,
    measured_high DOUBLE,
    games UINTEGER NOT NULL,
    PRIMARY KEY (run, candidate, meeting, feature)
);
COMMENT ON TABLE archive_checks IS 'Chosen cells of a map, played again on seeds that decided nothing: what the map says of them, and what was measured.';
COMMENT ON COLUMN archive_checks.run IS 'the run';
COMMENT ON COLUMN archive_checks.candidate IS 'the candidate that holds the cell';
COMMENT ON COLUMN archive_checks.row IS 'the cell''s row';
COMMENT ON COLUMN archive_checks.col IS 'the cell''s column';
COMMENT ON COLUMN archive_checks.meeting IS 'whom it met, and where';
COMMENT ON COLUMN archive_checks.feature IS 'score, or a feature of the map';
COMMENT ON COLUMN archive_checks.claimed IS 'its value by the map';
COMMENT ON COLUMN archive_checks.measured IS 'its value in these games; NULL if they have none';
COMMENT ON COLUMN archive_checks.measured_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN archive_checks.measured_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN archive_checks.games IS 'games measured';
