-- Best setups by rating
-- The top of the latest finished ranking: the score expected against its field, with 95 % intervals.
SELECT setup, round(rating, 3) AS rating, round(rating_low, 3) AS low, round(rating_high, 3) AS high,
    games, run
FROM setup_ratings
WHERE method = 'score against the field'
    AND run = (SELECT max(run) FROM runs WHERE kind = 'rank' AND status = 'finished')
ORDER BY rating DESC, setup
LIMIT 50
