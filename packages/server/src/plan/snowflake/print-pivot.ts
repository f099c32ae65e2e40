import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { ownName } from './own-name.ts';
import { printName } from './print-window.ts';
import type { Printing } from './printing.ts';
import {
  expectFields,
  type Fields,
  identifierOf,
  listOf,
  openNode,
  present,
  refuse,
} from './tree.ts';

const aggregates = new Set(['avg', 'count', 'max', 'min', 'sum']);

/** The column of a name without a table. */
function columnName(value: unknown): string {
  const { kind, fields } = openNode(value);
  if (kind !== 'column' || present(fields.table)) return refuse('this column in PIVOT');
  return identifierOf(fields.name).name;
}

interface PivotValue {
  readonly condition: string;
  readonly name: string;
}

/** A value of IN: without an alias its column has the text of the literal, quotes included. */
function pivotValue(printing: Printing, value: unknown): PivotValue {
  const { kind, fields } = openNode(value);
  if (kind === 'pivot_alias') {
    const alias = openNode(fields.alias);
    const name = alias.kind === 'column' ? alias.fields.name : fields.alias;
    return { condition: printing.value(fields.this), name: identifierOf(name).name };
  }
  if (kind !== 'literal') return refuse('a value of PIVOT that is no literal', 'list the values');
  const written = String(fields.value);
  const name = fields.literal_type === 'string' ? quoteLiteral(written) : written;
  return { condition: printing.value(value), name };
}

/**
 * PIVOT as a grouping by all columns that it does not name
 * (https://docs.snowflake.com/en/sql-reference/constructs/pivot).
 */
export function printPivot(
  printing: Printing,
  fields: Fields,
  printSource: (printing: Printing, value: unknown) => string,
): string {
  expectFields('PIVOT', fields, 'this', 'expressions', 'fields', 'alias', 'alias_columns');
  const [aggregate, ...moreAggregates] = listOf(fields, 'expressions');
  const [field, ...moreFields] = listOf(fields, 'fields');
  if (aggregate === undefined || moreAggregates.length > 0)
    return refuse('PIVOT with several aggregates');
  if (field === undefined || moreFields.length > 0) return refuse('PIVOT by several columns');
  const { kind: name, fields: call } = openNode(aggregate);
  if (!aggregates.has(name))
    return refuse(`${name.toUpperCase()} in PIVOT`, 'write AVG, COUNT, MAX, MIN or SUM');
  if (call.distinct === true) return refuse('DISTINCT in PIVOT');
  const value = columnName(call.this);
  const { kind, fields: choice } = openNode(field);
  if (kind !== 'in') return refuse('PIVOT without FOR ... IN (...)');
  const by = columnName(choice.this);
  const values = listOf(choice, 'expressions').map((item) => pivotValue(printing, item));
  if (values.length === 0) return refuse('PIVOT over ANY or a subquery', 'list the values');
  const column = (text: string) => quoteIdentifier(text);
  const items = values.map(
    (item) =>
      `${printing.any(aggregate)} FILTER (WHERE ${column(by)} = ${item.condition}) AS ${column(item.name)}`,
  );
  const names = listOf(fields, 'alias_columns').map(printName);
  const alias = present(fields.alias) ? printName(fields.alias) : ownName('pivot');
  return `(SELECT * EXCLUDE (${column(value)}, ${column(by)}), ${items.join(', ')} FROM ${printSource(printing, fields.this)} GROUP BY ALL) AS ${alias}${names.length > 0 ? `(${names.join(', ')})` : ''}`;
}
