"""How long others wait while eight clients replay the longest game that the service takes.

    python -m benchmarks.service_long [--clients 8] [--seconds 30]

A game of 20,000 actions is begun from its record on a server of loopback. Others ask for `/state`
and act in a game of their own, first alone, then beside the replays. The times of both are printed,
with those of the pages and of what else is asked of the long game. The bar is a p95 of 300 ms for
those who did not ask for the long game, on an idle machine.
"""

import argparse
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import httpx
from conquest_opt.service.common.settings import ServiceLimits

from benchmarks.service import HEAD, line, load, serving
from tests.long_games import long_record
from tests.servers import API

PAGE = 500
PAUSE = 0.02
Times = dict[str, list[float]]


def timed(times: Times, name: str, call: Callable[[], httpx.Response]) -> Any:
    """Note how long a request took; return its values."""
    began = time.perf_counter()
    answer = call().raise_for_status()
    times[name].append(time.perf_counter() - began)
    return answer.json()


def others(url: str, times: Times, ended: Callable[[], bool]) -> None:
    """Ask for the state and act in another game, one request after another."""
    with httpx.Client(base_url=url, timeout=300) as client:
        view = client.post("/games", json={"first": "Default", "second": "Rush"}).json()
        while not ended() and view["actions"]:
            timed(times, "state", lambda: client.get("/state"))
            body = {"action": view["actions"][0]["text"]}
            acts = f"/games/{view['game']}/actions"
            view = timed(times, "action of another", lambda: client.post(acts, json=body))  # noqa: B023
            time.sleep(PAUSE)


def replayed(url: str, game: str, times: Times, ended: Callable[[], bool]) -> None:
    """Read a game page after page, again and again."""
    with httpx.Client(base_url=url, timeout=300) as client:
        offset = 0
        while not ended():
            query = {"offset": offset, "limit": PAGE}
            ask = f"/games/{game}/replay"
            page = timed(times, "page of a replay", lambda: client.get(ask, params=query))  # noqa: B023
            offset = offset + PAGE if offset + PAGE < page["after"] else 0


def show(title: str, times: Times) -> None:
    print(f"\n{title}, load {load()}\n{HEAD}")
    for name, seconds in times.items():
        print(line(name, seconds))


def long_game(client: httpx.Client) -> str:
    """Begin the longest game, ask for it; return its number."""
    times = Times(defaultdict(list))
    line = long_record(ServiceLimits().game_actions, "max_turns=30000").to_json()
    view = timed(times, "begun", lambda: client.post("/games", json={"record": line}))
    place = f"/games/{view['game']}"
    for _ in range(5):
        timed(times, "looked at", lambda: client.get(place))
        back = timed(times, "undo", lambda: client.post(f"{place}/undo", json={"actions": 1}))
        body = {"action": view["history"][-1], "after": back["after"]}
        timed(times, "action", lambda: client.post(f"{place}/actions", json=body))  # noqa: B023
    show("the long game", times)
    return view["game"]


def measured(clients: int, seconds: float) -> None:
    with serving() as (server, _), httpx.Client(base_url=server.url + API, timeout=300) as client:
        game = long_game(client)
        for replaying in (0, clients):
            times, until = Times(defaultdict(list)), time.monotonic() + seconds

            def ended(until: float = until) -> bool:
                return time.monotonic() > until

            arguments = server.url + API, game, times, ended
            threads = [threading.Thread(target=replayed, args=arguments) for _ in range(replaying)]
            threads.append(threading.Thread(target=others, args=(server.url + API, times, ended)))
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            show(f"beside {replaying} who replay it", times)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=30.0)
    measured(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
