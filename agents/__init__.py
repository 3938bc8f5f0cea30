"""Agents: how positions are valued and actions chosen. Imports the engine and nothing else of ours.

    `fpu:k=0.5`  ->  spec/         an agent's text, checked, and the record that kernels read
                     evaluation/   how good a position is; what an exchange of blows gives
                     rollout/      how playouts choose actions
                     scripts/      a library of plans, each proposing one action
                     turns/        whole turns to choose from, each valued by where it leads
                 ->  search/       the ways of choosing an action, built from what is above
                 ->  action_play, turn_play   whole games of either, each in one kernel
                 ->  game_runner   `GameRunner`: whole games, and single decisions to look into

Each line imports only from the lines above it. Kernels here are compiled into the engine's, and run
without the GIL.
"""
