import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSizeLimits } from '../../src/kernel/size-limits.ts';
import { type Api, type ApiResponse, type RunningService, startService } from '../service.ts';
import { parquetOf } from './parquet-of.ts';

const { maxColumns, maxNesting } = defaultSizeLimits;

describe('what is too deep or too wide', () => {
  let service: RunningService;
  let api: Api;
  let databaseId: string;

  beforeAll(async () => {
    service = await startService();
    api = service.api();
    databaseId = (await api.createDatabase()).id;
  });
  afterAll(() => service?.dispose());

  const nested = (levels: number, open = '[', close = ']') =>
    `repeat('${open}', ${levels}) || '1' || repeat('${close}', ${levels})`;
  const refused = (answer: ApiResponse, sentence: RegExp, where: string) => {
    expect(answer.status, `${where}: ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(400);
    expect(answer.body.error.message, where).toMatch(sentence);
  };

  test('JSON of any depth is read or refused by the functions that walk it, in both dialects', async () => {
    for (const dialect of ['hotsql', 'duckdb']) {
      for (const value of [nested(100_000), nested(100_000, '{"a":', '}')]) {
        for (const call of [
          `json_structure(${value})`,
          `main.json_structure(${value})`,
          `json_contains(${value}, '2')`,
          `json_contains('[]', ${value})`,
          `json_merge_patch('{}', ${value}, '{}')`,
        ]) {
          const where = `${dialect}: ${call}`;
          if (dialect === 'hotsql' && call.startsWith('main.')) continue;
          refused(
            await api.query(databaseId, `SELECT ${call}`, { dialect }),
            /the JSON value is nested too deeply/,
            where,
          );
        }
      }
      const read = await api.query(
        databaseId,
        `SELECT json_contains(${nested(2000)}, '1'), json_structure('[1]'), json_merge_patch('{"a":1}', '{"b":2}')`,
        { dialect },
      );
      expect(read.body.rows).toEqual([[true, '["UBIGINT"]', '{"a":1,"b":2}']]);
    }
    const variant = await api.query(databaseId, `SELECT (${nested(100_000)})::JSON::VARIANT`, {
      dialect: 'duckdb',
    });
    refused(variant, /a VARIANT cannot be made of JSON/, 'variant');
  });

  test('a statement that nests what doubles the work with each level is refused before it', async () => {
    const levels = maxNesting + 1;
    const numbered = (text: (level: number) => string) =>
      Array.from({ length: levels }, (_, level) => text(level)).join('');
    const list = `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    for (const [sql, sentence] of [
      [
        `SELECT ${numbered((level) => `list_transform([1], lambda x${level}: `)}x0${')'.repeat(levels)}`,
        /nests lambda/,
      ],
      [`SELECT ${'(SELECT '.repeat(levels)}1${')'.repeat(levels)}`, /nests subqueries/],
      [`SELECT '{}'::JSON ${"-> 'a'".repeat(levels)}`, /nests lambda functions or steps of '->'/],
      [`SELECT ${list}`, /nests calls, lists, structs and rows/],
      [
        `SELECT ${'nullif('.repeat(levels)}1${', 2)'.repeat(levels)}`,
        /nests calls such as nullif\(\)/,
      ],
      [`SELECT NULL::INTEGER${'[]'.repeat(levels)} AS deep`, /column 'deep' of the result nests/],
    ] as const) {
      refused(await api.query(databaseId, sql, { dialect: 'duckdb' }), sentence, sql);
    }
    refused(
      await api.query(databaseId, `SELECT ${'(SELECT '.repeat(levels)}1${')'.repeat(levels)}`),
      /subqueries/,
      'hotsql',
    );
    const within = await api.query(databaseId, `SELECT ${'(SELECT '.repeat(12)}1${')'.repeat(12)}`);
    expect(within.body.rows).toEqual([[1]]);
  });

  test('what the engine cannot keep, and patterns that no walk can follow, are refused by name', async () => {
    for (const [sql, sentence] of [
      ['SELECT sum(x) EXPORT_STATE FROM range(3) t(x)', /EXPORT_STATE is not available/],
      [
        'SELECT * FROM (SELECT avg(x) EXPORT_STATE AS s FROM range(3) t(x))',
        /EXPORT_STATE is not available/,
      ],
    ] as const) {
      refused(await api.query(databaseId, sql, { dialect: 'duckdb' }), sentence, sql);
    }
    const pattern = `repeat('(', 20000) || 'a' || repeat(')', 20000)`;
    for (const sql of [
      `SELECT 'a' ~ (${pattern})`,
      `SELECT regexp_replace('a', ${pattern}, 'b')`,
    ]) {
      refused(await api.query(databaseId, sql), /nested too deeply|too complex|too many/, sql);
    }
  });

  test('lists of very many constants are answered as short ones are', async () => {
    const numbers = Array.from({ length: 50_000 }, (_, index) => index * 2);
    const texts = numbers.map((number) => `'v''${number}'`);
    const among = `FROM generate_series(1, 1000) g(x) WHERE x IN (${numbers.join()}) AND x NOT IN (${numbers
      .slice(0, 1500)
      .map((number) => number * 2)
      .join()})`;
    expect((await api.query(databaseId, `SELECT count(*), max(x) ${among}`)).body.rows).toEqual([
      [250, 998],
    ]);
    const named = `SELECT count(*) FROM generate_series(0, 9) g(x) WHERE 'v''' || x IN (${texts.join()})`;
    expect((await api.query(databaseId, named)).body.rows).toEqual([[5]]);
  });

  const load = async (bytes: Uint8Array | string, body: Record<string, unknown> = {}) =>
    api.load(databaseId, 'loaded', { upload_id: await api.upload(Buffer.from(bytes)), ...body });

  test('a file with more columns than a table may have is refused, whatever its format', async () => {
    const names = Array.from({ length: maxColumns + 1 }, (_, index) => `c${index}`);
    const json = (keys: readonly string[]) => `{${keys.map((key) => `"${key}":1`).join()}}\n`;
    for (const [format, bytes] of [
      ['csv', `${names.join()}\n`],
      ['json', json(names)],
      ['json', json(names.slice(0, 3000)) + json(names.slice(3000))],
      ['parquet', parquetOf(names.map(() => 0))],
    ] as const) {
      refused(await load(bytes, { format }), new RegExp(`more than ${maxColumns} columns`), format);
    }
    refused(
      await api.load(databaseId, 'loaded', { data: `${names.join()}\n` }),
      /more than \d+ columns/,
      'inline',
    );
  });

  test('a table does not grow beyond its columns load by load', async () => {
    const header = (from: number) =>
      Array.from({ length: 3000 }, (_, index) => `c${from + index}`).join();
    expect((await api.load(databaseId, 'grows', { data: `${header(0)}\n` })).status).toBe(200);
    const more = await api.load(databaseId, 'grows', { data: `${header(2000)}\n`, mode: 'append' });
    refused(more, /would have 5000 columns after this load; 4096 is the most/, 'append');
  });

  test('JSON that nests deeper than a type is loaded as text, and what nests deeper than any reader is refused', async () => {
    const deep = (levels: number) => `{"a":1,"x":${'['.repeat(levels)}1${']'.repeat(levels)}}\n`;
    expect((await load(deep(40), { format: 'json' })).status).toBe(200);
    const read = await api.query(databaseId, 'SELECT a, x FROM loaded');
    expect(read.body.rows).toEqual([[1, `${'['.repeat(40)}1${']'.repeat(40)}`]]);
    for (const levels of [10_000, 300_000]) {
      refused(
        await load(deep(levels), { format: 'json' }),
        /nests arrays and objects/,
        `${levels} arrays`,
      );
      const objects = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}\n`;
      refused(
        await load(objects, { format: 'json' }),
        /nests arrays and objects/,
        `${levels} objects`,
      );
    }
  });

  test('a Parquet footer that nests or claims too much is refused before it is opened', async () => {
    for (const [children, sentence] of [
      [Array.from({ length: 100_000 }, () => 1), /nests lists and structs more than/],
      [[1_000_000_000], /more than \d+ columns|damaged/],
    ] as const) {
      refused(
        await load(parquetOf(children), { format: 'parquet' }),
        sentence,
        `${children.length} nodes`,
      );
    }
    const bomb = Buffer.concat([
      Buffer.from('PAR1'),
      Buffer.alloc(500_000, 0x9c),
      Buffer.from([0x20, 0xa1, 7, 0]),
      Buffer.from('PAR1'),
    ]);
    refused(await load(bomb, { format: 'parquet' }), /damaged/, 'structs in structs');
    const large = parquetOf([0], 2 ** 50);
    refused(
      await load(large, { format: 'parquet' }),
      /decoded Parquet file is larger/,
      'claimed bytes',
    );
  });

  test('none of it ended a worker', async () => {
    const metrics = (await api.get('/metrics')).body;
    expect(/quern_engine_deaths\{pool="main"\} (\d+)/.exec(metrics)?.[1]).toBe('0');
    expect(/quern_engine_deaths\{pool="planner"\} (\d+)/.exec(metrics)?.[1]).toBe('0');
  });
});
