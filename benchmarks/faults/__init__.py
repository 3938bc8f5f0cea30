"""Every operation of the file system fails once, and nothing acknowledged is lost.

    python -m benchmarks.faults                          every job, every fault: about an hour
    python -m benchmarks.faults match delete --fault torn
    python -m benchmarks.faults match --fault torn --operation 17     one failure, repeated

A job is what a user does: a match, a deletion, an action of a game. It is done once undisturbed,
which counts its operations and gives the rows that it should end with. Then it is done again for
each operation and each fault, from the same files:

    eio     the operation fails once, with an I/O error
    full    from this operation on the disk is full
    torn    half of the write reaches the file, then the process is killed, as by a power loss

After each the files are opened as a user would: what was there before and what was acknowledged
must be there, no output may be a stack trace, and the job, resumed or done again, must end with the
rows of the undisturbed one.

shim.c    the operations: counted over all processes, the asked one fails
board     what the shim and this program share
children  functions in processes of their own that have everything loaded
jobs      jobs of the command line
service   jobs of the server: a game's action, a job's whole life
trials    one job, all its operations, all faults
program   the trials that are asked for
"""
