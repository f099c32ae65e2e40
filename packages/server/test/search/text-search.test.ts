import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

let service: RunningService;
let api: Api;
let database: Json;
beforeAll(async () => {
  service = await startService({ env: { QUERN_SWEEP_INTERVAL: '1' } });
  api = service.api();
  database = await api.createDatabase();
  await api.loadCsv(database.id, 'docs', docs);
});
afterAll(() => service.dispose());

const docs = `id,cat,body
1,a,the quick brown fox
2,a,a lazy dog sleeps
3,b,the quick dog
4,b,
5,c,brown bread and brown sugar
`;

const indexesOf = (table: string, id = database) =>
  `/v1/connections/${id.default_connection_id}/tables/main/${table}/indexes`;

async function makeIndex(
  table: string,
  columns: string[],
  more: object = {},
  of = database,
): Promise<Json> {
  const name = `${table}_${columns.join('_')}_bm25`;
  const body = { index_name: name, columns, index_type: 'bm25', ...more };
  const made = await api.post(indexesOf(table, of), body);
  if (made.status !== 201) throw new Error(`index: ${made.status} ${JSON.stringify(made.body)}`);
  return made.body;
}

async function rows(sql: string, options: object = {}, id = database.id): Promise<unknown[][]> {
  const { status, body } = await api.query(id, sql, options as Record<string, unknown>);
  if (status !== 200) throw new Error(`query: ${status} ${JSON.stringify(body)}`);
  return body.rows;
}

async function refusal(sql: string, options: object = {}): Promise<string> {
  const { status, body } = await api.query(database.id, sql, options as Record<string, unknown>);
  expect(status).toBe(400);
  return body.error.message;
}

describe('a search of texts', () => {
  beforeAll(async () => {
    const made = await makeIndex('docs', ['body']);
    expect(made).toMatchObject({
      index_name: 'docs_body_bm25',
      index_type: 'bm25',
      columns: ['body'],
      status: 'ready',
    });
  });

  test.each(['hotsql', 'postgres', 'duckdb'])(
    'gives all columns and the score in %s',
    async (dialect) => {
      const sql =
        "SELECT * FROM bm25_search('default.main.docs', 'body', 'quick dog') ORDER BY score DESC, id";
      const found = await rows(sql, { dialect });
      expect(found.map(([id, cat, body]) => [id, cat, body])).toEqual([
        [3, 'b', 'the quick dog'],
        [1, 'a', 'the quick brown fox'],
        [2, 'a', 'a lazy dog sleeps'],
      ]);
      const score = (count: number, length: number, having: number) =>
        (Math.log(1 + (4 - having + 0.5) / (having + 0.5)) * 2.2 * count) /
        (count + 1.2 * (0.25 + (0.75 * length) / 4));
      expect(found[0]?.[3]).toBeCloseTo(score(1, 3, 2) * 2, 9);
      expect(found[1]?.[3]).toBeCloseTo(score(1, 4, 2), 9);
    },
  );

  test('takes limits, conditions, joins and names around it', async () => {
    const top =
      "SELECT id FROM bm25_search('docs', '\"body\"', 'brown') ORDER BY score DESC LIMIT 1";
    expect(await rows(top)).toEqual([[5]]);
    expect(await rows(`${top} OFFSET 1`)).toEqual([[1]]);
    expect(await rows(`${top} OFFSET 2`)).toEqual([]);
    const filtered =
      "SELECT s.id, s.score > 0 FROM bm25_search('main.docs', 'body', 'dog') AS s WHERE cat = 'a' ORDER BY s.score DESC LIMIT 1";
    expect(await rows(filtered)).toEqual([[2, true]]);
    const joined =
      "SELECT count(*) FROM docs d JOIN bm25_search('docs', 'body', 'quick') h ON d.id = h.id JOIN bm25_search('docs', 'body', 'dog') g ON g.id = h.id";
    expect(await rows(joined)).toEqual([[1]]);
    expect(await rows("SELECT bm25_search.id FROM bm25_search('docs', 'body', 'sugar')")).toEqual([
      [5],
    ]);
    expect(
      await rows(
        "WITH f AS (SELECT * FROM bm25_search('docs','body','it''s \"quick dog\"')) SELECT id FROM f",
      ),
    ).toEqual([[3]]);
    expect(await rows("SELECT count(*) FROM bm25_search('docs', 'body', 'nothing of it')")).toEqual(
      [[0]],
    );
    // A star that makes another column of the score leaves the best rows to the statement.
    const [best] = await rows(`${top.replace('SELECT id', 'SELECT id, score')}`);
    for (const star of ['* REPLACE (-score AS score)', '* RENAME (score AS s, id AS score)']) {
      const sql = `SELECT ${star} FROM bm25_search('docs', 'body', 'brown') ORDER BY score DESC LIMIT 1`;
      expect((await rows(sql, { dialect: 'duckdb' }))[0]?.[0], star).toBe(
        star.includes('REPLACE') ? 1 : best?.[0],
      );
    }
  });

  test('puts hits that are as good as one another in the order that is asked for', async () => {
    const ids = Array.from({ length: 60 }, (_unused, index) => index + 1);
    // The last text is better than all others, which are alike.
    const body = ids.map((id) => `${id},${id === 60 ? 'reed' : 'reed bed'}`).join('\n');
    await api.loadCsv(database.id, 'alike', `id,body\n${body}\n`);
    await makeIndex('alike', ['body']);
    const search = "SELECT id FROM bm25_search('alike', 'body', 'reed')";
    for (const dialect of ['hotsql', 'duckdb']) {
      const top = (order: string, limit: number) =>
        rows(`${search} ORDER BY score DESC, ${order} LIMIT ${limit}`, { dialect });
      expect(await top('id DESC', 3)).toEqual([[60], [59], [58]]);
      expect(await top('id', 3)).toEqual([[60], [1], [2]]);
      expect(await top('id DESC', 1)).toEqual([[60]]);
      expect(await top('id', 59)).toEqual([[60], ...ids.slice(0, 58).map((id) => [id])]);
    }
  });

  test('says what it cannot be asked', async () => {
    const search = (args: string) => refusal(`SELECT * FROM bm25_search(${args})`);
    expect(await search("'docs', 'cat', 'x'")).toContain(
      "needs a bm25 index on column 'cat' of table 'default.main.docs'; create one",
    );
    for (const other of ['vector_search', 'hybrid_search'])
      expect(await refusal(`SELECT * FROM ${other}('docs', 'body', 'x')`)).toContain(
        '"index_type": "vector", "columns": ["body"], "embedding_provider_id": "..."}',
      );
    expect(await search("'docs', 'bodi', 'x'")).toContain(
      "has no column 'bodi'; did you mean 'body'?",
    );
    expect(await search("'nowhere', 'body', 'x'")).toContain(
      "table 'default.main.nowhere' not found",
    );
    expect(await search("'a b c', 'body', 'x'")).toContain('is no name of a table');
    expect(await search("'docs', 'body'")).toContain('takes a table, a column and a text');
    for (const k of ['0', '-1', '2.5', "'2'", '10001', 'k => 0', '2, k => 2', '5, 6'])
      expect(await search(`'docs', 'body', 'x', ${k}`)).toMatch(/'k' of bm25_search\(\) is|twice/);
    expect(await search("'docs', 'body', upper('x')")).toContain('takes literals');
    expect(await search(`'docs', 'body', '${'x '.repeat(20_000)}'`)).toContain('larger than');
    expect(await refusal("SELECT bm25_search('docs', 'body', 'x')")).toContain(
      'gives rows: use it in FROM',
    );
    expect(
      await refusal("SELECT bm25_search('docs', 'body', 'x')", { dialect: 'duckdb' }),
    ).toContain('use it in FROM');
    for (const dialect of ['hotsql', 'duckdb', 'postgres']) {
      const parameter = "SELECT $1 FROM bm25_search('docs', 'body', 'x')";
      expect(await refusal(parameter, { dialect })).toMatch(/parameter/);
    }
  });

  test('gives the best so many, of the rows that a condition beside it leaves', async () => {
    const best = (k: string, where = '') =>
      `SELECT id FROM bm25_search('docs', 'body', 'quick dog'${k}) ${where} ORDER BY id`;
    for (const dialect of ['hotsql', 'duckdb']) {
      for (const k of [', 1', ', k => 1']) {
        expect(await rows(best(k), { dialect })).toEqual([[3]]);
        expect(await rows(best(k, "WHERE cat = 'a' AND score > 0"), { dialect })).toEqual([[1]]);
      }
      expect(await rows(best(''), { dialect })).toEqual([[1], [2], [3]]);
      expect(await rows(best(', 9', "WHERE cat = 'a'"), { dialect })).toEqual([[1], [2]]);
    }
    const score = async (k: string) =>
      rows(`SELECT score FROM bm25_search('docs', 'body', 'quick dog'${k}) WHERE id = 1`);
    expect(await score(', 1')).toEqual(await score(''));
  });

  test('a column of the table that has the name of the score is told, and the score may have another', async () => {
    await api.loadCsv(database.id, 'scored', 'score,note\n7,good\n');
    await makeIndex('scored', ['note']);
    expect(await refusal("SELECT * FROM bm25_search('scored', 'note', 'good')")).toContain(
      "has a column 'score' of its own",
    );
    const named =
      "SELECT score, rank > 0 FROM bm25_search('scored', 'note', 'good', score => 'rank') ORDER BY rank DESC LIMIT 3";
    expect(await rows(named)).toEqual([[7, true]]);
  });
});

describe('what a search finds', () => {
  const ids = async (word: string, table = 'notes', id = database.id) => {
    const found = await rows(
      `SELECT id FROM bm25_search('${table}', 'note', '${word}') ORDER BY id`,
      {},
      id,
    );
    return found.map(([value]) => value);
  };

  test('is what is there, whatever was built: loads, keyed changes, forks and earlier snapshots', async () => {
    await api.post(`/v1/databases/${database.id}/schemas/main/tables`, {
      name: 'notes',
      key: ['id'],
    });
    const load = (data: string, mode: string, of = database.id) =>
      api.post(`/v1/databases/${of}/schemas/main/tables/notes/loads`, { mode, data });
    await load('id,note\n1,red apple\n2,green apple\n', 'replace');
    await makeIndex('notes', ['note']);
    const [before] = (await api.get(`/v1/databases/${database.id}/snapshots`)).body.snapshots;
    expect(await ids('apple')).toEqual([1, 2]);
    await load('id,note\n3,apple pie\n', 'append');
    expect(await ids('apple')).toEqual([1, 2, 3]);
    await load('id,note\n2,green pear\n', 'upsert');
    expect(await ids('apple')).toEqual([1, 3]);
    expect(await ids('pear')).toEqual([2]);
    const fork = (await api.post(`/v1/databases/${database.id}/fork`, {})).body;
    await load('id,note\n1,\n', 'delete', fork.id);
    expect(await ids('apple', 'notes', fork.id)).toEqual([3]);
    expect(await ids('apple')).toEqual([1, 3]);
    const past = `SELECT count(*) FROM bm25_search('notes', 'note', 'apple') AT (VERSION => ${before.snapshot_id})`;
    expect(await rows(past)).toEqual([[2]]);
    const listed = await api.get(indexesOf('notes', fork));
    expect(listed.body.indexes).toMatchObject([{ index_name: 'notes_note_bm25', status: 'ready' }]);
    await load('id,note\n9,only this\n', 'replace');
    expect(await ids('apple')).toEqual([]);
    expect(await ids('only')).toEqual([9]);
  });

  test('has the statistics of the rows that are left', async () => {
    const plain = `
      WITH d AS (SELECT id, string_split(note, ' ') AS words FROM spread WHERE note IS NOT NULL),
      n AS (SELECT count(*) AS texts, avg(len(words)) AS mean FROM d),
      w AS (SELECT id, len(words) AS length, len(list_filter(words, lambda x: x = 'w1')) AS times FROM d),
      f AS (SELECT count(*) AS having_it FROM w WHERE times > 0)
      SELECT id, round(ln(1 + (texts - having_it + 0.5e0) / (having_it + 0.5e0)) * 2.2e0 * times
        / (times + 1.2e0 * (0.25e0 + 0.75e0 * length / mean)), 9)
      FROM w, n, f WHERE times > 0 ORDER BY id`;
    const notes = Array.from({ length: 400 }, (_unused, id) => {
      const words = Array.from(
        { length: 1 + (id % 9) },
        (_word, place) => `w${(id * 7 + place * place) % 11}`,
      );
      return `${id},${words.join(' ')}`;
    });
    await api.post(`/v1/databases/${database.id}/schemas/main/tables`, {
      name: 'spread',
      key: ['id'],
    });
    const load = (data: string, mode: string) =>
      api.post(`/v1/databases/${database.id}/schemas/main/tables/spread/loads`, { mode, data });
    await load(`id,note\n${notes.slice(0, 300).join('\n')}\n`, 'replace');
    await makeIndex('spread', ['note']);
    await load(`id,note\n${notes.slice(300).join('\n')}\n`, 'append');
    await load('id,note\n5,w1\n17,\n333,w1 w1 w1\n', 'upsert');
    await load(`id\n${[3, 30, 300, 301].join('\n')}\n`, 'delete');
    const scored =
      "SELECT id, round(score, 9) FROM bm25_search('spread', 'note', 'w1') ORDER BY id";
    const expected = await rows(plain, { dialect: 'duckdb' });
    expect(expected.length).toBeGreaterThan(50);
    expect(await rows(scored, { dialect: 'duckdb' })).toEqual(expected);
    await eventually(async () => {
      const segments = (await api.get(indexesOf('spread'))).body.indexes;
      expect(segments[0].updated_at > segments[0].created_at).toBe(true);
    });
    expect(await rows(scored, { dialect: 'duckdb' })).toEqual(expected);
  });

  test('may be many rows', async () => {
    const many = Array.from(
      { length: 30_000 },
      (_unused, id) => `${id},word${id % 3 === 0 ? ' third' : ''}`,
    );
    await api.loadCsv(database.id, 'many', `id,note\n${many.join('\n')}\n`);
    await makeIndex('many', ['note']);
    const sums =
      "SELECT count(*), count(DISTINCT id), sum(id), count(DISTINCT score) FROM bm25_search('many', 'note', 'word third')";
    expect(await rows(sums)).toEqual([[30_000, 30_000, 449_985_000, 2]]);
    expect(
      await rows("SELECT count(*) FROM bm25_search('many', 'note', 'third') WHERE id % 2 = 0"),
    ).toEqual([[5000]]);
  });
});

describe('an index that reads texts in a way of its own', () => {
  const list = (body: string) => `list_filter(string_split(lower(${body}), ' '), x -> x <> '')`;
  const plainScores = (terms: string, word: string) => `
    WITH d AS (SELECT id, ${terms} AS words FROM forms WHERE note IS NOT NULL),
    n AS (SELECT count(*) AS texts, avg(len(words)) AS mean FROM d),
    w AS (SELECT id, len(words) AS length, len(list_filter(words, x -> x = '${word}')) AS times FROM d),
    f AS (SELECT count(*) AS having_it FROM w WHERE times > 0)
    SELECT id, round(ln(1 + (texts - having_it + 0.5e0) / (having_it + 0.5e0)) * 2.2e0 * times
      / (times + 1.2e0 * (0.25e0 + 0.75e0 * length / mean)), 9)
    FROM w, n, f WHERE times > 0 ORDER BY id`;
  const scored = (text: string) =>
    `SELECT id, round(score, 9) FROM bm25_search('forms', 'note', '${text}') ORDER BY id`;

  beforeAll(async () => {
    const words = ['running', 'runs', 'run', 'the', 'dogs', 'dog', 'and', 'bark'];
    const notes = Array.from({ length: 300 }, (_unused, id) => {
      const some = Array.from(
        { length: id % 8 },
        (_word, place) => words[(id * 5 + place * place * 3) % words.length],
      );
      return `${id},${some.join(' ')}`;
    });
    await api.loadCsv(database.id, 'forms', `id,note\n${notes.join('\n')}\n`);
  });

  test.each([
    [
      { stemming: 'english', stop_words: 'english' },
      `list_transform(list_filter(${list('note')}, x -> x NOT IN ('the', 'and')),
        x -> regexp_replace(regexp_replace(x, '^(running|runs)$', 'run'), '^dogs$', 'dog'))`,
      [
        ['the RUNS', 'run'],
        ['dog', 'dog'],
      ],
    ],
    [
      { stop_words: 'english' },
      `list_filter(${list('note')}, x -> x NOT IN ('the', 'and'))`,
      [
        ['runs the', 'runs'],
        ['dogs', 'dogs'],
      ],
    ],
    [
      { ngram: 3 },
      `flatten(list_transform(${list('note')}, w -> list_transform(range(1, greatest(len(w) - 1, 2)), i -> substr(w, i, 3))))`,
      [
        ['nni', 'nni'],
        ['"DOG"', 'dog'],
      ],
    ],
  ])('scores as BM25 does in plain SQL: %j', async (options, terms, asked) => {
    const made = await makeIndex('forms', ['note'], options);
    expect(made).toMatchObject(options);
    expect((await api.get(indexesOf('forms'))).body.indexes).toMatchObject([options]);
    for (const [text = '', word = ''] of asked) {
      const expected = await rows(plainScores(terms, word), { dialect: 'duckdb' });
      expect(expected.length).toBeGreaterThan(30);
      expect(await rows(scored(text), { dialect: 'duckdb' })).toEqual(expected);
    }
    const gone = await api.delete(`${indexesOf('forms')}/forms_note_bm25`);
    expect(gone.status).toBe(204);
  });

  test('finds parts of texts that are written without spaces, of rows that come later too', async () => {
    await api.loadCsv(
      database.id,
      'places',
      'id,note\n1,東京都庁は新宿にある\n2,京都の寺\n3,大阪城\n',
    );
    await makeIndex('places', ['note'], { ngram: 2 });
    const load = { mode: 'append', data: 'id,note\n4,東京駅\n' };
    await api.post(`/v1/databases/${database.id}/schemas/main/tables/places/loads`, load);
    const found = async (text: string) =>
      (await rows(`SELECT id FROM bm25_search('places', 'note', '${text}') ORDER BY id`)).flat();
    expect(await found('東京')).toEqual([1, 4]);
    expect(await found('"東京都"')).toEqual([1]);
    expect(await found('東京都')).toEqual([1, 2, 4]);
    expect(await found('+京都 -東京')).toEqual([2]);
    expect(await found('大阪')).toEqual([3]);
  });

  test('is refused where it cannot be, and nothing is left of it', async () => {
    const wrong: [object, number, RegExp][] = [
      [{ stemming: 'klingon' }, 400, /stemming.*english/],
      [{ stemming: 1 }, 400, /stemming/],
      [{ stop_words: true }, 400, /stop_words/],
      [{ stop_words: 'none' }, 400, /stop_words/],
      [{ ngram: 0 }, 400, /ngram/],
      [{ ngram: 9 }, 400, /ngram/],
      [{ ngram: 1.5 }, 400, /ngram/],
      [{ ngram: 2, stemming: 'english' }, 400, /'stemming' is of words/],
      [{ ngram: 2, stop_words: 'english' }, 400, /'stop_words' is of words/],
      [{ index_type: 'sorted', stemming: 'english' }, 400, /'stemming' is of full-text indexes/],
      [{ index_type: 'vector', ngram: 2 }, 400, /'ngram' is of full-text indexes/],
      [{ stop_word: 'english' }, 400, /stop_word/],
      [{ metric: 'l2' }, 400, /'metric' is of vector indexes/],
      [{ algorithm: 'hnsw' }, 400, /'algorithm' is of vector indexes/],
      [{ nlist: 5 }, 400, /'nlist' is of vector indexes/],
      [{ nlist: 0 }, 400, /nlist/],
      [{ probe_fraction: 0.5 }, 400, /'probe_fraction' is of vector indexes/],
      [{ probe_fraction: 0 }, 400, /probe_fraction/],
      [{ vector_precision: 'float32' }, 400, /'vector_precision' is of vector indexes/],
      [{ vector_precision: 'float1' }, 400, /vector_precision/],
      [{ dimensions: 3 }, 400, /'dimensions' is of vector indexes/],
      [{ output_column: 'v' }, 400, /'output_column' is of vector indexes/],
      [{ embedding_provider_id: 'embp1' }, 400, /provider/i],
      [{ index_type: 'hash' }, 400, /index_type/],
      [{ columns: [] }, 400, /columns/],
      [{ columns: ['note', 'NOTE'] }, 400, /'columns' has 'note' twice/],
      [{ columns: ['notes'] }, 400, /no column 'notes'; did you mean 'note'\?/],
      [{ columns: ['id'] }, 400, /'id' of table 'main.forms' is BIGINT/],
      [{ columns: 'note' }, 400, /columns/],
      [{ columns: Array.from({ length: 17 }, () => 'note') }, 400, /at most 16 columns/],
      [{ index_name: '' }, 400, /index name/],
      [{ index_name: 'a/b' }, 400, /index name/],
      [{ index_name: 'n'.repeat(129) }, 400, /index name/],
      [{ index_name: null }, 400, /index_name/],
      [{ description: 'd'.repeat(2001) }, 400, /'description' has more than 2000/],
      [{ description: 5 }, 400, /description/],
      [{ async: 'yes' }, 400, /async/],
      [{ async_after_ms: 1, async: false }, 400, /async/],
      [{ async: true, async_after_ms: -1 }, 400, /async_after_ms/],
    ];
    const right = { index_name: 'wrong', columns: ['note'], index_type: 'bm25' };
    const surprises: unknown[] = [];
    for (const [change, status, says] of wrong) {
      const answer = await api.post(indexesOf('forms'), { ...right, ...change });
      const told = answer.body.error?.message ?? '';
      if (answer.status !== status || !says.test(told))
        surprises.push([change, answer.status, told]);
    }
    expect(surprises).toEqual([]);
    expect((await api.get(indexesOf('forms'))).body.indexes).toEqual([]);
  });
});

describe('a search for anything', () => {
  test('has an answer in words, or rows: texts and limits of any size', async () => {
    const search = (text: string, more = '') =>
      api.query(database.id, `SELECT id FROM bm25_search('docs', 'body', '${text}')${more}`);
    for (const [text, more, status] of [
      ['dog', ' ORDER BY score DESC LIMIT 0', 200],
      ['dog', ' ORDER BY score DESC LIMIT 1000000000', 200],
      ['dog', ' ORDER BY score DESC LIMIT -1', 400],
      ['x'.repeat(16 * 1024), '', 200],
      ['+"*-'.repeat(4000), '', 200],
      ['x'.repeat(16 * 1024 + 1), '', 400],
      ['x '.repeat(2 ** 20), '', 400],
    ] as const) {
      const answer = await search(text, more);
      expect([text.slice(0, 10), more, answer.status]).toEqual([text.slice(0, 10), more, status]);
    }
    expect((await search('dog', ' ORDER BY score DESC LIMIT 0')).body.rows).toEqual([]);
    const all = await search('dog', ' ORDER BY score DESC LIMIT 1000000000');
    expect(all.body.rows).toHaveLength(2);
    const long = `${'word '.repeat(400_000)}needle`;
    await api.loadCsv(database.id, 'long_texts', `id,note\n1,${long}\n2,needle\n`);
    await makeIndex('long_texts', ['note']);
    const best = "SELECT id FROM bm25_search('long_texts', 'note', 'needle') ORDER BY score DESC";
    expect(await rows(best)).toEqual([[2], [1]]);
  });
});
