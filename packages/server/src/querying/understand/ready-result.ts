import type { ResultColumn } from '../../engine/types/result-columns.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findResult, type ResultRow } from '../../metadata/result-store.ts';

/**
 * A result that a query reads as a table: 400 if the database has no such id, 409 until it is
 * ready.
 */
export async function readyResult(
  services: HasClock & HasMetadata,
  databaseId: string,
  resultId: string,
): Promise<{ readonly row: ResultRow; readonly columns: readonly ResultColumn[] }> {
  const row = await findResult(services.metadata.db, databaseId, resultId, services.clock.now());
  if (!row) throw badRequest(`table 'quern.results.${resultId}' not found`);
  if (row.status === 'failed')
    throw badRequest(`Result '${row.id}' failed to compute; there is nothing to read`);
  if (row.status !== 'ready') throw conflict(`Result '${row.id}' is not ready yet; try again`);
  return { row, columns: JSON.parse(row.columns ?? '[]') as ResultColumn[] };
}
