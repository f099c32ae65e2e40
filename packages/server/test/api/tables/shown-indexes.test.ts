import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, Json } from '../../service.ts';
import { sharedService } from '../../shared-service.ts';

let api: Api;
let database: Json;
beforeAll(async () => {
  api = (await sharedService()).api();
  database = await withDocs();
  await create(database, { index_name: 'By Id', columns: ['id', 'Group'] });
  await create(database, { index_name: 'words', index_type: 'bm25', columns: ['body'] });
  const near = { index_name: 'near', index_type: 'vector', columns: ['place'], metric: 'cosine' };
  await create(database, { ...near, algorithm: 'hnsw' });
});

const csv =
  'id,Group,body,place\n1,1,an apple,"[1.0, 2.0]"\n2,1,a pear,"[2.0, 1.0]"\n3,2,a plum,"[3.0, 1.0]"\n';
const tablePath = ({ id }: Json) => `/v1/databases/${id}/schemas/main/tables/docs`;

async function withDocs(body: Json = {}, as: Api = api): Promise<Json> {
  const made = await as.createDatabase(body);
  await as.loadCsv(made.id, 'docs', csv, {
    columns: { id: 'BIGINT', Group: 'BIGINT', body: 'VARCHAR', place: 'FLOAT[2]' },
  });
  return made;
}

const indexesPath = ({ default_connection_id: id }: Json) =>
  `/v1/connections/${id}/tables/main/docs/indexes`;

async function create(of: Json, body: Json): Promise<void> {
  const { status, body: answer } = await api.post(indexesPath(of), body);
  expect([201, 202], JSON.stringify(answer)).toContain(status);
  await eventually(async () => {
    const { indexes } = (await api.get(indexesPath(of))).body;
    const made = indexes.find((index: Json) => index.index_name === body.index_name);
    expect(made.status).toBe('ready');
  });
}

async function rows(sql: string, of: Json = database, options: Json = {}): Promise<Json[][]> {
  const { status, body } = await api.query(of.id, sql, options);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows;
}

const named = 'SELECT indexname FROM pg_indexes ORDER BY 1';
const inCatalogs = 'SELECT table_catalog, index_name FROM information_schema.indexes ORDER BY 1, 2';

describe('indexes, as SQL shows them', () => {
  it('are in pg_indexes with what PostgreSQL would say of how each is made', async () => {
    const shown = [
      [
        'main',
        'docs',
        'By Id',
        null,
        'CREATE INDEX "By Id" ON main.docs USING sorted (id, "Group")',
      ],
      [
        'main',
        'docs',
        'near',
        null,
        "CREATE INDEX near ON main.docs USING vector (place) WITH (metric='cosine', algorithm='hnsw')",
      ],
      ['main', 'docs', 'words', null, 'CREATE INDEX words ON main.docs USING bm25 (body)'],
    ];
    for (const dialect of ['hotsql', 'postgres']) {
      for (const view of ['pg_indexes', 'pg_catalog.pg_indexes'])
        expect(await rows(`SELECT * FROM ${view} ORDER BY 3`, database, { dialect })).toEqual(
          shown,
        );
    }
    const joined = `SELECT t.tablename, count(i.indexname) FROM pg_tables t
      LEFT JOIN pg_indexes i ON i.schemaname = t.schemaname AND i.tablename = t.tablename GROUP BY 1`;
    expect(await rows(joined)).toEqual([['docs', 3]]);
    expect(await rows('SELECT count(*), (SELECT count(*) FROM docs) FROM pg_indexes')).toEqual([
      [3, 3],
    ]);
  });

  it('are in pg_index and pg_class, as psql asks of a table and drivers of its indexes', async () => {
    const described = `SELECT c2.relname, i.indisprimary, i.indisunique, i.indisclustered, i.indisvalid,
        pg_catalog.pg_get_indexdef(i.indexrelid, 0, true), pg_catalog.pg_get_constraintdef(con.oid, true), contype, i.indisreplident, am.amname
      FROM pg_catalog.pg_class c, pg_catalog.pg_class c2 JOIN pg_catalog.pg_am am ON am.oid = c2.relam, pg_catalog.pg_index i
        LEFT JOIN pg_catalog.pg_constraint con ON (conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x'))
      WHERE c.oid = 'docs'::regclass AND c.oid = i.indrelid AND i.indexrelid = c2.oid ORDER BY i.indisprimary DESC, c2.relname`;
    const index = (name: string, definition: string, method: string) => {
      const flags = [false, false, false, true];
      return [name, ...flags, definition, null, null, false, method];
    };
    for (const dialect of ['hotsql', 'postgres']) {
      expect(await rows(described, database, { dialect })).toEqual([
        index('By Id', 'CREATE INDEX "By Id" ON main.docs USING sorted (id, "Group")', 'sorted'),
        index(
          'near',
          "CREATE INDEX near ON main.docs USING vector (place) WITH (metric='cosine', algorithm='hnsw')",
          'vector',
        ),
        index('words', 'CREATE INDEX words ON main.docs USING bm25 (body)', 'bm25'),
      ]);
    }
    const columns = `SELECT i.indexrelid::regclass::text, k.n, a.attname, pg_get_indexdef(i.indexrelid, k.n::int, false)
      FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(place, n)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.place ORDER BY 1, 2`;
    expect(await rows(columns)).toEqual([
      ['"By Id"', 1, 'id', 'id'],
      ['"By Id"', 2, 'Group', '"Group"'],
      ['near', 1, 'place', 'place'],
      ['words', 1, 'body', 'body'],
    ]);
    const listed = `SELECT c.relname, c.relkind, c.relhasindex, c.relnatts, n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE pg_table_is_visible(c.oid) ORDER BY 1`;
    expect(await rows(listed)).toEqual([
      ['By Id', 'i', false, 2, 'main'],
      ['docs', 'r', true, 4, 'main'],
      ['near', 'i', false, 1, 'main'],
      ['words', 'i', false, 1, 'main'],
    ]);
    expect(await rows('SELECT tablename, hasindexes FROM pg_tables')).toEqual([['docs', true]]);
    const bare = await withDocs();
    expect(await rows('SELECT relname, relkind, relhasindex FROM pg_class', bare)).toEqual([
      ['docs', 'r', false],
    ]);
    expect(await rows('SELECT count(*) FROM pg_index', bare)).toEqual([[0]]);
  });

  it('are what duckdb_indexes() shows under duckdb, named or not, beside tables', async () => {
    const duckdb = { dialect: 'duckdb' };
    const all =
      'SELECT database_name, schema_name, table_name, index_name, expressions, sql, is_unique FROM duckdb_indexes() ORDER BY 4';
    const of = ['default', 'main', 'docs'];
    const using = 'ON main.docs USING';
    expect(await rows(all, database, duckdb)).toEqual([
      [...of, 'By Id', '[id, Group]', `CREATE INDEX "By Id" ${using} sorted (id, "Group")`, false],
      [
        ...[...of, 'near', '[place]'],
        `CREATE INDEX near ${using} vector (place) WITH (metric='cosine', algorithm='hnsw')`,
        false,
      ],
      [...of, 'words', '[body]', `CREATE INDEX words ${using} bm25 (body)`, false],
    ]);
    const joined = `SELECT d.id, i.index_name, duckdb_indexes.index_name FROM docs AS d JOIN DuckDB_Indexes() i ON true
      JOIN duckdb_indexes() ON duckdb_indexes.index_name = i.index_name WHERE d.id = 1 AND i.expressions = '[body]'`;
    expect(await rows(joined, database, duckdb)).toEqual([[1, 'words', 'words']]);
    const bare = await withDocs();
    const count = 'SELECT count(*) FROM duckdb_indexes() WHERE true';
    expect(await rows(count, bare, duckdb)).toEqual([[0]]);
    const text = `SELECT 'duckdb_indexes()', 'hotsql_indexes'`;
    expect(await rows(text, database, duckdb)).toEqual([['duckdb_indexes()', 'hotsql_indexes']]);
  });

  it('are in information_schema.indexes with their kinds, columns and states', async () => {
    const all = 'SELECT * FROM information_schema.indexes ORDER BY index_name';
    const shown = [
      ['default', 'main', 'docs', 'By Id', 'sorted', ['id', 'Group'], null, 'ready'],
      ['default', 'main', 'docs', 'near', 'vector', ['place'], 'cosine', 'ready'],
      ['default', 'main', 'docs', 'words', 'bm25', ['body'], null, 'ready'],
    ];
    for (const dialect of ['hotsql', 'postgres', 'snowflake'])
      expect(await rows(all, database, { dialect })).toEqual(shown);
    const ofGroup = `SELECT index_name FROM information_schema.indexes WHERE 'Group' = ANY(columns)`;
    expect(await rows(ofGroup)).toEqual([['By Id']]);
  });

  it('are refused with the rest of the catalog in a text that is taken as written', async () => {
    for (const [view, said] of [
      ['pg_indexes', "pg_indexes' not found"],
      ['information_schema.indexes', "under dialect 'hotsql'"],
      ['(SELECT unnest(hotsql_indexes()))', 'call duckdb_indexes()'],
      ['(SELECT unnest("hotsql_indexes"()))', 'hotsql_indexes'],
      ['main.duckdb_indexes()', 'duckdb_indexes'],
    ] as const) {
      const { status, body } = await api.query(database.id, `SELECT * FROM ${view}`, {
        dialect: 'duckdb',
      });
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining(said)]);
    }
    for (const dialect of ['hotsql', 'postgres', 'snowflake']) {
      const { status } = await api.query(database.id, 'SELECT hotsql_indexes()', { dialect });
      expect(status).toBe(400);
    }
  });

  it('are gone as soon as they are dropped, or their table is', async () => {
    const own = await withDocs();
    await create(own, { index_name: 'a', columns: ['id'] });
    await create(own, { index_name: 'b', columns: ['Group'] });
    expect(await rows(named, own)).toEqual([['a'], ['b']]);
    expect((await api.delete(`${indexesPath(own)}/a`)).status).toBe(204);
    expect(await rows(named, own)).toEqual([['b']]);
    expect((await api.delete(tablePath(own))).status).toBe(204);
    expect(await rows(named, own)).toEqual([]);
    expect(await rows(inCatalogs, own)).toEqual([]);
  });

  it('are shown to nobody else, in whatever order is asked, and to a fork as its own', async () => {
    const [left, right] = [await withDocs({ default_catalog: 'left' }), await withDocs()];
    await create(left, { index_name: 'l', columns: ['id'] });
    await create(right, { index_name: 'r', columns: ['id'] });
    const { body: fork } = await api.post(`/v1/databases/${left.id}/fork`, {});
    const bare = await api.createDatabase();
    const other = (await sharedService()).api();
    const theirs = await withDocs({}, other);
    for (let turn = 0; turn < 3; turn += 1) {
      const answers = [left, right, fork, bare].map((of) => rows(named, of));
      expect(await Promise.all(answers)).toEqual([[['l']], [['r']], [['l']], []]);
      expect((await other.query(theirs.id, named)).body.rows).toEqual([]);
      expect((await other.query(theirs.id, inCatalogs)).body.rows).toEqual([]);
    }
    expect((await api.delete(`${indexesPath(left)}/l`)).status).toBe(204);
    expect(await rows(named, fork)).toEqual([['l']]);
    expect(await rows(inCatalogs, fork)).toEqual([['left', 'l']]);
  });

  it('of an attached catalog are in information_schema, and pg_indexes has the default one', async () => {
    const [here, attached] = [await withDocs(), await withDocs()];
    await create(here, { index_name: 'own', columns: ['id'] });
    await create(attached, { index_name: 'ext_id', columns: ['id'] });
    const catalog = { connection_id: attached.default_connection_id, alias: 'ext' };
    expect((await api.post(`/v1/databases/${here.id}/catalogs`, catalog)).status).toBe(204);
    expect(await rows(named, here)).toEqual([['own']]);
    const tables = 'SELECT tablename FROM pg_tables';
    expect(await rows(tables, here)).toEqual([['docs']]);
    expect(await rows(inCatalogs, here)).toEqual([
      ['default', 'own'],
      ['ext', 'ext_id'],
    ]);
    expect(await rows(named, here, { default_catalog: 'ext' })).toEqual([['ext_id']]);
  });
});
