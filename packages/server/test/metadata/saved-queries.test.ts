import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isForeignKeyViolation } from '../../src/metadata/map-metadata-error.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { findRuns, insertRun, listRunKeys } from '../../src/metadata/query-run-store.ts';
import {
  deleteSavedQuery,
  findSavedQuery,
  insertSavedQuery,
  listSavedQueries,
  listSavedVersions,
  type SavedQueryRow,
  updateSavedQuery,
} from '../../src/metadata/saved-query-store.ts';
import { createMigratedBackend, type MetadataBackend, metadataKinds } from './metadata-backends.ts';

describe.each(metadataKinds)('saved queries on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let otherNode: Metadata;
  // Other ids on each: the process remembers what texts a workspace has.
  const [own, foreign] = [`own-${kind}`, `foreign-${kind}`];

  beforeAll(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    otherNode = await backend.open();
    await metadata.db
      .insertInto('organizations')
      .values({ id: 'orgn', name: 'o', created_at: 0 })
      .execute();
    for (const id of [own, foreign]) {
      const row = {
        id,
        organization_id: 'orgn',
        name: id,
        active: 1,
        favorite: 0,
        provision_status: 'p',
      } as const;
      await metadata.db
        .insertInto('workspaces')
        .values({ ...row, created_at: 0, deleted_at: null })
        .execute();
    }
  });
  afterAll(() => backend.remove());
  beforeEach(() => metadata.db.deleteFrom('saved_queries').execute());

  const save = async (id: string, name: string, sql = 'SELECT 1', workspaceId = own) => {
    const row: SavedQueryRow = {
      id,
      workspace_id: workspaceId,
      name,
      description: '',
      tags: '[]',
      latest_version: 1,
      category_override: null,
      table_size_override: null,
      created_at: 1,
      updated_at: 1,
    };
    await metadata.transaction((trx) => insertSavedQuery(trx, row, { sql, classification: null }));
  };
  const update = (node: Metadata, id: string, sql: string, change = {}) =>
    node.transaction((trx) =>
      updateSavedQuery(trx, own, id, change, { sql, classification: '{}' }, 2),
    );

  test('are listed by the bytes of their names, then by id', async () => {
    for (const [id, name] of [
      ['q1', 'ä'],
      ['q2', 'b'],
      ['q3', 'B'],
      ['q5', 'b'],
      ['q4', 'a'],
    ] as const)
      await save(id, name);
    await save('q6', 'a', 'SELECT 1', foreign);
    const ids = async (limit: number, offset: number) =>
      (await listSavedQueries(metadata.db, { workspaceId: own, limit, offset })).map(
        ({ id }) => id,
      );
    expect(await ids(10, 0)).toEqual(['q3', 'q4', 'q2', 'q5', 'q1']);
    expect(await ids(2, 1)).toEqual(['q4', 'q2']);
    expect(await ids(2, 9)).toEqual([]);
  });

  test('get versions without gaps from two nodes at once, each once', async () => {
    await save('q', 'n');
    const texts = Array.from({ length: 10 }, (_, index) => `SELECT ${index + 2}`);
    await Promise.all(
      texts.map((sql, index) => update(index % 2 === 0 ? metadata : otherNode, 'q', sql)),
    );
    const versions = await listSavedVersions(metadata.db, { id: 'q', limit: 100, offset: 0 });
    expect(versions.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(versions.map(({ sql_text }) => sql_text).sort()).toEqual(['SELECT 1', ...texts].sort());
    const saved = await findSavedQuery(otherNode.db, own, 'q');
    expect(saved).toMatchObject({
      query: { latest_version: 11, updated_at: 2 },
      version: versions[0],
    });
  });

  test('keep their version when the text is the same, and one stored text for equal ones', async () => {
    await save('q', 'n', 'SELECT 42');
    await save('p', 'n', 'SELECT 42');
    expect(await update(metadata, 'q', 'SELECT 42', { name: 'm' })).toMatchObject({
      query: { name: 'm', latest_version: 1 },
    });
    const texts = metadata.db
      .selectFrom('sql_texts')
      .select('id')
      .where('sql_text', '=', 'SELECT 42');
    expect(await texts.execute()).toHaveLength(1);
    expect(await update(metadata, 'none', 'SELECT 1')).toBeNull();
    expect(
      await metadata.transaction((trx) => updateSavedQuery(trx, foreign, 'q', {}, null, 3)),
    ).toBeNull();
  });

  test('go with their versions, not with the texts and runs, and hold their workspace', async () => {
    await save('q', 'n');
    await update(metadata, 'q', 'SELECT 2');
    await insertRun(metadata, {
      id: 'run',
      workspaceId: own,
      databaseId: 'db',
      sql: 'SELECT 2',
      dialect: 'hotsql',
      nodeId: 'node',
      userId: 'user',
      traceId: null,
      savedQuery: { id: 'q', version: 2 },
      now: 5,
    });
    const gone = metadata.db.deleteFrom('workspaces').where('id', '=', own).execute();
    expect(isForeignKeyViolation(await gone.catch((error: unknown) => error))).toBe(true);
    expect(await deleteSavedQuery(metadata.db, foreign, 'q')).toBe(false);
    expect(await deleteSavedQuery(metadata.db, own, 'q')).toBe(true);
    expect(await deleteSavedQuery(metadata.db, own, 'q')).toBe(false);
    expect(await metadata.db.selectFrom('saved_query_versions').selectAll().execute()).toEqual([]);
    const filter = { databaseId: 'db', statuses: null, savedQueryId: 'q', after: null, limit: 5 };
    expect(await listRunKeys(metadata.db, filter)).toEqual([{ id: 'run', created_at: 5 }]);
    expect(await findRuns(metadata.db, 'db', ['run'])).toMatchObject([
      { id: 'run', saved_query_version: 2, sql_text: 'SELECT 2' },
    ]);
    expect(await findRuns(metadata.db, 'another', ['run'])).toEqual([]);
  });

  test('leave nothing behind when they cannot be stored', async () => {
    await expect(save('q', 'n', 'SELECT lost', 'nowhere')).rejects.toThrow();
    expect(await findSavedQuery(metadata.db, 'nowhere', 'q')).toBeNull();
    const texts = metadata.db
      .selectFrom('sql_texts')
      .select('id')
      .where('sql_text', '=', 'SELECT lost');
    expect(await texts.execute()).toEqual([]);
  });
});
