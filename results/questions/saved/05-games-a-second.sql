-- Games a second, by run
-- How fast runs played: games over the seconds that the run took.
SELECT run, kind, count(*) AS games, round(any_value(seconds), 1) AS seconds,
    round(count(*) / nullif(any_value(seconds), 0), 1) AS games_a_second,
    round(avg(duration) * 1000, 1) AS milliseconds_a_game
FROM run_summary JOIN games USING (run)
GROUP BY run, kind
ORDER BY run DESC
LIMIT 100
