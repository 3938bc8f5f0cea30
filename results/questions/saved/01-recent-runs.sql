-- Runs of the last days
-- What was run in the last seven days, the latest first, with its games.
SELECT run, kind, status, started, round(seconds, 1) AS seconds, edits,
    (SELECT count(*) FROM games WHERE games.run = run_summary.run) AS games
FROM run_summary
WHERE started > now()::TIMESTAMP - INTERVAL 7 DAY
ORDER BY started DESC
LIMIT 100
