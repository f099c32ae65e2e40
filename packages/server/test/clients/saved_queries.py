"""Saved queries through the official Python client: versions, classification, overrides, execution, history.

Arguments: origin, token, an empty workspace. Prints what it saw as one JSON object.
"""

import json
import sys

import hotdata
from hotdata import models
from hotdata.rest import ApiException

origin, token, workspace = sys.argv[1:4]
seen = {}

api = hotdata.ApiClient(hotdata.Configuration(host=origin, api_key=token, workspace_id=workspace))
databases = hotdata.DatabasesApi(api)
saved = hotdata.SavedQueriesApi(api)
runs = hotdata.QueryRunsApi(api)


def refused(call):
    try:
        call()
    except ApiException as error:
        return [error.status, error.data.error.code, error.data.error.message]


database = databases.create_database(models.CreateDatabaseRequest(name="saved"))
databases.load_database_table(
    database.id, "main", "people", models.LoadManagedTableRequest(mode="replace", data="id,name\n1,Ada\n2,Grace\n")
)

made = saved.create_saved_query(
    models.CreateSavedQueryRequest(name="people", sql="SELECT name FROM people WHERE id = 1 LIMIT 1", tags=["t"])
)
seen["made"] = [made.name, made.description, made.tags, made.latest_version, made.category, made.num_tables]
seen["flags"] = [made.has_predicate, made.has_limit, made.has_join, made.has_aggregation, made.has_group_by, made.has_order_by]
changed = saved.update_saved_query(
    made.id, models.UpdateSavedQueryRequest(sql="SELECT count(*) AS n FROM people", category_override="join", name=None)
)
seen["changed"] = [changed.name, changed.latest_version, changed.category, changed.table_size]
cleared = saved.update_saved_query(made.id, models.UpdateSavedQueryRequest(category_override=None))
seen["cleared"] = [cleared.latest_version, cleared.category]
seen["empty"] = refused(lambda: saved.update_saved_query(made.id, models.UpdateSavedQueryRequest()))
seen["got"] = saved.get_saved_query(made.id) == cleared
page = saved.list_saved_query_versions(made.id)
seen["versions"] = [[row.version, row.category] for row in page.versions] + [page.has_more, page.saved_query_id == made.id]
listed = saved.list_saved_queries(limit=10, offset=0)
seen["listed"] = [[row.name, row.latest_version] for row in listed.queries] + [listed.count, listed.has_more]

# Without a body the client sends `Content-Type: application/json` and zero bytes.
latest = saved.execute_saved_query(made.id, x_database_id=database.id)
seen["latest"] = [latest.columns, latest.rows, latest.total_row_count]
pinned = saved.execute_saved_query(
    made.id, x_database_id=database.id, execute_saved_query_request=models.ExecuteSavedQueryRequest(version=1)
)
seen["pinned"] = pinned.rows
seen["no_version"] = refused(
    lambda: saved.execute_saved_query(
        made.id, x_database_id=database.id, execute_saved_query_request=models.ExecuteSavedQueryRequest(version=9)
    )
)[:2]
seen["result"] = hotdata.ResultsApi(api).get_result(pinned.result_id, x_database_id=database.id).rows

saved.delete_saved_query(made.id)
seen["gone"] = refused(lambda: saved.get_saved_query(made.id))[:2]
history = runs.list_query_runs(x_database_id=database.id, saved_query_id=made.id).query_runs
seen["history"] = [[row.id == pinned.query_run_id, row.saved_query_version, row.status] for row in history]

print(json.dumps(seen))
