"""The service: an HTTP API over the same tasks, runner and front door as everything else.

    serve        starts it: address, token, signals, the workers' end
    connections  how many may be open, and how long each may keep the server waiting
    bounded_log  the log, in which what comes again and again is counted
    app          the ASGI application: routes, problems, the gate around them
    common/      how it was started, its limits; errors as problem documents
    guard/       who may ask: hosts, origins, tokens, sizes, rates; the headers of every answer
    data/        what is asked of setups and of the database, the last answers, the kernels
    jobs/        the queue, the workers that run jobs, and what follows them
    games/       games that are being played
    shared/      what routes share
    routes/      one module for each group of addresses under /api/v1; the pages
    web/         the pages themselves: ES modules, styles and one document, with no build step

    request ─▶ guard ─▶ route ─┬─▶ api/ (setups, rules, agents, games)
                               ├─▶ data/ ─▶ Store.query, in a thread or a process, bounded in time
                               └─▶ jobs/queue (SQLite) ◀─▶ jobs/worker ─▶ api.running ─▶ DuckDB

Nothing is known here of games, setups or statistics: routes read what was asked, call the library
and write what it returns.

**Framework.** Litestar on uvicorn. Its models are msgspec's, as are our settings and results: the
limits of a field are written once, checked by msgspec, and stand in the OpenAPI document. FastAPI
would bring pydantic beside msgspec, and a second model of everything.

**Jobs** run in processes of their own, niced. The queue is a SQLite file beside the database
(`conquest.duckdb` has `conquest.jobs.sqlite`): DuckDB has one writer and no readers beside it, and
a page must not wait for that to learn how far a job is. What a job found is in the database alone.
A job's run is noted just before it begins, and a run can be resumed; so a worker or a server that
is killed leaves a job that the next start resumes, with the same result. A worker ends with its
server.

**Reads.** No page waits for the database's lock. A read that has no answer in time gets the last
known one, with the time it is from (`data/answers`). SQL that people write, and the enumeration of
a ruleset's setups, run in processes that can be ended (`data/side_process`): when they take too
long, too much memory (`data/memory_limit`), or nobody waits for them any more (`data/wanted`).

**Safe by default.** Loopback only; any other address needs a token. The Host header must be an
address or a known name (rebinding), Origin and Sec-Fetch-Site must be our own (cross-site posts,
and whatever the API would do for a page of another site).
No setting that names a file, another machine or a program passes `guard/inputs`. Bodies are JSON
that says so (`guard/bodies`).
"""
