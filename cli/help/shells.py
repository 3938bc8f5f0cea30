r"""What bash, zsh and fish need to complete words: a script each, and one form of the answers.

The script asks the program for the words that may follow (`_CONQUEST_OPT_COMPLETE=bash_complete`)
and gets a line for each: its type, the word, and what it is, with tabs between them. Types are
`plain`, `open` (no space follows), `file` and `dir`.

The scripts are for the name conquest-opt wherever it is, and for the way in which the program was
started, such as ./run: another ./run of another folder is left alone. They are our own, not
click's, because of words with colons, commas and equals signs: agents and edits have them, bash
splits there (COMP_WORDBREAKS) and wants only the last part back, and click's answers have commas
between the fields.
"""

import os
import re
import shlex
import sys
from pathlib import Path
from typing import Final

from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    split_arg_string,
)

from ...results.text.command_lines import NAME, STARTED_AS

VARIABLE: Final = "_CONQUEST_OPT_COMPLETE"

_BASH: Final = r"""_conquest_opt() {
    local kind value about program=${1/#\~/$HOME}
    if [[ ${1##*/} != conquest-opt ]]; then
        if ! [[ $program -ef %(started)s ]]; then compopt -o default; return; fi
        program=%(program)s
    fi
    COMPREPLY=()
    while IFS=$'\t' read -r kind value about; do
        case $kind in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            open) COMPREPLY+=("$value"); compopt -o nospace ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done < <(COMP_LINE=$COMP_LINE COMP_POINT=$COMP_POINT COMP_WORDBREAKS=$COMP_WORDBREAKS \
        %(variable)s=bash_complete "$program" 2>/dev/null)
}
complete -o nosort -F _conquest_opt %(names)s
"""

_ZSH: Final = r"""#compdef conquest-opt
_conquest_opt() {
    local kind value about program=${~words[1]}
    local -a plain open
    if [[ ${words[1]:t} != conquest-opt ]]; then
        if ! [[ $program -ef %(started)s ]]; then _default; return; fi
        program=%(program)s
    fi
    while IFS=$'\t' read -r kind value about; do
        case $kind in
            dir) _path_files -/ ;;
            file) _path_files ;;
            open) open+=("${value//:/\\:}:$about") ;;
            plain) plain+=("${value//:/\\:}:$about") ;;
        esac
    done < <(COMP_WORDS="${(pj:\n:)${(@Q)words[2,CURRENT]}}" \
        %(variable)s=zsh_complete "$program" 2>/dev/null)
    (( $#plain )) && _describe -V unsorted plain -U
    (( $#open )) && _describe -V unsorted open -U -S ''
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _conquest_opt "$@"
else
    compdef _conquest_opt %(names)s
fi
"""

_FISH: Final = r"""function __conquest_opt_program
    set -l called (commandline -opc)[1]
    switch $called
        case conquest-opt '*/conquest-opt'
            echo (string replace -r '^~' $HOME -- $called)
        case '*'
            test (realpath -- $called 2>/dev/null) = %(started)s; and echo %(program)s
    end
end
function __conquest_opt
    set -l program (__conquest_opt_program)
    set -l words (commandline -opc) (commandline -ct)
    set -l asked (string join \n -- $words[2..] | string collect --allow-empty)
    for line in (env COMP_WORDS=$asked %(variable)s=fish_complete $program 2>/dev/null)
        set -l fields (string split \t -- $line)
        switch $fields[1]
            case dir
                __fish_complete_directories $words[-1]
            case file
                __fish_complete_path $words[-1]
            case plain open
                printf '%%s\t%%s\n' $fields[2] $fields[3]
        end
    end
end
for name in %(names)s
    complete --command $name --condition 'string length -q (__conquest_opt_program)' \
        --no-files --keep-order --arguments '(__conquest_opt)'
end
"""


class _Shell(ShellComplete):
    """What the three have in common."""

    def source(self) -> str:
        """Return the script."""
        started = os.environ.get(STARTED_AS) or NAME
        path = os.path.realpath(started)
        names = [NAME] if started == NAME else [NAME, started, path]
        return self.source_template % {
            "variable": VARIABLE,
            "started": shlex.quote(path),
            "program": shlex.quote(os.path.abspath(sys.argv[0])),  # noqa: PTH100  (not through links)
            "names": " ".join(map(shlex.quote, dict.fromkeys(map(self.registered, names)))),
        }

    def registered(self, name: str) -> str:
        """Return a word by which the program is called, as the shell knows commands."""
        return name

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one to complete, and that."""
        *args, incomplete = os.environ.get("COMP_WORDS", "").split("\n")
        return args, incomplete

    def format_completion(self, item: "CompletionItem[str]") -> str:
        """Return a line for the script."""
        about = " ".join((item.help or "").split())
        _, typed = self.get_completion_args()
        option, equals, _ = typed.partition("=")
        before = f"{option}=" if equals and option.startswith("--") else ""
        return f"{item.type}\t{self.word(before + item.value)}\t{about}"

    def word(self, value: str) -> str:
        """Return a word as the shell wants it."""
        return value


class Bash(_Shell):
    """bash, whose words end at colons and equals signs too."""

    name = "bash"
    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words as a person sees them, up to the cursor."""
        line = os.environ.get("COMP_LINE", "").encode()
        begun = line[: int(os.environ.get("COMP_POINT") or len(line))].decode(errors="replace")
        words = split_arg_string(begun)
        if not begun or begun[-1:].isspace():
            words.append("")
        return words[1:-1], words[-1]

    def word(self, value: str) -> str:
        """Return what follows the last break in the word that is being typed, quoted."""
        breaks = set(os.environ.get("COMP_WORDBREAKS", "")) - set("\"' \t\n")
        _, incomplete = self.get_completion_args()
        known = max((incomplete.rfind(one) + 1 for one in breaks), default=0)
        return re.sub(r"([^\w@%+=:,./*\[\]-])", r"\\\1", value[known:])


class Zsh(_Shell):
    """zsh."""

    name = "zsh"
    source_template = _ZSH


class Fish(_Shell):
    """fish, which knows programs by their names alone."""

    name = "fish"
    source_template = _FISH

    def registered(self, name: str) -> str:
        """Return the name without folders."""
        return Path(name).name


SHELLS: Final = {shell.name: shell for shell in (Bash, Zsh, Fish)}


def register_shells() -> None:
    """Have click answer in the form of these scripts."""
    for shell in SHELLS.values():
        add_completion_class(shell)
