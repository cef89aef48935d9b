"""The OpenAPI document, from the endpoints and the structs of the protocol."""

import re
from typing import Any

import msgspec

from kaiten import __version__
from kaiten.protocol.rest import Problem
from kaiten.server.endpoints import JSON, Endpoint


def document(endpoints: tuple[Endpoint, ...]) -> dict[str, Any]:
    """The document as plain values."""
    structs = [struct for endpoint in endpoints for struct in (endpoint.body, endpoint.answer) if struct is not None]
    _, components = msgspec.json.schema_components([*structs, Problem], ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kaiten", "version": __version__, "description": "Tables, records and players over HTTP."},
        "paths": paths,
        "components": {
            "schemas": {name: _tidy(schema) for name, schema in sorted(components.items())},
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "kaiten"},
            },
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    statuses = {429, 503, *endpoint.error_statuses} | ({400, 413, 415} if endpoint.body else set())
    # An invalid token and a wrong origin are refused even where no token is needed.
    statuses |= {401, 403}
    answers: dict[str, Any] = {str(status): _content("Refused.", Problem) for status in sorted(statuses)}
    if endpoint.answer is None:
        answers["204"] = {"description": "Done."}
    else:
        answers["200"] = _content("Done.", endpoint.answer)
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.handler.__name__,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"{(\w+)}", endpoint.path)
        ],
        "responses": dict(sorted(answers.items())),
        "security": [{"bearer": []}, {"cookie": []}] if endpoint.needs_player else [{}],
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": _reference(endpoint.body)}}}
    return operation


def _content(summary: str, struct: Any) -> dict[str, Any]:
    return {"description": summary, "content": {JSON: {"schema": _reference(struct)}}}


def _reference(struct: Any) -> dict[str, Any]:
    return {"type": "object"} if struct is dict else {"$ref": f"#/components/schemas/{struct.__name__}"}


def _tidy(value: Any) -> Any:
    """Put descriptions on one line: the indentation of docstrings differs between Python versions."""
    if isinstance(value, dict):
        return {name: " ".join(item.split()) if name == "description" else _tidy(item) for name, item in value.items()}
    return [_tidy(item) for item in value] if isinstance(value, list) else value
