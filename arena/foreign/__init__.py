"""Foreign engines: other programs that play, driven by lines over their standard streams.

    protocol    the version, the lines that a driver sends, and how answers are read
    faults      why an engine loses a game: crash, illegal move, time-out, protocol
    process     a program that is started, written to, read with a limit of time, and always ended
    engine      one conversation: greeting, rules, new game, decisions
    side        a side of a game that an engine plays, as `GameRunner` wants it
    engines     the programs that may be started, and all that are running
    lost_games  what a result says of them: that the clock mattered, and the games lost by a fault
    check_list  what a conformance check asks of an engine, one function a question
    check       runs the list, and says what was expected and what was seen

The protocol is the one that `conquest-opt engine` speaks (docs/reference/protocol.md), so that each
side may be ours. A driver sends a line and waits for its answer:

    driver ──▶ engine    cqi, isready, rules, newgame     once, and for every game
                         apply A; B                       what was played since its last decision
                         go turn ms N seed S position LINE legal A; B
    engine ──▶ driver    bestmove A[; B]

The last line carries the position and the legal actions, so an engine may keep no game and know no
rules. One that knows them may answer with a whole turn.

What holds for programs that are not ours:

- A program runs in a session of its own: Ctrl-C of the terminal is ours alone, and with the program
  ends what it started. It is ended when the games are, when it is at fault, and by its closed input
  if this process dies.
- Every answer has a limit of time and of length, and threads of ours read its streams all the
  time: no program can make us wait, or fill the memory.
- A fault loses the game, is stored with its reason, and ends the process; the next game has a new
  one. A program that cannot be started ends the run, before its first game if it never could.
- Only programs that an executor was given are started. The command line gives it those that the
  user typed: a task that came from a file or a database starts nothing by itself.
- Such games depend on the clock. Their runs are marked, and left out where games of several runs
  are put together.
"""
