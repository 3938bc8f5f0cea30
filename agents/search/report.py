"""What a search saw: what each action at the root is worth, and the line expected."""

from dataclasses import dataclass

import numpy as np

from ...engine.kernels.entry import advance_state
from ...engine.kernels.layout import STATE
from ...engine.kernels.packing import pack_rules
from ...engine.notation.action_text import action_texts
from ...engine.rules.ruleset import Ruleset
from .tree import NO_NODE, UNEXPANDED, Tree
from .turn_tree import ROOT, TurnTree

_AND = ", "
"""Between the actions of a whole turn."""


@dataclass(frozen=True)
class Tried:
    """An action at the root, or a whole turn."""

    action: str
    visits: int
    value: float
    """For the player to move, in [-1, 1]: the mean, of whole turns the minimax value."""

    @property
    def actions(self) -> tuple[str, ...]:
        """The action, or those of the whole turn."""
        return tuple(self.action.split(_AND))


@dataclass(frozen=True)
class SearchReport:
    """What an agent chose, and what its search saw on the way."""

    action: int
    """As the engine's number."""
    text: str
    advances: int
    iterations: int
    tried: tuple[Tried, ...]
    """The root's actions or whole turns, the chosen one and then the most visited first; none if
    the agent grows no tree."""
    line: tuple[str, ...]
    """The line of best actions, beginning with the chosen one."""


def search_report(
    rules: Ruleset, state: np.record, tree: Tree | None, action: int, advances: int, iterations: int
) -> SearchReport:
    """Return an agent's choice in a position, with what its tree says of it."""
    [text] = action_texts(state, np.array([action]))
    tried: tuple[Tried, ...] = ()
    line: tuple[str, ...] = (text,)
    if tree is not None and tree.meta.root != NO_NODE:
        tried = _tried(state, tree)
        line = tuple(_line(rules, state, tree, action))
    return SearchReport(action, text, advances, iterations, tried, line)


def _edges(tree: Tree, index: int) -> np.ndarray:
    """Return a node's tried edges, most visited first, of equal ones the better."""
    node = tree.nodes[index]
    if node["count"] == UNEXPANDED:
        return tree.edges[:0]
    edges = tree.edges[node["first"] : int(node["first"]) + int(node["tried"])]
    return edges[np.lexsort((-edges["total"], -edges["visits"].astype(np.int64)))]


def _tried(state: np.record, tree: Tree) -> tuple[Tried, ...]:
    edges = _edges(tree, int(tree.meta.root))
    texts = action_texts(state, edges["action"])
    means = edges["total"] / np.maximum(edges["visits"], 1)
    return tuple(
        Tried(text, int(visits), round(float(mean), 4))
        for text, visits, mean in zip(texts, edges["visits"], means, strict=True)
    )


def _line(rules: Ruleset, state: np.record, tree: Tree, action: int) -> list[str]:
    """Return the texts of the best line; it ends where the search knows nothing better."""
    states = np.zeros(1, STATE)
    states[0] = state
    texts, index = [], int(tree.meta.root)
    while index != NO_NODE:
        edges = _edges(tree, index)
        if index == int(tree.meta.root):
            edges = edges[edges["action"] == action]
        if not len(edges):
            break
        texts += action_texts(states[0], edges["action"][:1])
        advance_state(pack_rules(rules), states[0], edges["action"][0])
        index = int(edges["child"][0])
    return texts


def turn_report(
    rules: Ruleset,
    state: np.record,
    tree: TurnTree,
    actions: np.ndarray,
    advances: int,
    iterations: int,
) -> SearchReport:
    """Return an agent's choice of a whole turn in a position, with what its tree says of it."""
    edges = _turn_edges(tree, ROOT)
    tried = tuple(
        Tried(
            _AND.join(_turn_texts(rules, state, edge)),
            int(edge["visits"]),
            round(float(edge["minimax"]), 4),
        )
        for edge in edges
    )
    states, index, line = np.zeros(1, STATE), ROOT, []
    states[0] = state
    while index and len(edges := _turn_edges(tree, index)):
        line += _turn_texts(rules, states[0], edges[0])
        for action in edges[0]["actions"][: edges[0]["length"]]:
            advance_state(pack_rules(rules), states[0], action)
        index = int(edges[0]["child"])
    action = int(actions[0])
    return SearchReport(action, line[0], advances, iterations, tried, tuple(line))


def _turn_edges(tree: TurnTree, index: int) -> np.ndarray:
    """Return a node's edges: the chosen one, then the most visited, of equal ones the better."""
    first, count = int(tree.nodes[index]["first"]), int(tree.nodes[index]["count"])
    edges, places = tree.edges[first : first + count], np.arange(first, first + count)
    visits = edges["visits"].astype(np.int64)
    return edges[np.lexsort((-edges["minimax"], -visits, places != tree.used[2]))]


def _turn_texts(rules: Ruleset, state: np.record, edge: np.void) -> list[str]:
    """Return the texts of an edge's actions."""
    states, texts = np.zeros(1, STATE), []
    states[0] = state
    for action in edge["actions"][: edge["length"]]:
        texts += action_texts(states[0], np.array([action]))
        advance_state(pack_rules(rules), states[0], action)
    return texts
