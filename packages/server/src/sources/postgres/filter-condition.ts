import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { SourceFilter } from '../source.ts';
import type { NamedColumn } from './catalog.ts';

interface Escape {
  escapeLiteral(text: string): string;
}

/**
 * The type of a literal, by the type of the column (domains resolved): a type that indexes of the
 * column accept.
 */
const literalTypes: ReadonlyMap<number, string> = new Map([
  [16, 'bool'],
  [20, 'int8'],
  [21, 'int8'],
  [23, 'int8'],
  [700, 'float8'],
  [701, 'float8'],
  [1082, 'date'],
  [1114, 'timestamp'],
  [1184, 'timestamptz'],
  [1700, 'numeric'],
  [2950, 'uuid'],
]);
const int8 = 2n ** 63n;

/**
 * A condition that every wanted row meets; undefined if none can be made. Values are quoted, and
 * cast only to types of pg_catalog.
 */
export function filterCondition(
  client: Escape,
  filter: SourceFilter,
  known: readonly NamedColumn[],
): string | undefined {
  if ('parts' in filter) {
    const parts = filter.parts.map((part) => filterCondition(client, part, known));
    const said = parts.filter((part) => part !== undefined);
    if (said.length === 0 || (filter.kind === 'or' && said.length < parts.length)) return undefined;
    return `(${said.join(filter.kind === 'and' ? ' AND ' : ' OR ')})`;
  }
  const column = known.find((row) => row.name === filter.column);
  if (!column) return undefined;
  const quoted = quoteIdentifier(column.column);
  if (filter.kind !== 'range') return `${quoted} IS ${filter.kind === 'null' ? '' : 'NOT '}NULL`;
  const type = literalTypes.get(column.type_oid);
  if (type === undefined) return undefined;
  const literal = (value: string) => {
    const isBeyond = type === 'int8' && (BigInt(value) >= int8 || BigInt(value) < -int8);
    return `${client.escapeLiteral(value)}::pg_catalog.${isBeyond ? 'numeric' : type}`;
  };
  const { low, high } = filter;
  if (low !== null && low === high) return `${quoted} = ${literal(low)}`;
  const ends = [
    low === null ? [] : `${quoted} >= ${literal(low)}`,
    high === null ? [] : `${quoted} <= ${literal(high)}`,
  ];
  const conditions = ends.flat();
  return conditions.length === 0 ? undefined : `(${conditions.join(' AND ')})`;
}
