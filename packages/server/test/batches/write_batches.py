"""Writes a source's batches of thirty days, as one writer writes them, and the rows that they are.

    python write_batches.py WRITER FOLDER

A row of the source is what an application has in memory: optional fields that are missing for days, whole prices
that get decimals, lists that are empty, objects that are null. How a batch becomes a file is the writer's own affair.
"""

import datetime as dt
import json
import sys
from pathlib import Path

DAYS = 30
ROWS = 4
NESTED = ("tags", "scores", "customer")


def row(day, index):
    number = day * 10 + index
    at = dt.datetime(2024, 1, 1, 8, 30) + dt.timedelta(days=day, microseconds=index)
    made = {
        "id": number,
        # Missing for days, then there, then missing again.
        "note": None if day <= 5 or day in (17, 18) else f"note {number}",
        # Whole numbers, one of which is missing from day 8 on.
        "qty": None if day >= 8 and index == 1 else number,
        # Whole for three days.
        "price": number if day <= 3 else number + 0.99 if index else None,
        "tags": [] if day <= 2 else None if day in (9, 10) else [f"t{index}"] * (index % 3),
        "scores": [] if day == 1 else [index, day] if day <= 4 else [index + 0.5],
        "customer": customer(day, index),
        "at": at,
        "seen": at.replace(tzinfo=dt.timezone.utc),
        "born": None if day in (1, 2, 14) else at.date(),
        "flag": None if day == 6 else index % 2 == 0,
        "kind": ("new", "old")[index % 2],
        # Null until the last days.
        "late": None if day < 25 else f"late {day}" if index else None,
        "reading": None if day < 20 else index / 4,
    }
    if 12 <= day < 20:
        made["coupon"] = f"c{index}" if index > 1 else None
    return made


def customer(day, index):
    if day in (7, 8) or (day > 15 and index == 0):
        return None
    return {
        "name": f"n{index}",
        "tier": None if day <= 3 else index,
        "address": {"zip": None if day <= 6 else f"z{index}", "lines": [] if day <= 4 else ["l"]},
    }


def batches():
    for day in range(1, DAYS + 1):
        yield f"{day:02}", [row(day, index) for index in range(ROWS)]
    # All optional fields of a row may be missing where it comes again by its key.
    again = [{**row(3, index), "price": None, "note": None, "tags": None, "customer": None} for index in range(2)]
    yield "upsert", [*again, row(40, 0)]
    yield "update", [{"id": 41, "price": 7, "note": None}, {"id": 42, "price": 8, "note": None}]
    yield "delete", [{"id": 51}, {"id": 52}]


def by_column(rows):
    return {name: [each.get(name) for each in rows] for name in rows[0]}


def pandas_file(rows, path):
    import pandas as pd

    frame = pd.DataFrame(by_column(rows))
    for name in ("at", "seen"):
        if name in frame:
            frame[name] = pd.to_datetime(frame[name])
    if "kind" in frame:
        frame["kind"] = frame["kind"].astype("category")
    # A column that a join left empty.
    if "reading" in frame and frame["reading"].isna().all():
        frame["reading"] = float("nan")
    frame.to_parquet(path)


def polars_file(rows, path):
    import polars as pl

    frame = pl.DataFrame(by_column(rows), strict=False)
    if "kind" in frame.columns:
        frame = frame.with_columns(pl.col("kind").cast(pl.Categorical))
    frame.write_parquet(path)


def pyarrow_file(rows, path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table(by_column(rows))
    # The unit and the width follow the batch: what the process before wrote is not known to it.
    largest = max(each["id"] for each in rows)
    width = pa.int8() if largest < 128 else (pa.int16(), pa.int64(), pa.int32())[largest // 10 % 3]
    position = table.schema.get_field_index("id")
    table = table.set_column(position, "id", table["id"].cast(width))
    if "at" in table.column_names:
        unit = ("ns", "us")[rows[0]["id"] // 10 % 2]
        position = table.schema.get_field_index("at")
        table = table.set_column(position, "at", table["at"].cast(pa.timestamp(unit)))
    pq.write_table(table, path)


def duckdb_file(rows, path):
    import duckdb

    columns = ", ".join(f'unnest($rows).{name} AS "{name}"' for name in rows[0])
    duckdb.execute("SET TimeZone = 'UTC'")
    relation = duckdb.execute(f"CREATE OR REPLACE TABLE t AS SELECT {columns}", {"rows": rows})
    relation.execute(f"COPY t TO '{path}' (FORMAT parquet)")


def ndjson_file(rows, path):
    path.write_text("".join(json.dumps(each, default=as_text) + "\n" for each in rows))


def excel_file(rows, path):
    """`CSV UTF-8` of a spreadsheet: a byte order mark, CRLF, TRUE and FALSE, and no decimals where there are none."""
    names = [name for name in rows[0] if name not in NESTED]
    lines = [",".join(names)]
    lines += [",".join(cell(each[name]) for name in names) for each in rows]
    path.write_bytes(b"\xef\xbb\xbf" + "".join(line + "\r\n" for line in lines).encode())


def cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    return as_text(value) if isinstance(value, dt.date) else str(value)


def as_text(value):
    return value.isoformat()


WRITERS = {
    "pandas": (pandas_file, "parquet"),
    "polars": (polars_file, "parquet"),
    "pyarrow": (pyarrow_file, "parquet"),
    "duckdb": (duckdb_file, "parquet"),
    "ndjson": (ndjson_file, "ndjson"),
    "excel": (excel_file, "csv"),
}


def main(writer, folder):
    write, ending = WRITERS[writer]
    listed = []
    for name, rows in batches():
        path = Path(folder) / f"{name}.{ending}"
        write(rows, path)
        left_out = NESTED if writer == "excel" else ()
        kept = [{key: value for key, value in each.items() if key not in left_out} for each in rows]
        listed.append({"name": name, "file": path.name, "rows": kept})
    (Path(folder) / "batches.json").write_text(json.dumps(listed, default=as_text))


main(sys.argv[1], sys.argv[2])
