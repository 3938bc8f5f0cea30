-- Plainer words for columns and tables of earlier steps; nothing else changes.

COMMENT ON TABLE game_records IS 'Whole games, for replay: only of runs with --save-games.';
COMMENT ON COLUMN matchup_scores.opponent IS 'the opponent';
COMMENT ON COLUMN metagame.check_score IS 'its score against the mixture, played by the second agent; NULL if not checked';
COMMENT ON COLUMN metagame_rounds.score IS 'its score against the mixture, on held-out seeds; the exploitability is that less one half';
COMMENT ON COLUMN archive_checks.meeting IS 'what it was checked against, and where';
COMMENT ON COLUMN whatif_counters.score IS 'what it scored against the mixture of its round, on held-out seeds';
COMMENT ON COLUMN balance_front.reported IS 'true for the front as it was reported: found again on held-out seeds';
COMMENT ON COLUMN balance_checks.wanted IS 'whether the run searched by it; others are only reported';
