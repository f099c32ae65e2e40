"""A vector store, its index, and the tools of an agent, through the LangChain package.

Arguments: origin, token, an empty workspace. Prints what it saw as one JSON object.
"""

import json
import sys

from hotdata_langchain import HotdataClient, HotdataVectorStore, make_hotdata_tools
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings

origin, token, workspace = sys.argv[1:4]
seen = {}


class Letters(Embeddings):
    """How often a text has each of these letters."""

    def embed_query(self, text):
        return [float(text.count(letter)) for letter in "aeiou"]

    def embed_documents(self, texts):
        return [self.embed_query(text) for text in texts]


client = HotdataClient(token, workspace, host=origin)
database = client.create_managed_database(description="notes", tables=["drafts"])
scope = {"client": client, "database_id": database.id, "metadata_columns": {"page": "int", "kind": "string"}}
store = HotdataVectorStore.from_texts(
    ["banana", "beetle", "cocoon"],
    Letters(),
    metadatas=[{"page": 1, "kind": "fruit"}, {"page": 2, "kind": "animal"}, {"page": 3, "kind": "animal"}],
    ids=["b", "e", "o"],
    **scope,
)


def found(documents):
    return [[document.id, document.page_content, document.metadata.get("page")] for document in documents]


def scored(pairs):
    return [[document.id, round(distance, 6)] for document, distance in pairs]


# Exact, without an index; then the same with one.
seen["near"] = scored(store.similarity_search_with_score("aaae", k=3))
seen["relevance"] = scored(store.similarity_search_with_relevance_scores("oo", k=1))
seen["filtered"] = found(store.similarity_search("aaae", k=3, filter={"kind": "animal"}))
seen["varied"] = [document.id for document in store.max_marginal_relevance_search("aaae", k=2, fetch_k=3)]
seen["got"] = found(store.get_by_ids(["o", "nothing"]))
store.create_index()
seen["indexed"] = scored(store.similarity_search_with_score("aaae", k=3))
for distance in ("l2", "dot"):
    other = HotdataVectorStore(client, Letters(), database_id=database.id, distance=distance)
    seen[distance] = scored(other.similarity_search_with_score("aaae", k=2))

# The same id again is the same document; what is deleted is gone.
store.add_documents([Document(id="b", page_content="bee", metadata={"page": 4, "kind": "animal"})])
seen["again"] = sorted(found(store.similarity_search("eee", k=5)))
store.delete(["e", "nothing"])
seen["left"] = sorted(document.id for document in store.similarity_search("eee", k=5))

tools = {
    tool.name: tool
    for tool in make_hotdata_tools(
        client,
        database_id=database.id,
        search_table="default.public.vectors",
        search_column="embedding",
        search_embedding=Letters(),
        search_columns=["id", "content"],
        handle_errors=True,
    )
}
seen["tools"] = sorted(tools)
said = json.loads(tools["hotdata_execute_sql"].invoke({"sql": "SELECT id, page FROM vectors ORDER BY id"}))
seen["sql"] = said["rows"]
wrong = json.loads(tools["hotdata_execute_sql"].invoke({"sql": "SELECT nothing FROM vectors"}))
seen["wrong"] = wrong["error"]
described = tools["hotdata_describe_tables"].invoke({})
seen["described"] = described
search = json.loads(tools["hotdata_search_semantic"].invoke({"query": "oooo"}))
seen["search"] = search["rows"][0]["id"]
asked = {"name": "made", "tables": "people", "keys": {"people": ["id"]}}
made = json.loads(tools["hotdata_create_managed_database"].invoke(asked))
listed = json.loads(tools["hotdata_list_managed_databases"].invoke({}))
seen["databases"] = [made["id"] in {row["id"] for row in listed}, sorted(row["name"] for row in listed)]
client.delete_managed_database(database.id)
print(json.dumps(seen))
