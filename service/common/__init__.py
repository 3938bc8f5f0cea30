"""What every part of the service knows.

places       how many streams and analyses are under way at a time
settings     how the service was started, and its limits
side_files   the SQLite files beside the database: opened, made, and why they fail
allocator    free memory goes back to the system
last_used    values that were used last, within a number of bytes
field_texts  texts of fields, for the OpenAPI document
problems     errors as problem documents (RFC 9457), with the command line's sentences
"""
