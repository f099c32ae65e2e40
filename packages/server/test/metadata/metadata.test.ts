import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { QuernError } from '../../src/kernel/errors.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../src/metadata/map-metadata-error.ts';
import { type Metadata, openMetadata } from '../../src/metadata/open-metadata.ts';
import { createMigratedBackend, type MetadataBackend, metadataKinds } from './metadata-backends.ts';

describe.each(metadataKinds)('metadata on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  let otherNode: Metadata;

  beforeAll(async () => {
    backend = await createMigratedBackend(kind);
    metadata = await backend.openMigrated();
    otherNode = await backend.open();
  });
  afterAll(() => backend.remove());
  beforeEach(async () => {
    await metadata.db.deleteFrom('workspaces').execute();
    await metadata.db.deleteFrom('organizations').execute();
    await metadata.db.deleteFrom('nodes').execute();
  });

  const insertNodes = async (ids: readonly string[], heartbeatAt = 0) => {
    for (const id of ids) {
      await metadata.db
        .insertInto('nodes')
        .values({ id, started_at: 0, heartbeat_at: heartbeatAt })
        .execute();
    }
  };
  const heartbeatOf = async (id: string) => {
    const row = await metadata.db
      .selectFrom('nodes')
      .select('heartbeat_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.heartbeat_at;
  };

  test('orders and compares text by its UTF-8 bytes', async () => {
    const names = [
      'a',
      'B',
      'ä',
      'Z',
      'z',
      'é',
      'a b',
      'ab',
      '',
      '_',
      '日本',
      '\u{1f600}',
      '\uffee',
      'A',
      'a-b',
    ];
    await insertNodes(names);
    const rows = await metadata.db.selectFrom('nodes').select('id').orderBy('id').execute();
    const byBytes = [...names].sort((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    expect(rows.map((row) => row.id)).toEqual(byBytes);
    const above = await metadata.db
      .selectFrom('nodes')
      .select('id')
      .where('id', '>', 'Z')
      .orderBy('id')
      .execute();
    expect(above.map((row) => row.id)).toEqual(byBytes.slice(byBytes.indexOf('Z') + 1));
  });

  test('tells names apart that differ only by case or by normalization', async () => {
    await insertNodes(['e\u0301', '\u00e9', 'Name', 'name']);
    const rows = await metadata.db
      .selectFrom('nodes')
      .select('id')
      .where('id', '=', '\u00e9')
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('keeps integers up to 2^53 - 1 exactly, and counts and sums as numbers', async () => {
    const values = [0, -1, 2 ** 31, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
    for (const [index, value] of values.entries()) await insertNodes([`n${index}`], value);
    const rows = await metadata.db
      .selectFrom('nodes')
      .select('heartbeat_at')
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.heartbeat_at)).toEqual(values);
    const total = await metadata.db
      .selectFrom('nodes')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.sum<number>('heartbeat_at').as('sum'),
      ])
      .executeTakeFirstOrThrow();
    expect(total).toEqual({ count: 6, sum: 2 ** 31 + 2 ** 40 });
  });

  test.each([Number.NaN, 2 ** 53, 1.5, Number.POSITIVE_INFINITY])(
    'refuses to store the number %d',
    async (value) => {
      await expect(insertNodes(['n'], value)).rejects.toThrow(
        'metadata holds text, safe integers, bytes and null only',
      );
    },
  );

  test('refuses NUL in text as a bad request', async () => {
    await expect(insertNodes(['a\0b'])).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('keeps an empty text apart from null, and long text whole', async () => {
    const longName = 'ü'.repeat(600_000);
    await metadata.db
      .insertInto('organizations')
      .values({ id: 'orgn1', name: '', created_at: 1 })
      .execute();
    await metadata.db
      .insertInto('organizations')
      .values({ id: 'orgn2', name: longName, created_at: 1 })
      .execute();
    const rows = await metadata.db
      .selectFrom('organizations')
      .select('name')
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.name)).toEqual(['', longName]);
  });

  test('tells unique violations, of a key or an index, from foreign key violations', async () => {
    await insertNodes(['n1']);
    const duplicate = await insertNodes(['n1']).catch((error: unknown) => error);
    expect(isUniqueViolation(duplicate)).toBe(true);
    expect(isForeignKeyViolation(duplicate)).toBe(false);

    const workspace = {
      name: 'w',
      active: 1,
      favorite: 0,
      provision_status: 'ready',
      created_at: 1,
    } as const;
    const orphan = await metadata.db
      .insertInto('workspaces')
      .values({ id: 'w1', organization_id: 'nobody', ...workspace })
      .execute()
      .catch((error: unknown) => error);
    expect(isForeignKeyViolation(orphan)).toBe(true);
    expect(isUniqueViolation(orphan)).toBe(false);

    await metadata.db
      .insertInto('organizations')
      .values({ id: 'o1', name: 'o', created_at: 1 })
      .execute();
    await metadata.db
      .insertInto('workspaces')
      .values({ id: 'w1', organization_id: 'o1', ...workspace })
      .execute();
    const connection = {
      workspace_id: 'w1',
      name: 'c',
      source_type: 'managed',
      config: '{}',
      created_at: 1,
    };
    const insertConnection = (id: string, databaseId: string | null) =>
      metadata.db
        .insertInto('connections')
        .values({ id, database_id: databaseId, ...connection })
        .execute();
    await insertConnection('c1', null);
    const sameName = await insertConnection('c2', null).catch((error: unknown) => error);
    expect(isUniqueViolation(sameName)).toBe(true);
    // Connections behind databases are hidden, and their names are free.
    await insertConnection('c3', 'd1');
    await insertConnection('c4', 'd2');
    await metadata.db.deleteFrom('connections').execute();
  });

  test('refuses a value of the wrong kind instead of converting it', async () => {
    const wrong = sql`insert into nodes (id, started_at, heartbeat_at) values ('n1', 'soon', 0)`;
    await expect(wrong.execute(metadata.db)).rejects.toThrow();
  });

  test('rolls a transaction back when its work throws', async () => {
    const work = metadata.transaction(async (trx) => {
      await trx.insertInto('nodes').values({ id: 'n1', started_at: 0, heartbeat_at: 0 }).execute();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await metadata.db.selectFrom('nodes').selectAll().execute()).toEqual([]);
  });

  test('does not commit a transaction that swallowed the error of a statement', async () => {
    await insertNodes(['n1']);
    const work = metadata.transaction(async (trx) => {
      await trx.insertInto('nodes').values({ id: 'n2', started_at: 0, heartbeat_at: 0 }).execute();
      await trx
        .insertInto('nodes')
        .values({ id: 'n1', started_at: 0, heartbeat_at: 0 })
        .execute()
        .catch(() => {});
    });
    await expect(work).rejects.toSatisfy(isUniqueViolation);
    expect(await metadata.db.selectFrom('nodes').select('id').execute()).toEqual([{ id: 'n1' }]);
  });

  test('loses no update when transactions of two nodes read, decide and write the same row', async () => {
    await insertNodes(['counter']);
    const increment = (node: Metadata) =>
      node.transaction(async (trx) => {
        const row = await trx
          .selectFrom('nodes')
          .select('heartbeat_at')
          .where('id', '=', 'counter')
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('nodes')
          .set({ heartbeat_at: row.heartbeat_at + 1 })
          .where('id', '=', 'counter')
          .execute();
      });
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => increment(index % 2 === 0 ? metadata : otherNode)),
    );
    expect(await heartbeatOf('counter')).toBe(60);
  });

  test('lets exactly one of many compare-and-set statements win', async () => {
    await insertNodes(['head']);
    const swap = async (node: Metadata, to: number) => {
      const updated = await node.db
        .updateTable('nodes')
        .set({ heartbeat_at: to })
        .where('id', '=', 'head')
        .where('heartbeat_at', '=', 0)
        .executeTakeFirst();
      return updated.numUpdatedRows === 1n ? to : null;
    };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        swap(index % 2 === 0 ? metadata : otherNode, index + 1),
      ),
    );
    const winners = outcomes.filter((outcome) => outcome !== null);
    expect(winners).toHaveLength(1);
    expect(await heartbeatOf('head')).toBe(winners[0]);
  });

  test('keeps a rule over several rows that each of two transactions checks before it writes', async () => {
    await insertNodes(['left', 'right'], 1);
    // At most one of two values may become 0: the classic write skew of weaker isolation.
    const leave = (node: Metadata, id: string) =>
      node.transaction(async (trx) => {
        const rows = await trx.selectFrom('nodes').select('heartbeat_at').execute();
        const present = rows.filter((row) => row.heartbeat_at === 1).length;
        if (present < 2) return;
        await trx.updateTable('nodes').set({ heartbeat_at: 0 }).where('id', '=', id).execute();
      });
    for (let round = 0; round < 10; round++) {
      await metadata.db.updateTable('nodes').set({ heartbeat_at: 1 }).execute();
      await Promise.all([leave(metadata, 'left'), leave(otherNode, 'right')]);
      expect((await heartbeatOf('left')) + (await heartbeatOf('right'))).toBe(1);
    }
  });

  test('shows no other connection what is not committed', async () => {
    await insertNodes(['n1']);
    const seen: number[] = [];
    await metadata.transaction(async (trx) => {
      await trx.updateTable('nodes').set({ heartbeat_at: 7 }).execute();
    });
    const rolledBack = metadata.transaction(async (trx) => {
      await trx.updateTable('nodes').set({ heartbeat_at: 8 }).execute();
      throw new Error('no');
    });
    const reading = otherNode.db.selectFrom('nodes').select('heartbeat_at').execute();
    await expect(rolledBack).rejects.toThrow('no');
    for (const row of await reading) seen.push(row.heartbeat_at);
    expect(seen).toEqual([7]);
  });

  test('runs what waits for a commit after it, and not after a rollback', async () => {
    const heard: string[] = [];
    await metadata.transaction(async (trx) => {
      metadata.afterCommit(trx, () => heard.push('first'));
      metadata.afterCommit(trx, () => heard.push('second'));
      expect(heard).toEqual([]);
    });
    await metadata
      .transaction(async (trx) => {
        metadata.afterCommit(trx, () => heard.push('never'));
        throw new Error('no');
      })
      .catch(() => {});
    expect(heard).toEqual(['first', 'second']);
  });

  test('serves on after many failed transactions', async () => {
    for (let round = 0; round < 30; round++) {
      await metadata.transaction(() => Promise.reject(new Error('no'))).catch(() => {});
    }
    await insertNodes(['n1']);
    expect(await heartbeatOf('n1')).toBe(0);
  });
});

describe('opening metadata', () => {
  test.each(['mysql://h/db', 'file:/tmp/a.db', '', 'sqlite:', 'sqlite://host/a.db'])(
    'refuses the url %j without repeating it',
    async (url) => {
      await expect(openMetadata(url)).rejects.toThrow(/sqlite/i);
    },
  );

  test('is SERVICE_UNAVAILABLE at the first query when PostgreSQL cannot be reached', async () => {
    const metadata = await openMetadata('postgres://user:secret-word@127.0.0.1:1/none');
    const error = await metadata.db
      .selectFrom('nodes')
      .selectAll()
      .execute()
      .catch((thrown: unknown) => thrown);
    await metadata.close();
    expect(error).toBeInstanceOf(QuernError);
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(String(error)).not.toContain('secret-word');
  });
});
