"""Evolve: searches that propose setups, play them in the arena, and learn from the games.

    space       which setups may be proposed: legal, maximal, within the user's constraints
    nearest     the nearest setup of a space, by CP-SAT, where chance finds none
    formations  where troops stand, as a part of the genome
    operators   genes, DEAP's operators with a generator of one's own, and children
    field       the opponents: one, several, or a weighted mixture
    population  candidates, their record, and the ask/tell loop over them
    foresight   which of many children to play: those a model expects most of
    racing      more games for the leaders: successive halving
    referee     evaluation: plays candidates through the arena; knows what a resumed run has played
    ledger      games of many short stages, written about once a second
    search      what every search is to whoever runs it, and the desk it works at
    rows        generations and candidates as rows of the database
    model       what games say about compositions: troops, commands, and pairs of them
    roster      every setup of a space as arrays, and the opponents that are dealt to them
    rating      how good each of them is, by its own games and by the model; where games help most
    rank        the ranking of a space against a field; rank_settings plans it, rank_search does it,
                ranking is what it finds, rank_rows its rows
    mixture     the Nash mixture of those who played each other, as a field
    features    what a way of playing or a setup is like, as numbers; the axes of a map
    behaviour   what candidates did in their games, counted from the events
    archive     a map of cells, each held by the best that is like that; luck holds none
    mapped      what a map is made of: styles_weights, weights of scripts, or styles_setups
    styles      the making of a map; styles_settings, styles_check and styles_rows go with it
    settings    everything a search is started with, as a value that is stored with its run
    checks      what settings of every search are checked by
    counter     the search for counters to a field
    meta        the metagame as a task: settings, what it starts with, its JSON form
    double_oracle  its loop: mixture, response, larger set
    payoffs     the matrix of a growing set, with more games where the mixture is uncertain
    response    one round's search for a response, numbered on from those before
    yardstick   what a mixture is measured by: named setups, a second agent
    equilibrium, meta_rows, methods  what was found, as values and as rows
    usage       how much troops and commands are used in a mixture
    ntuple      what evaluations say about points of a discrete space, and the walk over it: NTBEA
    parameters  the configurations of an agent to choose among
    tune        the search for the best of them
    tune_rows   evaluations as rows of the database
    reports/    what a search found, as a page

A search holds no state that its games do not give back: proposals follow from the seed, the number
of the generation and the results so far. So the games, written about once a second, and the rows of
each generation are the checkpoint: a resumed search asks and is told the same again, finds the
games that it has played, and plays on with the first that is missing.

Random numbers come from generators that are passed in; nothing here reads or seeds global ones.
"""
