"""Questions to the database that pages and programs ask again and again.

rankings       which rankings there are, and what they say of every setup
setup_facts    what is known about one setup: rating, counters, match-ups, runs
saved_queries  the common questions as SQL, for people to begin with (saved/*.sql)
"""
