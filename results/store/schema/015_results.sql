-- What a finished run found, as values.

CREATE TABLE run_results (
    run VARCHAR NOT NULL,
    version UINTEGER NOT NULL,
    result JSON NOT NULL,
    PRIMARY KEY (run)
);
COMMENT ON TABLE run_results IS 'What each finished run found, as values; the tables have the rest.';
COMMENT ON COLUMN run_results.run IS 'the run';
COMMENT ON COLUMN run_results.version IS 'version of the form, which differs by kind of run';
COMMENT ON COLUMN run_results.result IS 'the values, as the run''s kind has them';
