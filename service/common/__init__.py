"""What every part of the service knows.

settings     how the service was started, and its limits
side_files   the SQLite files beside the database: opened, made, and why they fail
field_texts  texts of fields, for the OpenAPI document
problems     errors as problem documents (RFC 9457), with the command line's sentences
"""
