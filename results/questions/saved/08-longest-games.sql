-- Longest games
-- The games with the most turns, and who played them.
SELECT turns, actions, first_setup, second_setup, first_agent, second_agent, winner, reason, run, game
FROM games
ORDER BY turns DESC, actions DESC, run, game
LIMIT 50
