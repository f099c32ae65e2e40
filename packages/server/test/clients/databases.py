"""Databases at scale through the official Python client: bulk, contexts, attachments, managed connections, usage.

Arguments: origin, token, an empty workspace. Prints what it saw as one JSON object.
"""

import datetime
import json
import sys
import time

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
queries = QueryApi(api)


def refused(call):
    try:
        call()
    except ApiException as error:
        return [error.status, error.data.error.code]


def one_row(mode="replace"):
    return models.LoadManagedTableRequest(mode=mode, data="n\n7\n")


# Bulk
request = models.BulkCreateDatabasesRequest(
    count=120,
    name_template="py-{index}",
    idempotency_key="py",
    expires_at="24h",
    schemas=[models.DatabaseDefaultSchemaDecl(name="public", tables=[models.DatabaseDefaultTableDecl(name="t")])],
)
batch = databases.bulk_create_databases(request)
for _ in range(400):
    job = jobs.get_job(batch.job_id)
    if job.status.value not in ("pending", "running"):
        break
    time.sleep(0.05)
result = job.result.actual_instance
seen["job"] = [job.job_type.value, job.status.value, type(result).__name__, result.requested, result.created, result.cancelled]
seen["batch_id"] = result.batch_id == batch.batch_id
filled = databases.get_database_batch(batch.batch_id)
seen["batch"] = [filled.count, filled.created_count, filled.cancel_requested, filled.expires_at is not None]
seen["same"] = databases.bulk_create_databases(request).batch_id == batch.batch_id
seen["count"] = databases.count_databases(batch=batch.batch_id, search="PY-11").total
page = databases.list_databases(batch=batch.batch_id, limit=100)
rest = databases.list_databases(batch=batch.batch_id, limit=100, cursor=page.next_cursor)
ids = [row.id for row in page.databases + rest.databases]
seen["pages"] = [page.count, rest.count, ids == sorted(set(ids)), rest.has_more]
seen["names"] = sorted(row.name for row in page.databases + rest.databases)[7] == "py-007-" + batch.batch_id[:6]

# Loaded data keeps a batch
databases.load_database_table(ids[0], "public", "t", one_row())
seen["holds_data"] = refused(lambda: databases.delete_database_batch(batch.batch_id))
databases.delete_database(ids[0])
seen["deleted"] = databases.delete_database_batch(batch.batch_id).deleted_count
seen["gone"] = refused(lambda: databases.get_database_batch(batch.batch_id))

# Contexts
database = databases.create_database(models.CreateDatabaseRequest(name="contexts"))
contexts = hotdata.DatabaseContextApi(api)
written = contexts.upsert_database_context(
    database.id, models.UpsertDatabaseContextRequest(name="DataModel", content="# Model")
)
seen["context"] = [written.context.name, written.context.content, type(written.context.updated_at).__name__]
seen["contexts"] = [entry.name for entry in contexts.list_database_contexts(database.id).contexts]
seen["read"] = contexts.get_database_context(database.id, "DataModel").context.content
seen["reserved"] = refused(
    lambda: contexts.upsert_database_context(
        database.id, models.UpsertDatabaseContextRequest(name="select", content="x")
    )
)
contexts.delete_database_context(database.id, "DataModel")
seen["context_gone"] = refused(lambda: contexts.get_database_context(database.id, "DataModel"))

# A managed connection, attached
made = connections.create_connection(models.CreateConnectionRequest(name="store", source_type="managed", config={}))
seen["connection"] = [made.name, made.source_type, made.discovery_status.value, made.tables_discovered]
schema = connections.add_managed_schema(made.id, models.AddManagedSchemaRequest(name="Sales"))
table = connections.add_managed_table(made.id, "sales", models.AddManagedTableRequest(name="Orders"))
seen["declared"] = [schema.var_schema if hasattr(schema, "var_schema") else schema.schema, table.table]
connections.load_managed_table(made.id, "sales", "orders", one_row())
got = connections.get_connection(made.id)
seen["counts"] = [got.table_count, got.synced_table_count]
seen["listed"] = [entry.name for entry in connections.list_connections().connections]

databases.attach_database_catalog(
    database.id, models.AttachDatabaseCatalogRequest(connection_id=made.id, alias="sdkci_cat")
)
attachment = databases.get_database(database.id).attachments[0]
seen["attachment"] = [attachment.connection_id == made.id, attachment.alias]
seen["rows"] = queries.query(
    models.QueryRequest(sql="SELECT n FROM sdkci_cat.sales.orders"), x_database_id=database.id
).rows
seen["attached_twice"] = refused(
    lambda: databases.attach_database_catalog(
        database.id, models.AttachDatabaseCatalogRequest(connection_id=made.id)
    )
)
seen["held"] = refused(lambda: connections.delete_connection(made.id))
databases.detach_database_catalog(database.id, made.id)
seen["detached"] = databases.get_database(database.id).attachments

# Usage
usage = hotdata.UsageApi(api).get_usage()
seen["usage"] = [
    usage.query_count,
    usage.bytes_scanned >= 0,
    usage.storage_bytes > 0,
    usage.since.day == 1,
    isinstance(usage.storage_captured_at, datetime.datetime),
]
connections.delete_connection(made.id)
seen["no_connection"] = refused(lambda: connections.get_connection(made.id))

print(json.dumps(seen))
