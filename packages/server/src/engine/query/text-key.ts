import { templateOf } from '../../plan/text-template.ts';
import type { ExecuteQueryRequest } from './query-request.ts';
import { digestOfShown } from './shown-catalogs.ts';

/**
 * What a worker knows a request's text by: the text (without the constants by which it looks up
 * rows), which of its columns are numerics held as texts, and the shapes of its tables, not their
 * files.
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
  // Of other dialects' texts a constant may be in the name of a column, or decide which columns
  // there are.
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
