"""One way to run: everything that plays games is a task, and one runner runs it.

    kinds        `RunKind`: the declaration of a kind, from which every interface is made
    keywords     what runs are asked for beside settings: options, keywords and fields of forms
    headings     headings of the options in help
    settings     how a task is started: defaults, limits and help texts, once
    task         what is run: a frozen value with a stored form
    schedule_task  a task that plays one schedule, such as a tournament
    parts        a task's parts with their numbers of games; a sample tells how long they take
    estimate     how many games a task plays and how long they take
    runner       begins or resumes a task, verifies, stops, notes failures, finishes
    context      what a task runs in: evaluator, progress, store
    evaluator    plays the stages of a run; knows and verifies what is stored of them
    game_writer  writes games about once a second
    progress     what follows how far a task is
    result       what a task ends with: values and tables
    turn_limit   games drawn at the limit of turns, and when that is said
    report       the page of a stored run
    made_of      the part of every page that says what its setups are made of
    titles       parts of the titles of runs

`run_task(task, executor, store=store)` is all that the command line, a Python program or a service
needs.
"""
