"""Jobs: runs that wait, run and end in processes of their own, whatever happens to the server.

job         `Job`: what was asked for, how it stands, how far it is
queue       the queue, a SQLite file beside the database, that outlives every process
asking      what a client asks for becomes a job, checked before it waits
following   a worker's progress, written to the queue about once a second
worker      `python -m ...jobs.worker`: runs one job by `api.running`, niced
supervisor  starts workers, sees them end, resumes what was interrupted
events      jobs as they change, for event streams

POST /jobs ─▶ asking ─▶ queue ─▶ supervisor ─▶ worker ─▶ api.running ─▶ DuckDB
                          ▲ ▲──── state ─────────┘│
                          └── run, progress, end ─┘        queue ─▶ events ─▶ pages

queued ─▶ running ─┬─▶ finished
  ▲  ▲             ├─▶ failed      a sentence says why
  │  └─────────────┤   worker or server killed: queued again, its run is resumed
  └── resume ──────┴─▶ stopped     asked for; what was played is kept
"""
