import { quoteIdentifier } from '../../../kernel/quoting.ts';
import { reject } from '../read/refusal.ts';
import {
  expectFields,
  type Fields,
  fieldSet,
  listOf,
  locationOf,
  nameList,
  openNode,
} from '../read/tree.ts';
import { type Expr, isNull } from '../resolve/expr.ts';
import type { FromItem, Namespace } from '../resolve/namespace.ts';
import { coerce } from './coerce.ts';
import type { Printing } from './printing.ts';

const sampleFields = fieldSet('relation', 'method', 'args', 'repeatable');

/** The table of a TABLESAMPLE. */
export function sampledTable(sample: Fields): Fields {
  const { kind, fields } = openNode(sample.relation);
  if (kind === 'RangeVar') return fields;
  return reject('TABLESAMPLE clause can only be applied to tables', locationOf(sample), '42809');
}

/**
 * `t TABLESAMPLE BERNOULLI (p)`: each row with the given probability, also for SYSTEM, because
 * blocks exist only in PostgreSQL. The choice of rows depends on their content, and a seed repeats
 * it.
 */
export function printSample(
  printing: Printing,
  sample: Fields,
  table: FromItem,
  lateral: Namespace,
): FromItem {
  expectFields('TABLESAMPLE', sample, sampleFields);
  const location = locationOf(sample);
  const method = nameList(sample, 'method').at(-1) ?? '';
  if (method !== 'bernoulli' && method !== 'system') {
    return reject(`tablesample method ${method} does not exist`, location, '42704');
  }
  const [arg, ...more] = listOf(sample, 'args');
  if (arg === undefined || more.length > 0) {
    return reject(`tablesample method ${method} requires 1 argument`, location, '2202H');
  }
  const seed =
    sample.repeatable === undefined ? undefined : printing.expression(sample.repeatable, lateral);
  if (seed !== undefined && isNull(seed)) {
    reject('TABLESAMPLE REPEATABLE parameter cannot be null', location, '2202G');
  }
  const percent = percentOf(printing, printing.expression(arg, lateral), location);
  if (percent === '100') return table;
  const values = [...table.columns.map(({ expr: { text } }) => text), seed?.text ?? 'NULL'];
  const place =
    seed === undefined
      ? 'random()'
      : `(hash(${values.join(', ')}) / 18446744073709551616.0::DOUBLE)`;
  const alias = table.engineAliases.map(quoteIdentifier).join('');
  const chance = percent === '0' ? 'false' : `${place} * 100 < ${percent}`;
  return {
    ...table,
    render: () => `(SELECT * FROM ${table.render()} WHERE ${chance}) AS ${alias}`,
  };
}

function percentOf(printing: Printing, value: Expr, location: number | undefined): string {
  if (isNull(value)) return reject('TABLESAMPLE parameter cannot be null', location, '2202H');
  const { constant } = value;
  if (constant?.kind !== 'number' && constant?.kind !== 'text') {
    const { text } = coerce(printing, value, 'float8', 'a', location);
    const wrong = "error('[2202H] sample percentage must be between 0 and 100')";
    return `CASE WHEN ${text} BETWEEN 0 AND 100 THEN ${text} ELSE ${wrong} END`;
  }
  const percent = Number(constant.value);
  if (percent >= 0 && percent <= 100) return String(percent);
  return reject('sample percentage must be between 0 and 100', location, '2202H');
}
