"""What a client of 0.9 does first: it exchanges its token for a short-lived one, and sends that with everything.

Arguments: origin, token, an empty workspace. Prints what it saw as one JSON object.
"""

import json
import sys

import hotdata
from hotdata import models

origin, token, workspace = sys.argv[1:4]
seen = {}

configuration = hotdata.Configuration(host=origin, api_key=token, workspace_id=workspace)
api = hotdata.ApiClient(configuration)
database = hotdata.DatabasesApi(api).create_database(models.CreateDatabaseRequest(name="old"))
answer = hotdata.QueryApi(api).query(models.QueryRequest(sql="SELECT 1 AS n"), x_database_id=database.id)
seen["rows"] = answer.rows
seen["sent"] = configuration.auth_settings()["BearerAuth"]["value"].split()[-1][:3]

wrong = hotdata.ApiClient(hotdata.Configuration(host=origin, api_key="qn_wrong", workspace_id=workspace))
try:
    hotdata.DatabasesApi(wrong).list_databases()
except Exception as error:
    seen["wrong"] = type(error).__name__

print(json.dumps(seen))
