"""LangChain's own tests of vector stores, run against Quern through hotdata-langchain.

Environment: QUERN_ORIGIN, QUERN_TOKEN, QUERN_WORKSPACE. Arguments: those of pytest.
"""

import os
import sys

import pytest
from hotdata_langchain import HotdataClient, HotdataVectorStore
from langchain_tests.integration_tests.vectorstores import VectorStoreIntegrationTests


class TestQuern(VectorStoreIntegrationTests):
    @pytest.fixture
    def vectorstore(self):
        client = HotdataClient(os.environ["QUERN_TOKEN"], os.environ["QUERN_WORKSPACE"], host=os.environ["QUERN_ORIGIN"])
        database = client.create_managed_database(description="standard tests", tables=["drafts"])
        yield HotdataVectorStore(client, self.get_embeddings(), database_id=database.id)
        client.delete_managed_database(database.id)


if __name__ == "__main__":
    place = f"--rootdir={os.path.dirname(os.path.abspath(__file__))}"
    sys.exit(pytest.main([place, "-o", "asyncio_mode=auto", *sys.argv[1:], __file__]))
