import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingServer, sendJson, vectorOf } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService, testToken } from '../service.ts';

let embeddings: EmbeddingServer;
let service: RunningService;
let api: Api;
let database: Json;
const dimensions = 24;
const count = 3_000;

beforeAll(async () => {
  embeddings = await new EmbeddingServer().start();
  service = await startService({
    env: { QUERN_SWEEP_INTERVAL: '1', QUERN_EMBEDDING_ORIGINS: embeddings.origin },
  });
  api = service.api();
  database = await api.createDatabase();
});
afterAll(async () => {
  await service?.dispose();
  await embeddings?.stop();
});

const indexesOf = (table: string, of = database) =>
  `/v1/connections/${of.default_connection_id}/tables/main/${table}/indexes`;
const create = (table: string, body: object, of = database) =>
  api.post(indexesOf(table, of), { index_type: 'vector', ...body });

async function rows(
  sql: string,
  options: Record<string, unknown> = {},
  id = database.id,
): Promise<Json[][]> {
  const { status, body } = await api.query(id, sql, options);
  if (status !== 200) throw new Error(`query: ${status} ${JSON.stringify(body)}`);
  return body.rows;
}

async function refusal(sql: string): Promise<string> {
  const { status, body } = await api.query(database.id, sql);
  expect(status).toBe(400);
  return body.error.message;
}

/** A table of vectors without structure or groups, made by the service. */
async function loadVectors(table: string, rowCount = count, from = 0): Promise<void> {
  const vector = `list_transform(range(${dimensions}), x -> (hash(i * 1000 + x) % 2000001)::FLOAT / 1000000 - 1)::FLOAT[]`;
  const made = await api.query(
    database.id,
    `SELECT i AS id, i % 100 AS part, ${vector} AS v FROM range(${from}, ${from + rowCount}) t(i)`,
    { dialect: 'duckdb' },
  );
  expect(made.status).toBe(200);
  await eventually(async () =>
    expect(
      (await api.get(`/v1/results/${made.body.result_id}`, { 'x-database-id': database.id }))
        .status,
    ).toBe(200),
  );
  const load = await api.load(database.id, table, {
    mode: from === 0 ? 'replace' : 'append',
    result_id: made.body.result_id,
  });
  expect([load.status, load.body.row_count]).toEqual([200, from + rowCount]);
}

const query = Array.from({ length: dimensions }, (_, index) => Math.sin(index * 7 + 1));
const written = `ARRAY[${query.join(', ')}]`;
const exact = {
  l2: 'l2_distance',
  cosine: 'cosine_distance',
  dot: 'negative_dot_product',
} as const;

describe('an index of vectors', () => {
  beforeAll(async () => {
    await loadVectors('points');
  });

  test.each(['l2', 'cosine', 'dot'] as const)(
    'finds what is nearest by %s, and says how far it is',
    async (metric) => {
      const name = `points_${metric}`;
      const made = await create('points', { index_name: name, columns: ['v'], metric });
      expect([made.status, made.body]).toEqual([
        201,
        expect.objectContaining({
          index_name: name,
          index_type: 'vector',
          columns: ['v'],
          metric,
          algorithm: 'hnsw',
          status: 'ready',
        }),
      ]);
      const truth = await rows(
        `SELECT id, ${exact[metric]}(v, ${written}) AS d FROM points ORDER BY d, id LIMIT 100`,
      );
      for (const dialect of ['hotsql', 'postgres', 'duckdb']) {
        const found = await rows(
          `SELECT id, part, _distance FROM vector_search_vector('default.main.points', 'v', ${written}, 100) ORDER BY _distance, id`,
          { dialect },
        );
        const ids = new Set(found.map(([id]) => id));
        const right = truth.filter(([id]) => ids.has(id)).length;
        expect(right).toBeGreaterThanOrEqual(98);
        expect(found[0]?.[2]).toBeCloseTo(truth[0]?.[1], 4);
        expect(found).toHaveLength(100);
      }
      expect((await api.delete(`${indexesOf('points')}/${name}`)).status).toBe(204);
    },
  );

  describe.each(['l2', 'cosine', 'dot'] as const)('by %s', (metric) => {
    const name = `order_${metric}`;
    const operator = { l2: '<->', cosine: '<=>', dot: '<#>' }[metric];
    const text = `'[${query.join(', ')}]'`;
    const planOf = async (sql: string, dialect = 'hotsql') =>
      JSON.stringify(await rows(`EXPLAIN ${sql}`, { dialect }));
    /** The same rows the exact way: the order is by what no index knows of. */
    const exactly = (where: string, k: number, more = '') =>
      `SELECT id FROM points ${where} ORDER BY ${exact[metric]}(v, ${written}) + id * 0${more} LIMIT ${k}`;

    beforeAll(async () => {
      const made = await create('points', { index_name: name, columns: ['v'], metric });
      expect(made.status).toBe(201);
    });
    afterAll(async () => {
      expect((await api.delete(`${indexesOf('points')}/${name}`)).status).toBe(204);
    });

    test('shows the vectors of the rows as they are, their distances too', async () => {
      const distance = `${exact[metric]}(v, ${written})`;
      for (const dialect of ['hotsql', 'duckdb']) {
        const list = dialect === 'duckdb' ? `${distance.replace('ARRAY', '')}` : distance;
        const found = await rows(
          `SELECT id, v, ${list} FROM points ORDER BY ${list}, id LIMIT 20`,
          { dialect },
        );
        const ids = found.map(([id]) => id).join(', ');
        const stored = await rows(
          `SELECT id, v, ${list} AS d FROM points WHERE id IN (${ids}) ORDER BY d, id`,
          { dialect },
        );
        expect(found).toEqual(stored);
      }
    });

    test('answers ORDER BY a distance LIMIT k, however it is written, and says so in the plan', async () => {
      const truth = (await rows(exactly('', 10))).flat();
      expect(await planOf(exactly('', 10))).not.toContain(name);
      const list = written.replace('ARRAY', '');
      const asked: [string, string][] = [
        [`SELECT id FROM points ORDER BY ${exact[metric]}(v, ${written}) LIMIT 10`, 'hotsql'],
        [`SELECT id FROM points ORDER BY v ${operator} ${text} LIMIT 10`, 'hotsql'],
        [`SELECT id, v ${operator} ${text} AS d FROM points p ORDER BY d, id LIMIT 10`, 'postgres'],
        [
          `SELECT p.id FROM default.main.points p ORDER BY p.v ${operator} ${written} LIMIT 10`,
          'postgres',
        ],
        [`SELECT id, ${exact[metric]}(v, ${list}) AS d FROM points ORDER BY 2 LIMIT 10`, 'duckdb'],
        [`SELECT id FROM points ORDER BY ${exact[metric]}(${list}::FLOAT[], v) LIMIT 10`, 'duckdb'],
        [
          `SELECT id FROM (SELECT * FROM points ORDER BY ${exact[metric]}(v, ${list}) LIMIT 10)`,
          'duckdb',
        ],
      ];
      for (const [sql, dialect] of asked) {
        expect([sql, await planOf(sql, dialect)]).toEqual([sql, expect.stringContaining(name)]);
        expect([sql, new Set((await rows(sql, { dialect })).map(([id]) => id))]).toEqual([
          sql,
          new Set(truth),
        ]);
      }
    });

    test('finds k rows under a condition where k exist, and all where fewer do', async () => {
      for (const [where, k] of [
        ['WHERE part = 7', 10],
        ['WHERE part = 7', 100],
        ["WHERE part = 7 AND id > 1000 AND CAST(id AS text) LIKE '%7'", 50],
        ['WHERE part < 50', 20],
        ['WHERE id = 5', 10],
        ['WHERE part = 1000', 10],
        ['WHERE id IN (SELECT id FROM points WHERE part = 3)', 5],
      ] as const) {
        const truth = (await rows(exactly(where, k))).flat();
        const sql = `SELECT id FROM points ${where} ORDER BY v ${operator} ${text} LIMIT ${k}`;
        expect([where, (await rows(sql)).flat()]).toEqual([where, truth]);
        const searched = `SELECT id FROM vector_search_vector('points', 'v', ${written}, ${k}) ${where} ORDER BY _distance`;
        if (where.includes('SELECT')) continue;
        expect([where, (await rows(searched)).flat()]).toEqual([where, truth]);
      }
      expect(
        await planOf(`SELECT id FROM points WHERE part = 7 ORDER BY v ${operator} ${text} LIMIT 5`),
      ).toContain(name);
      const profiled = await api.query(
        database.id,
        `SELECT id FROM points WHERE part = 8 ORDER BY v ${operator} ${text} LIMIT 5`,
        { profile: true },
      );
      const scoped = { 'x-database-id': database.id };
      const path = `/v1/query-runs/${profiled.body.query_run_id}/profile`;
      expect(JSON.stringify((await api.get(path, scoped)).body)).toContain(`"Index":"${name}"`);
    });

    test('is not used where other rows may be shown', async () => {
      const by = `${exact[metric]}(v, ${written})`;
      for (const sql of [
        `SELECT id FROM points ORDER BY ${by} DESC LIMIT 3`,
        `SELECT count(*) FROM points ORDER BY min(${by}) LIMIT 3`,
        `SELECT id, rank() OVER (ORDER BY id) FROM points ORDER BY ${by} LIMIT 3`,
        `SELECT id FROM points ORDER BY ${by} NULLS FIRST LIMIT 3`,
        `SELECT DISTINCT ON (part) id FROM points ORDER BY part, ${by} LIMIT 3`,
        `SELECT a.id FROM points a JOIN points b ON a.id = b.id + 1 ORDER BY ${exact[metric]}(a.v, ${written}) LIMIT 3`,
        `SELECT id FROM points WHERE random() < 2 ORDER BY ${by} LIMIT 3`,
        `SELECT id FROM points ORDER BY ${by}`,
      ]) {
        expect([sql, await planOf(sql)]).toEqual([sql, expect.not.stringContaining(name)]);
        expect((await api.query(database.id, sql)).status).toBe(200);
      }
      const whole = await rows(
        `SELECT count(*) FROM points p WHERE id >= (SELECT min(id) FROM points)`,
      );
      expect(whole).toEqual([[count]]);
    });
  });

  test('keeps conditions on the distance for what was found', async () => {
    await create('points', { index_name: 'near', columns: ['v'] });
    const [tenth] = await rows(
      `SELECT l2_distance(v, ${written}) FROM points WHERE part = 7 ORDER BY 1 LIMIT 1 OFFSET 3`,
    );
    const found = await rows(
      `SELECT id FROM vector_search_vector('points', 'v', ${written}, 10, distance => 'd') s WHERE s.d < ${tenth?.[0]} AND s.part = 7`,
    );
    expect(found).toHaveLength(3);
    const asked = `SELECT p.id FROM points p WHERE EXISTS (SELECT 1 FROM vector_search_vector('points', 'v', ${written}, 10) s WHERE s.id = p.id)`;
    expect(await rows(asked)).toHaveLength(10);
    await api.delete(`${indexesOf('points')}/near`);
  });

  test('takes every option, and shows it', async () => {
    const options = {
      metric: 'dot',
      algorithm: 'ivf',
      nlist: 16,
      probe_fraction: 1,
      vector_precision: 'float32',
    };
    const made = await create('points', {
      index_name: 'ivf',
      columns: ['v'],
      dimensions,
      ...options,
    });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining(options)]);
    expect((await api.get(indexesOf('points'))).body.indexes).toEqual([made.body]);
    const truth = await rows(
      `SELECT id FROM points ORDER BY negative_dot_product(v, ${written}) LIMIT 10`,
    );
    const search = `SELECT id FROM vector_search_vector('points', 'v', ${written}, k => 10) ORDER BY _distance`;
    expect(await rows(search)).toEqual(truth);
    await api.delete(`${indexesOf('points')}/ivf`);
  });

  test('is always of the rows that are there: new ones, gone ones, those of a fork and of an earlier snapshot', async () => {
    await loadVectors('moving');
    await create('moving', { index_name: 'moving_v', columns: ['v'] });
    const nearest = async (id = database.id) =>
      (
        await rows(
          `SELECT id FROM vector_search_vector('moving', 'v', ${written}, 5) ORDER BY _distance`,
          {},
          id,
        )
      ).flat();
    const truth = async (id = database.id) =>
      (
        await rows(`SELECT id FROM moving ORDER BY l2_distance(v, ${written}) LIMIT 5`, {}, id)
      ).flat();
    const before = await truth();
    expect(await nearest()).toEqual(before);
    const fork = (await api.post(`/v1/databases/${database.id}/fork`, {})).body;
    const { body: kept } = await api.query(
      database.id,
      `SELECT id, part, v FROM moving WHERE id NOT IN (${before.slice(0, 2).join(', ')})`,
    );
    await eventually(async () =>
      expect(
        (await api.get(`/v1/results/${kept.result_id}`, { 'x-database-id': database.id })).status,
      ).toBe(200),
    );
    await api.load(database.id, 'moving', { mode: 'replace', result_id: kept.result_id });
    expect(await nearest()).toEqual(before.slice(2).concat((await truth()).slice(3)));
    await loadVectors('moving', 500, count - 2);
    expect(await nearest()).toEqual(await truth());
    expect(await nearest(fork.id)).toEqual(before);
    expect(await truth(fork.id)).toEqual(before);
  });

  test('says what it cannot be asked', async () => {
    await create('points', { index_name: 'asked', columns: ['v'] });
    const search = (args: string) => refusal(`SELECT * FROM vector_search_vector(${args})`);
    expect(await search(`'points', 'v', ARRAY[1, 2], 5`)).toContain(
      `the vector has 2 dimensions, and those of the index have ${dimensions}`,
    );
    for (const k of ['0', '-1', '1000000000', '1.5', "'5'"]) {
      expect(await search(`'points', 'v', ${written}, ${k}`)).toContain(
        "'k' of vector_search_vector() is a whole number from 1",
      );
    }
    expect(await search(`'points', 'part', ${written}, 5`)).toContain(
      "needs a vector index on column 'part'",
    );
    expect(await search(`'points', 'v', 'words', 5`)).toContain('takes a vector of finite numbers');
    for (const count of [20_000, 100_000]) {
      const wide = `ARRAY[${new Array(count).fill('1').join(',')}]`;
      expect(await search(`'points', 'v', ${wide}, 5`)).toMatch(/dimensions|larger than|numbers/);
      const { status } = await api.query(
        database.id,
        `SELECT id FROM points ORDER BY l2_distance(v, ${wide}) LIMIT 5`,
      );
      expect(status).toBe(400);
    }
    const large = `ARRAY[${['1e39', ...new Array(dimensions - 1).fill('0')].join(',')}]`;
    expect(await search(`'points', 'v', ${large}, 5`)).toContain('numbers that 32 bits cannot');
    await create('points', { index_name: 'angles', columns: ['v'], metric: 'cosine' });
    await api.delete(`${indexesOf('points')}/asked`);
    const zeros = `ARRAY[${new Array(dimensions).fill('0').join(',')}]`;
    expect(await search(`'points', 'v', ${zeros}, 5`)).toContain('which has no direction');
    await api.delete(`${indexesOf('points')}/angles`);
    await create('points', { index_name: 'asked', columns: ['v'] });
    expect(await refusal("SELECT * FROM vector_search('points', 'v', 'words', 5)")).toContain(
      'has no provider for the text',
    );
    await api.delete(`${indexesOf('points')}/asked`);
  });

  test('that cannot be is refused in words, and nothing is left of it', async () => {
    await api.loadCsv(database.id, 'words', 'id,body\n1,a\n');
    const wrong: [string, object, RegExp][] = [
      ['points', { columns: ['v', 'id'] }, /of one column/],
      ['points', { columns: ['part'] }, /of a column of vectors .* or of text, and 'part'/],
      ['words', { columns: ['body'] }, /is text: name who embeds it in 'embedding_provider_id'/],
      [
        'points',
        { columns: ['v'], embedding_provider_id: 'nobody' },
        /Embedding provider 'nobody' not found/,
      ],
      ['points', { columns: ['v'], dimensions: 0 }, /'dimensions' must be from 1/],
      ['points', { columns: ['v'], dimensions: 100_000 }, /'dimensions' must be from 1/],
      [
        'points',
        { columns: ['v'], dimensions: 7 },
        /has a vector of 24 dimensions where others have 7/,
      ],
      ['points', { columns: ['v'], nlist: 4 }, /'nlist' is of algorithm 'ivf'/],
      [
        'points',
        { columns: ['v'], vector_precision: 'int8' },
        /'vector_precision' of algorithm 'hnsw' is one of/,
      ],
      ['points', { columns: ['v'], output_column: 'e' }, /'output_column' is of an index on text/],
    ];
    for (const [table, body, words] of wrong) {
      const answer = await create(table, { index_name: 'never', ...body });
      expect([answer.status, answer.body.error?.message]).toEqual([
        400,
        expect.stringMatching(words),
      ]);
    }
    const bad: [string, string, RegExp][] = [
      ['[1, 0], [0, 0]', 'cosine', /a vector of zeros, which has no direction .*\(in row 2/],
      ['[1, 0], [1, 2, 3]', 'l2', /a vector of 3 dimensions where others have 2 \(in row 2/],
      ['list_transform(range(16385), x -> 1)', 'l2', /16385 dimensions.* takes 16384 at most/],
      ["[1, 0], ['nan'::FLOAT, 1]", 'l2', /null or no finite 32-bit number/],
      ['[1, NULL], [0, 1]', 'dot', /null or no finite 32-bit number/],
      ['[1e300, 0], [0, 1]', 'l2', /null or no finite 32-bit number|Could not cast|out of range/],
    ];
    for (const [vectors, metric, words] of bad) {
      const made = await api.query(database.id, `SELECT unnest([${vectors}]::DOUBLE[][]) AS v`, {
        dialect: 'duckdb',
      });
      await eventually(async () =>
        expect(
          (await api.get(`/v1/results/${made.body.result_id}`, { 'x-database-id': database.id }))
            .status,
        ).toBe(200),
      );
      expect(
        (await api.load(database.id, 'bad', { mode: 'replace', result_id: made.body.result_id }))
          .status,
      ).toBe(200);
      const answer = await create('bad', { index_name: 'never', columns: ['v'], metric });
      expect([answer.status, answer.body.error?.message]).toEqual([
        400,
        expect.stringMatching(words),
      ]);
    }
    for (const table of ['points', 'words', 'bad'])
      expect((await api.get(indexesOf(table))).body.indexes).toEqual([]);
  });
});

describe('an index on texts', () => {
  let provider: string;
  const texts = ['the quick brown fox', 'a lazy dog', 'zzzz', 'aaaa', '  ', 'line\u2028break'];
  const search = async (text: string, k = 3) =>
    (
      await rows(
        `SELECT body FROM vector_search('notes', 'body', '${text}', ${k}) ORDER BY _distance, id`,
      )
    ).flat();
  const config = (model = 'letters') => ({ base_url: embeddings.baseUrl, model, dimensions: 16 });

  beforeAll(async () => {
    const lines = texts.map((text, index) => `${index},"${text}"`);
    await api.loadCsv(database.id, 'notes', `id,body\n${lines.join('\n')}\n7,\n8,zzzz\n`);
    const made = await api.post('/v1/embedding-providers', {
      name: 'p',
      provider_type: 'service',
      config: config(),
      api_key: 'sk-notes',
    });
    provider = made.body.id;
    const index = await create('notes', {
      index_name: 'notes_body',
      columns: ['body'],
      embedding_provider_id: provider,
    });
    expect([index.status, index.body]).toEqual([
      201,
      expect.objectContaining({
        columns: ['body_embedding'],
        source_column: 'body',
        metric: 'cosine',
        status: 'ready',
      }),
    ]);
  });

  test('embeds each text once, with the key of the provider, and blank ones never', () => {
    expect([...embeddings.texts].sort()).toEqual(
      [...texts.filter((text) => text.trim() !== '')].sort(),
    );
    expect(
      embeddings.requests.every(({ authorization }) => authorization === 'Bearer sk-notes'),
    ).toBe(true);
  });

  test('finds texts by what is near to another, with the distance', async () => {
    expect(await search('zzz', 2)).toEqual(['zzzz', 'zzzz']);
    expect(await search('aaaa')).toHaveLength(3);
    const [found] = await rows(
      "SELECT id, _distance FROM vector_search('notes', 'body', 'dog lazy', 1)",
    );
    const [a, b] = [vectorOf('dog lazy', 16), vectorOf('a lazy dog', 16)];
    const dot = (x: number[], y: number[]) =>
      x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
    expect(found?.[0]).toBe(1);
    expect(found?.[1]).toBeCloseTo(1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)), 5);
    expect(await search('anything at all', 100)).toHaveLength(6);
  });

  test('finds what was loaded later once it is embedded, and asks for new texts alone', async () => {
    const asked = embeddings.texts.length;
    await api.loadCsv(database.id, 'notes', 'id,body\n9,cccc\n10,zzzz\n', { mode: 'append' });
    await eventually(async () => expect(await search('ccc', 1)).toEqual(['cccc']));
    expect(embeddings.texts.slice(asked).filter((text) => text === 'zzzz')).toEqual([]);
    expect(embeddings.texts.slice(asked).filter((text) => text === 'cccc')).toEqual(['cccc']);
  });

  test('says how far a text is wherever a value may stand', async () => {
    const near =
      "SELECT id, vector_distance(body, 'dog lazy') AS dist FROM default.main.notes ORDER BY dist LIMIT 2";
    for (const dialect of ['hotsql', 'postgres', 'duckdb']) {
      const found = await rows(near, { dialect });
      expect(found[0]?.[0]).toBe(1);
      expect(found[0]?.[1]).toBeLessThan(found[1]?.[1]);
    }
    const star = await api.query(
      database.id,
      `SELECT id, body, vector_distance("body", 'zzz') FROM "default"."main"."notes" n ORDER BY 3, 1`,
    );
    expect(star.body.columns).toEqual(['id', 'body', 'vector_distance']);
    expect(star.body.rows[0]).toEqual([2, 'zzzz', expect.closeTo(0, 6)]);
    expect(
      star.body.rows.filter((row: Json[]) => row[2] === null).map(([id]: Json[]) => id),
    ).toEqual([4, 7]);
    const filtered =
      "SELECT n.id FROM notes n WHERE n.id > 2 AND vector_distance(n.body, 'zzz') < 0.5 ORDER BY id";
    expect((await rows(filtered)).flat()).toEqual([8, 10]);
    const commented =
      "SELECT id FROM notes h WHERE vector_distance(h.body /* its text */ -- c\n, 'zzz') < 0.5 ORDER BY id";
    expect((await rows(commented)).flat()).toEqual([2, 8, 10]);
    expect(
      await refusal("SELECT vector_distance(body, 'x') FROM notes AT (VERSION => 1)"),
    ).toContain('beside AT');
    expect(await refusal("SELECT vector_distance(body, 'x') FROM words")).toContain(
      "needs a vector index on the texts of column 'body'",
    );
    expect(await refusal('SELECT vector_distance(body, id) FROM notes')).toMatch(/takes literals/);
    expect(await refusal("SELECT vector_distance(lower(body), 'x') FROM notes")).toContain(
      'takes a column of text and a text',
    );
  });

  test('finds the column by a name as SQL does, in another case but where it is quoted', async () => {
    await api.loadCsv(database.id, 'mixed', 'id,Body\n1,zzzz\n2,aaaa\n');
    const index = { index_name: 'mixed', columns: ['Body'], embedding_provider_id: provider };
    expect((await create('mixed', index)).status).toBe(201);
    for (const column of ['Body', 'body', '"Body"', 'm.BODY', 'm."Body"'])
      for (const dialect of ['hotsql', 'duckdb']) {
        const sql = `SELECT id FROM mixed m ORDER BY vector_distance(${column}, 'zzz') LIMIT 1`;
        expect([column, dialect, await rows(sql, { dialect })]).toEqual([column, dialect, [[1]]]);
      }
    expect(await refusal(`SELECT vector_distance("BODY", 'x') FROM mixed`)).toMatch(/mn 'BODY' of/);
  });

  test('is fused with what its words find', async () => {
    const hybrid = (more = '') =>
      `SELECT id, score, bm25_rank, vector_rank FROM hybrid_search('notes', 'body', 'lazy dog'${more}) ORDER BY score DESC, id`;
    expect(await refusal(hybrid())).toContain(
      "needs a bm25 index on column 'body' of table 'default.main.notes'",
    );
    const text = { index_name: 'notes_text', columns: ['body'], index_type: 'bm25' };
    expect((await api.post(indexesOf('notes'), text)).status).toBe(201);
    const found = await rows(hybrid(', k => 3'));
    expect(found).toHaveLength(3);
    expect(found[0]).toEqual([1, expect.closeTo(2 / 61, 9), 1, 1]);
    expect(found[1]?.slice(2)).toEqual([null, 2]);
    expect((await rows(hybrid(', vector_weight => 0'))).map(([id]) => id)).toEqual([1]);
    for (const wrong of [
      ', k => 0',
      ', k => -1',
      ', k => 1000000000',
      ', bm25_weight => -1',
      ', bm25_weight => 0, vector_weight => 0',
    ]) {
      expect(await refusal(hybrid(wrong))).toMatch(
        /of hybrid_search\(\) (is a whole number|are numbers)/,
      );
    }
  });

  test('takes no text of megabytes, and says so before anybody is asked', async () => {
    const asked = embeddings.requests.length;
    const long = 'word '.repeat(2 ** 20);
    for (const sql of [
      `SELECT * FROM vector_search('notes', 'body', '${long}', 5)`,
      `SELECT * FROM hybrid_search('notes', 'body', '${long}')`,
      `SELECT vector_distance(body, '${long}') FROM notes`,
    ]) {
      const { status, body } = await api.query(database.id, sql);
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringMatching(/larger than|long/),
      ]);
    }
    for (const k of ['0', '-1', '1000000000'])
      expect(await refusal(`SELECT * FROM vector_search('notes', 'body', 'dog', ${k})`)).toContain(
        "'k' of vector_search() is a whole number from 1",
      );
    expect(embeddings.requests.length).toBe(asked);
  });

  test('is not used with a provider that has changed, and is again with the former one', async () => {
    const path = `/v1/embedding-providers/${provider}`;
    await api.request('PUT', path, { config: config('others') });
    const refused = await api.query(
      database.id,
      "SELECT * FROM vector_search('notes', 'body', 'dog', 1)",
    );
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringMatching(/has another model, address or dimensions than index 'notes_body'/),
    ]);
    await api.request('PUT', path, { config: config(), api_key: 'sk-other' });
    expect(await search('zzz', 1)).toEqual(['zzzz']);
  });

  test('is counted in texts and tokens, for who pays for them', async () => {
    const metrics = await (
      await fetch(`${service.origin}/metrics`, {
        headers: { authorization: `Bearer ${testToken}` },
      })
    ).text();
    const value = (name: string) =>
      Number(new RegExp(`^quern_embedding_${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
    expect(value('texts')).toBe(embeddings.texts.length);
    expect(value('tokens')).toBeGreaterThan(value('texts'));
    expect(value('workers')).toBe(1);
  });

  test('whose provider fails is not made, and says why', async () => {
    await api.loadCsv(database.id, 'more', 'id,body\n1,never seen\n');
    for (const [answer, words] of [
      [
        sendJson(401, { error: { message: 'who are you' } }),
        /refused the key \(401\): who are you/,
      ],
      [
        sendJson(200, { data: [{ index: 0, embedding: [1, 2, 3] }] }),
        /an embedding of 3 dimensions where 16 were expected/,
      ],
    ] as const) {
      embeddings.next.push(answer);
      const made = await create('more', {
        index_name: 'more_body',
        columns: ['body'],
        embedding_provider_id: provider,
      });
      expect([made.status, made.body.error?.message]).toEqual([502, expect.stringMatching(words)]);
      expect((await api.get(indexesOf('more'))).body.indexes).toEqual([]);
    }
  });
});
