"""The description of the API: of every route, made from what is read and sent, and true."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS
from schemathesis.generation.hypothesis.builder import (
    HypothesisTestConfig,
    HypothesisTestMode,
    create_test,
)
from schemathesis.schemas import APIOperation

from tests.kit.drivers.web_server import SECRETS, Site
from web import Access

SITE = Site().in_the_play()
"""Entries have something to change there."""

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


def test_every_part_of_the_description_is_there() -> None:
    """No reference leads nowhere, and every operation says what it does."""
    text = json.dumps(DESCRIBED)
    schemas = DESCRIBED["components"]["schemas"]
    for piece in text.split('"#/components/schemas/')[1:]:
        assert piece.split('"')[0] in schemas
    assert all(one["summary"] for path in DESCRIBED["paths"].values() for one in path.values())


def test_a_card_is_described_as_people_write_it() -> None:
    play = DESCRIBED["components"]["schemas"]["Play"]
    assert play["properties"]["card"]["examples"] == ["5H", "10", "JD"]
    assert play["required"] == ["do", "card"]


schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", SITE.app)

ELSEWHERE = {
    "ignored_auth": "every request here is a scorer's; `test_security` asks without the right",
    "negative_data_rejection": "so nothing is wrong where only the right was left out",
    "positive_data_acceptance": "to JSON Schema 0.0 is a whole number; as points it is none",
}
NOT_ASKED = [check for check in CHECKS.get_all() if check.__name__ in ELSEWHERE]


AS_IT_IS = {"Accept-Encoding": "identity"}
"""schemathesis reads what it is sent without unpacking it."""


OPERATIONS: dict[str, APIOperation] = {
    found.ok().label: found.ok()
    for found in schema.exclude(path=["/api/v1/stream", "/api/v1/strip"]).get_all_operations()
}
"""By method and path. The streams never end, so they are not asked here."""


@pytest.fixture(scope="module")
def answers() -> Iterator[Counter[int]]:
    """Return how often each status was answered; told in the end."""
    answers = Counter[int]()
    yield answers
    told = ", ".join(f"{status}: {many:,}" for status, many in sorted(answers.items()))
    print(f"{answers.total():,} requests were answered with {told}")


def ask(operation: APIOperation, answers: Counter[int], requests: int) -> None:
    """Send *requests* of each kind that *operation* may get; no error of ours, and nothing but the
    statuses and shapes that the description names. They are made here: before, each worker would
    make those of all operations, and throw away those that others send."""

    @settings(max_examples=requests, deadline=None, suppress_health_check=list(HealthCheck))
    def send(case: schemathesis.Case) -> None:
        answer = case.call_and_validate(cookies=SCORER, headers=AS_IT_IS, excluded_checks=NOT_ASKED)
        answers[answer.status_code] += 1

    every_kind = HypothesisTestConfig(project=schema.config, modes=list(HypothesisTestMode))
    create_test(operation=operation, test_func=send, config=every_kind)()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_response_to_generated_requests_is_described(
    operation: str, answers: Counter[int]
) -> None:
    ask(OPERATIONS[operation], answers, 20)


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_response_to_a_thousand_generated_requests_is_described(
    operation: str, answers: Counter[int]
) -> None:
    """The same, until no more can be thought of or it was asked so often."""
    ask(OPERATIONS[operation], answers, 1000)


@pytest.mark.parametrize("path", ["/api/v1/state", "/api/v1/rules", "/api/v1/me", "/healthz"])
def test_a_response_has_every_required_field(path: str) -> None:
    """Every field is there that the description calls required."""
    answer = SITE.phone().get(path).get_json()
    ref = DESCRIBED["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
    name = ref["schema"]["$ref"].rsplit("/", 1)[1]
    assert set(DESCRIBED["components"]["schemas"][name]["required"]) <= answer.keys()
