"""Text on its way out: names come from files and from databases of others.

escape         one function for each kind of output: terminal, HTML and SVG, Markdown, CSV
command_lines  commands that a person can paste
glossary       the terms of output and docs, and their half sentences
first_use      which of them a text explains: those that it uses first
"""
