"""What comes in from outside: files, numbers and names, each read in one place.

input_error  `InputError`: the base of every error that says what was wrong with an input
files        `read_text`, `read_lines`, `read_json`, `read_toml`, `read_csv`: one for each format
numbers      `whole_number` and `real_number`: numbers as typed, in plain digits
names        names and values that are safe to show

Whatever is in a file or a text, only `InputError` leaves these functions.
"""
