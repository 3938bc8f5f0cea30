"""Who may ask, and for what: refused before any route sees it.

hosts     the Host header (rebinding), and where a request comes from (cross-site posts)
tokens    a token for addresses other than loopback, compared in constant time
rates     how often one client may ask
headers   what every answer says to the browser: content security policy and others
gate      `Gate`: all of these around the application, and the size of bodies
inputs    settings and texts that name a file, a cluster or a program
"""
