"""The API's description: complete, generated from request and response types, and correct."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.drivers.web_server import SECRETS, Site
from web import Access

SITE = Site().in_the_play()
"""A table with something to change."""

DEVICE = "a" * 32
ACCESS = Access(SECRETS)
SCORER = {
    "cribble_device": DEVICE,
    "cribble_scorer": ACCESS.scorer_token(DEVICE),
    "cribble_host": ACCESS.host_token(DEVICE),
}
DESCRIBED: dict[str, Any] = SITE.phone().get("/api/v1/openapi.json").get_json()


def test_every_route_for_programs_is_described() -> None:
    there = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in SITE.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/") or rule.rule == "/healthz"
    }
    told = {(path, method) for path, one in DESCRIBED["paths"].items() for method in one}
    assert told == there


NEVER_END = {"GET /api/v1/stream", "GET /api/v1/strip"}
OPERATIONS = sorted(
    {f"{method.upper()} {path}" for path, one in DESCRIBED["paths"].items() for method in one}
    - NEVER_END
)


@pytest.fixture(scope="module")
def answers() -> Iterator[Counter[int]]:
    answers = Counter[int]()
    yield answers
    told = ", ".join(f"{status}: {many:,}" for status, many in sorted(answers.items()))
    print(f"{answers.total():,} requests were answered with {told}")


@pytest.mark.parametrize("requests", [2, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_response_to_a_few_or_a_thousand_generated_requests_is_described(
    operation: str, requests: int, answers: Counter[int]
) -> None:
    """All responses have statuses and shapes from the description, and no internal error."""
    from tests.web.http.any_requests import (
        send_requests,  # Generating them takes half a second to import, in each worker.
    )

    send_requests(SITE.app, operation, SCORER, requests, answers)
