-- Changes of rules that were tried
-- Every what-if with its largest change beyond noise, the latest first.
SELECT v.run, array_to_string(v.words, '; ') AS change,
    count(c.name) FILTER (c.beyond_noise) AS changes_beyond_noise,
    arg_max(c.name, abs(c.change)) FILTER (c.beyond_noise) AS largest,
    round(arg_max(c.change, abs(c.change)) FILTER (c.beyond_noise), 3) AS by_how_much,
    any_value(v.maximal) AS maximal_setups
FROM whatif_variants v LEFT JOIN whatif_changes c USING (run, variant)
WHERE len(v.edits) > 0
GROUP BY v.run, v.variant, v.words
ORDER BY v.run DESC, change
LIMIT 100
