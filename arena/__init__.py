"""The arena: the one way to play games in bulk, and the one way to run anything that does.

    stats/         what scores mean: intervals, Elo, tests, ratings, Nash mixtures; pure functions
    foreign/       other programs that play, driven by lines over their standard streams
    play/          games in bulk: schedules, players, threads and clusters, boards of results
    review/        one game reviewed: the value of every turn, and what it gave away
    inputs/        setups, weights and rules as people write them, read and checked
    run/           tasks and the runner: begin, resume, verify, stop, finish; results and reports
    comparison/    two runs of one kind side by side
    levels/        cheap games screen, strong ones decide: agents, budgets, estimates for the judge
    reports/       sections that several reports share; the thesis's claims examined
    match/  tournament/  ladder/  agreement/  action_space/  explain/
                   the kinds of runs of this package: kind, settings, make, task, result, report
    kinds          their registry

How data flows:

    Task ── run_task ──▶ task.run(context) ──▶ RunResult(values, tables)
                             │                      │         └─▶ rows ─▶ DuckDB ─▶ SQL, reports
                context.evaluator                   └─▶ --json, terminal text, head of the report
                             │
    Schedule ──▶ executor (threads, Dask) ──▶ kernel ──▶ results ──▶ ResultBoard
                                                            └─▶ rows of games, once a second

A game is a function of its place in the schedule and the run's seed, so the same run gives the same
rows for any number of workers, in any order, and after any interruption.
"""
