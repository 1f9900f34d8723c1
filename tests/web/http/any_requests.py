"""Generated requests, valid and invalid by the API's description."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Final

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS
from schemathesis.generation.hypothesis.builder import (
    HypothesisTestConfig,
    HypothesisTestMode,
    create_test,
)
from schemathesis.schemas import BaseSchema

ELSEWHERE: Final = {
    "ignored_auth": "every request here is a scorer's; `test_security` asks without the right",
    "negative_data_rejection": "so nothing is wrong where only the right was left out",
    "positive_data_acceptance": "to JSON Schema 0.0 is a whole number; as points it is none",
}

AS_IT_IS: Final = {"Accept-Encoding": "identity"}
"""schemathesis does not decompress responses."""


@cache
def _described(app: Flask) -> BaseSchema:
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)


def send_requests(
    app: Flask,
    operation: str,
    cookies: Mapping[str, str],
    requests: int,
    answers: Counter[int],
) -> None:
    """Send generated *requests* to *operation*, a method and a path, and count the statuses. A
    response that does not match the description raises AssertionError."""
    schema = _described(app)  # Only now are its checks registered in CHECKS.
    not_asked = [check for check in CHECKS.get_all() if check.__name__ in ELSEWHERE]
    assert len(not_asked) == len(ELSEWHERE)
    method, _, path = operation.partition(" ")

    @settings(max_examples=requests, deadline=None, suppress_health_check=list(HealthCheck))
    def send(case: schemathesis.Case) -> None:
        answer = case.call_and_validate(
            cookies=dict(cookies), headers=AS_IT_IS, excluded_checks=not_asked
        )
        answers[answer.status_code] += 1

    every_kind = HypothesisTestConfig(project=schema.config, modes=list(HypothesisTestMode))
    create_test(operation=schema[path][method], test_func=send, config=every_kind)()
