"""A database, a table, expressions and an index, through the Ibis backend.

Arguments: origin, token, an empty workspace. Prints what it saw as one JSON object.
"""

import datetime
import decimal
import json
import sys

import ibis
import pandas
import pyarrow
from ibis.common import exceptions
from ibis_hotdata.backend import Backend
from ibis_hotdata.vector import l2_distance, semantic_search

origin, token, workspace = sys.argv[1:4]
seen = {}

connection = Backend().connect(api_url=origin, token=token, workspace_id=workspace)
database = connection.create_database("flights", schema="main")
connection = Backend().connect(
    api_url=origin,
    token=token,
    workspace_id=workspace,
    database_id=database,
    default_connection="default",
    default_schema="main",
)

rows = pyarrow.table(
    {
        "id": pyarrow.array([1, 2, 3, 4], pyarrow.int64()),
        "carrier": ["AA", "UA", "AA", None],
        "price": pyarrow.array([decimal.Decimal("10.50"), decimal.Decimal("7.25"), None, decimal.Decimal("1.00")]),
        "at": pyarrow.array([datetime.datetime(2024, 1, day) for day in (1, 2, 3, 4)], pyarrow.timestamp("us")),
        "near": pyarrow.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8], [-1.0, 0.0]], pyarrow.list_(pyarrow.float32())),
    }
)
flights = connection.create_table("flights", rows, database=(database, "main"))
seen["columns"] = {name: str(kind) for name, kind in flights.schema().items()}
seen["tables"] = connection.list_tables(database=(connection._resolve_database_connection_id(), "main"))

counted = flights.group_by("carrier").aggregate(n=flights.count(), paid=flights.price.sum()).order_by(ibis.asc("carrier", nulls_first=False))
seen["grouped"] = [[row["carrier"], row["n"], str(row["paid"])] for row in counted.to_pyarrow().to_pylist()]
at = flights.at
seen["frame"] = flights.filter(at > datetime.datetime(2024, 1, 2)).order_by("id").execute()["id"].tolist()
months = flights.select(month=at.truncate("M").strftime("%Y-%m"), day=at.day()).order_by("day").limit(1)
seen["moments"] = [list(row.values()) for row in months.to_pyarrow().to_pylist()]
ranked = flights.mutate(rank=ibis.row_number().over(ibis.window(group_by="carrier", order_by=ibis.desc("id"))))
seen["window"] = ranked.filter(ranked["rank"] == 0).order_by("id").select("id").to_pyarrow()["id"].to_pylist()
itself = flights.view()
pairs = flights.join(itself, flights.carrier == itself.carrier).count()
seen["joined"] = int(pairs.execute())
packed = flights.filter(flights.id == 1).select(packed=ibis.struct({"a": flights.id, "b": flights.carrier}))
seen["struct"] = packed.select(a=packed.packed.a).to_pyarrow().to_pylist()
seen["near"] = [
    [row["id"], round(row["distance"], 6)]
    for row in semantic_search(flights, "near", [1.0, 0.0], 2).to_pyarrow().to_pylist()
]
seen["squared"] = [
    [row["id"], round(row["distance"], 6)]
    for row in semantic_search(flights, "near", [0.0, 1.0], 2, distance_fn=l2_distance).to_pyarrow().to_pylist()
]
# What a column is told to be is what its values are, at any depth.
nested = pyarrow.struct({"x y": pyarrow.list_(pyarrow.timestamp("us")), "n": pyarrow.decimal128(5, 1), "d": pyarrow.date32()})
typed = pyarrow.table(
    {
        "zoned": pyarrow.array([datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)], pyarrow.timestamp("us", "UTC")),
        "time": pyarrow.array([datetime.time(1, 2, 3)], pyarrow.time64("us")),
        "day": pyarrow.array([datetime.date(2024, 1, 1)]),
        "small": pyarrow.array([1], pyarrow.int8()),
        "bytes": pyarrow.array([b"a"]),
        "list": pyarrow.array([[[1], []]], pyarrow.list_(pyarrow.list_(pyarrow.int64()))),
        "moments": pyarrow.array([[datetime.datetime(2024, 1, 1)]], pyarrow.list_(pyarrow.timestamp("us"))),
        "prices": pyarrow.array([[decimal.Decimal("1.5")]], pyarrow.list_(pyarrow.decimal128(5, 1))),
        "struct": pyarrow.array([{"x y": [], "n": decimal.Decimal("1.5"), "d": None}], nested),
        "structs": pyarrow.array([[{"a": 1}]], pyarrow.list_(pyarrow.struct({"a": pyarrow.int32()}))),
        "maps": pyarrow.array([{"m": [("a", {"b": True})]}], pyarrow.struct({"m": pyarrow.map_(pyarrow.string(), pyarrow.struct({"b": pyarrow.bool_()}))})),
        "fixed": pyarrow.array([[1.0, 2.0]], pyarrow.list_(pyarrow.float32(), 2)),
    }
)
told = connection.create_table("typed", typed, database=(database, "main"))
seen["types"] = {name: str(kind) for name, kind in told.schema().items()}
seen["as_told"] = [str(kind) for kind in told.to_pyarrow().schema.types] == [str(kind) for kind in told.schema().to_pyarrow().types]
connection.drop_table("typed", database=(database, "main"))
batches = connection.sql("SELECT i FROM generate_series(1, 300000) AS t(i)").to_pyarrow_batches(chunk_size=100_000)
seen["many"] = sum(batch.num_rows for batch in batches)

index = connection.create_index("flights", "near", name="near_hnsw", metric="cosine", database=(database, "main"))
listed = connection.list_indexes("flights", database=(database, "main"))
seen["indexes"] = [[row["index_name"], row["index_type"], row["status"]] for row in listed]
connection.drop_index("flights", "near_hnsw", database=(database, "main"))
seen["left"] = connection.list_indexes("flights", database=(database, "main"))


def refused(call):
    try:
        call()
    except (exceptions.IbisError, exceptions.TableNotFound) as error:
        return [type(error).__name__, str(error)]


seen["again"] = refused(lambda: connection.create_table("flights", rows, database=(database, "main")))[0]
seen["wrong"] = refused(lambda: connection.sql("SELECT nothing FROM flights"))
frame = pandas.DataFrame({"id": [7], "name": ["seven"]})
replaced = connection.create_table("flights", frame, database=(database, "main"), overwrite=True)
seen["replaced"] = replaced.to_pyarrow().to_pylist()
connection.drop_table("flights", database=(database, "main"))
seen["gone"] = refused(lambda: connection.table("flights", database=("default", "main")))[0]
connection.drop_database(database)
seen["dropped"] = refused(lambda: connection.drop_database(database))[0]
print(json.dumps(seen))
