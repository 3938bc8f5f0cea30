"""Which edge a search follows: two bounds as plain formulas, and the choice in the tree of `tree`.

UCB1      mean + exploration * sqrt(ln(visits of the node) / visits of the edge)
PUCT      mean + exploration * sqrt(visits of the node) * prior / (1 + visits of the edge)

UCB1 is for edges that were tried. One that was not counts as `urgency`: a large one is plain UCT,
which tries everything once; a small one is first-play urgency, which stays with a good action as
soon as there is one (000 section 7.2). PUCT needs a mean before the first visit and priors that add
up to 1 (Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017).

Progressive bias adds prior / (1 + edge visits) to UCB1. Progressive unpruning (002 section III.B)
leaves a node with more than `pruned_after` * |A| visits only the share `prune_share` of its |A|
edges, those of the highest priors, and gives back the k-th more at
unprune_start * |A| * unprune_base^k visits.
"""

import numpy as np

from ...engine.kernels.compiled import inline
from ...engine.kernels.random import draw

U64 = np.uint64
_1 = np.uint64(1)


@inline
def ucb1_bound(mean, log_visits, visits, exploration):
    """Return the bound of a tried edge; `log_visits` is the logarithm of the node's visits."""
    return mean + exploration * np.sqrt(log_visits / visits)


@inline
def puct_bound(mean, prior, node_visits, visits, exploration):
    """Return the bound of an edge, tried or not."""
    return mean + exploration * np.sqrt(node_visits) * prior / (1.0 + visits)


@inline
def open_edges(params, node, log_visits):
    """Return how many of a node's edges progressive unpruning leaves open."""
    count = float(node.count)
    if not params.unprune or float(node.visits) <= params.pruned_after * count:
        return U64(node.count)
    steps = (log_visits - np.log(params.unprune_start * count)) / np.log(params.unprune_base)
    kept = max(params.prune_share * count, 1.0) + max(np.floor(steps), 0.0)
    return U64(min(kept, count))


@inline
def try_next(node):
    """Return a node's first edge that was not tried."""
    tried = U64(node.tried)
    node.tried = tried + _1
    return U64(node.first) + tried


@inline
def ucb1(params, tree, index):
    """Return the edge of the highest bound, or an untried one if that is more urgent."""
    node = tree.nodes[index]
    first, tried = U64(node.first), U64(node.tried)
    best, best_edge = -np.inf, first
    log_visits = np.log(float(node.visits))
    wide = open_edges(params, node, log_visits)
    for i in range(min(tried, wide)):
        edge = tree.edges[first + U64(i)]
        visits = float(edge.visits)
        bound = ucb1_bound(edge.total / visits, log_visits, visits, params.exploration)
        if params.bias:
            bound += tree.priors[first + U64(i)] / (1.0 + visits)
        if bound > best:
            best, best_edge = bound, first + U64(i)
    if tried < wide and params.urgency > best:
        return try_next(node)
    return best_edge


@inline
def uniform(scratch, tree, index):
    """Return the next edge that was not tried, any one if all were."""
    node = tree.nodes[index]
    if node.tried < node.count:
        return try_next(node)
    return U64(node.first) + draw(scratch, U64(node.count))


@inline
def select(scratch, params, tree, index):
    """Return the edge to follow from an expanded node."""
    if params.uniform:
        return uniform(scratch, tree, index)
    return ucb1(params, tree, index)
