-- Searches that propose setups (or agents' parameters), play them, and learn from the result.

CREATE TABLE generations (
    run VARCHAR NOT NULL,
    generation UINTEGER NOT NULL,
    candidates UINTEGER NOT NULL,
    games UINTEGER NOT NULL,
    fitness_best DOUBLE,
    fitness_mean DOUBLE,
    fitness_deviation DOUBLE,
    diversity DOUBLE,
    coverage DOUBLE,
    seconds DOUBLE,
    PRIMARY KEY (run, generation)
);
COMMENT ON TABLE generations IS 'One row a round of an evolutionary run.';
COMMENT ON COLUMN generations.run IS 'the run';
COMMENT ON COLUMN generations.generation IS 'number of the round, from 0';
COMMENT ON COLUMN generations.candidates IS 'candidates evaluated in it';
COMMENT ON COLUMN generations.games IS 'games played in it';
COMMENT ON COLUMN generations.fitness_best IS 'best fitness so far';
COMMENT ON COLUMN generations.fitness_mean IS 'mean fitness of the population';
COMMENT ON COLUMN generations.fitness_deviation IS 'standard deviation of the population''s fitness';
COMMENT ON COLUMN generations.diversity IS 'share of different candidates in the population';
COMMENT ON COLUMN generations.coverage IS 'share of the archive''s cells that are filled; NULL if none';
COMMENT ON COLUMN generations.seconds IS 'time it took';

CREATE TABLE candidates (
    run VARCHAR NOT NULL,
    candidate UINTEGER NOT NULL,
    generation UINTEGER NOT NULL,
    setup VARCHAR,
    agent VARCHAR,
    origin VARCHAR,
    parents UINTEGER[] NOT NULL DEFAULT [],
    fitness DOUBLE,
    fitness_low DOUBLE,
    fitness_high DOUBLE,
    games UINTEGER NOT NULL DEFAULT 0,
    wins UINTEGER NOT NULL DEFAULT 0,
    draws UINTEGER NOT NULL DEFAULT 0,
    losses UINTEGER NOT NULL DEFAULT 0,
    cell VARCHAR,
    elite BOOLEAN NOT NULL DEFAULT false,
    PRIMARY KEY (run, candidate),
    CHECK (setup IS NOT NULL OR agent IS NOT NULL)
);
COMMENT ON TABLE candidates IS 'What an evolutionary run tried: a setup, or an agent being tuned.';
COMMENT ON COLUMN candidates.run IS 'the run';
COMMENT ON COLUMN candidates.candidate IS 'index of the candidate within the run, from 0';
COMMENT ON COLUMN candidates.generation IS 'the round it was first evaluated in';
COMMENT ON COLUMN candidates.setup IS 'the setup as text; NULL where agents are tuned';
COMMENT ON COLUMN candidates.agent IS 'the agent as text; NULL where setups are sought';
COMMENT ON COLUMN candidates.origin IS 'how it came about: seed, random, mutation, crossover, ...';
COMMENT ON COLUMN candidates.parents IS 'the candidates it was made from';
COMMENT ON COLUMN candidates.fitness IS 'its fitness';
COMMENT ON COLUMN candidates.fitness_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN candidates.fitness_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN candidates.games IS 'games the fitness rests on';
COMMENT ON COLUMN candidates.wins IS 'games it won';
COMMENT ON COLUMN candidates.draws IS 'games it drew';
COMMENT ON COLUMN candidates.losses IS 'games it lost';
COMMENT ON COLUMN candidates.cell IS 'its cell in the archive; NULL without an archive';
COMMENT ON COLUMN candidates.elite IS 'whether it is among the run''s results';
