-- What every result leads back to: runs and their batches, the rules and the agents they used.
-- Names of troops and commands are those of the rules, so they are types here.

CREATE TYPE troop AS ENUM (
    'scout', 'foot-soldier', 'halberdier', 'archer', 'mage', 'knight', 'champion'
);
COMMENT ON TYPE troop IS 'a troop type, in the order of the rules';

CREATE TYPE command AS ENUM (
    'battle-cry', 'stoicism', 'regenerate', 'bombard', 'winds-of-fate', 'charge', 'chastise',
    'vigilance', 'shield-wall'
);
COMMENT ON TYPE command IS 'a command, in the order of the rules';

CREATE TYPE run_status AS ENUM ('running', 'finished', 'interrupted', 'failed');
COMMENT ON TYPE run_status IS 'how far a run has come';

CREATE TABLE schema_versions (
    version INTEGER PRIMARY KEY,
    file VARCHAR NOT NULL,
    applied TIMESTAMP NOT NULL
);
COMMENT ON TABLE schema_versions IS 'The steps of the schema this file has taken; the highest is its version.';
COMMENT ON COLUMN schema_versions.version IS 'number of the step';
COMMENT ON COLUMN schema_versions.file IS 'name of the .sql file that was applied';
COMMENT ON COLUMN schema_versions.applied IS 'when it was applied (UTC)';

CREATE TABLE rulesets (
    ruleset VARCHAR PRIMARY KEY,
    rules JSON NOT NULL,
    edits VARCHAR[] NOT NULL
);
COMMENT ON TABLE rulesets IS 'Every set of rules that a result was obtained under.';
COMMENT ON COLUMN rulesets.ruleset IS 'digest of the rules, 16 hex digits';
COMMENT ON COLUMN rulesets.rules IS 'every number of the rules';
COMMENT ON COLUMN rulesets.edits IS 'what differs from the standard rules, such as champion.cost=225';

CREATE TABLE agents (
    agent VARCHAR PRIMARY KEY,
    name VARCHAR NOT NULL,
    parameters JSON NOT NULL
);
COMMENT ON TABLE agents IS 'Every agent that played or was to play.';
COMMENT ON COLUMN agents.agent IS 'the agent as text, such as fpu:iterations=1000,k=0.5';
COMMENT ON COLUMN agents.name IS 'its kind: the text before the colon';
COMMENT ON COLUMN agents.parameters IS 'its parameters by name';

CREATE TABLE runs (
    run VARCHAR PRIMARY KEY,
    kind VARCHAR NOT NULL,
    status run_status NOT NULL,
    started TIMESTAMP NOT NULL,
    ended TIMESTAMP CHECK (ended >= started),
    seed UBIGINT,
    ruleset VARCHAR NOT NULL,
    agents VARCHAR[] NOT NULL,
    arguments JSON NOT NULL,
    software VARCHAR NOT NULL,
    process UINTEGER NOT NULL,
    process_mark VARCHAR NOT NULL,
    message VARCHAR
);
COMMENT ON TABLE runs IS 'One row a run: a command that stored results.';
COMMENT ON COLUMN runs.run IS 'when it began (UTC), its kind and four hex digits; sorts by time';
COMMENT ON COLUMN runs.kind IS 'what it did: enumerate, tournament, evolve, balance, ...';
COMMENT ON COLUMN runs.status IS 'running, finished, interrupted or failed';
COMMENT ON COLUMN runs.started IS 'when it began (UTC)';
COMMENT ON COLUMN runs.ended IS 'when it ended (UTC); NULL while it runs';
COMMENT ON COLUMN runs.seed IS 'seed that all its randomness derives from; NULL if it has none';
COMMENT ON COLUMN runs.ruleset IS 'digest of the rules it was started with';
COMMENT ON COLUMN runs.agents IS 'the agents it was started with, as text';
COMMENT ON COLUMN runs.arguments IS 'the arguments it was started with';
COMMENT ON COLUMN runs.software IS 'version of conquest-opt';
COMMENT ON COLUMN runs.process IS 'number of the process that writes it';
COMMENT ON COLUMN runs.process_mark IS 'tells that process from a later one of the same number';
COMMENT ON COLUMN runs.message IS 'why it failed; NULL otherwise';

CREATE TABLE batches (
    run VARCHAR NOT NULL,
    batch VARCHAR NOT NULL,
    rows UBIGINT NOT NULL,
    tables JSON NOT NULL,
    written TIMESTAMP NOT NULL,
    PRIMARY KEY (run, batch)
);
COMMENT ON TABLE batches IS 'Rows arrive in batches, each whole or not at all; a run resumes after these.';
COMMENT ON COLUMN batches.run IS 'the run';
COMMENT ON COLUMN batches.batch IS 'key of the batch within the run';
COMMENT ON COLUMN batches.rows IS 'rows handed over, those already known among them';
COMMENT ON COLUMN batches.tables IS 'rows handed over by table';
COMMENT ON COLUMN batches.written IS 'when it was written (UTC)';
