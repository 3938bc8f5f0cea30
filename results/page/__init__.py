"""A result for people: the same blocks become an HTML page, Markdown and terminal text.

    rows -> words, grids, charts -> blocks -> page (html, markdown) -> write
                                           -> terminal

    blocks      texts, facts, tables and pictures, in sections
    words       numbers as parts of sentences
    grids       `Grid`: a table made for reading, also as CSV and Markdown
    estimates   values with intervals: rows of a dot plot, columns of a table
    page        `Page`: title, facts and sections
    html        blocks as one HTML page (assets/ has its style and script)
    markdown    blocks as Markdown
    terminal    blocks as text for a terminal; `text_table`, rows made to fit its width
    write       a page written to a directory, with every figure and table

Pictures:

    figures     `Picture`: a drawn figure as PNG, as SVG, and inside a page
    axes        scales, and what the axes of all charts share
    charts      heat map, dot plot, bars, histogram, trace, and circles of who dominates whom
    curves      lines over an axis with bands or intervals, and shares of a whole by round
    scatters    points in a plane: expected and measured, or a numbered Pareto front
    lineups     formations, and boards with turns as arrows
"""
