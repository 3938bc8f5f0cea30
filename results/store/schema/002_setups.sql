-- Setups are facts about a set of rules, so they are kept once, whichever run found them.
-- No primary key: its index made the file 6 times as large and writing 4 times as slow (283,717
-- rows). The store keeps (ruleset, setup) unique: it inserts only what is not there yet.

CREATE TABLE setups (
    ruleset VARCHAR NOT NULL,
    setup VARCHAR NOT NULL,
    scout UTINYINT NOT NULL,
    foot_soldier UTINYINT NOT NULL,
    halberdier UTINYINT NOT NULL,
    archer UTINYINT NOT NULL,
    mage UTINYINT NOT NULL,
    knight UTINYINT NOT NULL,
    champion UTINYINT NOT NULL,
    troops UTINYINT NOT NULL,
    battle_cry BOOLEAN NOT NULL,
    stoicism BOOLEAN NOT NULL,
    regenerate BOOLEAN NOT NULL,
    bombard BOOLEAN NOT NULL,
    winds_of_fate BOOLEAN NOT NULL,
    charge BOOLEAN NOT NULL,
    chastise BOOLEAN NOT NULL,
    vigilance BOOLEAN NOT NULL,
    shield_wall BOOLEAN NOT NULL,
    commands UTINYINT NOT NULL,
    points UINTEGER NOT NULL,
    legal BOOLEAN NOT NULL,
    maximal BOOLEAN NOT NULL,
    exact BOOLEAN NOT NULL,
    name VARCHAR
);
COMMENT ON TABLE setups IS 'Every setup that is known, one row for each set of rules and setup.';
COMMENT ON COLUMN setups.ruleset IS 'digest of the rules that cost and limits come from';
COMMENT ON COLUMN setups.setup IS 'the setup as text, such as SSFFHHAMKC:battle-cry,charge,chastise';
COMMENT ON COLUMN setups.scout IS 'scouts in it';
COMMENT ON COLUMN setups.foot_soldier IS 'foot soldiers in it';
COMMENT ON COLUMN setups.halberdier IS 'halberdiers in it';
COMMENT ON COLUMN setups.archer IS 'archers in it';
COMMENT ON COLUMN setups.mage IS 'mages in it';
COMMENT ON COLUMN setups.knight IS 'knights in it';
COMMENT ON COLUMN setups.champion IS 'champions in it';
COMMENT ON COLUMN setups.troops IS 'troops in all';
COMMENT ON COLUMN setups.battle_cry IS 'whether it has Battle Cry';
COMMENT ON COLUMN setups.stoicism IS 'whether it has Stoicism';
COMMENT ON COLUMN setups.regenerate IS 'whether it has Regenerate';
COMMENT ON COLUMN setups.bombard IS 'whether it has Bombard';
COMMENT ON COLUMN setups.winds_of_fate IS 'whether it has Winds of Fate';
COMMENT ON COLUMN setups.charge IS 'whether it has Charge';
COMMENT ON COLUMN setups.chastise IS 'whether it has Chastise';
COMMENT ON COLUMN setups.vigilance IS 'whether it has Vigilance';
COMMENT ON COLUMN setups.shield_wall IS 'whether it has Shield Wall';
COMMENT ON COLUMN setups.commands IS 'commands in all';
COMMENT ON COLUMN setups.points IS 'what its troops and commands cost';
COMMENT ON COLUMN setups.legal IS 'whether it keeps the limits of points, troops and commands';
COMMENT ON COLUMN setups.maximal IS 'whether it is legal and nothing can be added';
COMMENT ON COLUMN setups.exact IS 'whether it costs exactly the limit of points';
COMMENT ON COLUMN setups.name IS 'its name in the catalogue; NULL if it has none';

CREATE TABLE run_setups (
    run VARCHAR NOT NULL,
    setup VARCHAR NOT NULL
);
COMMENT ON TABLE run_setups IS 'Which setups a run found, under its rules; setups holds each of them once.';
COMMENT ON COLUMN run_setups.run IS 'the run';
COMMENT ON COLUMN run_setups.setup IS 'the setup as text';
