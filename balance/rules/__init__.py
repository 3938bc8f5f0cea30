"""Rules that change: edits, and setups made to fit edited rules.

edits          edits of rules, read and checked, and said in words; numbers that can be turned
fitting        a setup under other rules: kept, repaired or filled
fielding       the setups that rules are judged by
space_change   how many setups there are, and what becomes of those that play
errors         a change that cannot be judged
"""
