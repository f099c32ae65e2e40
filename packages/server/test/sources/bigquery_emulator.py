"""Starts bqemulator with the DuckDB extensions that came as packages: it would fetch them over the network."""

import os
import pathlib
import sys

home = pathlib.Path(sys.prefix) / "home"
home.mkdir(exist_ok=True)
os.environ["HOME"] = str(home)

import duckdb
import duckdb_extension_avro
import duckdb_extension_spatial

for package in (duckdb_extension_avro, duckdb_extension_spatial):
    for path in pathlib.Path(package.__file__).parent.glob("extensions/*/*.duckdb_extension"):
        duckdb.execute(f"INSTALL '{path}'")

from bqemulator.cli import main

main()
