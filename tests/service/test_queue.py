"""The queue of jobs: claimed once, kept whole, the same for every process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conquest_opt.results import StoreError
from conquest_opt.service.jobs.job import JobProgress
from conquest_opt.service.jobs.queue import JobQueue, worker_lives

MATCH = {"a": "Default", "b": "Rush", "games": 10}


@pytest.fixture
def queue(tmp_path: Path) -> JobQueue:
    return JobQueue(tmp_path / "results.jobs.sqlite")


def test_a_job_waits_and_is_claimed_once(queue: JobQueue):
    number = queue.add("match", MATCH, "match Default Rush")
    claimed = queue.claim(number)
    assert claimed
    assert (claimed.state, claimed.attempts, claimed.process) == ("running", 1, os.getpid())
    assert claimed.settings == MATCH
    assert worker_lives(claimed)
    assert queue.claim(number) is None


def test_changes_are_numbered_over_all_jobs(queue: JobQueue):
    first, second = (queue.add("match", MATCH, "t") for _ in range(2))
    last = max(job.changed for job in queue.jobs())
    queue.named(first, "20261118-match-1")
    assert [job.job for job in queue.jobs(after=last)] == [first]
    assert [job.job for job in queue.jobs()] == [second, first]
    queue.progress(second, JobProgress(games=3, of_games=10), forward=True)
    changed = queue.job(second)
    assert changed
    assert changed.progress.games == 3


def test_a_new_process_finds_the_queue_as_it_was(queue: JobQueue):
    code = (
        "import os, sys; from pathlib import Path\n"
        "from conquest_opt.service.jobs.queue import JobQueue\n"
        "queue = JobQueue(Path(sys.argv[1])); queue.claim(queue.add('match', {'a': 'Rush'}, 't'))\n"
        "queue.named(1, 'run-1'); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", code, str(queue.path)], check=False)
    assert killed.returncode == -9
    job = queue.job(1)
    assert job
    assert (job.state, job.run, job.settings) == ("running", "run-1", {"a": "Rush"})
    assert not worker_lives(job)


def test_a_running_job_is_not_deleted(queue: JobQueue):
    number = queue.add("match", MATCH, "t")
    queue.claim(number)
    assert not queue.delete(number)
    queue.change(number, state="finished")
    assert queue.delete(number)
    assert queue.job(number) is None


def test_a_file_that_is_no_queue_is_refused(tmp_path: Path):
    file = tmp_path / "x.jobs.sqlite"
    file.write_text("This is a text of more than a hundred letters, and no database. " * 20)
    with pytest.raises(StoreError, match=r"x\.jobs\.sqlite"):
        JobQueue(file)
    missing = tmp_path / "no" / "folder.sqlite"
    with pytest.raises(StoreError, match="cannot be opened"):
        JobQueue(missing)
