"""The table of limits in docs/serving.md, made from the code: ``python -m tests.web.limits_page``
writes it."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from scorepad.web import limits

PAGE = Path(__file__).parents[2] / "docs" / "serving.md"
BEGIN, END = "<!-- limits -->\n", "<!-- end of limits -->\n"


def listed() -> Iterator[tuple[str, dict[str, float], str]]:
    """Yield the title of each group, its limits by name, and what is said of them."""
    source = Path(limits.__file__).read_text("utf-8")
    titles = {source[:found.start()].count("\n"): found[1]
              for found in re.finditer(r"^# --- (.+?) -+$", source, re.MULTILINE)}
    body = ast.parse(source).body
    for made, said in pairwise(body):
        match made, said:
            case ast.Assign(targets=[target]), ast.Expr(value=ast.Constant(value=str(text))):
                names: Any = target.elts if isinstance(target, ast.Tuple) else [target]
                title = titles[max(line for line in titles if line < made.lineno)]
                yield title, {each.id: getattr(limits, each.id) for each in names}, \
                    " ".join(text.split())


def table() -> str:
    """The table in Markdown."""
    lines, before = ["| limit | number | what it bounds, and what happens beyond |",
                     "| --- | --- | --- |"], ""
    for title, numbers, text in listed():
        if title != before:
            lines.append(f"| **{title}** | | |")
        before = title
        names = ", ".join(f"`{name}`" for name in numbers)
        lines.append(f"| {names} | {'; '.join(map(_told, numbers.values()))} | {text} |")
    return "\n".join([*lines, ""])


def _told(number: float) -> str:
    return f"{int(number):,}" if number == int(number) else str(number)


def of_page(page: str) -> str:
    """The table that stands in a page."""
    return page.partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    PAGE.write_text(page.replace(BEGIN + of_page(page), BEGIN + table()), "utf-8")
