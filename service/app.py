"""The ASGI application: pages, routes under /api/v1, errors as problems, the gate around it all."""

from importlib.metadata import version

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

from .common.problems import problem_response
from .common.settings import API_PREFIX, ServiceSettings
from .guard.bodies import check_body
from .guard.gate import Gate
from .routes import (
    agents,
    analysis,
    documents,
    games,
    jobs,
    kinds,
    own_setups,
    pages,
    rules,
    runs,
    setups,
    sql,
    state,
    stored_games,
)
from .shared.shared import Shared


def create_app(settings: ServiceSettings) -> Gate:
    """Return the application, which nothing passes but by its gate."""
    shared = Shared(settings)
    return Gate(inner_app(shared), settings)


def inner_app(shared: Shared) -> Litestar:
    """Return the application within the gate."""
    board = (games, analysis, stored_games)
    groups = (setups, own_setups, rules, agents, runs, kinds, jobs, *board, sql, state, documents)
    handlers = [handler for group in groups for handler in group.HANDLERS]
    return Litestar(
        route_handlers=[
            *pages.HANDLERS,
            Router(API_PREFIX, route_handlers=handlers, before_request=check_body),
        ],
        dependencies={"shared": Provide(lambda: shared, sync_to_thread=False)},
        exception_handlers={Exception: problem_response},
        openapi_config=OpenAPIConfig(
            title="conquest-opt",
            version=version("conquest-opt"),
            description="Setup optimisation and balancing for Conquest: the same runs, setups, "
            "rules and games as the command line.",
            use_handler_docstrings=True,
            render_plugins=[documents.ProblemDocuments()],
            path=f"{API_PREFIX}/openapi.json",
        ),
        on_startup=[shared.start],
        on_shutdown=[shared.stop],
        request_max_body_size=None,
        logging_config=None,
    )
