"""Who may ask, and for what: refused before any route sees it.

hosts     the Host header (rebinding), and where a request comes from (cross-site posts)
sites     what a browser may ask for a page of another site
paths     what is no path, and where a browser is sent once it has its cookie
heads     HEAD, answered as GET is without the body
bodies    JSON that says so, and is not nested without end
tokens    a token for addresses other than loopback, compared in constant time
rates     how often one client may ask
headers   what every answer says to the browser: content security policy and others
gate      `Gate`: all of these around the application, and the size of bodies
inputs    settings and texts that name a file, a cluster or a program
"""
