"""Commands about one game, one a file.

play, engine         a game against an agent; the line protocol for programs
position, analyse    a position and its legal actions; what an agent sees in it
engine_check         whether another program keeps to the line protocol
replay, review       a recorded game step by step; its worst turns, and what was better
"""
