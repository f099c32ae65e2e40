"""Writes Parquet files that say more than an engine reads: python edge_files.py FOLDER"""

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

folder = Path(sys.argv[1])
zone = "UTC"
# A microsecond, one nanosecond more, and a tenth of a microsecond before 1970.
instants = {"whole": [1000, None], "cut": [1001, -100]}


def write(name, values, kind, **options):
    table = pa.table({"id": pa.array(range(len(values))), "x": pa.array(values, kind)})
    pq.write_table(table, folder / f"{name}.parquet", **options)


for name, values in instants.items():
    nested = [[value] for value in values]
    write(f"plain-{name}", values, pa.timestamp("ns"))
    write(f"zoned-{name}", values, pa.timestamp("ns", zone))
    write(f"int96-{name}", values, pa.timestamp("ns"), use_deprecated_int96_timestamps=True)
    write(f"time-{name}", [abs(value or 0) for value in values], pa.time64("ns"))
    write(f"list-{name}", nested, pa.list_(pa.timestamp("ns")))
    write(f"zoned-list-{name}", nested, pa.list_(pa.timestamp("ns", zone)))

for unit, values in {"s": [2, None], "ms": [1500], "us": [1_500_000], "ns": [1_500_000_000, 1]}.items():
    write(f"duration-{unit}", values, pa.duration(unit))
write("duration-s-largest", [2**62], pa.duration("s"))
