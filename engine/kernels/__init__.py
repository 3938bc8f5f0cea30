"""Compiled code: from the records of rules and state to legal actions, new states and whole games.

Ruleset, Army -> packing -> records (layout) -> options -> action -> transitions -> next state

layout       the records: state, rules, scratch
packing      values of `rules/` -> records
actions      an action as a number
options      state -> legal actions, as masks, counted or listed
transitions  state and action -> state, one function a rule
hashing      state -> 64 bits
random       random numbers as functions of words
playout      random play
perft        counts of action sequences
turns        counts and estimates of the ways to play a turn
entry        the few kernels that Python calls
bits         operations on words and packed boards; `intrinsics` and `board_intrinsics`, compiled
linking      helpers compiled once, with the kernel that they are linked into
compiled     how kernels are compiled, and where the compiled code is kept
linking      helpers are compiled once, with the kernel that they are linked into
notices      sentences for the person at the terminal, such as that kernels are being compiled
"""
