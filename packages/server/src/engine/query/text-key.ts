import { templateOf } from '../../plan/text-template.ts';
import type { ExecuteQueryRequest } from './query-request.ts';
import { digestOfShown } from './shown-catalogs.ts';

/**
 * The worker's key of a request's text. The key has the text (without the constants of row
 * lookups), the columns with numerics as texts, and the shapes of the tables without their files.
 */
export function textKey(request: ExecuteQueryRequest): string {
  const { sql, kind, isChecked, isPrinted = !isChecked, exactColumns, catalogs } = request;
  const shapes =
    digestOfShown(catalogs) ??
    catalogs.map(({ name, schemas }) => [
      name,
      schemas.map((schema) => [
        schema.name,
        schema.tables.map((table) => [table.name, table.columns]),
      ]),
    ]);
  // A constant in a text of another dialect may be part of a column's name, or determine the
  // columns.
  const template = isPrinted ? templateOf(sql) : null;
  const text = template ? { template: template.key } : sql;
  return JSON.stringify([
    text,
    kind,
    isChecked,
    exactColumns ?? null,
    request.defaultCatalog,
    request.defaultSchema,
    shapes,
  ]);
}
