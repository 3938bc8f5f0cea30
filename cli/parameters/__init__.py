"""Types of parameters: what a single value may be, how it is read, and how a shell completes it.

numbers      whole and real numbers, in plain digits and within limits
time_span    15m, 8h
ranges       900..1000, and 0,30
style_texts  texts of agents and setups, and cells of a map in their place
completing   what a shell completes in place of a value
"""
