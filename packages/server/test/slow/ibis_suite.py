"""Runs ibis's own backend tests against Quern, through hotdata-ibis.

The tests are in the wheel of ibis-framework; their tables are not, so tables of the same columns
are made here, of values that are the same each time. Environment: QUERN_ORIGIN, QUERN_TOKEN,
QUERN_WORKSPACE. Arguments: those of pytest.
"""

import datetime
import os
import pathlib
import sys
import types

import ibis
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from ibis_hotdata.backend import Backend


def functional_alltypes():
    """Impala's table, by its rule: ten rows for each day of two years."""
    number = np.arange(7300)
    digit = number % 10
    days = [datetime.date(2009, 1, 1) + datetime.timedelta(int(i)) for i in number // 10]
    moments = [
        datetime.datetime.combine(day, datetime.time()) + datetime.timedelta(minutes=int(k), milliseconds=100 * int(k * (k - 1) // 2))
        for day, k in zip(days, digit)
    ]
    return pa.table(
        {
            "id": pa.array(number, pa.int32()),
            "bool_col": pa.array(digit % 2 == 0),
            "tinyint_col": pa.array(digit, pa.int8()),
            "smallint_col": pa.array(digit, pa.int16()),
            "int_col": pa.array(digit, pa.int32()),
            "bigint_col": pa.array(10 * digit, pa.int64()),
            "float_col": pa.array((1.1 * digit).astype(np.float32)),
            "double_col": pa.array(10.1 * digit),
            "date_string_col": [day.strftime("%m/%d/%y") for day in days],
            "string_col": [str(k) for k in digit],
            "timestamp_col": pa.array(moments, pa.timestamp("us")),
            "year": pa.array([day.year for day in days], pa.int32()),
            "month": pa.array([day.month for day in days], pa.int32()),
        }
    )


def diamonds():
    at = np.arange(2000)
    pick = lambda values, step: [values[(i * step) % len(values)] for i in at]
    return pa.table(
        {
            "carat": np.round(0.2 + (at * 7 % 300) / 100, 2),
            "cut": pick(["Fair", "Good", "Very Good", "Premium", "Ideal"], 3),
            "color": pick(list("DEFGHIJ"), 5),
            "clarity": pick(["I1", "SI2", "SI1", "VS2", "VS1", "VVS2", "VVS1", "IF"], 7),
            "depth": np.round(55 + (at * 11 % 150) / 10, 1),
            "table": np.round(50.0 + at % 20, 1),
            "price": pa.array(326 + at * 37 % 18000, pa.int64()),
            "x": np.round(3 + (at * 13 % 700) / 100, 2),
            "y": np.round(3 + (at * 17 % 700) / 100, 2),
            "z": np.round(2 + (at * 19 % 400) / 100, 2),
        }
    )


def players(number):
    return f"player{number:03d}"


def batting():
    at = np.arange(2000)
    counts = ["G", "AB", "R", "H", "X2B", "X3B", "HR", "RBI", "SB", "CS", "BB", "SO", "IBB", "HBP", "SH", "SF", "GIDP"]
    return pa.table(
        {
            "playerID": [players(i % 400) for i in at],
            "yearID": pa.array(1990 + at // 400, pa.int64()),
            "stint": pa.array(1 + (at % 50 == 0), pa.int64()),
            "teamID": [["BOS", "NYA", "CHN", "DET", "CLE"][i * 3 % 5] for i in at],
            "lgID": [["AL", "NL"][i % 2] for i in at],
            **{
                name: pa.array([None if (i + step) % 97 == 0 else int(i * (step + 3) % (20 + 10 * step)) for i in at], pa.int64())
                for step, name in enumerate(counts)
            },
        }
    )


def awards_players():
    at = range(600)
    return pa.table(
        {
            "playerID": [players(i * 7 % 400) for i in at],
            "awardID": [["Triple Crown", "Most Valuable Player", "Gold Glove"][i % 3] for i in at],
            "yearID": pa.array([1990 + i % 5 for i in at], pa.int64()),
            "lgID": [["AL", "NL", "ML"][i % 3] for i in at],
            "tie": pa.array(["Y" if i % 50 == 0 else None for i in at], pa.string()),
            "notes": pa.array([["2B", "OF", None][i % 3] for i in at], pa.string()),
        }
    )


def astronauts():
    at = range(300)
    whole = lambda values: pa.array(list(values), pa.int64())
    return pa.table(
        {
            "id": whole(1 + i for i in at),
            "number": whole(1 + i // 2 for i in at),
            "nationwide_number": whole(1 + i // 4 for i in at),
            "name": [f"Astronaut, {i // 2}" for i in at],
            "original_name": [f"ASTRONAUT {i // 2}" for i in at],
            "sex": [["male", "female"][i % 5 == 0] for i in at],
            "year_of_birth": whole(1930 + i % 50 for i in at),
            "nationality": [["U.S.", "U.S.S.R/Russia", "Japan"][i % 3] for i in at],
            "military_civilian": [["military", "civilian"][i % 2] for i in at],
            "selection": [f"group {i % 20}" for i in at],
            "year_of_selection": whole(1960 + i % 50 for i in at),
            "mission_number": whole(1 + i % 2 for i in at),
            "total_number_of_missions": whole(2 for i in at),
            "occupation": [["pilot", "commander", "MSP"][i % 3] for i in at],
            "year_of_mission": whole(1965 + i % 50 for i in at),
            "mission_title": [f"Mission {i % 90}" for i in at],
            "ascend_shuttle": [f"STS-{i % 90}" for i in at],
            "in_orbit": [f"STS-{i % 90}" for i in at],
            "descend_shuttle": [f"STS-{i % 90}" for i in at],
            "hours_mission": [float(i % 200) + 0.25 for i in at],
            "total_hrs_sum": [float(i % 300) + 0.5 for i in at],
            "field21": whole(i % 2 for i in at),
            "eva_hrs_mission": [float(i % 8) for i in at],
            "total_eva_hrs": [float(i % 9) for i in at],
        }
    )


def written_in_ibis():
    """The tables that ibis keeps in its own code."""
    from ibis.backends.tests import data

    arrays = pa.schema(
        [
            ("x", pa.list_(pa.int64())),
            ("y", pa.list_(pa.string())),
            ("z", pa.list_(pa.float64())),
            ("grouper", pa.string()),
            ("scalar_column", pa.float64()),
            ("multi_dim", pa.list_(pa.list_(pa.int64()))),
        ]
    )
    records = data.array_types.to_dict("records")
    for record in records:
        for name in ("x", "z"):
            held = record[name]
            record[name] = [None if v is None or v != v else v for v in held] if isinstance(held, list) else None
    struct = pa.struct([("a", pa.float64()), ("b", pa.string()), ("c", pa.int64())])
    plain = lambda value: None if value is pd.NA else value
    structs = [
        None if row is pd.NA else {name: plain(value) for name, value in row.items()} for row in data.struct_types["abc"]
    ]
    return {
        "array_types": pa.Table.from_pylist(records, arrays),
        "json_t": pa.table({"js": pa.array(data.json_types["js"], pa.string())}),
        "struct": pa.table({"abc": pa.array(structs, struct)}),
        "win": pa.Table.from_pandas(data.win, preserve_index=False),
        "topk": data.topk,
    }


def connect():
    asked = {
        "api_url": os.environ["QUERN_ORIGIN"],
        "token": os.environ["QUERN_TOKEN"],
        "workspace_id": os.environ["QUERN_WORKSPACE"],
    }
    database = Backend().connect(**asked).create_database("ibis", schema="main")
    return Backend().connect(**asked, database_id=database, default_connection="default", default_schema="main"), database


def make_conftest():
    from ibis.backends.tests.base import BackendTest

    class TestConf(BackendTest):
        check_dtype = False
        supports_map = False
        returned_timestamp_unit = "us"
        rounding_method = "half_to_even"
        force_sort = True
        stateful = False
        deps = ()

        @classmethod
        def name(cls):
            return "hotdata"

        @staticmethod
        def connect(**_):
            connection, TestConf.database = connect()
            return connection

        def _load_data(self, **_):
            tables = {made.__name__: made() for made in (functional_alltypes, diamonds, batting, awards_players, astronauts)}
            for name, table in {**tables, **written_in_ibis()}.items():
                self.connection.create_table(name, table, database=(self.database, "main"))

    return TestConf


class Lazy(types.ModuleType):
    """`ibis.backends.hotdata.tests.conftest`, made once ibis's own tests can be imported."""

    def __getattr__(self, name):
        if name != "TestConf":
            raise AttributeError(name)
        self.TestConf = make_conftest()
        return self.TestConf


package = types.ModuleType("ibis.backends.hotdata")
package.Backend = Backend
sys.modules["ibis.backends.hotdata"] = package
sys.modules["ibis.backends.hotdata.tests"] = types.ModuleType("ibis.backends.hotdata.tests")
sys.modules["ibis.backends.hotdata.tests.conftest"] = Lazy("ibis.backends.hotdata.tests.conftest")

class Fixtures:
    @pytest.fixture(scope="session")
    def worker_id(self):
        return "master"


# Not here: client and examples (a terminal, a download), and those without a backend's tests.
files = """aggregation api array asof_join binary column conditionals dataframe_interchange dot_sql
export expr_caching generic impure interactive io join json map network numeric param set_ops sql
string struct temporal udf uuid vectorized_udf window"""
if __name__ == "__main__":
    packages = pathlib.Path(ibis.__file__).parent.parent
    tests = [str(packages / f"ibis/backends/tests/test_{name}.py") for name in files.split()]
    # Its fixtures are in conftest.py files of the package.
    places = [f"--rootdir={packages}", f"--confcutdir={packages}"]
    sys.exit(pytest.main([*places, "-p", "no:warnings", "-m", "hotdata", *sys.argv[1:], *tests], plugins=[Fixtures()]))
