import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dropTable } from '../../src/lake/declarations.ts';
import { LakeCatalogs } from '../../src/lake/lake-catalogs.ts';
import type { LakeCatalog } from '../../src/lake/model.ts';
import { collectOrphans } from '../../src/maintenance/collect-objects.ts';
import { expireDatabases } from '../../src/maintenance/expire-databases.ts';
import { collect } from '../../src/maintenance/sweeps.ts';
import { removeDatabase } from '../../src/metadata/remove-database.ts';
import { metadataKinds } from '../metadata/metadata-backends.ts';
import { randomLimit, randomRuns } from '../random-runs.ts';
import { rowsOfLakes } from './rows-of-lakes.ts';
import { createSweepFixture, dayMs, graceMs, never, type SweepFixture } from './sweep-fixture.ts';

const retentionMs = 7 * dayMs;
const tables = ['a', 'b'] as const;

const aStep = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('replace', 'append', 'rewrite') },
    { weight: 5, arbitrary: fc.constantFrom('fork', 'fork of the past') },
    { weight: 4, arbitrary: fc.constantFrom('drop', 'reset', 'read') },
    { weight: 2, arbitrary: fc.constantFrom('delete', 'expire') },
    { weight: 3, arbitrary: fc.constantFrom('collect', 'orphan') },
    { weight: 4, arbitrary: fc.constantFrom('hour', 'week') },
  ),
  table: fc.constantFrom(...tables),
  /** A database, and a snapshot of the database. */
  index: fc.nat(1000),
  past: fc.nat(1000),
});

interface Step {
  readonly kind: string;
  readonly table: string;
  readonly index: number;
  readonly past: number;
}

/** The files of each table, in row order. */
type State = Readonly<Record<string, readonly string[]>>;

interface Snapshot {
  readonly state: State;
  supersededAt: number | null;
}

interface Database {
  readonly id: string;
  readonly lakeId: string;
  readonly source: Database | null;
  /** Number, from zero. */
  readonly snapshots: Snapshot[];
  isGone: boolean;
}

const presentOf = (database: Database): State => database.snapshots.at(-1)?.state ?? {};

function commit(database: Database, state: State, now: number): void {
  const last = database.snapshots.at(-1);
  if (last) last.supersededAt = now;
  database.snapshots.push({ state, supersededAt: null });
}

/** Expected rows of the lakes, as plain copies. */
class Model {
  readonly databases: Database[] = [];
  readonly readers: { readonly until: number; readonly keys: readonly string[] }[] = [];
  readonly #fixture: SweepFixture;
  readonly #workspaceId: string;

  constructor(fixture: SweepFixture, workspaceId: string) {
    this.#fixture = fixture;
    this.#workspaceId = workspaceId;
  }

  get live(): Database[] {
    return this.databases.filter(({ isGone }) => !isGone);
  }

  async create(): Promise<void> {
    const made = await this.#fixture.database(this.#workspaceId);
    this.databases.push({
      ...made,
      source: null,
      snapshots: [{ state: {}, supersededAt: null }],
      isGone: false,
    });
  }

  async fork(source: Database, past: number | null): Promise<void> {
    const readable = this.readable(source);
    const number =
      past === null ? source.snapshots.length : (readable[past % readable.length] ?? 1);
    const body = past === null ? {} : { snapshot_id: number };
    const made = await this.#fixture.fork(this.#workspaceId, source.id, body);
    const { state = {} } = source.snapshots[number - 1] ?? {};
    this.databases.push({
      ...made,
      source,
      snapshots: [{ state, supersededAt: null }],
      isGone: false,
    });
  }

  async reset(fork: Database): Promise<void> {
    const { source } = fork;
    if (source === null || source.isGone) {
      const error = { code: source === null ? 'BAD_REQUEST' : 'CONFLICT' };
      await expect(this.#fixture.reset(this.#workspaceId, fork.id)).rejects.toMatchObject(error);
      return;
    }
    await this.#fixture.reset(this.#workspaceId, fork.id);
    commit(fork, presentOf(source), this.#fixture.clock.now());
  }

  /** Numbers of the readable snapshots within retention. */
  readable({ snapshots }: Database): number[] {
    const since = this.#fixture.clock.now() - retentionMs;
    return snapshots.flatMap(({ supersededAt }, index) =>
      supersededAt === null || supersededAt > since ? [index + 1] : [],
    );
  }

  required(): string[] {
    const now = this.#fixture.clock.now();
    const states = this.live.flatMap((database) =>
      this.readable(database).map((number) => database.snapshots[number - 1]?.state ?? {}),
    );
    const reading = this.readers.filter(({ until }) => now <= until).flatMap(({ keys }) => keys);
    return [...new Set([...states.flatMap((state) => Object.values(state).flat()), ...reading])];
  }
}

async function filesOf(catalogs: LakeCatalogs, catalog: LakeCatalog): Promise<State> {
  const state: Record<string, string[]> = {};
  for (const table of catalog.schemas.get('main')?.values() ?? []) {
    if (table.version === null) continue;
    const manifests = await catalogs.manifestsOf(table.version);
    state[table.name] = manifests.flatMap(({ files }) => files.map(({ key }) => key));
  }
  return state;
}

/**
 * Every live database reads the expected rows at every readable snapshot, and cannot read other
 * snapshots.
 */
async function verify(fixture: SweepFixture, model: Model): Promise<void> {
  const { clock, metadata } = fixture;
  const catalogs = new LakeCatalogs(metadata.db);
  const readability = { subject: 'it', since: clock.now() - retentionMs, now: clock.now() };
  for (const database of model.live) {
    const catalog = await catalogs.read(database.lakeId);
    expect(catalog?.snapshot).toBe(database.snapshots.length);
    expect(catalog && (await filesOf(catalogs, catalog))).toEqual(presentOf(database));
    const readable = model.readable(database);
    for (const [index, { state }] of database.snapshots.entries()) {
      const reading = new LakeCatalogs(metadata.db).readPast(
        database.lakeId,
        { version: index + 1 },
        readability,
      );
      if (readable.includes(index + 1))
        expect(await filesOf(catalogs, await reading)).toEqual(state);
      else await expect(reading).rejects.toThrow(`the oldest is snapshot ${readable[0]},`);
    }
  }
  expect(await fixture.objectKeys('lakes/')).toEqual(expect.arrayContaining(model.required()));
}

async function loadStep(
  fixture: SweepFixture,
  database: Database,
  table: string,
  mode: 'replace' | 'append' | 'rewrite',
) {
  const key = await fixture.load(database.lakeId, table, mode);
  const state = presentOf(database);
  const kept = mode !== 'replace' ? (state[table] ?? []) : [];
  commit(database, { ...state, [table]: [...kept, key] }, fixture.clock.now());
}

async function dropStep(
  { metadata, clock }: SweepFixture,
  database: Database,
  table: string,
): Promise<void> {
  const { [table]: dropped, ...rest } = presentOf(database);
  if (dropped === undefined) return;
  await metadata.transaction((trx) => dropTable(trx, database.lakeId, 'main', table, clock.now()));
  commit(database, rest, clock.now());
}

async function removeStep(fixture: SweepFixture, database: Database, kind: string): Promise<void> {
  const { metadata, clock, services } = fixture;
  const row = { id: database.id, default_connection_id: database.lakeId };
  if (kind === 'delete') await metadata.transaction((trx) => removeDatabase(trx, row, clock.now()));
  else {
    await metadata.db
      .updateTable('databases')
      .set({ expires_at: clock.now() })
      .where('id', '=', row.id)
      .execute();
    await expireDatabases(services, never);
  }
  database.isGone = true;
}

async function runStep(fixture: SweepFixture, model: Model, step: Step): Promise<void> {
  const { kind, table, index, past } = step;
  const { clock, services } = fixture;
  if (model.live.length === 0) await model.create();
  const database = model.live[index % model.live.length] as Database;
  if (kind === 'replace' || kind === 'append' || kind === 'rewrite')
    await loadStep(fixture, database, table, kind);
  else if (kind === 'fork') await model.fork(database, null);
  else if (kind === 'fork of the past') await model.fork(database, past);
  else if (kind === 'reset') await model.reset(database);
  else if (kind === 'drop') await dropStep(fixture, database, table);
  else if (kind === 'delete' || kind === 'expire') await removeStep(fixture, database, kind);
  else if (kind === 'read') {
    const readable = model.readable(database);
    const state = database.snapshots[(readable[past % readable.length] ?? 1) - 1]?.state ?? {};
    model.readers.push({ until: clock.now() + graceMs - 1, keys: Object.values(state).flat() });
  } else if (kind === 'hour') clock.advance(graceMs);
  else if (kind === 'week') clock.advance(retentionMs);
  else {
    if (kind === 'collect') await collect(services, never);
    else await collectOrphans(services, graceMs, never);
    await verify(fixture, model);
  }
}

async function runSteps(fixture: SweepFixture, steps: readonly Step[]): Promise<void> {
  const { clock, metadata, services } = fixture;
  const model = new Model(fixture, await fixture.workspace());
  for (const step of steps) await runStep(fixture, model, step);
  await verify(fixture, model);
  clock.advance(retentionMs + graceMs + 1);
  await collect(services, never);
  await verify(fixture, model);
  const present = new Set(
    model.live.flatMap((database) => Object.values(presentOf(database)).flat()),
  );
  expect((await fixture.objectKeys('lakes/')).sort()).toEqual([...present].sort());
  for (const { id, lakeId } of model.live) {
    const row = { id, default_connection_id: lakeId };
    await metadata.transaction((trx) => removeDatabase(trx, row, clock.now()));
  }
  clock.advance(graceMs + 1);
  await collect(services, never);
  expect(await fixture.objectKeys('lakes/')).toEqual([]);
  expect(Object.values(await rowsOfLakes(fixture.metadata)).filter((count) => count > 0)).toEqual(
    [],
  );
}

describe.each(metadataKinds)('forks, time travel and collection on %s', (kind) => {
  let fixture: SweepFixture;
  let workspaceId: string;
  beforeEach(async () => {
    fixture = await createSweepFixture(kind);
    workspaceId = await fixture.workspace();
  });
  afterEach(() => fixture.remove());

  test(
    'agree with plain copies, and in the end nothing is left',
    async () => {
      const runs = fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 40 }), (steps) =>
        runSteps(fixture, steps),
      );
      await fc.assert(runs, randomRuns(kind === 'sqlite' ? 14 : 3));
    },
    randomLimit(60_000),
  );

  test('leave a reader that came at the last moment of the retention its files until it has ended', async () => {
    const { services, clock, metadata } = fixture;
    const { lakeId } = await fixture.database(workspaceId);
    const old = await fixture.load(lakeId, 'a');
    const present = await fixture.load(lakeId, 'a');
    const read = async () => {
      const catalogs = new LakeCatalogs(metadata.db);
      const readability = { subject: 'it', since: clock.now() - retentionMs, now: clock.now() };
      return filesOf(catalogs, await catalogs.readPast(lakeId, { version: 2 }, readability));
    };
    clock.advance(retentionMs - 1);
    await collect(services, never);
    expect(await read()).toEqual({ a: [old] });
    clock.advance(1);
    await expect(read()).rejects.toThrow('the oldest is snapshot 3');
    clock.advance(graceMs);
    await collect(services, never);
    expect((await fixture.objectKeys('lakes/')).sort()).toEqual([old, present].sort());
    clock.advance(1);
    await collect(services, never);
    expect(await fixture.objectKeys('lakes/')).toEqual([present]);
    await expect(read()).rejects.toThrow('the oldest is snapshot 3');
  });

  test('keep what was forgotten forgotten when the retention is made longer', async () => {
    const { services, clock, metadata } = fixture;
    const { lakeId } = await fixture.database(workspaceId);
    await fixture.load(lakeId, 'a');
    await fixture.load(lakeId, 'a');
    clock.advance(retentionMs + graceMs + 1);
    await collect(services, never);
    const forever = { subject: 'it', since: 0, now: clock.now() };
    for (const version of [1, 2]) {
      const reading = new LakeCatalogs(metadata.db).readPast(lakeId, { version }, forever);
      await expect(reading).rejects.toThrow(
        `Snapshot ${version} of it is not kept; the oldest is snapshot 3`,
      );
    }
    const reading = new LakeCatalogs(metadata.db).readPast(lakeId, { instant: 0 }, forever);
    await expect(reading).rejects.toThrow('is not kept; the oldest is snapshot 3');
  });

  test('go on while forks, loads and collections come at once', async () => {
    const { services, clock } = fixture;
    const model = new Model(fixture, workspaceId);
    await model.create();
    const [source] = model.live as [Database];
    for (let round = 0; round < 6; round++) {
      await loadStep(fixture, source, 'a', 'replace');
      clock.advance(retentionMs / 3);
      const before = presentOf(source);
      const past = model.readable(source)[0] ?? 1;
      const [, now, old] = await Promise.all([
        collect(services, never),
        fixture.fork(workspaceId, source.id),
        fixture.fork(workspaceId, source.id, { snapshot_id: past }),
        loadStep(fixture, source, 'b', 'append'),
      ]);
      const catalogs = new LakeCatalogs(fixture.metadata.db);
      const read = async (lakeId: string) =>
        filesOf(catalogs, (await catalogs.read(lakeId)) as LakeCatalog);
      expect([before, presentOf(source)]).toContainEqual(await read(now.lakeId));
      expect(await read(old.lakeId)).toEqual(source.snapshots[past - 1]?.state);
    }
    await verify(fixture, model);
  });

  test('copy the attachments of a database, and only its own', async () => {
    const { metadata, clock } = fixture;
    const [source, other, third] = [
      await fixture.database(workspaceId),
      await fixture.database(workspaceId),
      await fixture.database(workspaceId),
    ];
    const attach = (
      database_id: string,
      connection_id: string,
      alias: string | null,
      catalog_name: string,
    ) =>
      metadata.db
        .insertInto('database_attachments')
        .values({ database_id, connection_id, alias, catalog_name, attached_at: clock.now() })
        .execute();
    await attach(source.id, other.lakeId, 'crm', 'crm');
    await attach(source.id, third.lakeId, null, '__db_third');
    await attach(other.id, source.lakeId, 'back', 'back');
    clock.advance(5);
    const fork = await fixture.fork(workspaceId, source.id);
    const of = (id: string) =>
      metadata.db
        .selectFrom('database_attachments')
        .select(['connection_id', 'alias', 'catalog_name', 'attached_at'])
        .where('database_id', '=', id)
        .orderBy('connection_id')
        .execute();
    expect(await of(fork.id)).toEqual(await of(source.id));
    expect(await of(fork.id)).toHaveLength(2);
    const back = await metadata.db
      .selectFrom('database_attachments')
      .selectAll()
      .where('alias', '=', 'back')
      .execute();
    expect(back).toHaveLength(1);
  });
});
