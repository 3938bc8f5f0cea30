-- Which agent beats which
-- Scores of agents against each other, over all games of a run, with 95 % intervals.
SELECT agent, opponent, games, round(score, 3) AS score, round(score_low, 3) AS low,
    round(score_high, 3) AS high, round(advances_a_decision) AS advances_a_decision, run
FROM agent_scores
WHERE score >= 0.5
ORDER BY run DESC, score DESC, agent
LIMIT 100
