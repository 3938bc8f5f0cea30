"""Commands about stored runs, which know the options of the commands that ran them.

runs        the list of runs, and the group of the next two
show        everything about one run; its experiment as a file
delete      runs and their rows deleted, and the space given back
experiment  a stored run's options, and the file that --config reads
earlier_runs  the options of runs that did not keep them
"""
