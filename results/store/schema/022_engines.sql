-- Other programs that play: their games depend on the clock, and they may lose by a fault.

ALTER TABLE runs ADD COLUMN clock_dependent BOOLEAN DEFAULT false;
COMMENT ON COLUMN runs.clock_dependent IS 'whether other programs played, whose games depend on the clock: the seed does not repeat them, and they are not put together with those of other runs';

CREATE TYPE game_ending AS ENUM ('elimination', 'turn limit', 'forfeit');
COMMENT ON TYPE game_ending IS 'why a game ended';
ALTER TABLE games ALTER COLUMN reason TYPE game_ending USING reason::VARCHAR::game_ending;
DROP TYPE ending;
COMMENT ON COLUMN games.reason IS 'why the game ended: elimination, turn limit, or forfeit (see game_forfeits)';

CREATE TYPE engine_fault AS ENUM ('crash', 'illegal move', 'time-out', 'protocol');
COMMENT ON TYPE engine_fault IS 'why another program lost a game: it ended, chose an illegal action, did not answer in time, or wrote what the protocol does not have';

CREATE TABLE game_forfeits (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    player player NOT NULL,
    fault engine_fault NOT NULL,
    detail VARCHAR NOT NULL,
    PRIMARY KEY (run, game)
);
COMMENT ON TABLE game_forfeits IS 'Games that another program lost by a fault; games has their other values, up to the fault.';
COMMENT ON COLUMN game_forfeits.run IS 'the run';
COMMENT ON COLUMN game_forfeits.game IS 'index of the game within the run';
COMMENT ON COLUMN game_forfeits.player IS 'the side whose program was at fault';
COMMENT ON COLUMN game_forfeits.fault IS 'what was wrong';
COMMENT ON COLUMN game_forfeits.detail IS 'what was expected and what was seen, with the last lines of its standard error';
