"""The notebook runs from its first cell to its last, and shows what it shows now."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[2] / "examples/session.ipynb"


def texts(cell) -> list[str]:
    """Return what a cell shows, without how far its runs are and what is being compiled."""
    return [
        output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"]
        for output in cell.outputs
        if output["output_type"] == "execute_result" or output.get("name") == "stdout"
    ]


@pytest.mark.slow
def test_it_runs_and_its_outputs_are_true(tmp_path):
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    run = nbformat.read(NOTEBOOK, as_version=4)
    assert len(run.cells) == 10
    client = NotebookClient(run, timeout=600, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    for before, after in zip(notebook.cells[1:], run.cells[1:], strict=True):
        if "budget" not in before.source:  # what a budget of time buys depends on the machine
            assert texts(after) == texts(before)
    outputs = [output for cell in run.cells[1:] for output in cell.outputs]
    drawn = [o["data"]["text/plain"] for o in outputs if o["output_type"] == "display_data"]
    assert any("generation 4 of 4" in text for text in drawn)
