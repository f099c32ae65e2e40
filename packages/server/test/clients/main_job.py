"""The main job through the official Python client: a file becomes a table, SQL becomes a kept result.

Arguments: origin, token, an empty workspace, a folder for files. Prints what it saw as one JSON object.
"""

import json
import os
import sys
import time

import hotdata
import pyarrow as pa
import pyarrow.parquet as pq
from hotdata import models
from hotdata.arrow import ResultsApi as ArrowResultsApi
from hotdata.query import QueryApi
from hotdata.rest import ApiException

origin, token, workspace_id, folder = sys.argv[1:5]
seen = {}


def client(**options):
    return hotdata.ApiClient(hotdata.Configuration(host=origin, **options))


try:
    hotdata.WorkspacesApi(client()).list_workspaces()
except ApiException as error:
    seen["no_token"] = [error.status, bool(error.body)]

workspaces = hotdata.WorkspacesApi(client(api_key=token)).list_workspaces().workspaces
seen["workspace"] = [row.public_id for row in workspaces].count(workspace_id)
api = client(api_key=token, workspace_id=workspace_id)

try:
    hotdata.DatabasesApi(client(api_key=token, workspace_id="ws_" + "0" * 32)).list_databases()
except ApiException as error:
    seen["unknown_workspace"] = error.status

databases = hotdata.DatabasesApi(api)
declared = models.DatabaseDefaultSchemaDecl(
    name="public", tables=[models.DatabaseDefaultTableDecl(name="numbers", key=["id"])]
)
database = databases.create_database(models.CreateDatabaseRequest(name="python", schemas=[declared]))
seen["default_schema"] = database.default_schema
# Of this release's methods the older client has none for it.
if hasattr(databases, "lookup_database_by_name"):
    seen["by_name"] = databases.lookup_database_by_name(name=" PYTHON ").id == database.id
seen["first_page"] = [row.name for row in databases.list_databases().databases]

# Over 8 MiB, so the client streams it in parts without declaring a size.
path = os.path.join(folder, "numbers.parquet")
rows = 1_500_000
pq.write_table(pa.table({"id": pa.array(range(rows)), "text": pa.array([f"row {i}" for i in range(rows)])}), path)
uploads = hotdata.UploadsApi(api)
upload = uploads.upload_file(path)
seen["upload"] = [upload.status, upload.size_bytes == os.path.getsize(path), os.path.getsize(path) > 8 * 2**20]
loaded = databases.load_database_table(
    database.id, "public", "numbers", models.LoadManagedTableRequest(mode="replace", upload_id=upload.upload_id)
)
seen["loaded"] = loaded.row_count

small = os.path.join(folder, "small.csv")
with open(small, "w") as file:
    file.write("id,text\n-1,first\n")
appended = databases.load_database_table(
    database.id,
    "public",
    "numbers",
    models.LoadManagedTableRequest(
        mode="append", upload_id=uploads.upload_file(small).upload_id, **{"async": True, "async_after_ms": 10000}
    ),
)
seen["appended"] = appended.row_count

queries = QueryApi(api)
answer = queries.query(
    models.QueryRequest(sql="SELECT id, text FROM numbers ORDER BY id LIMIT 3"), x_database_id=database.id
)
seen["rows"] = answer.rows
# A truncated preview is followed by the client with pages of 50,000 rows of JSON.
large = queries.query(models.QueryRequest(sql="SELECT id FROM numbers WHERE id < 120000"), x_database_id=database.id)
seen["followed"] = [len(large.rows), sum(row[0] for row in large.rows)]

arrow = ArrowResultsApi(api)
table = arrow.get_result_arrow(answer.result_id, database.id)
seen["arrow"] = [table.num_rows, [str(field.type) for field in table.schema]]
streamed = 0
with arrow.stream_result_arrow(large.result_id, database.id) as reader:
    for batch in reader:
        streamed += batch.num_rows
seen["streamed"] = streamed

submitted = queries.query(
    models.QueryRequest(sql="SELECT count(*) AS n FROM numbers", **{"async": True}), x_database_id=database.id
)
runs = hotdata.QueryRunsApi(api)
for _ in range(200):
    run = runs.get_query_run(submitted.query_run_id, x_database_id=database.id)
    if run.status != "running":
        break
    time.sleep(0.05)
seen["run"] = [run.status, run.row_count]
seen["run_rows"] = hotdata.ResultsApi(api).get_result(run.result_id, x_database_id=database.id).rows
seen["listed_runs"] = submitted.query_run_id in [
    row.id for row in runs.list_query_runs(x_database_id=database.id, limit=50).query_runs
]
seen["results"] = [row.status for row in hotdata.ResultsApi(api).list_results(x_database_id=database.id).results]

tables = hotdata.InformationSchemaApi(api).information_schema(
    connection_id=database.default_connection_id, include_columns=True
)
seen["columns"] = [[column.name, column.data_type] for column in tables.tables[0].columns]
seen["jobs"] = [[job.job_type, job.status] for job in hotdata.JobsApi(api).list_jobs().jobs]

try:
    queries.query(models.QueryRequest(sql="SELECT * FROM nothing"), x_database_id=database.id)
except ApiException as error:
    seen["bad_query"] = [error.status, error.data.error.code, error.data.error.message]

fork = databases.fork_database(database.id, models.ForkDatabaseRequest(name="trial"))
seen["forked"] = [fork.name, fork.id != database.id, fork.default_catalog, fork.default_schema]
count = models.QueryRequest(sql="SELECT count(*) AS n FROM numbers")
databases.delete_database(fork.id)
seen["after_fork"] = queries.query(count, x_database_id=database.id).rows
kept = databases.fork_database(database.id, models.ForkDatabaseRequest())
databases.delete_database(database.id)
seen["fork_alone"] = queries.query(count, x_database_id=kept.id).rows
try:
    databases.get_database(database.id)
except ApiException as error:
    seen["deleted"] = error.status

print(json.dumps(seen))
