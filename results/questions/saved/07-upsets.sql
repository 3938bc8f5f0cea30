-- Upsets
-- Match-ups of tournaments that the setup with the lower Elo won, beyond chance at 95 %.
SELECT m.entrant, own.setup, m.opponent, other.setup AS opponent_setup,
    round(m.score, 3) AS score, round(m.score_low, 3) AS low, round(m.score_high, 3) AS high,
    m.games, round(own.rating - other.rating) AS elo_difference, m.run
FROM matchup_scores m
JOIN setup_ratings own ON own.run = m.run AND own.entrant = m.entrant AND own.method = 'elo'
JOIN setup_ratings other
    ON other.run = m.run AND other.entrant = m.opponent AND other.method = 'elo'
WHERE m.score_low > 0.5 AND own.rating < other.rating
ORDER BY elo_difference, m.run, m.entrant
LIMIT 50
