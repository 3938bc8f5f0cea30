-- Counters may be found with a formation of their own.

ALTER TABLE setup_ratings ADD COLUMN formation VARCHAR;
COMMENT ON COLUMN setup_ratings.formation IS 'rows of the formation it was rated in, front/middle/back; NULL: derived';
