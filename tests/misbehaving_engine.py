"""An engine that plays any legal action until it misbehaves: `misbehaving_engine.py HOW`."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HOW = sys.argv[1]


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def crash() -> None:
    sys.stderr.write("first words\nout of ideas\n")
    sys.exit(3)


def flood() -> None:
    while True:
        sys.stdout.write("x" * 65536)


def flood_lines() -> None:
    while True:
        say("info thinking")


def close_output() -> None:
    os.close(1)
    time.sleep(60)


def write_half_a_line() -> None:
    sys.stdout.write("bestmove sel")
    sys.stdout.flush()
    time.sleep(60)


def start_a_child() -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    Path(sys.argv[2]).write_text(str(child.pid))
    time.sleep(60)


DECIDE = {
    "crash": crash,
    "illegal": lambda: say("bestmove attack a1"),
    "beyond": lambda: say("bestmove " + line.split()[-2] + " " + line.split()[-1] + "; end; end"),
    "silent": lambda: time.sleep(60),
    "flood": flood,
    "flood-lines": flood_lines,
    "close": close_output,
    "half": write_half_a_line,
    "binary": lambda: (sys.stdout.buffer.write(b"\xff\xfe\x00\n"), sys.stdout.flush()),
    "garbage": lambda: say("hello"),
    "empty": lambda: say("bestmove"),
    "child": start_a_child,
}

if HOW == "dies":
    sys.stderr.write("no licence\n")
    sys.exit(5)
if HOW == "stays":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
decisions = 0
for line in iter(sys.stdin.readline, "" if HOW != "stays" else None):
    word = line.partition(" ")[0].strip()
    if word == "cqi":
        say(f"banner\nid name Bad\nid protocol {9 if HOW == 'version' else 2}\ncqiok")
    elif word == "isready":
        say("readyok")
    elif word == "rules" and HOW == "rules":
        say("error only my own")
    elif word == "newgame" and HOW == "newgame":
        say("error no such setup")
    elif word == "go":
        decisions += 1
        if HOW in DECIDE and decisions > 2:
            DECIDE[HOW]()
        else:
            say("info thinking\nbestmove " + line.partition(" legal ")[2].split("; ")[0].strip())
    elif word == "quit" and HOW != "stays":
        sys.exit()
    elif word and word != "quit":
        say("ok")
        if HOW == "chatty" and word == "apply":
            say("by the way")
    else:
        time.sleep(0.01)
