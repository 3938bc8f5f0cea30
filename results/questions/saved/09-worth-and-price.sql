-- Worth beside price
-- What the latest estimate says that each troop and command is worth, beside what it costs.
SELECT thing, price, round(worth) AS worth, round(worth_low) AS low, round(worth_high) AS high,
    verdict, setups, run
FROM thing_worths
WHERE copy = 'each' AND run = (SELECT max(run) FROM thing_worths)
ORDER BY worth / nullif(price, 0) DESC, thing
LIMIT 50
