-- What each reduction of the action space leaves to choose from, and what it does to an agent.

CREATE TABLE action_space_games (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    setup VARCHAR NOT NULL,
    name VARCHAR,
    agent VARCHAR NOT NULL,
    seed UBIGINT NOT NULL,
    turns UINTEGER NOT NULL,
    actions UINTEGER NOT NULL,
    PRIMARY KEY (run, game)
);
COMMENT ON TABLE action_space_games IS 'Games in the reduced space, in whose positions all spaces were measured.';
COMMENT ON COLUMN action_space_games.run IS 'the run';
COMMENT ON COLUMN action_space_games.game IS 'index of the game within the run, from 0';
COMMENT ON COLUMN action_space_games.setup IS 'setup of both sides, as text';
COMMENT ON COLUMN action_space_games.name IS 'what the setup is called; NULL if nothing';
COMMENT ON COLUMN action_space_games.agent IS 'agent of both sides';
COMMENT ON COLUMN action_space_games.seed IS 'seed of the game';
COMMENT ON COLUMN action_space_games.turns IS 'turns, each player''s counted singly';
COMMENT ON COLUMN action_space_games.actions IS 'actions, which are the positions that were measured';

CREATE TABLE action_space_options (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    switched_off VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    options UINTEGER[] NOT NULL,
    PRIMARY KEY (run, game, switched_off, phase)
);
COMMENT ON TABLE action_space_options IS 'Legal actions in the positions of a game, by action space and phase.';
COMMENT ON COLUMN action_space_options.run IS 'the run';
COMMENT ON COLUMN action_space_options.game IS 'the game of action_space_games';
COMMENT ON COLUMN action_space_options.switched_off IS 'the reduction that the space does without: none, one of them, or all';
COMMENT ON COLUMN action_space_options.phase IS 'selection, movement, moved or rally, as the reduced space has it';
COMMENT ON COLUMN action_space_options.options IS 'legal actions in each position of the phase, in the order of the game';

CREATE TABLE action_space_turns (
    run VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    number UTINYINT NOT NULL,
    switched_off VARCHAR NOT NULL,
    sequences DOUBLE NOT NULL,
    error DOUBLE NOT NULL,
    ends UBIGINT,
    PRIMARY KEY (run, game, number, switched_off)
);
COMMENT ON TABLE action_space_turns IS 'Ways to play some turns of a game, by action space.';
COMMENT ON COLUMN action_space_turns.run IS 'the run';
COMMENT ON COLUMN action_space_turns.game IS 'the game of action_space_games';
COMMENT ON COLUMN action_space_turns.number IS 'which of the game''s turns that were drawn, from 0';
COMMENT ON COLUMN action_space_turns.switched_off IS 'the reduction that the space does without: none, one of them, or all';
COMMENT ON COLUMN action_space_turns.sequences IS 'sequences of actions to the turn''s end';
COMMENT ON COLUMN action_space_turns.error IS 'relative standard error of that number; 0 if it was counted';
COMMENT ON COLUMN action_space_turns.ends IS 'different positions after the turn; NULL if sequences were estimated';

CREATE TABLE action_space_duels (
    run VARCHAR NOT NULL,
    switched_off VARCHAR NOT NULL,
    game UINTEGER NOT NULL,
    setup VARCHAR NOT NULL,
    name VARCHAR,
    seed UBIGINT NOT NULL,
    agent_on VARCHAR NOT NULL,
    agent_off VARCHAR NOT NULL,
    first VARCHAR NOT NULL,
    winner VARCHAR NOT NULL,
    turns UINTEGER NOT NULL,
    decisions_on UINTEGER NOT NULL,
    decisions_off UINTEGER NOT NULL,
    advances_on UBIGINT NOT NULL,
    advances_off UBIGINT NOT NULL,
    PRIMARY KEY (run, switched_off, game)
);
COMMENT ON TABLE action_space_duels IS 'Games of an agent with a reduction against the same agent without it.';
COMMENT ON COLUMN action_space_duels.run IS 'the run';
COMMENT ON COLUMN action_space_duels.switched_off IS 'the reduction that one side does without, or all';
COMMENT ON COLUMN action_space_duels.game IS 'index of the game within the comparison, from 0; games 2p and 2p + 1 are a side-swapped pair';
COMMENT ON COLUMN action_space_duels.setup IS 'setup of both sides, as text';
COMMENT ON COLUMN action_space_duels.name IS 'what the setup is called; NULL if nothing';
COMMENT ON COLUMN action_space_duels.seed IS 'seed of the game, which both games of a pair have';
COMMENT ON COLUMN action_space_duels.agent_on IS 'agent of the side with the reduction';
COMMENT ON COLUMN action_space_duels.agent_off IS 'agent of the side without it';
COMMENT ON COLUMN action_space_duels.first IS 'side that took the first turn: on or off';
COMMENT ON COLUMN action_space_duels.winner IS 'side that won: on or off; or draw';
COMMENT ON COLUMN action_space_duels.turns IS 'turns, each player''s counted singly';
COMMENT ON COLUMN action_space_duels.decisions_on IS 'decisions of the side with the reduction';
COMMENT ON COLUMN action_space_duels.decisions_off IS 'decisions of the side without it';
COMMENT ON COLUMN action_space_duels.advances_on IS 'state advances that the side with the reduction spent';
COMMENT ON COLUMN action_space_duels.advances_off IS 'state advances that the side without it spent';
