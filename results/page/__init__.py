"""Blocks of a result: texts, tables, figures; as HTML, Markdown and terminal text."""
