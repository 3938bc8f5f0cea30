"""Agents as text: `tactician:depth=4` -> `AgentSpec` -> the record that kernels read.

    kinds           every kind of agent, with its parameters and source
    weights         sets of weights of whole turns, with where they come from
    presets         `strong`, `medium`, `quick`: agents by cost
    parameters      what a parameter is, and those that several kinds share
    script_names    the scripts by name, and what each is for
    codes           the numbers by which specs and kernels mean the same things
    spec            `AgentSpec`: an agent's text, read and written
    engine_spec     `EngineSpec`: another program in an agent's place
    kernel_records  the record of an agent's parameters, and the one a search works in

Only `kernel_records` needs numpy.
"""
