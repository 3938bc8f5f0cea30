-- Setups that played most
-- How often each setup played, over all runs, and by how many agents.
SELECT setup, any_value(entrant) AS entrant, count(*) AS games, count(DISTINCT run) AS runs,
    count(DISTINCT agent) AS agents
FROM game_sides
GROUP BY setup
ORDER BY games DESC, setup
LIMIT 50
