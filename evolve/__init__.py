"""Evolve: searches that propose setups, play them in the arena, and learn from the games.

    judging/    what games of several levels say about setups: model, book, rating
    proposals/  what searches share: spaces, operators, races, fields of opponents
    counter/    setups that beat a target, by evolution
    formation/  where the troops of a setup should stand
    improve/    the best small changes of a setup
    rank/       every setup of a space ranked
    meta/       the metagame, by double oracle; its responses are searches for counters
    styles/     maps of play-styles and of setups, by MAP-Elites
    tune/       the best parameters of an agent, by NTBEA
    kinds       the registry of these kinds of runs, beside those of the arena

    ask ──▶ candidates ──▶ context.evaluator ──▶ scores ──▶ tell ──▶ ask ...
                                   └─▶ check on held-out seeds ──▶ RunResult

A search holds no state that its games do not give back: proposals follow from the seed, the number
of the generation and the results so far. So the games, written about once a second, and the rows of
each generation are the checkpoint: a resumed search asks the same again, takes the games that are
stored, and plays on with the first that is missing.

Random numbers come from generators that are passed in; nothing here reads or seeds global ones.
"""
