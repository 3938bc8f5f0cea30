-- Games in bulk: what each side's thinking cost, whole games for replay, agents rated.

ALTER TABLE games ADD COLUMN first_decisions UINTEGER;
ALTER TABLE games ADD COLUMN second_decisions UINTEGER;
ALTER TABLE games ADD COLUMN first_advances UBIGINT;
ALTER TABLE games ADD COLUMN second_advances UBIGINT;
COMMENT ON COLUMN games.seed IS 'seed of the game''s chance, the same for both games of a pair; the agents'' randomness derives from it and from which of the two it is';
COMMENT ON COLUMN games.first_decisions IS 'actions the first player took';
COMMENT ON COLUMN games.second_decisions IS 'actions the second player took';
COMMENT ON COLUMN games.first_advances IS 'state advances the first player''s agent spent on them';
COMMENT ON COLUMN games.second_advances IS 'state advances the second player''s agent spent on them';

CREATE TABLE game_records (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    record JSON NOT NULL
);
COMMENT ON TABLE game_records IS 'Whole games, for replay: only of runs that were told to save them.';
COMMENT ON COLUMN game_records.run IS 'the run';
COMMENT ON COLUMN game_records.game IS 'index of the game within the run';
COMMENT ON COLUMN game_records.record IS 'the game as a line of a file that conquest-opt replay reads';

CREATE TABLE agent_ratings (
    run VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    agent VARCHAR NOT NULL,
    rating DOUBLE NOT NULL,
    rating_low DOUBLE,
    rating_high DOUBLE,
    games UINTEGER,
    PRIMARY KEY (run, method, agent)
);
COMMENT ON TABLE agent_ratings IS 'How good a run found each agent.';
COMMENT ON COLUMN agent_ratings.run IS 'the run';
COMMENT ON COLUMN agent_ratings.method IS 'how it is rated: elo';
COMMENT ON COLUMN agent_ratings.agent IS 'the agent as text';
COMMENT ON COLUMN agent_ratings.rating IS 'its rating';
COMMENT ON COLUMN agent_ratings.rating_low IS 'lower end of the 95 % interval';
COMMENT ON COLUMN agent_ratings.rating_high IS 'upper end of the 95 % interval';
COMMENT ON COLUMN agent_ratings.games IS 'games the rating rests on';

CREATE VIEW agent_scores AS
WITH sides AS (
    SELECT
        run, first_agent AS agent, second_agent AS opponent,
        CASE winner WHEN 'first' THEN 1.0 WHEN 'draw' THEN 0.5 ELSE 0.0 END::DOUBLE AS score,
        first_advances / nullif(first_decisions, 0) AS advances
    FROM games
    UNION ALL
    SELECT
        run, second_agent, first_agent,
        CASE winner WHEN 'second' THEN 1.0 WHEN 'draw' THEN 0.5 ELSE 0.0 END::DOUBLE,
        second_advances / nullif(second_decisions, 0)
    FROM games
)
SELECT
    run, agent, opponent,
    count(*) AS games,
    count(*) FILTER (score = 1) AS wins,
    count(*) FILTER (score = 0.5) AS draws,
    count(*) FILTER (score = 0) AS losses,
    avg(score) AS score,
    wilson_low(avg(score), count(*)) AS score_low,
    wilson_high(avg(score), count(*)) AS score_high,
    avg(advances) AS advances_a_decision
FROM sides
WHERE agent <> opponent
GROUP BY run, agent, opponent
ORDER BY run, agent, opponent;
COMMENT ON VIEW agent_scores IS 'How agents did against each other, over all setups: two rows a pair of agents.';
COMMENT ON COLUMN agent_scores.run IS 'the run';
COMMENT ON COLUMN agent_scores.agent IS 'the agent';
COMMENT ON COLUMN agent_scores.opponent IS 'the agent it played against';
COMMENT ON COLUMN agent_scores.games IS 'games played';
COMMENT ON COLUMN agent_scores.wins IS 'games the agent won';
COMMENT ON COLUMN agent_scores.draws IS 'games drawn';
COMMENT ON COLUMN agent_scores.losses IS 'games the opponent won';
COMMENT ON COLUMN agent_scores.score IS 'wins and half the draws, as a share of the games';
COMMENT ON COLUMN agent_scores.score_low IS 'lower end of its 95 % interval';
COMMENT ON COLUMN agent_scores.score_high IS 'upper end of its 95 % interval';
COMMENT ON COLUMN agent_scores.advances_a_decision IS 'state advances the agent spent a decision, mean over games';
