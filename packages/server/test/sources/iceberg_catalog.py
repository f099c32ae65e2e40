"""
Tables that pyiceberg writes, behind a REST catalog over its SQL catalog: python iceberg_catalog.py PORT FOLDER TYPES [S3_ENDPOINT BUCKET]

TYPES is JSON: [[type, value in SQL of DuckDB], ...], the columns of main.types. /expected gives what pyiceberg reads of each table, and
/expire makes all tokens unknown that were given, and /change does something to main.orders.
"""
import http.server, json, pathlib, sys, urllib.parse, uuid
import duckdb, pyarrow as pa, pyarrow.parquet as pq
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.exceptions import NoSuchTableError
from pyiceberg.manifest import DataFile, DataFileContent, FileFormat, ManifestContent, ManifestWriterV2
from pyiceberg.partitioning import PartitionField, PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.table import Table
from pyiceberg.table.update.snapshot import _FastAppendFiles
from pyiceberg.table.snapshots import Operation
from pyiceberg.transforms import BucketTransform, IdentityTransform, MonthTransform
from pyiceberg.typedef import Record
from pyiceberg import types as t

port, folder, types = int(sys.argv[1]), pathlib.Path(sys.argv[2]), json.loads(sys.argv[3])
endpoint, bucket = (sys.argv[4:] or [None, None])[:2]
s3 = {'s3.endpoint': endpoint, 's3.access-key-id': 'quern-tests', 's3.secret-access-key': 'only-for-tests-on-loopback', 's3.region': 'us-east-1'}
catalog = SqlCatalog('made', uri=f'sqlite:///{folder}/catalog.db?check_same_thread=false', warehouse=f'file://{folder}/data', **(s3 if endpoint else {}))
for namespace in [('main',), ('main', 'inner'), ('Odd One',), ('secret',)]:
    catalog.create_namespace(namespace)
sql = duckdb.connect()


def field(id, name, type, required=False, **more):
    return t.NestedField(id, name, type, required=required, **more)


def rows_of(table, select):
    """Rows of a SELECT as Arrow, in the table's own types."""
    schema = table.schema().as_arrow()
    columns = sql.execute(select).to_arrow_table().columns
    return pa.table([in_type(column, own.type) for column, own in zip(columns, schema)], schema=schema)


def in_type(column, type):
    if type == pa.uuid():
        return pa.array([None if value is None else uuid.UUID(str(value)).bytes for value in column.to_pylist()], type)
    return pa.array(column.to_pylist(), type) if pa.types.is_nested(type) else column.cast(type)


class DeletesWriter(ManifestWriterV2):
    def content(self):
        return ManifestContent.DELETES

    @property
    def _meta(self):
        return {**super()._meta, 'content': 'deletes'}


class AddDeletes(_FastAppendFiles):
    def new_manifest_writer(self, spec):
        return DeletesWriter(spec, self.schema(), self.new_manifest_output(), self._snapshot_id, self._compression)


def delete(table: Table, columns, equality=None, partition=Record(), spec=None):
    """Adds a file of deletions: positions, or values of the fields `equality`."""
    path = f'{table.location()}/data/{uuid.uuid4()}-deletes.parquet'
    with table.io.new_output(path).create() as out:
        pq.write_table(columns, out)
    file = DataFile.from_args(content=DataFileContent.EQUALITY_DELETES if equality else DataFileContent.POSITION_DELETES, file_path=path,
                              file_format=FileFormat.PARQUET, partition=partition, record_count=len(columns),
                              file_size_in_bytes=len(table.io.new_input(path)), equality_ids=equality, column_sizes={}, value_counts={},
                              null_value_counts={}, nan_value_counts={}, lower_bounds={}, upper_bounds={}, key_metadata=None, split_offsets=None,
                              sort_order_id=None)
    file.spec_id = table.spec().spec_id
    with table.transaction() as transaction:
        with AddDeletes(Operation.DELETE, transaction, table.io) as update:
            update.append_data_file(file)


def with_ids(columns):
    return pa.table([array for _, _, array in columns], schema=pa.schema(
        [pa.field(name, array.type, metadata={'PARQUET:field_id': str(id)}) for name, id, array in columns]))


def delete_positions(table, wanted, **more):
    """`wanted`: SQL over the rows' place in each file."""
    for task in table.scan().plan_files():
        found = pq.read_table(task.file.file_path.removeprefix('file://')) if not endpoint or task.file.file_path.startswith('file') else None
        places = [i for i, row in enumerate(found.to_pylist()) if wanted(row)]
        if places:
            delete(table, with_ids([('file_path', 2147483546, pa.array([task.file.file_path] * len(places))),
                                    ('pos', 2147483545, pa.array(places, pa.int64()))]), partition=task.file.partition, **more)


ICEBERG = {'boolean': t.BooleanType(), 'int': t.IntegerType(), 'long': t.LongType(), 'float': t.FloatType(), 'double': t.DoubleType(),
           'date': t.DateType(), 'time': t.TimeType(), 'timestamp': t.TimestampType(), 'timestamptz': t.TimestamptzType(), 'string': t.StringType(),
           'uuid': t.UUIDType(), 'binary': t.BinaryType(), 'fixed[4]': t.FixedType(4), 'decimal(9, 2)': t.DecimalType(9, 2),
           'decimal(38, 10)': t.DecimalType(38, 10), 'decimal(38, 0)': t.DecimalType(38, 0),
           'list<int>': t.ListType(901, t.IntegerType(), False), 'list<list<string>>': t.ListType(902, t.ListType(903, t.StringType(), False), False),
           'struct<a: int, b: timestamptz>': t.StructType(field(904, 'a', t.IntegerType()), field(905, 'b', t.TimestamptzType())),
           'map<string, double>': t.MapType(906, t.StringType(), 907, t.DoubleType(), False)}


def make_types():
    fields = [field(i + 1, f'v{i}', ICEBERG[name]) for i, (name, _) in enumerate(types)]
    # Python has no years before Christ, which bounds would be.
    table = catalog.create_table('main.types', Schema(*fields), properties={'write.metadata.metrics.default': 'none'})
    table.append(rows_of(table, f"SELECT {', '.join(value for _, value in types)} UNION ALL SELECT {', '.join('NULL' for _ in types)}"))


def make_evolved():
    inner = t.StructType(field(11, 'x', t.IntegerType()), field(12, 'y', t.StringType()))
    items = t.ListType(13, t.StructType(field(14, 'p', t.IntegerType()), field(15, 'q', t.StringType())), False)
    marks = t.MapType(16, t.StringType(), 17, t.StructType(field(18, 'm', t.IntegerType())), False)
    table = catalog.create_table('main.evolved', Schema(
        field(1, 'id', t.IntegerType(), True, doc='what it is known by'), field(2, 'was', t.StringType()), field(3, 'gone', t.DateType()),
        field(4, 'st', inner), field(5, 'items', items), field(6, 'marks', marks), field(7, 'share', t.FloatType()), identifier_field_ids=[1]),
        properties={'comment': "of 'all'"})
    table.append(rows_of(table, """SELECT i, 'r' || i, DATE '2024-02-29', {'x': i, 'y': 'y' || i}, [{'p': i, 'q': 'q'}, NULL], map{'k': {'m': i}}, i / 4
        FROM range(20) r(i)"""))
    table.append(rows_of(table, 'SELECT 100, NULL, NULL, NULL, NULL, NULL, NULL'))
    with table.update_schema() as change:
        change.rename_column('was', 'now')
        change.delete_column('gone')
        change.add_column('added', t.StringType(), doc='later')
        change.update_column('id', t.LongType())
        change.update_column('share', t.DoubleType())
        change.rename_column('st.x', 'x2')
        change.add_column(('st', 'z'), t.IntegerType())
        change.delete_column('st.y')
        change.rename_column('items.element.p', 'p2')
        change.add_column(('items', 'element', 'r'), t.StringType())
        change.add_column(('marks', 'value', 'n'), t.IntegerType())
        change.move_first('share')
    with table.update_schema(allow_incompatible_changes=True) as change:
        change.add_column('gone', t.StringType())
    table.append(rows_of(table, """SELECT 0.1, 5000000000, 'late', {'x2': 3, 'z': 4}, [{'p2': 1, 'q': NULL, 'r': 'r'}], map{'a': {'m': 1, 'n': 2}},
        'x', 'a string by now'"""))


def make_deleted():
    spec = PartitionSpec(PartitionField(2, 1000, IdentityTransform(), 'g'), PartitionField(3, 1001, MonthTransform(), 'day_month'))
    table = catalog.create_table('main.deleted', Schema(field(1, 'i', t.IntegerType()), field(2, 'g', t.StringType()), field(3, 'day', t.DateType())),
                                 partition_spec=spec)
    select = "SELECT i, 'g ' || (i % 3), DATE '2024-01-01' + (i % 40)::INTEGER FROM range({}, {}) r(i)"
    table.append(rows_of(table, select.format(0, 60)))
    delete_positions(table, lambda row: row['i'] % 7 == 0)
    table.append(rows_of(table, select.format(60, 90)))
    delete_positions(table, lambda row: row['i'] in (61, 62))
    table.append(rows_of(table, select.format(0, 10)))


def make_equal():
    """What pyiceberg does not read: the rows that are left are in `left`."""
    table = catalog.create_table('main.equal', Schema(field(1, 'i', t.IntegerType()), field(2, 's', t.StringType()), field(3, 'd', t.DoubleType())))
    table.append(rows_of(table, "SELECT i, CASE WHEN i % 4 = 0 THEN NULL ELSE 's' || (i % 4) END, CASE i WHEN 5 THEN 'nan'::DOUBLE ELSE i END FROM range(12) r(i)"))
    delete(table, with_ids([('s', 2, pa.array([None, 's9']))]), equality=[2])
    delete(table, with_ids([('i', 1, pa.array([1, 2, 3], pa.int32())), ('d', 3, pa.array([1.0, 7.0, 3.0]))]), equality=[1, 3])
    delete(table, with_ids([('d', 3, pa.array([float('nan')]))]), equality=[3])
    table.append(rows_of(table, "SELECT i, 's9', i FROM range(1, 3) r(i)"))
    left = [[i, f's{i % 4}', float(i)] for i in range(12) if i % 4 != 0 and i not in (1, 3, 5)] + [[1, 's9', 1.0], [2, 's9', 2.0]]
    with table.update_schema() as change:
        change.rename_column('i', 'number')
    return left


def make_others():
    table = catalog.create_table('main.empty', Schema(field(1, 'i', t.IntegerType()), field(2, 'at', t.TimestampType())))
    table = catalog.create_table('main.emptied', Schema(field(1, 'i', t.IntegerType())))
    table.append(rows_of(table, 'SELECT 1'))
    table.delete('i = 1')
    table = catalog.create_table('main.first', Schema(field(1, 'i', t.IntegerType()), field(2, 's', t.StringType())),
                                 partition_spec=PartitionSpec(PartitionField(1, 1000, BucketTransform(4), 'i_bucket')), properties={'format-version': '1'})
    table.append(rows_of(table, "SELECT i, 'f' || i FROM range(30) r(i)"))
    table.overwrite(rows_of(table, "SELECT i, 'o' || i FROM range(5) r(i)"), 'i < 10')
    # Files that Iceberg did not write: names stand for ids, and the partition alone knows g of the second.
    table = catalog.create_table('main.added', Schema(field(1, 'i', t.IntegerType()), field(2, 'li', t.ListType(3, t.IntegerType(), False)), field(4, 'g', t.StringType())),
                                 partition_spec=PartitionSpec(PartitionField(4, 1000, IdentityTransform(), 'g')))
    path = f'{folder}/plain.parquet'
    sql.execute(f"COPY (SELECT i::INTEGER AS i, [i::INTEGER, NULL] AS li, 'one' AS g FROM range(3) r(i)) TO '{path}'")
    table.add_files([f'file://{path}'])
    path = f'{folder}/narrow.parquet'
    sql.execute(f"COPY (SELECT i::INTEGER AS i, [i::INTEGER, NULL] AS li FROM range(3) r(i)) TO '{path}'")
    added = next(iter(table.scan().plan_files())).file
    narrow = DataFile.from_args(content=DataFileContent.DATA, file_path=f'file://{path}', file_format=FileFormat.PARQUET, partition=Record("it's"), record_count=3,
                                file_size_in_bytes=pathlib.Path(path).stat().st_size, column_sizes={}, value_counts={}, null_value_counts={}, nan_value_counts={},
                                lower_bounds={}, upper_bounds={}, key_metadata=None, split_offsets=None, sort_order_id=None, equality_ids=None)
    narrow.spec_id = added.spec_id
    with table.transaction() as transaction:
        with transaction.update_snapshot().fast_append() as update:
            update.append_data_file(narrow)
    table = catalog.create_table(('Odd One', 'T.1'), Schema(field(1, 'a b', t.IntegerType()), field(2, 'ü', t.StringType())))
    table.append(rows_of(table, "SELECT 1, 'é'"))
    table = catalog.create_table(('main', 'inner', 'deep'), Schema(field(1, 'i', t.IntegerType())))
    table.append(rows_of(table, 'SELECT 7'))
    catalog.create_table('secret.hidden', Schema(field(1, 'i', t.IntegerType())))
    if endpoint:
        table = catalog.create_table('main.remote', Schema(field(1, 'i', t.IntegerType()), field(2, 's', t.StringType())), location=f's3://{bucket}/warehouse/remote')
        table.append(rows_of(table, "SELECT i, 's' || i FROM range(1000) r(i)"))


make_types()
make_evolved()
make_deleted()
left = make_equal()
make_others()

def change(what):
    """What the conformance suite has happen to main.orders."""
    name = 'main.orders'
    if what == 'make':
        table = catalog.create_table(name, Schema(field(1, 'id', t.IntegerType(), True), field(2, 'label', t.StringType(), doc='as it is printed'),
                                                  field(3, 'amount', t.DoubleType()), identifier_field_ids=[1]),
                                     properties={'comment': 'what was ordered'})
        table.append(rows_of(table, "SELECT * FROM (VALUES (1, 'ü', 0.5), (2, NULL, 1.25))"))
    elif what == 'add':
        table = catalog.load_table(name)
        table.append(rows_of(table, "SELECT 3, 'c', 2"))
    elif what == 'alter':
        with catalog.load_table(name).update_schema(allow_incompatible_changes=True) as update:
            update.delete_column('label')
        with catalog.load_table(name).update_schema(allow_incompatible_changes=True) as update:
            update.add_column('label', t.IntegerType())
    else:
        catalog.drop_table(name)


PAGE = 2
tokens = {'fixed-token'}


def expected():
    found = {}
    for namespace in walk():
        for identifier in catalog.list_tables(namespace):
            if identifier[-1] in ('equal', 'types', 'hidden'):
                continue
            table = catalog.load_table(identifier)
            rows = table.scan().to_arrow()
            sql.register('rows', rows)
            names = ', '.join(f'CAST("{name}" AS VARCHAR)' for name in rows.column_names)
            read = sql.execute(f"SET TimeZone = 'UTC'; SELECT {names} FROM rows").fetchall()
            found['.'.join(namespace) + '|' + identifier[-1]] = {'columns': rows.column_names, 'rows': read}
    return {'tables': found, 'equal': [[str(i), s, str(d)] for i, s, d in left]}


def walk(parent=()):
    for namespace in catalog.list_namespaces(parent):
        if len(namespace) > len(parent):
            yield namespace
            yield from walk(namespace)


class Refused(Exception):
    pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def answer(self, status, body):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header('content-length', str(len(data)))
        self.send_header('content-type', 'application/json')
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, status, type):
        self.answer(status, {'error': {'message': 'no secret of the server', 'type': type, 'code': status}})

    def do_POST(self):
        form = urllib.parse.parse_qs(self.rfile.read(int(self.headers['content-length'])).decode())
        if self.path != '/catalog/v1/oauth/tokens' or form.get('client_secret') != ['pass word&'] or form.get('scope') != ['catalog']:
            return self.answer(400, {'error': 'invalid_client'})
        token = f'given-{uuid.uuid4()}'
        tokens.add(token)
        self.answer(200, {'access_token': token, 'token_type': 'bearer', 'expires_in': 3600})

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = {name: values[0] for name, values in urllib.parse.parse_qs(url.query, keep_blank_values=True).items()}
        if url.path == '/expected':
            return self.answer(200, expected())
        if url.path == '/change':
            change(query['what'])
            return self.answer(200, {})
        if url.path == '/expire':
            tokens.intersection_update({'fixed-token'})
            return self.answer(200, {})
        if self.headers['authorization'] not in {f'Bearer {token}' for token in tokens}:
            return self.refuse(401, 'NotAuthorizedException')
        if url.path == '/catalog/v1/config':
            if query.get('warehouse', 'made') != 'made':
                return self.refuse(404, 'NoSuchWarehouseException')
            return self.answer(200, {'defaults': {'prefix': 'ignored'}, 'overrides': {'prefix': 'ws/1', 'uri': 'http://127.0.0.1:1/elsewhere'}})
        parts = [urllib.parse.unquote(part) for part in url.path.split('/')]
        if parts[:5] != ['', 'catalog', 'v1', 'ws', '1']:
            return self.refuse(404, 'NotFoundException')
        try:
            self.route(parts[5:], query)
        except NoSuchTableError:
            self.refuse(404, 'NoSuchTableException')

    def paged(self, name, items, query):
        at = int(query.get('pageToken') or 0)
        self.answer(200, {name: items[at:at + PAGE], 'next-page-token': str(at + PAGE) if at + PAGE < len(items) else None})

    def route(self, parts, query):
        if parts == ['namespaces']:
            parent = tuple(query['parent'].split('\x1f')) if query.get('parent') else ()
            found = [one for one in catalog.list_namespaces(parent) if len(one) == len(parent) + 1]
            return self.paged('namespaces', found, query)
        namespace = tuple(parts[1].split('\x1f'))
        if namespace == ('secret',) and len(parts) == 4:
            return self.refuse(403, 'ForbiddenException')
        if parts[2:] == ['tables']:
            found = [{'namespace': one[:-1], 'name': one[-1]} for one in catalog.list_tables(namespace)]
            return self.paged('identifiers', found, query)
        table = catalog.load_table((*namespace, parts[3]))
        metadata = json.loads(table.metadata.model_dump_json())
        config = {name: value for name, value in s3.items()} if endpoint else {}
        self.answer(200, json.dumps({'metadata-location': table.metadata_location, 'metadata': metadata, 'config': {},
                                     'storage-credentials': [{'prefix': f's3://{bucket}', 'config': config}]}).encode())


http.server.ThreadingHTTPServer(('127.0.0.1', port), Handler).serve_forever()
