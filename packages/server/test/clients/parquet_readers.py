"""Reads Parquet files with pyarrow and writes what it read, plainly, so that others can compare the values.

Argument: JSON of [source, target] pairs. Prints one JSON list: for each file its rows, or the error as text.
"""

import json
import sys

import pyarrow.parquet as pq

seen = []
for source, target in json.loads(sys.argv[1]):
    try:
        table = pq.read_table(source)
        pq.write_table(table, target, compression="none", use_dictionary=False, version="2.6")
        seen.append(table.num_rows)
    except Exception as error:
        seen.append(str(error))
print(json.dumps(seen))
