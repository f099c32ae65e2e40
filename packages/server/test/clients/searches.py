"""Embedding providers, and indexes on vectors and texts, through the official Python client.

Arguments: origin, token, an empty workspace, the address of an embeddings API. Prints what it saw as one JSON object.
"""

import json
import sys

import hotdata
from hotdata import models
from hotdata.query import QueryApi

origin, token, workspace, embeddings = sys.argv[1:5]
seen = {}

api = hotdata.ApiClient(hotdata.Configuration(host=origin, api_key=token, workspace_id=workspace))
databases = hotdata.DatabasesApi(api)
indexes = hotdata.IndexesApi(api)
providers = hotdata.EmbeddingProvidersApi(api)

# Providers
config = {"base_url": embeddings, "model": "letters", "dimensions": 16}
made = providers.create_embedding_provider(
    models.CreateEmbeddingProviderRequest(name="letters", provider_type="service", config=config, api_key="sk-py")
)
got = providers.get_embedding_provider(made.id)
seen["provider"] = [got.name, got.provider_type, got.config == config, got.has_secret, got.source]
changed = providers.update_embedding_provider(made.id, models.UpdateEmbeddingProviderRequest(name="renamed"))
seen["renamed"] = [changed.name, [row.name for row in providers.list_embedding_providers().embedding_providers]]

# An index on texts, and one on words
database = databases.create_database(models.CreateDatabaseRequest(name="notes"))
rows = "id,body\n1,the quick brown fox\n2,a lazy dog\n3,zzzz\n"
databases.load_database_table(
    database.id, "main", "notes", models.LoadManagedTableRequest(mode="replace", data=rows)
)
place = (database.default_connection_id, "main", "notes")
index = indexes.create_index(
    *place,
    models.CreateIndexRequest(
        index_name="notes_body_vector", columns=["body"], index_type="vector", embedding_provider_id=made.id
    ),
)
seen["index"] = [index.index_type, index.source_column, index.metric, getattr(index, "algorithm", None), index.status.value]
indexes.create_index(
    *place, models.CreateIndexRequest(index_name="notes_body_bm25", columns=["body"], index_type="bm25")
)
seen["listed"] = sorted(row.index_name for row in indexes.list_indexes(*place).indexes)
page = indexes.list_indexes_collection(x_database_id=database.id, index_type="vector")
seen["page"] = [[row.index_name, row.table_name, row.source_column] for row in page.indexes]

# What the command line sends
ask = lambda sql: QueryApi(api).query(models.QueryRequest(sql=sql), x_database_id=database.id).rows
near = """SELECT *, vector_distance("body", 'lazy dog') AS dist FROM "default"."main"."notes" ORDER BY dist LIMIT 1"""
seen["near"] = [row[:2] for row in ask(near)]
words = "SELECT *, score FROM bm25_search('default.main.notes', 'body', 'fox') ORDER BY score DESC LIMIT 10"
seen["words"] = [row[:2] for row in ask(words)]

indexes.delete_index(*place, "notes_body_vector")
seen["left"] = [row.index_name for row in indexes.list_indexes(*place).indexes]
providers.delete_embedding_provider(made.id)
seen["providers"] = providers.list_embedding_providers().embedding_providers

print(json.dumps(seen))
