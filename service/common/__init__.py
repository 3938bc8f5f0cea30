"""What every part of the service knows.

settings  how the service was started, and its limits
problems  errors as problem documents (RFC 9457), with the command line's sentences
"""
