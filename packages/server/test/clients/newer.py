"""Lineage, constants of a key, keys of loads, vocabularies, indexes, through the official Python client.

A release that has no words for lineages and constants says so and does everything else.
Arguments: origin, token, an empty workspace. Prints what it saw as one JSON object.
"""

import json
import time
import sys

import hotdata
from hotdata import models
from hotdata.query import QueryApi
from hotdata.rest import ApiException

origin, token, workspace = sys.argv[1:4]
seen = {}

api = hotdata.ApiClient(hotdata.Configuration(host=origin, api_key=token, workspace_id=workspace))
databases = hotdata.DatabasesApi(api)
connections = hotdata.ConnectionsApi(api)
jobs = hotdata.JobsApi(api)
runs = hotdata.QueryRunsApi(api)


def refused(call):
    try:
        call()
    except ApiException as error:
        return [error.status, error.data.error.code]


def load(table, **request):
    request = models.LoadManagedTableRequest(**{"mode": "append", "data": "id,day\n1,2024-01-05\n", **request})
    return databases.load_database_table(source.id, "main", table, request)


knows_lineages = hasattr(databases, "get_database_lineage")
knows_constants = hasattr(databases, "set_database_table_constant_per_key")
seen["knows"] = [knows_lineages, knows_constants]
constants = {"constant_per_key": ["day"]} if knows_constants else {}
declared = models.DatabaseDefaultSchemaDecl(
    name="main", tables=[models.DatabaseDefaultTableDecl(name="events", key=["id"], **constants)]
)
source = databases.create_database(models.CreateDatabaseRequest(name="ledger", schemas=[declared]))

# Forks that are given no name
described = {"description": " trial "} if knows_lineages else {}
fork = databases.fork_database(source.id, models.ForkDatabaseRequest(**described))
seen["fork"] = [fork.name == "ledger-" + fork.id[-8:]]


def see_lineages():
    seen["fork"] += [fork.forked_from.description, fork.forked_from.name]
    plain = databases.fork_database(fork.id, models.ForkDatabaseRequest(name="plain"))
    seen["plain"] = [plain.forked_from.description, plain.forked_from.database_id == fork.id]
    lineage = databases.get_database_lineage(plain.id)
    seen["ancestors"] = [[row.exists, row.name == fork.name, row.description] for row in lineage.ancestors]
    seen["root"] = [lineage.root_id == source.id, lineage.ancestors_truncated, lineage.forks, lineage.fork_count]
    databases.delete_database(fork.id)
    below = databases.get_database_lineage(source.id, forks_limit=1)
    seen["forks"] = [[row.exists, row.name, row.description, row.snapshot_id] for row in below.forks] + [below.fork_count]
    seen["no_lineage"] = refused(lambda: databases.get_database_lineage(fork.id))


def see_constants():
    """Constants of a key, by either route."""
    tables = hotdata.InformationSchemaApi(api)
    said = lambda: tables.information_schema(connection_id=source.default_connection_id).tables[0].constant_per_key
    seen["said"] = [said()]
    request = models.UpdateManagedTableRequest
    revoked = databases.set_database_table_constant_per_key(source.id, "main", "events", request(constant_per_key=[]))
    seen["said"].append(said())
    changed = connections.set_managed_table_constant_per_key(
        source.default_connection_id, "Main", "Events", request(constant_per_key=["day"])
    )
    seen["said"].append(said())
    seen["answers"] = [revoked.constant_per_key, changed.constant_per_key, changed.var_schema, changed.table]
    seen["wrong_column"] = refused(
        lambda: databases.set_database_table_constant_per_key(source.id, "main", "nothing", request(constant_per_key=["x"]))
    )


if knows_lineages:
    see_lineages()
if knows_constants:
    see_constants()

# Loads
first = load("events", idempotency_key="one")
seen["again"] = load("events", idempotency_key="one").row_count == first.row_count
seen["other_table"] = refused(lambda: load("others", idempotency_key="one"))
seen["other_data"] = refused(lambda: load("events", idempotency_key="one", data="id,day\n2,2024-01-06\n"))
seen["too_large"] = refused(lambda: load("events", data="id,day\n" + "1,2024-01-05\n" * 200_000))
answer = QueryApi(api).query(models.QueryRequest(sql="SELECT * FROM events"), x_database_id=source.id)
asynchronous = {"async": True, "async_after_ms": 10_000}
seen["result"] = load("copies", data=None, result_id=answer.result_id, mode="replace", **asynchronous).row_count

# Vocabularies
seen["jobs"] = [job.job_type.value for job in jobs.list_jobs().jobs]
if knows_constants:
    seen["new_types"] = [jobs.list_jobs(job_type=kind).jobs for kind in ("table_constants_update", "database_fork")]
seen["statuses"] = [
    len(runs.list_query_runs(x_database_id=source.id, status=status).query_runs)
    for status in ("queued", "queued,succeeded")
]
indexes = hotdata.IndexesApi(api)
seen["indexes"] = [
    indexes.list_indexes_collection(x_database_id=source.id).indexes,
    indexes.list_indexes(source.default_connection_id, "main", "events").indexes,
]


# Indexes: of the newer client's words, made at once and as a job
place = (source.default_connection_id, "main", "texts")
load("texts", data="id,note\n1,red apple\n2,green pear\n")
made = indexes.create_index(*place, models.CreateIndexRequest(index_name="words", columns=["note"], index_type="bm25"))
submitted = indexes.create_index(*place, models.CreateIndexRequest(index_name="by_id", columns=["id"], **{"async": True}))
while (job := jobs.get_job(submitted.id)).status.value in ("pending", "running"):
    time.sleep(0.05)
listed = indexes.list_indexes_collection(x_database_id=source.id, var_schema="main", index_type="bm25")
found = QueryApi(api).query(
    models.QueryRequest(sql="SELECT id FROM bm25_search('default.main.texts', '\"note\"', 'apple')"), x_database_id=source.id
)
indexes.delete_index(*place, "words")
seen["built"] = [made.index_type, made.status.value, made.columns, job.job_type.value, job.status.value]
seen["listed"] = [[one.index_name, one.table_name] for one in listed.indexes]
seen["found"] = found.rows
seen["left"] = [one.index_name for one in indexes.list_indexes(*place).indexes]

print(json.dumps(seen))
