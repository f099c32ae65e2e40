import type { Services } from '../services.ts';

/** Removes results whose retention has ended, and those of databases that are gone, with their objects. */
export async function expireResults({ metadata, objects, clock }: Services, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await metadata.db
      .selectFrom('results as r')
      .leftJoin('databases as d', 'd.id', 'r.database_id')
      .select(['r.id', 'r.object_key'])
      .where((eb) => eb.or([eb('r.expires_at', '<=', clock.now()), eb('d.id', 'is', null)]))
      .where('r.status', 'in', ['ready', 'failed'])
      .limit(500)
      .execute();
    if (rows.length === 0 || signal.aborted) return removed;
    await objects.delete(rows.flatMap((row) => (row.object_key === null ? [] : [row.object_key])));
    const ids = rows.map((row) => row.id);
    await metadata.db.deleteFrom('results').where('id', 'in', ids).execute();
    removed += rows.length;
  }
}
