"""A PostgreSQL database as a connection, through the official Python client: from a secret to the deletion.

A release that has no words for types of connections, secrets, refreshes and purges says so and does everything else.
Arguments: origin, token, a workspace that holds nothing but the secret "kept", the connection's config as JSON, its password.
Prints what it saw as one JSON object.
"""

import json
import sys

import hotdata
from hotdata import models
from hotdata.query import QueryApi
from hotdata.rest import ApiException

origin, token, workspace, config, password = sys.argv[1:6]
seen = {}

api = hotdata.ApiClient(hotdata.Configuration(host=origin, api_key=token, workspace_id=workspace))
connections = hotdata.ConnectionsApi(api)
databases = hotdata.DatabasesApi(api)
jobs = hotdata.JobsApi(api)
tables = hotdata.InformationSchemaApi(api)
queries = QueryApi(api)


def refused(call):
    try:
        call()
    except ApiException as error:
        return [error.status, error.data.error.code]


knows_secrets = hasattr(hotdata, "SecretsApi")
knows_refreshes = hasattr(hotdata, "RefreshApi")
seen["knows"] = [knows_secrets, knows_refreshes]


def see_types():
    types = hotdata.ConnectionTypesApi(api)
    seen["types"] = "postgres" in [one.name for one in types.list_connection_types().connection_types]
    seen["schema"] = sorted(types.get_connection_type("postgres").config_schema["properties"])[:3]


def make_secret():
    secrets = hotdata.SecretsApi(api)
    made = secrets.create_secret(models.CreateSecretRequest(name="py_Shop", value="wrong"))
    seen["secret"] = [made.name, secrets.update_secret("py_shop", models.UpdateSecretRequest(value=password)).name]
    seen["secrets"] = sorted(one.name for one in secrets.list_secrets().secrets)
    return {"secret_id": made.id}


if knows_refreshes:
    see_types()
secret = make_secret() if knows_secrets else {"secret_name": "kept"}
connection = connections.create_connection(
    models.CreateConnectionRequest(name="shop", source_type="postgres", config=json.loads(config), **secret)
)
seen["connection"] = [connection.discovery_status.value, connection.discovery_error, connection.tables_discovered]
if knows_refreshes:
    seen["health"] = connections.check_connection_health(connection.id).healthy
listed = tables.information_schema(connection_id=connection.id, include_columns=True).tables
seen["tables"] = [[row.table, row.synced, [[c.name, c.data_type, c.nullable] for c in row.columns]] for row in listed]

database = databases.create_database(models.CreateDatabaseRequest(name="py"))
databases.attach_database_catalog(database.id, models.AttachDatabaseCatalogRequest(connection_id=connection.id))
count = models.QueryRequest(sql="SELECT count(*), max(v) FROM shop.public.py_rows", database_id=database.id)
seen["rows"] = queries.query(count).rows


def see_refreshes():
    refresh = hotdata.RefreshApi(api)
    table = {"connection_id": connection.id, "schema_name": "public", "table_name": "py_rows"}
    again = refresh.refresh(models.RefreshRequest(data=True, **table)).actual_instance
    seen["refreshed"] = [type(again).__name__, again.rows_synced]
    found = refresh.refresh(models.RefreshRequest(connection_id=connection.id)).actual_instance
    seen["schemas"] = [type(found).__name__, found.connections_refreshed, found.tables_added]
    every = refresh.refresh(models.RefreshRequest(connection_id=connection.id, data=True)).actual_instance
    seen["all"] = [type(every).__name__, every.tables_refreshed, every.total_rows]
    done = jobs.list_jobs(job_type="data_refresh_table").jobs
    seen["jobs"] = [[job.status.value, type(job.result.actual_instance).__name__] for job in done]
    seen["unknown"] = refused(lambda: refresh.refresh(models.RefreshRequest(connection_id="conn_none")))

    connections.purge_table_cache(connection.id, "public", "py_rows")
    seen["purged"] = connections.get_connection(connection.id).synced_table_count
    connections.purge_connection_cache(connection.id)
    seen["anew"] = queries.query(count).rows


if knows_refreshes:
    see_refreshes()
seen["unfiltered"] = len(jobs.list_jobs().jobs)
databases.detach_database_catalog(database.id, connection.id)
connections.delete_connection(connection.id)
seen["gone"] = [refused(lambda: connections.get_connection(connection.id))]
if knows_secrets:
    secrets = hotdata.SecretsApi(api)
    secrets.delete_secret("py_shop")
    seen["gone"].append(refused(lambda: secrets.get_secret("py_shop")))
print(json.dumps(seen))
