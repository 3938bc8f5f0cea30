-- Counters found, by target
-- What searches for counters found against each setup, on new games by the judge.
SELECT coalesce(arguments ->> '$.field.opponents[0].name', arguments ->> '$.field.opponents[0].setup')
        AS target,
    setup, round(rating, 3) AS score, round(rating_low, 3) AS low, round(rating_high, 3) AS high,
    games, run
FROM runs JOIN setup_ratings USING (run)
WHERE kind = 'counter' AND method = 'score of the check'
    AND json_array_length(arguments, '$.field.opponents') = 1
ORDER BY target, rating DESC, setup
LIMIT 200
