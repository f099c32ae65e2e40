import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { declareTable } from '../../src/lake/declarations.ts';
import { noLayout, type TableLayout } from '../../src/lake/model.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { randomLimit, randomRuns } from '../random-runs.ts';
import { step } from './keyed-files.ts';
import { KeyedModel, printRow } from './keyed-model.ts';
import { expectContent, runStep } from './keyed-steps.ts';
import { LoadFixture } from './load-fixture.ts';

const sequences = { sqlite: 5, postgres: 2 } as const;
const quietMs = 61_000;
const usual = { targetFileBytes: 192 * 2 ** 20, stepBytes: 2 ** 28, stepFiles: 1000 };

const aStep = fc.oneof(
  { weight: 5, arbitrary: step },
  {
    weight: 2,
    arbitrary: fc.record({
      compact: fc.constantFrom(usual, { ...usual, stepFiles: 3 }),
      isQuiet: fc.nat(3).map((chance) => chance > 0),
    }),
  },
);

const sequence = fc.array(aStep, { minLength: 10, maxLength: 24 });

describe.each(metadataKinds)('loads and compactions in any sequence on %s', (kind) => {
  test(
    'leave what a plain model has, and earlier versions as they were',
    async () => {
      const fixture = await LoadFixture.open(kind);
      let committed = 0;
      try {
        await fc.assert(
          fc.asyncProperty(fc.boolean(), sequence, async (keepsSmallFiles, steps) => {
            fixture.keepsSmallFiles = keepsSmallFiles;
            const lakeId = await fixture.lake();
            const model = new KeyedModel();
            for (const one of steps) {
              if ('mode' in one) await runStep(fixture, lakeId, model, one);
              else {
                const before = (await fixture.table(lakeId, 't'))?.version;
                if (one.isQuiet) fixture.sweeps.clock.advance(quietMs);
                committed += (await fixture.compact(lakeId, 't', one.compact)).length;
                if (before) {
                  const rows = await fixture.readVersion(before);
                  expect(rows.map((row) => printRow(row, model.columns ?? [])).sort()).toEqual(
                    model.content,
                  );
                }
              }
              await expectContent(fixture, lakeId, model);
            }
          }),
          randomRuns(sequences[kind], 60_000),
        );
        // Few sequences may have nothing to compact.
        if (kind === 'sqlite') expect(committed).toBeGreaterThan(0);
      } finally {
        await fixture.close();
      }
    },
    randomLimit(120_000),
  );
});

describe('the compaction of a table', () => {
  let fixture: LoadFixture;
  let lakeId: string;
  let tables = 0;
  beforeAll(async () => {
    fixture = await LoadFixture.open('sqlite');
    lakeId = await fixture.lake();
  });
  afterAll(() => fixture.close());

  type Mode = 'append' | 'replace' | 'upsert' | 'delete';
  const load = async (table: string, sql: string, mode: Mode = 'append') => {
    const file = { bytes: await fixture.parquet(sql), format: 'parquet' } as const;
    await fixture.load(
      lakeId,
      table,
      { mode, key: mode === 'append' || mode === 'replace' ? null : ['id'] },
      file,
    );
  };
  const declared = async (layout: Partial<TableLayout> = {}) => {
    tables += 1;
    const table = { name: `t${tables}`, layout: { ...noLayout, ...layout } };
    const now = fixture.services.clock.now();
    await fixture.sweeps.metadata.transaction((trx) =>
      declareTable(trx, lakeId, 'main', table, now),
    );
    return table.name;
  };
  const quiet = () => fixture.sweeps.clock.advance(quietMs);
  const ids = async (table: string) =>
    ((await fixture.read(lakeId, table)) ?? []).map(({ id }) => Number(id));
  const hundred = (file: number) =>
    `SELECT i AS id, 'v' || i AS v FROM range(${file * 100}, ${file * 100 + 100}) r(i)`;

  it('puts small files together in the order of their rows, with the time of the last load', async () => {
    const table = await declared();
    for (let file = 0; file < 9; file += 1) await load(table, hundred(file));
    const before = await fixture.table(lakeId, table);
    fixture.sweeps.clock.advance(1000);
    expect(await fixture.compact(lakeId, table)).toEqual(['committed']);
    const [file, ...others] = await fixture.files(lakeId, table);
    expect(others).toEqual([]);
    const id = before?.version?.columns[0]?.id ?? 0;
    expect(file).toMatchObject({
      rowCount: 900,
      columns: { [id]: { min: '0', max: '899', nullCount: 0 } },
    });
    expect(await ids(table)).toEqual(Array.from({ length: 900 }, (_, index) => index));
    const after = await fixture.table(lakeId, table);
    expect(after).toMatchObject({
      loadedAt: before?.loadedAt,
      version: { rowCount: 900, fileCount: 1 },
    });
    expect(after?.version?.sizeBytes).toBe(file?.sizeBytes);
    expect(after?.version?.columns).toEqual(before?.version?.columns);
  });

  it('is large work of one thread, which waits for its turn: the last worker is for queries', async () => {
    const table = await declared();
    for (let file = 0; file < 9; file += 1) await load(table, hundred(file));
    const asked: unknown[] = [];
    fixture.beforeTask = async (_task, options) => void asked.push(options);
    expect(await fixture.compact(lakeId, table)).toEqual(['committed']);
    fixture.beforeTask = async () => {};
    const upkeep = { size: 'large', threads: 1, waitsForTurn: true, workspaceId: 'upkeep' };
    expect(asked).toEqual([expect.objectContaining(upkeep)]);
  });

  it('holds none of its files while it waits for a worker, and lets go of all of them in the end', async () => {
    const table = await declared();
    for (let file = 0; file < 9; file += 1) await load(table, hundred(file));
    const { objects } = fixture.services;
    const open = objects.localFile;
    let held = 0;
    const heldThen: [string, number][] = [];
    Object.assign(objects, {
      localFile: async (key: string) => {
        const file = await open.call(objects, key);
        held += 1;
        const release = () => {
          held -= 1;
          file.release();
        };
        return { ...file, release };
      },
    });
    fixture.beforeTurn = async () => {
      heldThen.push(['waiting', held]);
    };
    fixture.beforeTask = async () => {
      heldThen.push(['working', held]);
    };
    try {
      expect(await fixture.compact(lakeId, table)).toEqual(['committed']);
    } finally {
      fixture.beforeTurn = async () => {};
      fixture.beforeTask = async () => {};
      Object.assign(objects, { localFile: open });
    }
    expect(heldThen).toEqual([
      ['waiting', 0],
      ['working', 9],
    ]);
    expect(held).toBe(0);
  });

  it('leaves a few small files until the table is quiet', async () => {
    const table = await declared();
    for (let file = 0; file < 5; file += 1) await load(table, hundred(file));
    expect(await fixture.compact(lakeId, table)).toEqual([]);
    quiet();
    expect(await fixture.compact(lakeId, table)).toEqual(['committed']);
    expect(await fixture.files(lakeId, table)).toHaveLength(1);
  });

  it('takes rows that are gone out of a file', async () => {
    const table = await declared();
    await load(table, 'SELECT i AS id, i * 2 AS v FROM range(1000) r(i)');
    await load(table, 'SELECT i AS id FROM range(300) r(i)', 'delete');
    expect((await fixture.files(lakeId, table))[0]?.deletes).toMatchObject({ rowCount: 300 });
    expect(await fixture.compact(lakeId, table)).toEqual(['committed']);
    const files = await fixture.files(lakeId, table);
    expect(files).toMatchObject([{ rowCount: 700 }]);
    expect(files[0]?.deletes).toBeUndefined();
    expect(await ids(table)).toEqual(Array.from({ length: 700 }, (_, index) => index + 300));
  });

  it('keeps partitions apart and each in its order', async () => {
    const table = await declared({
      partitionBy: [{ column: 'p', transform: 'identity' }],
      sortedBy: [{ column: 'id', direction: 'desc', nulls: null }],
    });
    for (let file = 0; file < 8; file += 1) {
      await load(table, `SELECT (i * 37 + ${file}) % 101 AS id, i % 3 AS p FROM range(30) r(i)`);
    }
    expect(await fixture.files(lakeId, table)).toHaveLength(24);
    const before = (await ids(table)).sort();
    expect(await fixture.compact(lakeId, table)).toEqual(['committed']);
    const files = await fixture.files(lakeId, table);
    expect(files.map(({ partition, rowCount }) => [partition, rowCount])).toEqual([
      [['0'], 80],
      [['1'], 80],
      [['2'], 80],
    ]);
    expect((await ids(table)).sort()).toEqual(before);
    const rows = (await fixture.read(lakeId, table)) ?? [];
    for (const part of [0, 1, 2]) {
      const found = rows.filter(({ p }) => Number(p) === part).map(({ id }) => Number(id));
      expect(found).toEqual([...found].sort((one, other) => other - one));
    }
  });

  it('brings files that are older than a column to the present columns, and goes on where there are more by then', async () => {
    const table = await declared();
    for (let file = 0; file < 5; file += 1) await load(table, `SELECT ${file}::INTEGER AS id`);
    for (let file = 5; file < 9; file += 1)
      await load(table, `SELECT ${file}::BIGINT AS id, 'x' AS extra`);
    fixture.beforeTask = async (task) => {
      if (task !== 'rewriteFiles') return;
      fixture.beforeTask = async () => {};
      await load(table, "SELECT 9.5::DECIMAL(30,1) AS id, 'y' AS extra, true AS more");
    };
    expect((await fixture.compact(lakeId, table))[0]).toBe('committed');
    const rows = await fixture.read(lakeId, table);
    expect(rows?.map(({ id, extra, more }) => [String(id), extra, more])).toEqual([
      ...[0, 1, 2, 3, 4].map((id) => [`${id}.0`, null, null]),
      ...[5, 6, 7, 8].map((id) => [`${id}.0`, 'x', null]),
      ['9.5', 'y', true],
    ]);
    expect(await fixture.files(lakeId, table)).toHaveLength(2);
  });

  it('keeps what is appended meanwhile, and loses where its files are changed', async () => {
    const table = await declared();
    for (let file = 0; file < 9; file += 1) await load(table, hundred(file));
    const meanwhile = (sql: string, mode: Mode) => {
      fixture.beforeTask = async (task) => {
        if (task !== 'rewriteFiles') return;
        fixture.beforeTask = async () => {};
        await load(table, sql, mode);
      };
    };
    const objects = async () => (await fixture.sweeps.objectKeys('lakes/')).length;
    const before = await objects();
    meanwhile("SELECT 500 AS id, 'changed' AS v", 'upsert');
    expect((await fixture.compact(lakeId, table))[0]).toBe('lost');
    expect((await ids(table)).length).toBe(900);
    // The lost compaction's file is gone; the load's two files and the later compaction's file
    // remain.
    expect(await objects()).toBe(before + 3);
    for (let file = 9; file < 18; file += 1) await load(table, hundred(file));
    meanwhile(hundred(18), 'append');
    expect((await fixture.compact(lakeId, table))[0]).toBe('committed');
    expect((await ids(table)).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 1900 }, (_, index) => index),
    );
  });

  it('ends where its table is replaced, dropped or another one of its name meanwhile', async () => {
    for (const ending of ['replace', 'drop'] as const) {
      const table = await declared();
      for (let file = 0; file < 9; file += 1) await load(table, hundred(file));
      fixture.beforeTask = async (task) => {
        if (task !== 'rewriteFiles') return;
        fixture.beforeTask = async () => {};
        if (ending === 'replace') await load(table, hundred(1), 'replace');
        else await fixture.drop(lakeId, table);
      };
      expect((await fixture.compact(lakeId, table))[0]).toBe('lost');
      if (ending === 'replace') expect(await ids(table)).toHaveLength(100);
      else expect(await fixture.table(lakeId, table)).toBeNull();
    }
  });

  it('waits for a load that is under way', async () => {
    const table = await declared();
    for (let file = 0; file < 9; file += 1) await load(table, hundred(file));
    const { locks } = fixture.services;
    const lease = await locks.acquire(`load:${lakeId}/main.${table}`, 'a load', 15_000);
    const compacting = fixture.compact(lakeId, table);
    let isOver = false;
    compacting.then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    await load(await declared(), hundred(0));
    expect(isOver).toBe(false);
    expect(await fixture.files(lakeId, table)).toHaveLength(9);
    if (lease) await locks.release(lease);
    expect(await compacting).toEqual(['committed']);
    expect(
      await locks.acquire(`load:${lakeId}/main.${table}`, 'the next load', 15_000),
    ).not.toBeNull();
  });
});
