"""Every clause of docs/rules.md is named by a test, and no test names a clause that does not exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLAUSES = re.findall(r"^- \*\*(S[GR]-\d+)\*\*", (ROOT / "docs" / "rules.md").read_text(encoding="utf-8"), re.MULTILINE)


def claimed() -> set[str]:
    """Ids in `pytest.mark.clause(...)` decorators of tests."""
    ids: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for call in node.decorator_list:
                    if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.clause":
                        ids.update(ast.literal_eval(argument) for argument in call.args)
    return ids


def test_the_rules_are_numbered_without_a_gap() -> None:
    assert [f"SG-{n}" for n in range(1, 22)] + [f"SR-{n}" for n in range(1, 14)] == CLAUSES


def test_every_clause_is_claimed_by_a_test_and_no_other() -> None:
    assert claimed() == set(CLAUSES)
