"""What every part of the service knows.

settings     how the service was started, and its limits
field_texts  texts of fields, for the OpenAPI document
problems     errors as problem documents (RFC 9457), with the command line's sentences
"""
