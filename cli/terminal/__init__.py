"""What the terminal needs, whatever the command.

output      standard streams that are closed, or lack some characters
groups      a group that imports only the command that is used
pages       -o and --force: a page that is written to a directory
paging      a pager for what is longer than the screen
progress    what is being done, once that takes long
waiting     work in a thread that is waited for, with a sign of life
interrupts  Ctrl-C for prompts
prompt      the prompt of `conquest-opt sql`
"""
