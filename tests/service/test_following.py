"""How far a job is: of the part under way and of the whole, as its worker notes it."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from conquest_opt.service.jobs.following import JobFollower
from conquest_opt.service.jobs.job import JobProgress
from conquest_opt.service.jobs.queue import JobQueue


@dataclass(frozen=True)
class PlayedGame:
    """A game as progress sees it."""

    duration: float


@pytest.fixture
def queue(tmp_path: Path) -> JobQueue:
    return JobQueue(tmp_path / "jobs.sqlite")


@pytest.fixture
def follower(queue: JobQueue) -> JobFollower:
    number = queue.add("counter", {"target": "Rush"}, "Counter-setups against Rush")
    assert queue.claim(number)
    return JobFollower(queue, number)


def noted(queue: JobQueue) -> JobProgress:
    job = queue.job(1)
    assert job
    return job.progress


def test_the_share_is_of_all_that_is_planned(queue: JobQueue, follower: JobFollower):
    follower.plan(100, None)
    follower.stage("search", 40)
    follower.known(10)
    follower.played([PlayedGame(0.1)] * 30)
    follower.stage("check", 60)
    now = noted(queue)
    assert (now.games, now.of_games, now.share) == (40, 100, 0.4)
    assert now.whole_seconds_left is None
    follower.close(finished=True)
    assert (noted(queue).share, noted(queue).whole_seconds_left) == (1.0, 0.0)


def test_a_run_that_is_stopped_keeps_its_share(queue: JobQueue, follower: JobFollower):
    follower.plan(100, None)
    follower.stage("search", 40)
    follower.known(20)
    follower.close(finished=False)
    assert noted(queue).share == 0.2


def test_the_time_of_the_whole_is_known_where_it_was_estimated(
    queue: JobQueue, follower: JobFollower
):
    follower.plan(100, 3600.0)
    follower.stage("search", 40)
    left = noted(queue).whole_seconds_left
    assert left is not None
    assert 0 < left <= 3600


def test_more_games_than_planned_are_not_more_than_the_whole(
    queue: JobQueue, follower: JobFollower
):
    follower.plan(10, None)
    follower.stage("search", 40)
    follower.known(40)
    follower.close(finished=False)
    assert noted(queue).share == 1.0


def test_the_best_so_far_is_the_last_sentence_that_names_it(queue: JobQueue, follower: JobFollower):
    follower.say("the field: Rush")
    assert noted(queue).best is None
    follower.say("generation 1 of 2: Venom leads", best=True)
    follower.say("counting setups")
    assert noted(queue).best == "generation 1 of 2: Venom leads"
    assert noted(queue).said[-1] == "counting setups"
