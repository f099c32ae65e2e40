import type { LakeColumn } from '../engine/ingest/type-evolution.ts';
import { badRequest, notFound } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';
import type { LakeTable } from '../lake/model.ts';
import { isKeyedMode, type LoadSpec } from './load-request.ts';

/**
 * The key of a keyed load from the request or the declaration, and null in other modes. Throws 400
 * without a key, and 404 where a change of rows meets a table without a version.
 */
export function effectiveKey(
  spec: LoadSpec,
  table: LakeTable | null,
  name: string,
): readonly string[] | null {
  const { mode } = spec;
  if (!isKeyedMode(mode)) return null;
  const key = spec.key ?? table?.layout.key ?? [];
  if (key.length === 0) {
    throw badRequest(
      `Load mode '${mode}' needs a key, and table '${name}' declares none; name its columns in 'key'`,
    );
  }
  if (mode !== 'upsert' && !table?.version) {
    const declared = table ? ': declared but has no data' : '';
    throw notFound(
      `Table '${name}' not found${declared}; '${mode}' changes rows, so load it with another mode first`,
    );
  }
  return key;
}

/**
 * The columns of a key, compared without case. Throws 400 where the table or the file lacks a
 * column.
 */
export function keyColumns(
  key: readonly string[],
  table: LakeTable | null,
  incoming: readonly { readonly name: string }[],
  name: string,
): string[] {
  const brought = columnsByName(incoming);
  const present = table?.version ? columnsByName(table.version.columns) : brought;
  return key.map((column) => {
    const found = present.get(column.toLowerCase());
    if (found === undefined)
      throw badRequest(`Table '${name}' has no column ${printable(column)}, which the key names`);
    if (!brought.has(column.toLowerCase())) {
      throw badRequest(
        `The file has no column ${printable(column)}, which the key names; every row needs its key`,
      );
    }
    return found;
  });
}

const columnsByName = (columns: readonly Pick<LakeColumn, 'name'>[]) =>
  new Map(columns.map(({ name }) => [name.toLowerCase(), name]));
