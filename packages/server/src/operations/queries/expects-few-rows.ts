import { createHash } from 'node:crypto';
import type { Plan } from '../../plan/types.ts';
import type { ScanSet } from './scan-set.ts';

/** Tables of so many rows together, and of so many columns each, are small. */
const maxRows = 20_000;
const maxColumns = 64;

/** What makes rows of its own, and so as many as it likes, whose profile is then of interest. */
const generates = /\b(?:range|generate_series|unnest|recursive|repeat|repeat_row|json_each|json_tree)\b/i;

/**
 * Whether a query reads so little that few rows are likely to come of it: such a one is run in a way that costs less
 * (`runFewRows`), and more where many rows come after all.
 */
export function expectsFewRows(plan: Plan, { catalogs, rowCount }: ScanSet): boolean {
  if (plan.statementKind !== 'select' || plan.exactColumns) return false;
  if (rowCount > maxRows || generates.test(plan.sql)) return false;
  return catalogs.every(({ schemas }) =>
    schemas.every(({ tables }) => tables.every(({ columns }) => columns.length <= maxColumns)),
  );
}

/**
 * What a worker keeps the scope of such a query by: a workspace and a database; and where the catalog is shown, all that it
 * shows, so that nothing of another time is in it.
 */
export function scopeKeyOf(workspaceId: string, databaseId: string, { declaredTables, declaredSchemas }: Plan): string {
  const key = `${workspaceId} ${databaseId}`;
  if (declaredTables === null) return key;
  const shown = JSON.stringify([declaredTables, declaredSchemas]);
  return `${key} ${createHash('sha256').update(shown).digest('base64')}`;
}
