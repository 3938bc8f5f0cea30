"""Environments for learners: Conquest as PettingZoo, Gymnasium and OpenSpiel know games.

    view         what a player sees of one game (by engine/observation), actions by their numbers
    conquest_v0  PettingZoo: two agents take turns
    single       Gymnasium: one side is yours, an agent of this program plays the other
    batch        many games at once, stepped by compiled code into arrays of the caller's
    spiel        OpenSpiel: registers the game with pyspiel
    picture      the board as an image
    extras       what to say where a package of an extra is not installed

        state ── observe ────▶ board, troops, numbers, action_mask     (all from the mover's side)
          ▲                                     │
          └────────── engine_action ◀── number of an action

Every environment uses the same kernels, so their observations and masks are equal to the last byte.
A player sees the board from its own side: its home rows come first, for both players. So one policy
can play both sides.

PettingZoo and Gymnasium come with the extra `envs`, OpenSpiel with the extra `openspiel`; `batch`
needs neither.
"""
