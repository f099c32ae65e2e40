import type { HasSettings } from '../config/settings.ts';
import type { DeclaredFacts, LakeColumn } from '../engine/ingest/type-evolution.ts';
import { badRequest } from '../kernel/errors.ts';
import { reserveColumnIds } from '../lake/column-ids.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { type AssignedColumn, placeColumn } from '../plan/statements/derivation.ts';
import type {
  CheckConstraint,
  ColumnDefinition,
  TableDefinition,
} from '../plan/statements/write-statement.ts';
import { storedType } from './stored-type.ts';

/** A table's columns as statements assign to them. */
export function assignedColumns(columns: readonly LakeColumn[]): AssignedColumn[] {
  return columns.map(({ name, type, sqlType, declared }) => ({
    name,
    type,
    ...(sqlType !== undefined && { sqlType }),
    modifiers: declared?.modifiers ?? [],
    default: declared?.default ?? null,
    generated: declared?.generated ?? null,
    identity: declared?.identity ?? null,
  }));
}

/** Throws 400 for a name that only the service gives. */
export function checkColumnName(name: string): void {
  if (name === placeColumn) throw badRequest(`Column '${name}' is a name of the service`);
}

/** The columns of a definition, with ids of the lake. Throws 400 for a type that is none here. */
export async function declaredColumns(
  { metadata, settings }: HasMetadata & HasSettings,
  lakeId: string,
  { columns, checks }: TableDefinition,
): Promise<LakeColumn[]> {
  const names = new Set<string>();
  for (const { name } of columns) {
    checkColumnName(name);
    if (names.has(name.toLowerCase()))
      throw badRequest(`Two columns are named '${name}' but for case; rename one of them`);
    names.add(name.toLowerCase());
  }
  if (columns.length > settings.maxColumns)
    throw badRequest(`A table has at most ${settings.maxColumns} columns`);
  const stored = columns.map((column) => ({ column, stored: storedType(column.type) }));
  const first = await reserveColumnIds(metadata.unsynced, lakeId, columns.length);
  return stored.map(({ column, stored: { type, sqlType, modifiers } }, index) => {
    const facts = factsOf(column, modifiers, index === 0 ? checks : []);
    return {
      id: first + index,
      name: column.name,
      type,
      nullable: true,
      ...(sqlType !== undefined && { sqlType }),
      ...(Object.keys(facts).length > 0 && { declared: facts }),
    };
  });
}

function factsOf(
  { isNotNull, default: written, generated, identity }: ColumnDefinition,
  modifiers: readonly number[],
  checks: readonly CheckConstraint[],
): DeclaredFacts {
  return {
    ...(modifiers.length > 0 && { modifiers }),
    ...(isNotNull && { notNull: true as const }),
    ...(written !== null && { default: written }),
    ...(generated !== null && { generated }),
    ...(identity !== null && {
      identity: {
        isAlways: identity.isAlways,
        next: identity.start,
        increment: identity.increment,
      },
    }),
    ...(checks.length > 0 && { checks }),
  };
}
