import { type Kysely, sql } from 'kysely';
import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/**
 * Origins of forks, retained after the deletion of fork or source. Before this table, only a fork's
 * own row named the source. Nothing is known about databases already deleted.
 */
export const lineage: Migration = {
  version: 11,
  name: 'lineage',
  async up(context) {
    await createTable(context, 'database_lineage', {
      columns: {
        database_id: 'text',
        source_id: 'text',
        root_id: 'text',
        source_name: 'text',
        description: 'text?',
        snapshot_id: 'integer',
        forked_at: 'integer',
      },
      primaryKey: ['database_id'],
      indexes: { by_source: { columns: ['source_id', 'forked_at', 'database_id'] } },
    });
    await recordForks(context.trx);
    await findRoots(context.trx);
  },
};

interface Fork {
  readonly id: string;
  readonly forked_from: string;
}

/** A fork without a given description had the name of the source. */
async function recordForks(trx: Kysely<unknown>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Fork>`select id, forked_from from databases
      where forked_from is not null and id > ${after} order by id limit 500`.execute(trx);
    for (const { id, forked_from } of rows) {
      const {
        database_id: source,
        name,
        description,
        snapshot_id: snapshot,
        forked_at,
      } = JSON.parse(forked_from);
      const given = description === name ? null : description;
      await sql`insert into database_lineage
        (database_id, source_id, root_id, source_name, description, snapshot_id, forked_at)
        values (${id}, ${source}, ${source}, ${name}, ${given}, ${snapshot}, ${Date.parse(forked_at)})`.execute(
        trx,
      );
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** The root is the source of the oldest known fork in a chain. */
async function findRoots(trx: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`update database_lineage set root_id =
      (select up.root_id from database_lineage as up where up.database_id = database_lineage.root_id)
      where root_id in (select database_id from database_lineage)`.execute(trx);
    if ((numAffectedRows ?? 0n) === 0n) return;
  }
}
