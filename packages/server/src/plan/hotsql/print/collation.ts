/**
 * The collation of a text, by the rules of parse_collate.c. All accepted collations sort by bytes,
 * so only conflicts between collations are visible.
 */
import { quoteLiteral } from '../../../kernel/quoting.ts';
import { refuse, reject } from '../read/refusal.ts';
import type { Expr } from '../resolve/expr.ts';
import {
  type Collation,
  categoryOf,
  isArray,
  scalarOf,
  showType,
  type Type,
} from '../resolve/type.ts';
import type { Call } from './implementation.ts';

type Location = number | undefined;

/** PostgreSQL's collations by bytes, or by code points, which sort like UTF-8 bytes. */
const byBytes: ReadonlySet<string> = new Set(['C', 'POSIX', 'default', 'ucs_basic', 'pg_c_utf8']);

export function isCollatable(type: Type): boolean {
  const { name } = isArray(type) ? scalarOf(type) : type;
  return name === 'unknown' || categoryOf(name) === 'S';
}

/** `x COLLATE "name"` */
export function collated(value: Expr, name: string, location: Location): Expr {
  if (!byBytes.has(name)) {
    refuse(
      `the collation '${name}'`,
      location,
      'texts are compared by their bytes (collation "C")',
    );
  }
  if (!isCollatable(value.type)) {
    reject(`collations are not supported by type ${showType(value.type)}`, location, '42804');
  }
  return { ...value, type: { ...value.type, collation: { name, isExplicit: true } } };
}

const mismatch = (kind: string, one: string, other: string, location: Location): never =>
  reject(
    `collation mismatch between ${kind} collations "${one}" and "${other}"`,
    location,
    '42P21',
  );

/**
 * The common collation of values; undefined for the default. Two different explicit collations
 * raise.
 */
export function mergedCollation(
  values: readonly Expr[],
  location: Location,
): Collation | undefined {
  let merged: Collation | undefined;
  for (const { type } of values) {
    const next = type.collation;
    if (next === undefined) continue;
    if (merged === undefined || (next.isExplicit && !merged.isExplicit)) merged = next;
    else if (merged.isExplicit) {
      if (next.isExplicit && next.name !== merged.name)
        mismatch('explicit', merged.name, next.name, location);
    } else if (next.against !== undefined) merged = next;
    else if (next.name !== merged.name) merged = { ...merged, against: next.name };
  }
  return merged;
}

/** A value made of other values has their collation; a comparison requires a known collation. */
export function withCollation(
  made: Expr,
  of: readonly Expr[],
  compares: boolean,
  location: Location,
): Expr {
  if (!of.some(({ type }) => type.collation !== undefined)) return made;
  const collation = mergedCollation(of, location);
  if (compares) expectKnown(collation, location);
  const { collation: _, ...type } = made.type;
  return {
    ...made,
    type: collation !== undefined && isCollatable(type) ? { ...type, collation } : type,
  };
}

/** Compared texts need a known collation. */
export function expectComparable(values: readonly Expr[], location: Location): void {
  if (values.some(({ type }) => type.collation !== undefined))
    expectKnown(mergedCollation(values, location), location);
}

function expectKnown(collation: Collation | undefined, location: Location): void {
  if (collation?.against === undefined) return;
  reject('could not determine which collation to use for string comparison', location, '42P22');
}

/** Checks a key of ORDER BY, GROUP BY or DISTINCT. */
export function expectSortCollation({ type: { collation } }: Expr, location: Location): void {
  if (collation?.against !== undefined)
    mismatch('implicit', collation.name, collation.against, location);
}

/** The columns of both sides of a set operation. */
export function expectCommonCollation(left: Type, right: Type, isAll: boolean): void {
  const collation = mergedCollation(
    [left, right].map((type) => ({ text: '', type })),
    undefined,
  );
  if (!isAll && collation?.against !== undefined)
    mismatch('implicit', collation.name, collation.against, undefined);
}

/** The type of a subquery's column: a collation written inside counts as implicit outside. */
export function columnType(type: Type): Type {
  return type.collation?.isExplicit === true
    ? { ...type, collation: { name: type.collation.name, isExplicit: false } }
    : type;
}

/**
 * `pg_collation_for(x)`. The value is printed in a branch that never runs, because an aggregate or
 * a function that gives rows in the value decides the number of rows.
 */
export function collationFor({ args: [value], location }: Call): string {
  if (value === undefined || value.type.name === 'unknown') return 'CAST(NULL AS VARCHAR)';
  if (!isCollatable(value.type)) {
    return reject(
      `collations are not supported by type ${showType(value.type)}`,
      location,
      '42804',
    );
  }
  const name = value.type.collation?.name ?? (value.type.name === 'name' ? 'C' : 'default');
  const shown = quoteLiteral(/^[a-z_]\w*$/.test(name) && name !== 'default' ? name : `"${name}"`);
  return `CASE WHEN true THEN ${shown} ELSE CAST(${value.text} AS VARCHAR) END`;
}
