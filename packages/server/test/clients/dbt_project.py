"""A project of dbt: a seed, models of every materialization, tests, and a change of what they read.

Arguments: origin, token, an empty workspace, an empty folder. Prints what it saw as one JSON object.
"""

import contextlib
import json
import os
import pathlib
import sys

import hotdata

files = {
    "dbt_project.yml": "name: shop\nversion: 1.0.0\nprofile: shop\nmodels:\n  +materialized: table\n",
    "profiles.yml": """shop:
  target: dev
  outputs:
    dev:
      type: hotdata
      api_base_url: {origin}
      workspace_id: {workspace}
      database_id: {database}
      schema: public
      threads: 2
""",
    "seeds/orders.csv": """id,customer,amount,at
1,ann,10.50,2024-03-09 23:30:00
2,bob,7.25,2024-03-10 12:00:00
3,ann,1.00,2024-04-01 00:00:00
""",
    "models/by_customer.sql": """select customer, count(*) as orders, sum(amount) as paid
from {{ ref('orders') }} group by customer""",
    "models/moments.sql": """select id,
  {{ datediff("cast('2024-01-01' as date)", 'at', 'day') }} as days,
  {{ datediff("cast('2024-01-01 00:00:00' as timestamp)", 'at', 'hour') }} as hours,
  {{ dateadd('day', 5, 'at') }} as later,
  {{ hotdata__convert_timezone('at', 'America/New_York', none) }} as local
from {{ ref('orders') }}""",
    "models/appended.sql": """{{ config(materialized='incremental') }}
select id, customer from {{ ref('orders') }}
{% if is_incremental() %} where id > (select max(id) from {{ this }}) {% endif %}""",
    "models/merged.sql": """{{
  config(materialized='incremental', incremental_strategy='merge', unique_key='id')
}}
select id, customer, amount from {{ ref('orders') }}""",
    "models/schema.yml": """models:
  - name: by_customer
    columns:
      - name: customer
        data_tests: [unique, not_null]
  - name: merged
    columns:
      - name: customer
        data_tests: [{accepted_values: {arguments: {values: [ann]}}}]
""",
}
changed = """id,customer,amount,at
3,cid,2.00,2024-04-01 00:00:00
4,ann,5.00,2024-05-01 00:00:00
"""


def main(origin, token, workspace, folder):
    os.environ["DBT_SEND_ANONYMOUS_USAGE_STATS"] = "false"
    os.environ["HOTDATA_API_KEY"] = token
    from dbt.cli.main import dbtRunner  # It reads the environment as it is imported.

    project = pathlib.Path(folder)
    configuration = hotdata.Configuration(host=origin, api_key=token, workspace_id=workspace)
    api = hotdata.ApiClient(configuration)
    request = hotdata.CreateDatabaseRequest(name="dbt")
    database = hotdata.DatabasesApi(api).create_database(request)

    def dbt(*words):
        arguments = [*words, "--project-dir", folder, "--profiles-dir", folder, "--no-use-colors"]
        with contextlib.redirect_stdout(sys.stderr):
            done = dbtRunner().invoke(arguments)
        if done.exception:
            return str(done.exception)
        results = getattr(done.result, "results", None)
        if results is None:
            return done.success
        return {row.node.name: [str(row.status), row.message] for row in results}

    def rows(sql):
        request = hotdata.QueryRequest(sql=sql, default_schema="public")
        return hotdata.QueryApi(api).query(request, x_database_id=database.id).rows

    for name, text in files.items():
        path = project / name
        path.parent.mkdir(exist_ok=True)
        if name == "profiles.yml":
            text = text.format(origin=origin, workspace=workspace, database=database.id)
        path.write_text(text)

    seen = {"debug": dbt("debug"), "build": dbt("build")}
    seen["customers"] = rows("select * from by_customer order by customer")
    seen["moments"] = rows("select * from moments order by id")
    (project / "seeds/orders.csv").write_text(changed)
    seen["build_again"] = dbt("build", "--exclude", "by_customer", "moments", "test_type:data")
    seen["appended"] = rows("select * from appended order by id")
    seen["merged"] = rows("select * from merged order by id")
    seen["documented"] = dbt("docs", "generate")
    catalog = json.loads((project / "target" / "catalog.json").read_text())
    seen["catalog"] = {name: len(node["columns"]) for name, node in catalog["nodes"].items()}
    print(json.dumps(seen))


# dbt's own processes import this file too.
if __name__ == "__main__":
    main(*sys.argv[1:5])
