-- `maximal_setups` mixed the setups of every set of rules once `enumerate --set` had stored some.
-- It shows those of the standard rules now; all of them have a view of their own.

DROP VIEW maximal_setups;

CREATE VIEW all_maximal_setups AS
SELECT
    ruleset, setup, name, points, exact, troops,
    scout, foot_soldier, halberdier, archer, mage, knight, champion,
    commands,
    battle_cry, stoicism, regenerate, bombard, winds_of_fate, charge, chastise, vigilance,
    shield_wall
FROM setups
WHERE maximal;

CREATE VIEW maximal_setups AS
SELECT all_maximal_setups.* FROM all_maximal_setups
SEMI JOIN (SELECT ruleset FROM rulesets WHERE len(edits) = 0) AS standard USING (ruleset);

COMMENT ON VIEW all_maximal_setups IS 'Legal setups to which nothing can be added, of every set of rules; setup_counts says how the rules differ.';
COMMENT ON VIEW maximal_setups IS 'Legal setups to which nothing can be added, by the standard rules.';

COMMENT ON COLUMN all_maximal_setups.ruleset IS 'digest of the rules';
COMMENT ON COLUMN all_maximal_setups.setup IS 'the setup as text';
COMMENT ON COLUMN all_maximal_setups.name IS 'its name in the catalogue';
COMMENT ON COLUMN all_maximal_setups.points IS 'what it costs';
COMMENT ON COLUMN all_maximal_setups.exact IS 'whether it costs exactly the limit of points';
COMMENT ON COLUMN all_maximal_setups.troops IS 'troops in all';
COMMENT ON COLUMN all_maximal_setups.scout IS 'scouts in it';
COMMENT ON COLUMN all_maximal_setups.foot_soldier IS 'foot soldiers in it';
COMMENT ON COLUMN all_maximal_setups.halberdier IS 'halberdiers in it';
COMMENT ON COLUMN all_maximal_setups.archer IS 'archers in it';
COMMENT ON COLUMN all_maximal_setups.mage IS 'mages in it';
COMMENT ON COLUMN all_maximal_setups.knight IS 'knights in it';
COMMENT ON COLUMN all_maximal_setups.champion IS 'champions in it';
COMMENT ON COLUMN all_maximal_setups.commands IS 'commands in all';
COMMENT ON COLUMN all_maximal_setups.battle_cry IS 'whether it has Battle Cry';
COMMENT ON COLUMN all_maximal_setups.stoicism IS 'whether it has Stoicism';
COMMENT ON COLUMN all_maximal_setups.regenerate IS 'whether it has Regenerate';
COMMENT ON COLUMN all_maximal_setups.bombard IS 'whether it has Bombard';
COMMENT ON COLUMN all_maximal_setups.winds_of_fate IS 'whether it has Winds of Fate';
COMMENT ON COLUMN all_maximal_setups.charge IS 'whether it has Charge';
COMMENT ON COLUMN all_maximal_setups.chastise IS 'whether it has Chastise';
COMMENT ON COLUMN all_maximal_setups.vigilance IS 'whether it has Vigilance';
COMMENT ON COLUMN all_maximal_setups.shield_wall IS 'whether it has Shield Wall';

COMMENT ON COLUMN maximal_setups.ruleset IS 'digest of the standard rules';
COMMENT ON COLUMN maximal_setups.setup IS 'the setup as text';
COMMENT ON COLUMN maximal_setups.name IS 'its name in the catalogue';
COMMENT ON COLUMN maximal_setups.points IS 'what it costs';
COMMENT ON COLUMN maximal_setups.exact IS 'whether it costs exactly the limit of points';
COMMENT ON COLUMN maximal_setups.troops IS 'troops in all';
COMMENT ON COLUMN maximal_setups.scout IS 'scouts in it';
COMMENT ON COLUMN maximal_setups.foot_soldier IS 'foot soldiers in it';
COMMENT ON COLUMN maximal_setups.halberdier IS 'halberdiers in it';
COMMENT ON COLUMN maximal_setups.archer IS 'archers in it';
COMMENT ON COLUMN maximal_setups.mage IS 'mages in it';
COMMENT ON COLUMN maximal_setups.knight IS 'knights in it';
COMMENT ON COLUMN maximal_setups.champion IS 'champions in it';
COMMENT ON COLUMN maximal_setups.commands IS 'commands in all';
COMMENT ON COLUMN maximal_setups.battle_cry IS 'whether it has Battle Cry';
COMMENT ON COLUMN maximal_setups.stoicism IS 'whether it has Stoicism';
COMMENT ON COLUMN maximal_setups.regenerate IS 'whether it has Regenerate';
COMMENT ON COLUMN maximal_setups.bombard IS 'whether it has Bombard';
COMMENT ON COLUMN maximal_setups.winds_of_fate IS 'whether it has Winds of Fate';
COMMENT ON COLUMN maximal_setups.charge IS 'whether it has Charge';
COMMENT ON COLUMN maximal_setups.chastise IS 'whether it has Chastise';
COMMENT ON COLUMN maximal_setups.vigilance IS 'whether it has Vigilance';
COMMENT ON COLUMN maximal_setups.shield_wall IS 'whether it has Shield Wall';

COMMENT ON COLUMN thing_worths.verdict IS
    'underpriced, overpriced or not shown (in line in runs of earlier versions); NULL for single copies';
