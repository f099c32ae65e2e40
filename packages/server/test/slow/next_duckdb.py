"""Answers texts on the DuckDB of this environment: what its parser makes of them, and their rows.

Standard input is one JSON object: `setup` (statements), `texts`. Each line of the output is the
answer to a text: `tree` (the serialized tree without positions, or the error's first words) and
`rows` (the rows as text, or the error's first words; null where the text is not run).
"""

import json
import sys

import duckdb


def without_positions(node):
    if isinstance(node, dict):
        return {
            key: without_positions(value)
            for key, value in node.items()
            if key not in ("query_location", "query_location_length", "position")
        }
    return [without_positions(item) for item in node] if isinstance(node, list) else node


def first_words(error):
    return str(error).split("\n")[0][:160]


def main():
    asked = json.load(sys.stdin)
    connection = duckdb.connect(":memory:")
    for name, value in (("threads", "1"), ("TimeZone", "'UTC'"), ("memory_limit", "'1GB'")):
        connection.execute(f"SET {name} = {value}")
    missing = []
    for statement in asked["setup"]:
        try:
            connection.execute(statement)
        except duckdb.Error as error:
            missing.append(first_words(error))
    print(json.dumps({"version": duckdb.__version__, "missing": missing}))
    for text in asked["texts"]:
        serialized = connection.execute("SELECT json_serialize_sql($1::VARCHAR)", [text["sql"]])
        tree = without_positions(json.loads(serialized.fetchone()[0]))
        rows = None
        if text["runs"]:
            try:
                rows = sorted(map(repr, connection.execute(text["sql"]).fetchall()))
            except (duckdb.Error, OverflowError, ValueError) as error:
                rows = first_words(error)
        print(json.dumps({"tree": tree, "rows": rows}))


main()
