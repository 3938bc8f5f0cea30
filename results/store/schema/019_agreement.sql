-- How far agents agree about setups.

CREATE TABLE agreement_agents (
    run VARCHAR NOT NULL,
    number UINTEGER NOT NULL,
    agent VARCHAR NOT NULL,
    games UINTEGER NOT NULL,
    reliability DOUBLE NOT NULL,
    reliability_low DOUBLE NOT NULL,
    reliability_high DOUBLE NOT NULL,
    PRIMARY KEY (run, number)
);
COMMENT ON TABLE agreement_agents IS 'Agents that played the same setups, and how far each agrees with itself.';
COMMENT ON COLUMN agreement_agents.run IS 'the run';
COMMENT ON COLUMN agreement_agents.number IS 'number of the agent within the run, from 1';
COMMENT ON COLUMN agreement_agents.agent IS 'the agent as text';
COMMENT ON COLUMN agreement_agents.games IS 'games it played, both sides of each';
COMMENT ON COLUMN agreement_agents.reliability IS 'rank correlation of the scores in both halves of its games, carried to all of them by Spearman''s and Brown''s formula';
COMMENT ON COLUMN agreement_agents.reliability_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN agreement_agents.reliability_high IS 'upper end of the 95 % interval';

CREATE TABLE agreement_scores (
    run VARCHAR NOT NULL,
    number UINTEGER NOT NULL,
    entrant VARCHAR NOT NULL,
    setup VARCHAR NOT NULL,
    games UINTEGER NOT NULL,
    score DOUBLE NOT NULL,
    score_low DOUBLE NOT NULL,
    score_high DOUBLE NOT NULL,
    score_half_1 DOUBLE NOT NULL,
    score_half_2 DOUBLE NOT NULL,
    rank DOUBLE NOT NULL,
    PRIMARY KEY (run, number, entrant)
);
COMMENT ON TABLE agreement_scores IS 'What each setup scored against all others, by each agent.';
COMMENT ON COLUMN agreement_scores.run IS 'the run';
COMMENT ON COLUMN agreement_scores.number IS 'the agent, by its number in agreement_agents';
COMMENT ON COLUMN agreement_scores.entrant IS 'the setup''s name, or its text if it has none';
COMMENT ON COLUMN agreement_scores.setup IS 'the setup as text';
COMMENT ON COLUMN agreement_scores.games IS 'games it played';
COMMENT ON COLUMN agreement_scores.score IS 'wins and half the draws, as a share of the games';
COMMENT ON COLUMN agreement_scores.score_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN agreement_scores.score_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN agreement_scores.score_half_1 IS 'its score in one half of the games';
COMMENT ON COLUMN agreement_scores.score_half_2 IS 'its score in the other half';
COMMENT ON COLUMN agreement_scores.rank IS 'its place by score, from 1; equal ones share the mean of theirs';

CREATE TABLE agreements (
    run VARCHAR NOT NULL,
    one UINTEGER NOT NULL,
    other UINTEGER NOT NULL,
    setups UINTEGER NOT NULL,
    rho DOUBLE NOT NULL,
    rho_low DOUBLE NOT NULL,
    rho_high DOUBLE NOT NULL,
    corrected DOUBLE,
    corrected_low DOUBLE,
    corrected_high DOUBLE,
    verdict VARCHAR NOT NULL,
    PRIMARY KEY (run, one, other)
);
COMMENT ON TABLE agreements IS 'How far each two agents agree about setups.';
COMMENT ON COLUMN agreements.run IS 'the run';
COMMENT ON COLUMN agreements.one IS 'the first agent, by its number in agreement_agents';
COMMENT ON COLUMN agreements.other IS 'the second agent';
COMMENT ON COLUMN agreements.setups IS 'how many setups both played';
COMMENT ON COLUMN agreements.rho IS 'Spearman''s rank correlation of the setups'' scores';
COMMENT ON COLUMN agreements.rho_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN agreements.rho_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN agreements.corrected IS 'what rho would be without noise; NULL where an agent agrees too little with itself';
COMMENT ON COLUMN agreements.corrected_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN agreements.corrected_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN agreements.verdict IS 'agree, agree in part, disagree or not shown';

CREATE TABLE agreement_differences (
    run VARCHAR NOT NULL,
    one UINTEGER NOT NULL,
    other UINTEGER NOT NULL,
    entrant VARCHAR NOT NULL,
    place UINTEGER NOT NULL,
    difference DOUBLE NOT NULL,
    difference_low DOUBLE NOT NULL,
    difference_high DOUBLE NOT NULL,
    opponent VARCHAR,
    game_one UINTEGER,
    game_other UINTEGER,
    PRIMARY KEY (run, one, other, entrant)
);
COMMENT ON TABLE agreement_differences IS 'What the scores of a setup differ by between two agents.';
COMMENT ON COLUMN agreement_differences.run IS 'the run';
COMMENT ON COLUMN agreement_differences.one IS 'the first agent, by its number in agreement_agents';
COMMENT ON COLUMN agreement_differences.other IS 'the second agent';
COMMENT ON COLUMN agreement_differences.entrant IS 'the setup''s name, or its text if it has none';
COMMENT ON COLUMN agreement_differences.place IS '1 for the largest difference of the two agents';
COMMENT ON COLUMN agreement_differences.difference IS 'its score by the second agent less that by the first';
COMMENT ON COLUMN agreement_differences.difference_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN agreement_differences.difference_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN agreement_differences.opponent IS 'opponent against which it differs most; NULL but for the largest differences';
COMMENT ON COLUMN agreement_differences.game_one IS 'a game of the first agent that shows it, in game_records';
COMMENT ON COLUMN agreement_differences.game_other IS 'a game of the second agent that shows it';
