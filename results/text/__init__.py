"""Text on its way out: names come from files and from databases of others.

escape         one function for each kind of output: terminal, HTML and SVG, Markdown, CSV
command_lines  commands that a person can paste
"""
