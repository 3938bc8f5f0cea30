-- Answers with speaking names. An entrant is a setup's name, or its text if it has none.

CREATE MACRO wilson_low(score, games) AS
    (score + 1.9207 / games - 1.96 * sqrt(score * (1 - score) / games + 0.9604 / games ** 2))
    / (1 + 3.8416 / games);
COMMENT ON MACRO wilson_low IS 'lower end of the 95 % interval (Wilson 1927) of a score from 0 to 1';

CREATE MACRO wilson_high(score, games) AS
    (score + 1.9207 / games + 1.96 * sqrt(score * (1 - score) / games + 0.9604 / games ** 2))
    / (1 + 3.8416 / games);
COMMENT ON MACRO wilson_high IS 'upper end of the 95 % interval (Wilson 1927) of a score from 0 to 1';

CREATE VIEW run_summary AS
WITH written AS (
    SELECT run, count(*) AS batches, sum(rows) AS rows, max(written) AS last FROM batches GROUP BY run
)
SELECT
    run, kind, status, started, ended,
    epoch(coalesce(ended, greatest(started, last), started) - started) AS seconds,
    seed, ruleset, edits, agents,
    coalesce(batches, 0) AS batches,
    coalesce(rows, 0)::UBIGINT AS rows
FROM runs LEFT JOIN rulesets USING (ruleset) LEFT JOIN written USING (run)
ORDER BY started, run;
COMMENT ON VIEW run_summary IS 'Runs with their rules and how much they wrote.';
COMMENT ON COLUMN run_summary.run IS 'the run';
COMMENT ON COLUMN run_summary.kind IS 'what it did';
COMMENT ON COLUMN run_summary.status IS 'how far it has come; a killed run says running until the next one begins';
COMMENT ON COLUMN run_summary.started IS 'when it began (UTC)';
COMMENT ON COLUMN run_summary.ended IS 'when it ended (UTC)';
COMMENT ON COLUMN run_summary.seconds IS 'time it took, or until its last batch';
COMMENT ON COLUMN run_summary.seed IS 'its seed';
COMMENT ON COLUMN run_summary.ruleset IS 'digest of its rules';
COMMENT ON COLUMN run_summary.edits IS 'what differs from the standard rules';
COMMENT ON COLUMN run_summary.agents IS 'its agents';
COMMENT ON COLUMN run_summary.batches IS 'batches written';
COMMENT ON COLUMN run_summary.rows IS 'rows handed over in them';

CREATE VIEW setup_counts AS
SELECT
    ruleset, edits,
    count(*) AS setups,
    count(*) FILTER (legal) AS legal,
    count(*) FILTER (maximal) AS maximal,
    count(*) FILTER (exact) AS exact,
    count(name) AS named
FROM setups
LEFT JOIN rulesets USING (ruleset)
GROUP BY ALL
ORDER BY ruleset;
COMMENT ON VIEW setup_counts IS 'How many setups are stored for each set of rules.';
COMMENT ON COLUMN setup_counts.ruleset IS 'digest of the rules';
COMMENT ON COLUMN setup_counts.edits IS 'what differs from the standard rules';
COMMENT ON COLUMN setup_counts.setups IS 'setups stored';
COMMENT ON COLUMN setup_counts.legal IS 'those that keep the limits';
COMMENT ON COLUMN setup_counts.maximal IS 'those to which nothing can be added';
COMMENT ON COLUMN setup_counts.exact IS 'those that cost exactly the limit of points';
COMMENT ON COLUMN setup_counts.named IS 'those of the catalogue';

CREATE VIEW maximal_setups AS
SELECT
    ruleset, setup, name, points, exact, troops,
    scout, foot_soldier, halberdier, archer, mage, knight, champion,
    commands,
    battle_cry, stoicism, regenerate, bombard, winds_of_fate, charge, chastise, vigilance,
    shield_wall
FROM setups
WHERE maximal;
COMMENT ON VIEW maximal_setups IS 'Legal setups to which nothing can be added.';
COMMENT ON COLUMN maximal_setups.ruleset IS 'digest of the rules';
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

CREATE VIEW game_sides AS
SELECT
    run, game, 'first'::player AS player,
    coalesce(first_name, first_setup) AS entrant, first_setup AS setup, first_agent AS agent,
    coalesce(second_name, second_setup) AS opponent,
    CASE winner WHEN 'first' THEN 1.0 WHEN 'draw' THEN 0.5 ELSE 0.0 END::DOUBLE AS score
FROM games
UNION ALL
SELECT
    run, game, 'second'::player,
    coalesce(second_name, second_setup), second_setup, second_agent,
    coalesce(first_name, first_setup),
    CASE winner WHEN 'second' THEN 1.0 WHEN 'draw' THEN 0.5 ELSE 0.0 END::DOUBLE
FROM games;
COMMENT ON VIEW game_sides IS 'Games seen from each side: two rows a game.';
COMMENT ON COLUMN game_sides.run IS 'the run';
COMMENT ON COLUMN game_sides.game IS 'index of the game within the run';
COMMENT ON COLUMN game_sides.player IS 'the side it is seen from';
COMMENT ON COLUMN game_sides.entrant IS 'that side''s entrant';
COMMENT ON COLUMN game_sides.setup IS 'that side''s setup as text';
COMMENT ON COLUMN game_sides.agent IS 'that side''s agent';
COMMENT ON COLUMN game_sides.opponent IS 'the other side''s entrant';
COMMENT ON COLUMN game_sides.score IS '1 for a win, 0.5 for a draw, 0 for a loss';

CREATE VIEW standings AS
SELECT
    run,
    rank() OVER (PARTITION BY run ORDER BY avg(score) DESC) AS rank,
    entrant, agent,
    count(*) AS games,
    count(*) FILTER (score = 1) AS wins,
    count(*) FILTER (score = 0.5) AS draws,
    count(*) FILTER (score = 0) AS losses,
    avg(score) AS score,
    wilson_low(avg(score), count(*)) AS score_low,
    wilson_high(avg(score), count(*)) AS score_high,
    avg(score) FILTER (player = 'first') AS score_first,
    avg(score) FILTER (player = 'second') AS score_second
FROM game_sides
GROUP BY run, entrant, agent
ORDER BY run, rank, entrant;
COMMENT ON VIEW standings IS 'The table of a run''s games: who scored how much.';
COMMENT ON COLUMN standings.run IS 'the run';
COMMENT ON COLUMN standings.rank IS 'place by score';
COMMENT ON COLUMN standings.entrant IS 'the setup''s name, or its text if it has none';
COMMENT ON COLUMN standings.agent IS 'the agent that played it';
COMMENT ON COLUMN standings.games IS 'games played';
COMMENT ON COLUMN standings.wins IS 'games won';
COMMENT ON COLUMN standings.draws IS 'games drawn';
COMMENT ON COLUMN standings.losses IS 'games lost';
COMMENT ON COLUMN standings.score IS 'wins and half the draws, as a share of the games';
COMMENT ON COLUMN standings.score_low IS 'lower end of its 95 % interval';
COMMENT ON COLUMN standings.score_high IS 'upper end of its 95 % interval';
COMMENT ON COLUMN standings.score_first IS 'score when playing first';
COMMENT ON COLUMN standings.score_second IS 'score when playing second';

CREATE VIEW matchup_scores AS
WITH both_ways AS (
    SELECT run, matchup, coalesce(name_a, setup_a) AS entrant, agent_a AS agent,
        coalesce(name_b, setup_b) AS opponent, agent_b AS opponent_agent,
        games, wins, draws, losses
    FROM matchups
    UNION ALL
    SELECT run, matchup, coalesce(name_b, setup_b), agent_b,
        coalesce(name_a, setup_a), agent_a,
        games, losses, draws, wins
    FROM matchups
)
SELECT *,
    (wins + draws / 2) / games AS score,
    wilson_low((wins + draws / 2) / games, games) AS score_low,
    wilson_high((wins + draws / 2) / games, games) AS score_high
FROM both_ways
ORDER BY run, entrant, opponent;
COMMENT ON VIEW matchup_scores IS 'Matchups from both sides, with scores: two rows a matchup.';
COMMENT ON COLUMN matchup_scores.run IS 'the run';
COMMENT ON COLUMN matchup_scores.matchup IS 'index of the matchup within the run';
COMMENT ON COLUMN matchup_scores.entrant IS 'whose games these are';
COMMENT ON COLUMN matchup_scores.agent IS 'the agent that played it';
COMMENT ON COLUMN matchup_scores.opponent IS 'against whom';
COMMENT ON COLUMN matchup_scores.opponent_agent IS 'the agent that played the opponent';
COMMENT ON COLUMN matchup_scores.games IS 'games played';
COMMENT ON COLUMN matchup_scores.wins IS 'games the entrant won';
COMMENT ON COLUMN matchup_scores.draws IS 'games drawn';
COMMENT ON COLUMN matchup_scores.losses IS 'games the opponent won';
COMMENT ON COLUMN matchup_scores.score IS 'wins and half the draws, as a share of the games';
COMMENT ON COLUMN matchup_scores.score_low IS 'lower end of its 95 % interval';
COMMENT ON COLUMN matchup_scores.score_high IS 'upper end of its 95 % interval';

CREATE VIEW first_player_advantage AS
SELECT
    run,
    count(*) AS games,
    count(*) FILTER (winner = 'first') AS first_wins,
    count(*) FILTER (winner = 'draw') AS draws,
    count(*) FILTER (winner = 'second') AS second_wins,
    (first_wins + draws / 2) / count(*) AS first_score,
    wilson_low(first_score, count(*)) AS score_low,
    wilson_high(first_score, count(*)) AS score_high
FROM games
GROUP BY run
ORDER BY run;
COMMENT ON VIEW first_player_advantage IS 'What the first turn is worth: above 0.5 it helps.';
COMMENT ON COLUMN first_player_advantage.run IS 'the run';
COMMENT ON COLUMN first_player_advantage.games IS 'games played';
COMMENT ON COLUMN first_player_advantage.first_wins IS 'games the first player won';
COMMENT ON COLUMN first_player_advantage.draws IS 'games drawn';
COMMENT ON COLUMN first_player_advantage.second_wins IS 'games the second player won';
COMMENT ON COLUMN first_player_advantage.first_score IS 'score of the first players';
COMMENT ON COLUMN first_player_advantage.score_low IS 'lower end of its 95 % interval';
COMMENT ON COLUMN first_player_advantage.score_high IS 'upper end of its 95 % interval';

CREATE VIEW game_lengths AS
SELECT
    run,
    count(*) AS games,
    avg(turns) AS turns_mean,
    stddev_samp(turns) AS turns_deviation,
    min(turns) AS turns_least,
    max(turns) AS turns_most,
    avg(actions) AS actions_mean,
    min(actions) AS actions_least,
    max(actions) AS actions_most,
    avg(actions / turns) AS actions_a_turn,
    stddev_samp(actions / turns) AS actions_a_turn_deviation,
    avg(duration) AS seconds_mean
FROM games
GROUP BY run
ORDER BY run;
COMMENT ON VIEW game_lengths IS 'How long a run''s games were.';
COMMENT ON COLUMN game_lengths.run IS 'the run';
COMMENT ON COLUMN game_lengths.games IS 'games played';
COMMENT ON COLUMN game_lengths.turns_mean IS 'mean number of turns';
COMMENT ON COLUMN game_lengths.turns_deviation IS 'standard deviation of the number of turns';
COMMENT ON COLUMN game_lengths.turns_least IS 'turns of the shortest game';
COMMENT ON COLUMN game_lengths.turns_most IS 'turns of the longest game';
COMMENT ON COLUMN game_lengths.actions_mean IS 'mean number of actions';
COMMENT ON COLUMN game_lengths.actions_least IS 'fewest actions in a game';
COMMENT ON COLUMN game_lengths.actions_most IS 'most actions in a game';
COMMENT ON COLUMN game_lengths.actions_a_turn IS 'mean over games of actions for each turn';
COMMENT ON COLUMN game_lengths.actions_a_turn_deviation IS 'standard deviation over games of that';
COMMENT ON COLUMN game_lengths.seconds_mean IS 'mean time a game took to play';

CREATE VIEW run_entrants AS
SELECT DISTINCT
    run, entrant, setup,
    split_part(setup, ':', 1) AS letters,
    list_filter(string_split(split_part(setup, ':', 2), ','), lambda slug: slug <> '') AS commands
FROM game_sides;
COMMENT ON VIEW run_entrants IS 'The setups that took part in a run''s games.';
COMMENT ON COLUMN run_entrants.run IS 'the run';
COMMENT ON COLUMN run_entrants.entrant IS 'the setup''s name, or its text if it has none';
COMMENT ON COLUMN run_entrants.setup IS 'the setup as text';
COMMENT ON COLUMN run_entrants.letters IS 'its troops by letter';
COMMENT ON COLUMN run_entrants.commands IS 'its commands';

CREATE VIEW command_usage AS
WITH every AS (
    SELECT run, unnest(enum_range(NULL::command))::command AS command
    FROM (SELECT DISTINCT run FROM game_events)
),
featured AS (
    SELECT run, slug::command AS command, count(*) AS setups
    FROM (SELECT run, unnest(commands) AS slug FROM run_entrants) GROUP BY ALL
),
used AS (
    SELECT run, command, count(*) AS times, count(*) FILTER (kill) AS kills
    FROM game_events WHERE kind = 'command' GROUP BY ALL
)
SELECT
    run, command,
    coalesce(setups, 0) AS setups,
    coalesce(times, 0) AS used,
    coalesce(times, 0) / sum(times) OVER (PARTITION BY run) AS share,
    coalesce(times, 0) / setups AS used_a_setup,
    coalesce(kills, 0) AS kills
FROM every LEFT JOIN featured USING (run, command) LEFT JOIN used USING (run, command)
ORDER BY run, used DESC, command;
COMMENT ON VIEW command_usage IS 'How often each command was used in a run (thesis, table 3).';
COMMENT ON COLUMN command_usage.run IS 'the run';
COMMENT ON COLUMN command_usage.command IS 'the command';
COMMENT ON COLUMN command_usage.setups IS 'setups of the run that feature it';
COMMENT ON COLUMN command_usage.used IS 'times it was used';
COMMENT ON COLUMN command_usage.share IS 'its share of all commands used';
COMMENT ON COLUMN command_usage.used_a_setup IS 'times used for each setup that features it';
COMMENT ON COLUMN command_usage.kills IS 'troops it killed';

CREATE VIEW command_targets AS
SELECT
    run, command, target,
    count(*) AS used,
    count(*) / sum(count(*)) OVER (PARTITION BY run, command) AS share_of_command,
    count(*) / sum(count(*)) OVER (PARTITION BY run, target) AS share_of_target
FROM game_events
WHERE kind = 'command' AND target IS NOT NULL
GROUP BY run, command, target
ORDER BY run, command, target;
COMMENT ON VIEW command_targets IS 'Which troops commands were used on (thesis, tables 4 and 5).';
COMMENT ON COLUMN command_targets.run IS 'the run';
COMMENT ON COLUMN command_targets.command IS 'the command';
COMMENT ON COLUMN command_targets.target IS 'type of the troop it was used on';
COMMENT ON COLUMN command_targets.used IS 'times it was used on that type';
COMMENT ON COLUMN command_targets.share_of_command IS 'share of all uses of the command';
COMMENT ON COLUMN command_targets.share_of_target IS 'share of all commands used on that type';

CREATE VIEW troop_usage AS
WITH every AS (
    SELECT run, unnest(enum_range(NULL::troop))::troop AS troop
    FROM (SELECT DISTINCT run FROM game_events)
),
letters AS (
    SELECT
        unnest(enum_range(NULL::troop))::troop AS troop,
        unnest(['S', 'F', 'H', 'A', 'M', 'K', 'C']) AS letter
),
fielded AS (
    SELECT run, troop, sum(length(letters) - length(replace(letters, letter, ''))) AS troops
    FROM run_entrants CROSS JOIN letters GROUP BY ALL
),
selected AS (
    SELECT run, troop, count(*) AS times FROM game_events WHERE kind = 'select' GROUP BY ALL
)
SELECT
    run, troop,
    troops::UBIGINT AS fielded,
    coalesce(times, 0) AS selected,
    coalesce(times, 0) / sum(times) OVER (PARTITION BY run) AS share,
    coalesce(times, 0) / nullif(troops, 0) AS selected_a_troop,
    selected_a_troop * 25 / (rules ->> ('/troops/' || troop || '/cost'))::DOUBLE AS a_25_points
FROM every
LEFT JOIN fielded USING (run, troop)
LEFT JOIN selected USING (run, troop)
LEFT JOIN runs USING (run)
LEFT JOIN rulesets USING (ruleset)
ORDER BY run, troop;
COMMENT ON VIEW troop_usage IS 'How often each troop type was selected in a run (thesis, table 6).';
COMMENT ON COLUMN troop_usage.run IS 'the run';
COMMENT ON COLUMN troop_usage.troop IS 'the troop type';
COMMENT ON COLUMN troop_usage.fielded IS 'troops of that type in all setups of the run';
COMMENT ON COLUMN troop_usage.selected IS 'times one was selected';
COMMENT ON COLUMN troop_usage.share IS 'its share of all selections';
COMMENT ON COLUMN troop_usage.selected_a_troop IS 'times selected for each one fielded';
COMMENT ON COLUMN troop_usage.a_25_points IS 'the same for each 25 points of its cost';

CREATE VIEW attacks AS
SELECT
    run, troop AS attacker, target AS defender,
    count(*) AS attacks,
    count(*) FILTER (kill) AS kills,
    count(*) FILTER (kill) / count(*) AS kill_rate,
    count(*) FILTER (death) AS deaths,
    avg(damage_dealt) AS damage_dealt,
    avg(damage_received) AS damage_received
FROM game_events
WHERE kind = 'attack'
GROUP BY ALL
ORDER BY run, attacker, defender;
COMMENT ON VIEW attacks IS 'Who attacked whom, and with what success (thesis, table 7).';
COMMENT ON COLUMN attacks.run IS 'the run';
COMMENT ON COLUMN attacks.attacker IS 'type of the attacking troop';
COMMENT ON COLUMN attacks.defender IS 'type of the attacked troop';
COMMENT ON COLUMN attacks.attacks IS 'attacks made';
COMMENT ON COLUMN attacks.kills IS 'attacks that killed the defender';
COMMENT ON COLUMN attacks.kill_rate IS 'kills as a share of the attacks';
COMMENT ON COLUMN attacks.deaths IS 'attacks in which the attacker died';
COMMENT ON COLUMN attacks.damage_dealt IS 'mean damage dealt by an attack';
COMMENT ON COLUMN attacks.damage_received IS 'mean damage received in an attack';
