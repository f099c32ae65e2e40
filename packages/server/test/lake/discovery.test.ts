/** Effects of a discovery on the tables of a lake. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commitLoad } from '../../src/lake/commit-load.ts';
import { createLakes, emptyTables } from '../../src/lake/declarations.ts';
import { Discovery, type FoundTable } from '../../src/lake/discovery.ts';
import { LakeCatalogs } from '../../src/lake/lake-catalogs.ts';
import { readSourceTable } from '../../src/lake/source-tables.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import {
  createMigratedBackend,
  type MetadataBackend,
  metadataKinds,
} from '../metadata/metadata-backends.ts';

const column = { name: 'i', type: 'INTEGER', sourceType: 'int', nullable: true };
const described = (name: string, schema = 'main', comment: string | null = null): FoundTable => ({
  schema,
  name,
  kind: 'table',
  columns: [{ ...column, comment, note: null }],
  primaryKey: [],
  comment: null,
  rowEstimate: 3,
});
const undescribed = (name: string): FoundTable => ({
  ...described(name),
  columns: [],
  comment: 'is encrypted',
  rowEstimate: null,
  isUndescribed: true,
});

describe.each(metadataKinds)('on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let now = 1;

  beforeEach(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    await metadata.transaction((trx) =>
      createLakes(trx, [{ id: 'lake', workspaceId: 'work1', schemas: [] }], 1),
    );
  });
  afterEach(() => backend.remove());

  async function found(...parts: readonly (readonly FoundTable[])[]) {
    now += 1;
    const discovery = await Discovery.begin(metadata, 'lake', now);
    for (const part of parts) await discovery.add(part);
    return discovery;
  }

  async function take(discovery: Discovery, isWhole = true) {
    await discovery.settleNames(isWhole);
    const applied = await metadata.transaction((trx) => discovery.commit(trx, isWhole));
    await discovery.end();
    expect(await staged()).toBe(0);
    return applied;
  }

  const staged = async () =>
    (await metadata.db.selectFrom('lake_found_tables').select('position').execute()).length;

  /** Tables as a query sees them. */
  async function tables() {
    const lake = await new LakeCatalogs(metadata.db).read('lake');
    return [...(lake?.schemas ?? [])].flatMap(([schema, named]) =>
      [...named.values()].map(({ name, source }) => [`${schema}.${name}`, source] as const),
    );
  }
  const names = async () => (await tables()).map(([name]) => name);

  /** A sync of a table of the schema 'main' that gives no rows. */
  async function load(table: string) {
    const lake = await new LakeCatalogs(metadata.db).read('lake');
    const id = lake?.schemas.get('main')?.get(table)?.id ?? '';
    const target = { lakeId: 'lake', schema: 'main', table, found: { id, version: null } };
    const kept = { keptManifestIds: [], keptRows: 0, keptBytes: 0, keptFiles: 0 };
    const content = { columns: [], files: [], ...kept };
    return metadata.transaction((trx) => commitLoad(trx, target, content, 'sync', 2));
  }

  test('a table that cannot be described any more stays as it was known, and a new one is listed', async () => {
    await take(await found([described('kept'), described('gone')]));
    const applied = await take(await found([undescribed('kept'), undescribed('new')]));
    expect(applied).toEqual({ discovered: 2, added: 1, modified: 0, removed: 1 });
    expect(await tables()).toEqual([
      ['main.kept', expect.objectContaining({ columns: described('kept').columns, comment: null })],
      ['main.new', expect.objectContaining({ columns: [], comment: 'is encrypted' })],
    ]);
  });

  test('nothing of it shows before all has come, and what another left behind goes', async () => {
    await take(await found([described('old')]));
    const left = await found([described('a')], [described('old', 'main', 'changed')]);
    expect([await staged(), await names()]).toEqual([2, ['main.old']]);
    expect((await tables())[0]?.[1]?.columns[0]?.comment).toBe(null);
    const discovery = await found([described('b')], [described('old')]);
    expect(await staged()).toBe(1);
    expect(await take(discovery)).toEqual({ discovered: 2, added: 1, modified: 0, removed: 0 });
    expect(await names()).toEqual(['main.b', 'main.old']);
    await left.end();
  });

  test('in many parts each is compared with what is known, those with rows keep how they were', async () => {
    const many = Array.from({ length: 1_203 }, (_unused, index) => `t${index}`);
    const parts = [many.slice(0, 700), many.slice(700)];
    const all = parts.map((part) => part.map((name) => described(name)));
    expect(await take(await found(...all))).toMatchObject({ discovered: 1_203, added: 1_203 });
    expect(await take(await found(...all))).toMatchObject({ added: 0, modified: 0, removed: 0 });
    for (const name of ['t1', 't700']) await load(name);
    const others = all.map((part) => part.map(({ name }) => described(name, 'main', 'new')));
    expect(await take(await found(...others))).toMatchObject({ modified: 1_203, added: 0 });
    const past = await metadata.db.selectFrom('lake_past_tables').select('name').execute();
    expect(past.map(({ name }) => name).sort()).toEqual(['t1', 't700']);
    const row = await metadata.db
      .selectFrom('lake_tables')
      .select('source')
      .where('name', '=', 't1202')
      .executeTakeFirst();
    expect(readSourceTable(row?.source ?? null)?.columns[0]?.comment).toBe('new');
    expect(await take(await found([described('t5', 'main', 'new')]))).toEqual({
      discovered: 1,
      added: 0,
      modified: 0,
      removed: 1_202,
    });
    expect(await names()).toEqual(['main.t5']);
  });

  test('names that differ by case alone are told apart, whichever part they come in', async () => {
    const orders = [described('Orders'), described('ORDERS')];
    const shop = [described('t', 'Shop'), described('t', 'shop')];
    await take(await found(orders, [described('orders'), ...shop, described('orders')]));
    expect(await names()).toEqual([
      'Shop_2.t',
      'main.ORDERS_3',
      'main.Orders_2',
      'main.orders',
      'shop.t',
    ]);
    const again = await take(await found([described('ORDERS', 'main', 'new')]), false);
    expect(again).toEqual({ discovered: 1, added: 0, modified: 1, removed: 0 });
    const [, third] = (await tables()).find(([name]) => name === 'main.ORDERS_3') ?? [];
    expect(third).toMatchObject({
      from: { schema: 'main', table: 'ORDERS' },
      columns: [{ comment: 'new' }],
    });
  });

  test('one that lost its lock takes nothing of what its successor stages, and neither does what it stages late', async () => {
    const slow = await found([described('a')]);
    const next = await found([described('b')], [described('c')]);
    await slow.add([described('late')]);
    expect(await staged()).toBe(3);
    await slow.end();
    expect(await staged()).toBe(2);
    expect(await take(next)).toMatchObject({ discovered: 2, added: 2 });
    expect(await names()).toEqual(['main.b', 'main.c']);
  });

  test("what was staged and is gone when it is taken over makes nothing of it the lake's", async () => {
    await take(await found([described('old'), described('gone')]));
    const discovery = await found([described('a')], [described('old', 'main', 'changed')]);
    await metadata.db.deleteFrom('lake_found_tables').where('position', '=', 0).execute();
    await expect(take(discovery)).rejects.toThrow('try again');
    await discovery.end();
    expect(await names()).toEqual(['main.gone', 'main.old']);
  });

  test('a new table may take the name that the lake had for one that is gone', async () => {
    await take(await found([described('Orders'), described('orders')]));
    expect(await names()).toEqual(['main.Orders_2', 'main.orders']);
    await take(await found([described('Orders_2'), described('orders')]));
    expect(await tables()).toEqual([
      ['main.Orders_2', expect.not.objectContaining({ from: expect.anything() })],
      ['main.orders', expect.anything()],
    ]);
  });

  test('a table that had rows once is described anew, and earlier snapshots have it still', async () => {
    await take(await found([described('t')]));
    const { snapshot } = await load('t');
    await metadata.transaction((trx) => emptyTables(trx, 'lake', null, 3));
    await take(await found([described('t', 'main', 'changed')]));
    const readability = { subject: 'lake', since: 0, now: 9 };
    const past = await new LakeCatalogs(metadata.db).readPast(
      'lake',
      { version: snapshot },
      readability,
    );
    expect([...(past.schemas.get('main')?.keys() ?? [])]).toEqual(['t']);
  });

  test('of a lake that goes meanwhile nothing is written, and nothing stays of what was staged', async () => {
    const discovery = await found([described('a')]);
    await metadata.db
      .updateTable('lakes')
      .set({ deleted_at: 9 })
      .where('id', '=', 'lake')
      .execute();
    await expect(take(discovery)).rejects.toThrow('deleted meanwhile');
    await discovery.end();
    expect([await staged(), await names()]).toEqual([0, []]);
  });
});
