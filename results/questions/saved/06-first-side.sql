-- What the first turn is worth
-- The score of the side that moves first: above 0.5 it helps, if the interval says so.
SELECT run, games, round(first_score, 3) AS first_score, round(score_low, 3) AS low,
    round(score_high, 3) AS high, score_low > 0.5 OR score_high < 0.5 AS shown
FROM first_player_advantage
ORDER BY run DESC
LIMIT 100
