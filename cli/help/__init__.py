"""What helps with the program itself; none of it plays a game or opens a database to write.

glossary     the terms of output and docs
completion   the script by which a shell completes commands, options and values
shells       what bash, zsh and fish need of it
man          manual pages
parameters   what is to be said of an option: default, limits, environment
versions     --version: what decides results
"""
