"""
Makes the DuckLakes of the tests with DuckDB's own extension, and what it reads of them: one JSON file each, gzipped.

    pip install duckdb==1.5.5 duckdb-extension-{ducklake,sqlite-scanner,postgres-scanner,mysql-scanner}==1.5.5
    python make-lakes.py sqlite|duckdb|encrypted|later
    python make-lakes.py postgres postgres://user:password@host:port/an_empty_database
    python make-lakes.py mysql 'host=... port=... user=... password=... database=an_empty_database'

Servers are not needed to run the tests, which put what they had into others.
"""
import base64, glob, gzip, json, os, pathlib, sys, tempfile
import duckdb

kind, dsn = sys.argv[1], (sys.argv[2:] or [''])[0]
here = pathlib.Path(__file__).parent
folder = pathlib.Path(tempfile.mkdtemp())
connection = duckdb.connect(config={'allow_unsigned_extensions': 'true'})
run = connection.execute
packages = pathlib.Path(duckdb.__file__).parent.parent
for extension in ['ducklake', 'sqlite_scanner', 'postgres_scanner', 'mysql_scanner']:
    [path] = glob.glob(f'{packages}/duckdb_extension_{extension}/extensions/*/*.duckdb_extension')
    run(f"LOAD '{path}'")
run("SET TimeZone = 'UTC'; SET threads = 1; SET force_mbedtls_unsafe = 'true'")
catalogs = {'sqlite': f'sqlite:{folder}/catalog', 'duckdb': f'{folder}/catalog', 'encrypted': f'sqlite:{folder}/catalog', 'later': f'sqlite:{folder}/catalog',
            'postgres': f'postgres:{dsn}', 'mysql': f'mysql:{dsn}'}
encrypted = ', ENCRYPTED' if kind == 'encrypted' else ''
run(f"ATTACH 'ducklake:{catalogs[kind]}' AS lake (DATA_PATH '{folder}/data/'{encrypted}); USE lake")


def documented():
    """Types and values of docs/types.md, in its order."""
    text = (here / '../../../../../docs/types.md').read_text()
    section = text.split('## Types of a DuckLake as a source\n')[1].split('\n## ')[0]
    for line in section.splitlines():
        if line.startswith('| `'):
            yield [cell.strip().strip('`').replace('\\|', '|') for cell in line[2:-2].replace('\\|', '\0').split(' | ')][:2]


def inline(table, rows):
    run(f"CALL lake.set_option('data_inlining_row_limit', {rows}, table_name => '{table}')")


def types(name, inlined, used):
    run(f"CREATE TABLE {name} ({', '.join(f'v{i} {t}' for i, (t, _) in enumerate(used))})")
    inline(name, 10 if inlined else 0)
    values = ', '.join(f'CAST({v} AS {t})' for t, v in used)
    run(f"INSERT INTO {name} VALUES ({values}), ({', '.join('NULL' for _ in used)})")


def story():
    run("CREATE TABLE evolved (i INTEGER NOT NULL, s VARCHAR, d DECIMAL(10,2), st STRUCT(x INTEGER, y VARCHAR), li INTEGER[], m MAP(VARCHAR, INTEGER))")
    run("INSERT INTO evolved VALUES (1, 'inlined', 1.5, {'x': 1, 'y': 'b'}, [1, 2], map{'k': 1})")
    run("INSERT INTO evolved SELECT i, 'file ' || i, i / 10, {'x': i, 'y': 'z'}, [i], map{'k': i} FROM range(100) t(i)")
    run("DELETE FROM evolved WHERE i % 10 = 3")
    run("ALTER TABLE evolved ADD COLUMN extra INTEGER DEFAULT 7; ALTER TABLE evolved ADD COLUMN label VARCHAR DEFAULT 'it''s'")
    run("ALTER TABLE evolved ADD COLUMN day DATE DEFAULT '2024-02-29'; ALTER TABLE evolved RENAME COLUMN s TO txt")
    run("ALTER TABLE evolved ALTER i TYPE BIGINT; ALTER TABLE evolved DROP COLUMN d; ALTER TABLE evolved ADD COLUMN d DOUBLE")
    run("""INSERT INTO evolved VALUES (5000000000, 'late', {'x': 3, 'y': 'it''s "q", {a}'}, [NULL, 3], map{'a=b': 2}, NULL, NULL, NULL, 0.1)""")
    run("DELETE FROM evolved WHERE i = 1")
    run("INSERT INTO evolved SELECT i + 2000, 'w', NULL, NULL, NULL, 1, 'x', NULL, 1.5 FROM range(50) t(i)")
    run("DELETE FROM evolved WHERE i BETWEEN 2010 AND 2020")
    run("DELETE FROM evolved WHERE i BETWEEN 2030 AND 2035")
    run("CREATE TABLE plain AS SELECT i, 'n' || i AS s, i / 4 AS share, DATE '2024-01-01' + i::INTEGER AS day FROM range(300) t(i)")
    run("INSERT INTO plain SELECT i, NULL, 'nan', NULL FROM range(300, 400) t(i)")
    run("CREATE TABLE parted (i INTEGER, g VARCHAR); ALTER TABLE parted SET PARTITIONED BY (g)")
    run("INSERT INTO parted SELECT i, 'g' || (i % 3) FROM range(60) t(i)")
    run("CREATE TABLE empty (i INTEGER, t TIMESTAMP); CREATE TABLE emptied AS SELECT 1 AS i; DELETE FROM emptied")
    run("CREATE TABLE again AS SELECT 'old' AS v FROM range(30); DROP TABLE again; CREATE TABLE again (v INTEGER); INSERT INTO again VALUES (1)")
    run("CREATE VIEW seen AS SELECT 1 AS one")
    run('CREATE SCHEMA "Odd ""One"; CREATE TABLE "Odd ""One"."T.1" ("a b" INTEGER NOT NULL, "ü" UUID)')
    run("""COMMENT ON TABLE "Odd ""One"."T.1" IS 'of ''all'''; COMMENT ON COLUMN "Odd ""One"."T.1"."a b" IS 'first'""")
    for start in (0, 30, 60):
        run(f"{'INSERT INTO merged' if start else 'CREATE TABLE merged AS'} SELECT i, 'm' || i AS s FROM range({start}, {start + 30}) t(i)")
    run("DELETE FROM merged WHERE i = 35")
    run("CALL ducklake_merge_adjacent_files('lake', 'merged')")
    run("CREATE TABLE rewritten AS SELECT i FROM range(40) t(i); DELETE FROM rewritten WHERE i < 39; CALL ducklake_rewrite_data_files('lake', 'rewritten')")
    run("CREATE TABLE flushed (i INTEGER); INSERT INTO flushed VALUES (1), (2); DELETE FROM flushed WHERE i = 1; CALL ducklake_flush_inlined_data('lake', table_name => 'flushed')")
    refused()


def short_story():
    """What the extension can do in a catalog on MySQL: no nested types, no second insert and no ALTER."""
    run("CREATE TABLE plain AS SELECT i, 'n' || i AS s, i / 4 AS share, DATE '2024-01-01' + i::INTEGER AS day FROM range(300) t(i)")
    run("CREATE TABLE few (b BOOLEAN, i BIGINT, u UBIGINT, f FLOAT, g DOUBLE, d DECIMAL(38,10), s VARCHAR, o BLOB, n TIME, t TIMESTAMP)")
    run("INSERT INTO few VALUES (true, -9, 18446744073709551615, 16777217, 0.1, '-1234567890123456789012345678.0123456789', 'ü''\\ 😀', '\\x00\\xAB', '23:59:59.999999', '2024-02-29 12:34:56'), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)")
    run("CREATE TABLE empty (i INTEGER)")


def later():
    """Rows that were inlined long after their tables were made, and deletion vectors."""
    run("CALL lake.set_option('data_inlining_row_limit', 0)")
    run("CREATE TABLE old (i INTEGER, s VARCHAR); INSERT INTO old SELECT i, 's' || i FROM range(100) t(i)")
    run("CREATE TABLE other (i INTEGER); CREATE TABLE vectors (i INTEGER)")
    run("INSERT INTO vectors SELECT i FROM range(1000) t(i); CALL lake.set_option('write_deletion_vectors', true)")
    run("DELETE FROM vectors WHERE i IN (3, 4, 5) OR i > 990; DELETE FROM vectors WHERE i = 100")
    run("CALL lake.set_option('data_inlining_row_limit', 10)")
    run("INSERT INTO old VALUES (1000, 'late'); ALTER TABLE old ADD COLUMN z INTEGER DEFAULT 7; INSERT INTO old VALUES (1001, 'later', 8)")
    run("INSERT INTO other VALUES (5); DELETE FROM old WHERE i = 50; CREATE VIEW seen AS SELECT i FROM old")


def refused():
    run("CREATE TABLE refused_names (i INTEGER)")
    run(f"COPY (SELECT 1 AS i) TO '{folder}/data/foreign.parquet'; CALL ducklake_add_data_files('lake', 'refused_names', '{folder}/data/foreign.parquet')")
    run("CREATE TABLE refused_parts (s STRUCT(a INTEGER, b INTEGER))")
    inline('refused_parts', 0)
    run("INSERT INTO refused_parts VALUES ({'a': 1, 'b': 2}); ALTER TABLE refused_parts RENAME COLUMN s.b TO c")
    run("CREATE TABLE refused_new_parts (s STRUCT(a INTEGER))")
    inline('refused_new_parts', 0)
    run("INSERT INTO refused_new_parts VALUES ({'a': 1}); ALTER TABLE refused_new_parts ADD COLUMN s.b INTEGER")
    run("CREATE TABLE refused_type (v VARIANT)")


def read(table):
    rows = run(f'SELECT * FROM {table}')
    columns = [column[0] for column in rows.description]
    texts = ', '.join(f'CAST("{column}" AS VARCHAR)' for column in columns)
    return {'columns': columns, 'rows': sorted(run(f'SELECT {texts} FROM {table}').fetchall(), key=repr)}


def dump():
    """The tables of a catalog on a server: how each is made, and its rows."""
    run(f"ATTACH '{dsn}' AS server (TYPE {kind}, READ_ONLY)")
    ask = lambda sql: run(f"SELECT * FROM {kind}_query('server', $quoted${sql}$quoted$)").fetchall()
    if kind == 'postgres':
        for (name,) in ask("SELECT relname::text FROM pg_class WHERE relname LIKE 'ducklake_%' AND relkind = 'r' ORDER BY 1"):
            columns = ask(f"""SELECT string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
              FROM pg_attribute WHERE attrelid = '{name}'::regclass AND attnum > 0""")[0][0]
            yield [name, f'CREATE TABLE {name} ({columns})', ask(f"SELECT coalesce(json_agg(t), '[]')::text FROM {name} t")[0][0]]
        return
    for (name,) in ask("SELECT table_name FROM information_schema.tables WHERE table_schema = database() ORDER BY 1"):
        columns = ask(f"SELECT column_name, data_type, column_type FROM information_schema.columns WHERE table_schema = database() AND table_name = '{name}' ORDER BY ordinal_position")
        value = lambda column, data_type: f'HEX(`{column}`)' if 'blob' in data_type else f'CAST(`{column}` + 0e0 AS CHAR)' if data_type == 'float' else f'CAST(`{column}` AS CHAR)'
        made = ', '.join(f'`{column}` {column_type}' for column, _, column_type in columns)
        rows = ask(f"SELECT {', '.join(value(column, data_type) for column, data_type, _ in columns)} FROM {name}")
        yield [name, f'CREATE TABLE {name} ({made})', [[None if cell is None else str(cell) for cell in row] for row in rows], [column for column, data_type, _ in columns if 'blob' in data_type]]


if kind == 'encrypted':
    run("CREATE TABLE plain AS SELECT i FROM range(100) t(i)")
elif kind == 'mysql':
    short_story()
elif kind == 'later':
    later()
else:
    types('types_file', False, list(documented()))
    types('types_inlined', True, list(documented()))
    story()
names = [(schema, table) for schema, table in run("SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'lake' ORDER BY 1, 2").fetchall()]
quote = lambda name: '"' + name.replace('"', '""') + '"'
expected = {f'{schema}.{table}': read(f'{quote(schema)}.{quote(table)}') for schema, table in names if 'types' not in table and 'refused' not in table}
run("USE memory; DETACH lake")
files = {str(path.relative_to(folder)): base64.b64encode(path.read_bytes()).decode() for path in sorted(folder.rglob('*')) if path.is_file()}
lake = {'dataPath': f'{folder}/data/', 'expected': expected, 'files': files, 'tables': list(dump()) if dsn else []}
with open(here / f'{kind}.json.gz', 'wb') as target:
    target.write(gzip.compress(json.dumps(lake, ensure_ascii=False).encode(), 9, mtime=0))
print(kind, os.path.getsize(here / f'{kind}.json.gz'), len(files), 'files', [name for name in expected])
