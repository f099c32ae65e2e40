import { typeInfo } from '../../plan/hotsql/resolve/catalog/postgres-catalog.ts';
import { offeredTypes } from '../../plan/hotsql/resolve/offered-types.ts';
import { showType, typeNamed } from '../../plan/hotsql/resolve/type.ts';
import { arrowTypeName } from '../types/arrow-type.ts';
import { bigint, integer, list, text } from './codecs.ts';
import { type EngineFunction, nullableFunction, strictFunction } from './engine-function.ts';

const names: ReadonlyMap<number, string> = new Map([
  [705, 'unknown'],
  ...[...offeredTypes.map(({ name }) => name), 'jsonpath'].flatMap((name) => {
    const { oid = 0, arrayOid = 0 } = typeInfo(name) ?? {};
    return [[oid, name] as const, [arrayOid, `_${name}`] as const];
  }),
]);

/** format_type: a type's name with its modifier, as PostgreSQL's clients show types. */
function formatType(oid: bigint | null, modifier: number | null): string | null {
  if (oid === null) return null;
  if (oid === 0n) return '-';
  const name = names.get(Number(oid));
  if (name === undefined) return oid === 2249n ? 'record' : '???';
  const element = name.replace(/^_/, '');
  return withModifier(element, modifier) + (name.startsWith('_') ? '[]' : '');
}

/** A type in SQL's notation: `numeric(10,2)`, `timestamp(3) with time zone`. */
function withModifier(name: string, modifier: number | null): string {
  const shown = showType(typeNamed(name));
  if (modifier === null) return shown;
  // The two words mean a length of one where no length is given.
  if (modifier < 0) return name === 'bpchar' ? name : name === 'bit' ? '"bit"' : shown;
  if (/^time/.test(name)) return shown.replace(/ |$/, (space) => `(${modifier})${space}`);
  if (name === 'bit' || name === 'varbit') return `${shown}(${modifier})`;
  if (modifier < 4) return shown;
  if (name === 'numeric') return `${shown}(${(modifier - 4) >> 16},${(modifier - 4) & 0xffff})`;
  return name === 'varchar' || name === 'bpchar' ? `${shown}(${modifier - 4})` : shown;
}

const part = /\s*(?:"((?:[^"]|"")*)"|([^".\s]+))\s*/y;

/** The parts of a name as written in SQL: folded unless quoted. */
function nameParts(written: string): string[] {
  const parts: string[] = [];
  part.lastIndex = 0;
  for (let match = part.exec(written); match !== null; match = part.exec(written)) {
    parts.push(match[1]?.replaceAll('""', '"') ?? (match[2] ?? '').toLowerCase());
    if (written[part.lastIndex] !== '.') break;
    part.lastIndex += 1;
  }
  return parts;
}

const quoteName = (name: string) =>
  /^[a-z_][a-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

export const catalogFunctions: readonly EngineFunction[] = [
  nullableFunction('hotsql_format_type', [bigint, integer], text, formatType),
  strictFunction('hotsql_arrow_type', [text], text, (name) =>
    name === '"NULL"' ? 'Null' : arrowTypeName(name),
  ),
  strictFunction('hotsql_name_parts', [text], list(text), nameParts),
  strictFunction('hotsql_quote_name', [text], text, quoteName),
];
